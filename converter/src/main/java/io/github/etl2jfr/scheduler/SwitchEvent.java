package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitReason;

/**
 * A context switch with its threads resolved: a view that moves on with the {@link Scheduler}, good only
 * while its listener is being called. Numbers that the trace does not tell are {@link #UNKNOWN}.
 */
public final class SwitchEvent {
    public static final int UNKNOWN = SchedulerEvents.UNKNOWN;

    private SchedulerEvents table;
    private int event;
    private long time;
    private int processor;
    private int oldThread;
    private int newThread;

    SwitchEvent() {}

    void set(SchedulerEvents source, int index, int onProcessor, int leaving, int entering) {
        table = source;
        event = index;
        time = source.time(index);
        processor = onProcessor;
        oldThread = leaving;
        newThread = entering;
    }

    /** Session clock's value. */
    public long time() {
        return time;
    }

    public int processor() {
        return processor;
    }

    /** The thread that left the processor, as {@link ThreadRef}. */
    public int oldThread() {
        return oldThread;
    }

    /** The thread that took the processor, as {@link ThreadRef}: the actual one, not the planned one. */
    public int newThread() {
        return newThread;
    }

    public int oldThreadPriority() {
        return table.oldThreadPriority(event);
    }

    public int newThreadPriority() {
        return table.newThreadPriority(event);
    }

    /** {@link ThreadState} code. */
    public int oldThreadState() {
        return table.oldThreadState(event);
    }

    /**
     * Whether {@link #oldThreadWaitReason} means something. It is left from an earlier wait, unless the
     * thread waits now or the reason says why it was preempted.
     */
    public boolean hasWaitReason() {
        int reason = oldThreadWaitReason();
        int state = oldThreadState();
        return reason != UNKNOWN
                && (state == ThreadState.WAITING.code()
                        || ThreadState.isReady(state) && WaitReason.isPreemption(reason));
    }

    /** {@link WaitReason} code. */
    public int oldThreadWaitReason() {
        return table.oldThreadWaitReason(event);
    }

    /** {@link io.github.etl2jfr.kernel.WaitMode} code. */
    public int oldThreadWaitMode() {
        return table.oldThreadWaitMode(event);
    }

    /** Whole timer ticks that the new thread had not run. */
    public int newThreadWaitTicks() {
        return table.newThreadWaitTicks(event);
    }

    public int previousCState() {
        return table.previousCState(event);
    }

    public int oldThreadIdealProcessor() {
        return table.oldThreadIdealProcessor(event);
    }

    public int oldThreadRemainingQuantum() {
        return table.oldThreadRemainingQuantum(event);
    }
}
