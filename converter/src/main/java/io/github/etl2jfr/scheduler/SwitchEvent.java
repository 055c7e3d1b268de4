package io.github.etl2jfr.scheduler;

/**
 * A context switch with its threads resolved. One object serves all: it is good only while its listener
 * is being called. Numbers that the trace does not tell are {@link #UNKNOWN}.
 */
public final class SwitchEvent {
    public static final int UNKNOWN = SwitchFields.UNKNOWN;

    private long time;
    private int processor;
    private int oldThread;
    private int newThread;
    private long fields;
    private int newThreadWaitTicks;
    private int oldThreadRemainingQuantum;

    SwitchEvent() {}

    void set(SchedulerEvents table, int event, int onProcessor, int leaving, int entering) {
        time = table.time(event);
        processor = onProcessor;
        oldThread = leaving;
        newThread = entering;
        fields = table.fields(event);
        newThreadWaitTicks = table.newThreadWaitTicks(event);
        oldThreadRemainingQuantum = table.oldThreadRemainingQuantum(event);
        if (entering == ThreadRef.NONE && table.isPlanKnown(event)) {
            // They are the planned thread's: nobody knows whether that one came.
            fields = SwitchFields.withoutNewThreadPriority(fields);
            newThreadWaitTicks = UNKNOWN;
        }
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

    /** The small numbers together, as {@link SwitchFields}. */
    public long fields() {
        return fields;
    }

    public int oldThreadPriority() {
        return SwitchFields.value(SwitchFields.oldThreadPriority(fields));
    }

    public int newThreadPriority() {
        return SwitchFields.value(SwitchFields.newThreadPriority(fields));
    }

    /** {@link io.github.etl2jfr.kernel.ThreadState} code. */
    public int oldThreadState() {
        return SwitchFields.value(SwitchFields.oldThreadState(fields));
    }

    /** {@link io.github.etl2jfr.kernel.WaitReason} code, unknown if it means nothing. */
    public int waitReason() {
        return SwitchFields.value(SwitchFields.waitReason(fields));
    }

    /** {@link io.github.etl2jfr.kernel.WaitMode} code. */
    public int oldThreadWaitMode() {
        return SwitchFields.value(SwitchFields.waitMode(fields));
    }

    /** Whole timer ticks that the new thread had not run. */
    public int newThreadWaitTicks() {
        return newThreadWaitTicks;
    }

    public int previousCState() {
        return SwitchFields.value(SwitchFields.previousCState(fields));
    }

    public int oldThreadIdealProcessor() {
        return SwitchFields.value(SwitchFields.idealProcessor(fields));
    }

    public int oldThreadRemainingQuantum() {
        return oldThreadRemainingQuantum;
    }
}
