package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.agent.live.TracedSlice;
import io.github.etl2jfr.agent.live.TracedSwitch;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import java.io.IOException;

/**
 * Brings what the scheduler tells of threads into this JVM's recording, as far as it is wanted. Allocates nothing
 * for an event.
 */
final class SliceFeed implements SchedulerListener {
    /** Stands for when the recording began: none is running. */
    private static final long RESTING = Long.MAX_VALUE;

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
    private final Looks looks;
    private final TracedSlice traced = new TracedSlice();
    private final TracedSwitch tracedSwitch = new TracedSwitch();
    private long startTicks = Long.MIN_VALUE;
    private long writtenUntil = ToldTraces.NOTHING;
    private boolean hasMetThisJvm;

    SliceFeed(
            LiveRecorder recorder,
            TraceThreads threads,
            TraceTicks ticks,
            RateGuard guard,
            Counts counts,
            FeedOptions options,
            long timerTickNanos,
            Looks looks) {
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
        this.looks = looks;
    }

    /**
     * Leaves out from now on what ended earlier.
     *
     * @param newStartTicks when the recording began
     */
    void setStart(long newStartTicks) {
        startTicks = newStartTicks;
    }

    /** What ended before this is left out. */
    long startTicks() {
        return startTicks;
    }

    /**
     * Leaves out everything until there is a {@linkplain #setStart start} again: all of it is older than the recording that
     * is to come. To find out whose it is would take recordings of the agent's own.
     */
    void rest() {
        startTicks = RESTING;
    }

    /**
     * Leaves out what was written before.
     *
     * @param time session clock's value before which that ended
     */
    void setWrittenUntil(long time) {
        writtenUntil = time;
    }

    /** Session clock's value before which all is told, however long ago the last look was. */
    long toldUntil() {
        return looks.toldUntil();
    }

    /** Switches that were told, whosever they are. */
    long switches() {
        return looks.switches();
    }

    /** Whether any of them was from or to a thread of this JVM. */
    boolean hasMetThisJvm() {
        return hasMetThisJvm;
    }

    @Override
    public void contextSwitch(SwitchEvent event) throws IOException {
        looks.before(event.time());
        looks.switched();
        if (!hasMetThisJvm) {
            hasMetThisJvm = isOfThisJvm(event.oldThread(), event) || isOfThisJvm(event.newThread(), event);
        }
        if (!wantsSwitches || !threads.maySubject(event.oldThread()) && !threads.maySubject(event.newThread())) {
            return;
        }
        if (startTicks == RESTING) {
            if (mayBeWanted(event.oldThread()) || mayBeWanted(event.newThread())) {
                counts.tooOld.increment();
            }
            return;
        }
        long time = ticks.ticks(event.time());
        TracedThread oldThread = threads.subject(event.oldThread(), time);
        TracedThread newThread = threads.subject(event.newThread(), time);
        if (oldThread == null && newThread == null
                || !isAdmitted(event.time(), time, guard.hasRoomForSwitch(event.time()))) {
            return;
        }
        ticks.willWrite(event.time());
        TracedThread leaving = oldThread == null ? threads.any(event.oldThread(), time) : oldThread;
        TracedThread coming = newThread == null ? threads.any(event.newThread(), time) : newThread;
        tracedSwitch
                .at(time, event.processor(), event.previousCState())
                .from(
                        leaving,
                        event.oldThreadPriority(),
                        event.oldThreadIdealProcessor(),
                        event.oldThreadRemainingQuantum())
                .into(
                        Labels.threadState(event.oldThreadState()),
                        Labels.waitReason(event.waitReason()),
                        Labels.waitMode(event.oldThreadWaitMode()))
                .to(coming, event.newThreadPriority(), waitNanos(event.newThreadWaitTicks()));
        if (threads.isLeft(leaving)) {
            tracedSwitch.setApart();
        }
        boolean isWritten = recorder.contextSwitch(tracedSwitch);
        count(isWritten);
        if (isWritten) {
            guard.writtenSwitch(bytes(tracedSwitch.isApart()));
        }
    }

