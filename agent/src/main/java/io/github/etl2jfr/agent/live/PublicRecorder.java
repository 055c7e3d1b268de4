package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.agent.live.PublicEvents.Profile;
import io.github.etl2jfr.agent.live.PublicEvents.Ready;
import io.github.etl2jfr.agent.live.PublicEvents.Running;
import io.github.etl2jfr.agent.live.PublicEvents.Switch;
import io.github.etl2jfr.agent.live.PublicEvents.Test;
import io.github.etl2jfr.agent.live.PublicEvents.Waiting;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.kernel.PerformanceData;
import java.lang.invoke.VarHandle;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Writes through JFR's API, but for the start and duration: fields that HotSpot adds to event classes. Threads are
 * those that live and run Java; what others do is not written. An event that has no duration gets one of a tick, as
 * JFR takes none for one that is still to be measured.
 *
 * <p>JDK 17 has a mistake that nothing can be done about here: a text of more than 16 characters may be missing in
 * the first chunk that a thread writes to, if an earlier chunk has it.
 */
final class PublicRecorder implements LiveRecorder {
    private static final List<Class<? extends Event>> TYPES =
            List.of(Running.class, Ready.class, Waiting.class, Switch.class, DataLoss.class, Profile.class);

    private final TickReader ticks;
    private final Times runningTimes = Times.of(Running.class);
    private final Times readyTimes = Times.of(Ready.class);
    private final Times waitingTimes = Times.of(Waiting.class);
    private final Times switchTimes = Times.of(Switch.class);
    private final Times lossTimes = Times.of(DataLoss.class);
    private final Times profileTimes = Times.of(Profile.class);
    private final List<String> rejected;

    /** The fields of an event class that its own code does not see. */
    private record Times(VarHandle start, VarHandle duration) {
        static Times of(Class<? extends Event> eventClass) throws UnavailableException {
            return new Times(
                    TickReader.implicitField(eventClass, "startTime"),
                    TickReader.implicitField(eventClass, "duration"));
        }

        /** Sets the times of an event, and tells whether a recording wants it. */
        boolean set(Event event, long startTicks, long durationTicks) {
            start.set(event, startTicks);
            duration.set(event, Math.max(1, durationTicks));
            return event.shouldCommit();
        }
    }

    private PublicRecorder(TickReader ticks, List<String> rejected) throws UnavailableException {
        this.ticks = ticks;
        this.rejected = rejected;
    }

    /**
     * @param rejected why better ways were not taken
     * @throws UnavailableException if what is written does not read back right
     */
    static PublicRecorder open(ThreadRegistry threads, List<String> rejected) throws UnavailableException {
        new SelfTest(Test.class, "thread", threads.ticks(), threads.ticksPerSecond())
                .run(PublicRecorder::testWriter, threads.lastingJava());
        try {
            TYPES.forEach(FlightRecorder::register);
            return new PublicRecorder(threads.ticks(), List.copyOf(rejected));
        } catch (UnavailableException | RuntimeException | Error e) {
            TYPES.forEach(FlightRecorder::unregister);
            throw e;
        }
    }

    static SelfTest.Writer testWriter() throws UnavailableException {
        Times times = Times.of(Test.class);
        return slice -> {
            Test event = new Test();
            Thread thread = slice.thread().javaThread();
            if (thread == null || !times.set(event, slice.start(), slice.duration())) {
                return false;
            }
            event.lane = thread;
            event.thread = thread;
            event.otherThread = javaThread(slice.otherThread());
            event.text = slice.text();
            event.number = slice.number();
            event.smallNumber = (short) slice.number();
            event.largeNumber = slice.number();
            event.flag = slice.number() < 0;
            event.commit();
            return true;
        };
    }

    private static Thread javaThread(TracedThread thread) {
        return thread == null ? null : thread.javaThread();
    }

    @Override
    public String way() {
        return "public API: live Java threads only";
    }

    @Override
    public List<String> rejected() {
        return rejected;
    }

    @Override
    public long ticks() {
        return ticks.now();
    }

