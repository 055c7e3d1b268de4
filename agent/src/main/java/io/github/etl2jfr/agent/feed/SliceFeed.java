package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import java.io.IOException;

/**
 * Brings what the scheduler tells of threads into this JVM's recording, as far as it is wanted. Allocates nothing
 * for an event.
 */
final class SliceFeed implements SchedulerListener {
    /** Events, of all the machine's threads, between two looks at clocks and recordings. */
    private static final int EVENTS_PER_LOOK = 1 << 12;

    private final LiveRecorder recorder;
    private final TraceThreads threads;
    private final TraceTicks ticks;
    private final RateGuard guard;
    private final Counts counts;
    private final long timerTickNanos;
    private final boolean wantsRunning;
    private final boolean wantsReady;
    private final boolean wantsWaiting;
    private final boolean wantsSwitches;
    private final Look look;
    private int events = EVENTS_PER_LOOK - 1;
    private long startTicks = Long.MIN_VALUE;

    /** What is done now and then. */
    interface Look {
        /**
         * Looks at clocks and recordings.
         *
         * @param time session clock's value up to which all is told
         */
        void look(long time) throws IOException;
    }

    SliceFeed(
            LiveRecorder recorder,
            TraceThreads threads,
            TraceTicks ticks,
            RateGuard guard,
            Counts counts,
            FeedOptions options,
            long timerTickNanos,
            Look look) {
        this.recorder = recorder;
        this.threads = threads;
        this.ticks = ticks;
        this.guard = guard;
        this.counts = counts;
        this.timerTickNanos = timerTickNanos;
        this.wantsRunning = options.kinds().contains(EventKind.RUNNING);
        this.wantsReady = options.kinds().contains(EventKind.READY);
        this.wantsWaiting = options.kinds().contains(EventKind.WAITING);
        this.wantsSwitches = options.kinds().contains(EventKind.SWITCH);
        this.look = look;
    }

    /**
     * Leaves out from now on what ended earlier.
     *
     * @param newStartTicks when the recording began
     */
    void setStart(long newStartTicks) {
        startTicks = newStartTicks;
    }

    private void lookAfter(long time) throws IOException {
        if (++events == EVENTS_PER_LOOK) {
            events = 0;
            look.look(time);
        }
    }

    @Override
    public void contextSwitch(SwitchEvent event) throws IOException {
        lookAfter(event.time());
        if (!wantsSwitches || !threads.maySubject(event.oldThread()) && !threads.maySubject(event.newThread())) {
            return;
        }
        long time = ticks.ticks(event.time());
        TracedThread oldThread = threads.subject(event.oldThread(), time);
        TracedThread newThread = threads.subject(event.newThread(), time);
        if (oldThread == null && newThread == null || !isAdmitted(time)) {
            return;
        }
        TracedThread whose = oldThread == null ? threads.any(event.oldThread(), time) : oldThread;
        count(
                recorder.contextSwitch(
                        time,
                        whose,
                        event.processor(),
                        newThread == null ? threads.any(event.newThread(), time) : newThread,
                        event.oldThreadPriority(),
                        event.newThreadPriority(),
                        Labels.threadState(event.oldThreadState()),
                        Labels.waitReason(event.waitReason()),
                        Labels.waitMode(event.oldThreadWaitMode()),
                        waitNanos(event.newThreadWaitTicks()),
                        event.previousCState(),
                        event.oldThreadIdealProcessor(),
                        event.oldThreadRemainingQuantum()),
                event.time(),
                whose);
    }

    private long waitNanos(int timerTicks) {
        return timerTicks == SwitchEvent.UNKNOWN ? Long.MIN_VALUE : Integer.toUnsignedLong(timerTicks) * timerTickNanos;
    }

    @Override
    public void running(Slice slice) throws IOException {
        if (!wantsRunning || !threads.maySubject(slice.thread())) {
            return;
        }
        long end = ticks.ticks(slice.end());
        TracedThread thread = admitted(slice, end);
        if (thread != null) {
            long start = ticks.ticks(slice.start());
            count(
                    recorder.running(
                            start,
                            end - start,
                            thread,
                            slice.processor(),
                            slice.priority(),
                            Labels.threadState(slice.endState()),
                            Labels.waitReason(slice.waitReason()),
                            threads.any(slice.nextThread(), end),
                            slice.clipped()),
                    slice.end(),
                    thread);
        }
    }

    @Override
    public void ready(Slice slice) throws IOException {
        if (!wantsReady || !threads.maySubject(slice.thread())) {
            return;
        }
        long end = ticks.ticks(slice.end());
        TracedThread thread = admitted(slice, end);
        if (thread != null) {
            long start = ticks.ticks(slice.start());
            count(
                    recorder.ready(
                            start,
                            end - start,
                            thread,
                            slice.processor(),
                            Labels.readyCause(slice.cause()),
                            threads.any(slice.readiedBy(), start),
                            threads.any(slice.runningInstead(), start),
                            slice.clipped()),
                    slice.end(),
                    thread);
        }
    }

    @Override
    public void waiting(Slice slice) throws IOException {
        if (!wantsWaiting || !threads.maySubject(slice.thread())) {
            return;
        }
        long end = ticks.ticks(slice.end());
        TracedThread thread = admitted(slice, end);
        if (thread != null) {
            long start = ticks.ticks(slice.start());
            count(
                    recorder.waiting(
                            start,
                            end - start,
                            thread,
                            slice.processor(),
                            Labels.waitReason(slice.waitReason()),
                            Labels.waitMode(slice.waitMode()),
                            threads.any(slice.readiedBy(), end),
                            slice.clipped()),
                    slice.end(),
                    thread);
        }
    }

    /** Whose slice it is, null if it is not to be written. */
    private TracedThread admitted(Slice slice, long end) throws IOException {
        TracedThread thread = threads.subject(slice.thread(), end);
        if (thread == null) {
            return null;
        }
        if (slice.end() - slice.start() < guard.minDuration()) {
            counts.addTooShort();
            return null;
        }
        return isAdmitted(end) ? thread : null;
    }

    private boolean isAdmitted(long end) {
        if (end < startTicks) {
            counts.addTooOld();
            return false;
        }
        if (!guard.hasRoom()) {
            counts.addNoRoom();
            return false;
        }
        return true;
    }

    private void count(boolean written, long time, TracedThread thread) {
        if (written) {
            counts.addWritten();
            guard.written(time, thread.hasLane() ? RateGuard.BYTES_PER_LANE_EVENT : RateGuard.BYTES_PER_EVENT);
        } else {
            counts.addNotWanted();
        }
    }
}