    private boolean isOfThisJvm(int thread, SwitchEvent event) {
        return threads.mayBeOfThisJvm(thread) && threads.isOfThisJvm(thread, ticks.ticks(event.time()));
    }

    private long waitNanos(int timerTicks) {
        return timerTicks == SwitchEvent.UNKNOWN || timerTickNanos == LogFileHeader.UNKNOWN
                ? Long.MIN_VALUE
                : Integer.toUnsignedLong(timerTicks) * timerTickNanos;
    }

    @Override
    public void running(Slice slice) throws IOException {
        looks.before(slice.end());
        if (wantsRunning && begin(slice)) {
            traced.running(
                    slice.priority(),
                    Labels.threadState(slice.endState()),
                    Labels.waitReason(slice.waitReason()),
                    threads.any(slice.nextThread(), traced.end()));
            count(recorder.running(traced), slice);
        }
    }

    @Override
    public void ready(Slice slice) throws IOException {
        looks.before(slice.end());
        if (wantsReady && begin(slice)) {
            traced.ready(
                    Labels.readyCause(slice.cause()),
                    threads.any(slice.readiedBy(), traced.start()),
                    threads.any(slice.runningInstead(), traced.start()));
            count(recorder.ready(traced), slice);
        }
    }

    @Override
    public void waiting(Slice slice) throws IOException {
        looks.before(slice.end());
        if (wantsWaiting && begin(slice)) {
            traced.waiting(
                    Labels.waitReason(slice.waitReason()),
                    Labels.waitMode(slice.waitMode()),
                    threads.any(slice.readiedBy(), traced.end()));
            count(recorder.waiting(traced), slice);
        }
    }

    /** Sets what all slices have, and tells whether this one is to be written. */
    private boolean begin(Slice slice) throws IOException {
        if (!threads.maySubject(slice.thread())) {
            return false;
        }
        if (startTicks == RESTING) {
            if (threads.mayBeWanted(slice.thread())) {
                counts.tooOld.increment();
            }
            return false;
        }
        boolean isTooShort = slice.end() - slice.start() < guard.minDuration();
        if (isTooShort && threads.isMet(slice.thread())) {
            // As most are: when that was and whose thread it is would make no difference.
            if (threads.isWanted(slice.thread())) {
                counts.tooShort.increment();
            }
            return false;
        }
        long end = ticks.ticks(slice.end());
        TracedThread thread = threads.subject(slice.thread(), end);
        if (thread == null) {
            return false;
        }
        if (isTooShort) {
            counts.tooShort.increment();
            return false;
        }
        if (!isAdmitted(slice.end(), end, guard.hasRoom())) {
            return false;
        }
        ticks.willWrite(slice.start());
        long start = ticks.ticks(slice.start());
        traced.set(start, end - start, thread, slice.processor(), slice.clipped());
        if (threads.isLeft(thread)) {
            traced.setApart();
        }
        return true;
    }

    /** Of a thread that is not met yet nothing was left out that the user asked for, as far as is known. */
    private boolean mayBeWanted(int thread) {
        return threads.maySubject(thread) && threads.mayBeWanted(thread);
    }

    private boolean isAdmitted(long time, long end, boolean hasRoom) {
        if (time < writtenUntil) {
            counts.readBefore.increment();
            return false;
        }
        if (end < startTicks) {
            counts.tooOld.increment();
            return false;
        }
        if (!hasRoom) {
            counts.noRoom.increment();
            return false;
        }
        return true;
    }

    private void count(boolean isWritten, Slice slice) {
        count(isWritten);
        if (isWritten) {
            guard.written(slice.end(), bytes(traced.isApart()));
        }
    }

    private void count(boolean isWritten) {
        if (isWritten) {
            counts.written.increment();
        } else {
            counts.notWanted.increment();
        }
    }

    private static int bytes(boolean isApart) {
        return isApart ? RateGuard.BYTES_PER_LANE_EVENT : RateGuard.BYTES_PER_EVENT;
    }
}