    @Override
    public boolean running(TracedSlice slice) {
        Running event = new Running();
        event.lane = slice.thread.javaThread();
        if (event.lane == null || !runningTimes.set(event, slice.start, slice.duration)) {
            return false;
        }
        event.processor = slice.processor;
        event.priority = slice.priority;
        event.endState = Text.string(slice.endState);
        event.waitReason = Text.string(slice.waitReason);
        event.nextThread = javaThread(slice.nextThread);
        event.clipped = slice.clipped;
        event.threadName = slice.thread.label();
        event.nextThreadName = TracedThread.labelOf(slice.nextThread);
        event.commit();
        return true;
    }

    @Override
    public boolean ready(TracedSlice slice) {
        Ready event = new Ready();
        event.lane = slice.thread.javaThread();
        if (event.lane == null || !readyTimes.set(event, slice.start, slice.duration)) {
            return false;
        }
        event.processor = slice.processor;
        event.cause = Text.string(slice.cause);
        event.readiedBy = javaThread(slice.readiedBy);
        event.runningInstead = javaThread(slice.runningInstead);
        event.clipped = slice.clipped;
        event.threadName = slice.thread.label();
        event.readiedByName = TracedThread.labelOf(slice.readiedBy);
        event.runningInsteadName = TracedThread.labelOf(slice.runningInstead);
        event.commit();
        return true;
    }

    @Override
    public boolean waiting(TracedSlice slice) {
        Waiting event = new Waiting();
        event.lane = slice.thread.javaThread();
        if (event.lane == null || !waitingTimes.set(event, slice.start, slice.duration)) {
            return false;
        }
        event.processor = slice.processor;
        event.waitReason = Text.string(slice.waitReason);
        event.waitMode = Text.string(slice.waitMode);
        event.readiedBy = javaThread(slice.readiedBy);
        event.clipped = slice.clipped;
        event.threadName = slice.thread.label();
        event.readiedByName = TracedThread.labelOf(slice.readiedBy);
        event.commit();
        return true;
    }

    @Override
    public boolean contextSwitch(TracedSwitch told) {
        Switch event = new Switch();
        event.lane = told.oldThread.javaThread();
        if (event.lane == null || !switchTimes.set(event, told.time, 0)) {
            return false;
        }
        event.processor = told.processor;
        event.newThread = javaThread(told.newThread);
        event.oldThreadPriority = told.oldThreadPriority;
        event.newThreadPriority = told.newThreadPriority;
        event.oldThreadState = Text.string(told.oldThreadState);
        event.waitReason = Text.string(told.waitReason);
        event.waitMode = Text.string(told.waitMode);
        event.newThreadWaitTime = told.newThreadWaitTime;
        event.previousCState = told.previousCState;
        event.idealProcessor = told.idealProcessor;
        event.remainingQuantum = told.remainingQuantum;
        event.threadName = told.oldThread.label();
        event.newThreadName = TracedThread.labelOf(told.newThread);
        event.commit();
        return true;
    }

    @Override
    public boolean dataLoss(long time, DamageLog.Entry damage) {
        DataLoss event = new DataLoss();
        if (!lossTimes.set(event, time, 0)) {
            return false;
        }
        event.set(damage);
        event.commit();
        return true;
    }

    @Override
    public boolean profile(long time, TracedThread thread, PerformanceData data) {
        return profile(time, thread.javaThread(), thread.label(), data);
    }

    @Override
    public boolean profileOfThisThread(String threadName, PerformanceData data) {
        return profile(ticks(), Thread.currentThread(), threadName, data);
    }

    private boolean profile(long time, Thread thread, String threadName, PerformanceData data) {
        Profile event = new Profile();
        event.lane = thread;
        if (event.lane == null || !profileTimes.set(event, time, 0)) {
            return false;
        }
        event.set(threadName, data);
        event.commit();
        return true;
    }

    @Override
    public LaneChunks openLanes() throws UnavailableException {
        throw new UnavailableException("only the precise way has them");
    }

    @Override
    public void close() {
        TYPES.forEach(FlightRecorder::unregister);
    }
}
