package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.kernel.PerformanceData;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/** Writes past JFR's API: exact times, all threads of the JVM. Nothing here allocates once all texts are known. */
final class DirectRecorder implements LiveRecorder {
    private static final List<Class<? extends Event>> TYPES = List.of(
            ThreadRunning.class, ThreadReady.class, ThreadWaiting.class, ContextSwitch.class, ThreadProfile.class);

    private final TickReader ticks;
    private final MethodHandle running;
    private final MethodHandle ready;
    private final MethodHandle waiting;
    private final MethodHandle contextSwitch;
    private final MethodHandle profile;

    private DirectRecorder(EventWriters writers, TickReader ticks) throws UnavailableException {
        this.ticks = ticks;
        running = writers.of(
                ThreadRunning.class,
                "processor",
                "priority",
                "endState",
                "waitReason",
                "nextThread",
                "clipped",
                "threadName",
                "nextThreadName");
        ready = writers.of(
                ThreadReady.class,
                "processor",
                "cause",
                "readiedBy",
                "runningInstead",
                "clipped",
                "threadName",
                "readiedByName",
                "runningInsteadName");
        waiting = writers.of(
                ThreadWaiting.class,
                "processor",
                "waitReason",
                "waitMode",
                "readiedBy",
                "clipped",
                "threadName",
                "readiedByName");
        contextSwitch = writers.of(
                ContextSwitch.class,
                "processor",
                "newThread",
                "oldThreadPriority",
                "newThreadPriority",
                "oldThreadState",
                "waitReason",
                "waitMode",
                "newThreadWaitTime",
                "previousCState",
                "idealProcessor",
                "remainingQuantum",
                "threadName",
                "newThreadName");
        profile = writers.of(
                ThreadProfile.class,
                "contextSwitchCount",
                "waitReasonBitMap",
                "waitReasons",
                "cycleTime",
                "retryCount",
                "hardwareCounters",
                "threadName");
    }

    /**
     * @param instrumentation null if there is none
     * @throws UnavailableException if what is written does not read back right
     */
    static DirectRecorder open(Instrumentation instrumentation, ThreadRegistry threads) throws UnavailableException {
        EventWriters writers = EventWriters.open(instrumentation);
        new SelfTest(TestSlice.class, "eventThread", threads.ticks()).run(() -> testWriter(writers), threads.lasting());
        TYPES.forEach(FlightRecorder::register);
        try {
            return new DirectRecorder(writers, threads.ticks());
        } catch (UnavailableException e) {
            TYPES.forEach(FlightRecorder::unregister);
            throw e;
        }
    }

    private static SelfTest.Writer testWriter(EventWriters writers) throws UnavailableException {
        MethodHandle writer = writers.of(
                TestSlice.class, "thread", "otherThread", "text", "number", "smallNumber", "largeNumber", "flag");
        return slice -> {
            try {
                return (boolean) writer.invokeExact(
                        slice.start(),
                        slice.duration(),
                        key(slice.thread()),
                        key(slice.thread()),
                        key(slice.otherThread()),
                        slice.text(),
                        slice.number(),
                        (short) slice.number(),
                        (long) slice.number(),
                        slice.number() < 0);
            } catch (Throwable e) {
                throw unchecked(e);
            }
        };
    }

    private static long key(TracedThread thread) {
        return thread == null ? TracedThread.NO_KEY : thread.key();
    }

    /** Writers declare no exception; that method handles do is all there is to it. */
    private static RuntimeException unchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }

    @Override
    public String way() {
        return "precise: exact times, all threads of the JVM";
    }

    @Override
    public List<String> rejected() {
        return List.of();
    }

    @Override
    public long ticks() {
        return ticks.now();
    }

    @Override
    public boolean running(
            long start,
            long duration,
            TracedThread thread,
            int processor,
            int priority,
            String endState,
            String waitReason,
            TracedThread nextThread,
            boolean clipped) {
        try {
            return (boolean) running.invokeExact(
                    start,
                    duration,
                    thread.key(),
                    processor,
                    (short) priority,
                    endState,
                    waitReason,
                    key(nextThread),
                    clipped,
                    thread.name(),
                    TracedThread.nameOf(nextThread));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public boolean ready(
            long start,
            long duration,
            TracedThread thread,
            int processor,
            String cause,
            TracedThread readiedBy,
            TracedThread runningInstead,
            boolean clipped) {
        try {
            return (boolean) ready.invokeExact(
                    start,
                    duration,
                    thread.key(),
                    processor,
                    cause,
                    key(readiedBy),
                    key(runningInstead),
                    clipped,
                    thread.name(),
                    TracedThread.nameOf(readiedBy),
                    TracedThread.nameOf(runningInstead));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public boolean waiting(
            long start,
            long duration,
            TracedThread thread,
            int processor,
            String waitReason,
            String waitMode,
            TracedThread readiedBy,
            boolean clipped) {
        try {
            return (boolean) waiting.invokeExact(
                    start,
                    duration,
                    thread.key(),
                    processor,
                    waitReason,
                    waitMode,
                    key(readiedBy),
                    clipped,
                    thread.name(),
                    TracedThread.nameOf(readiedBy));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public boolean contextSwitch(
            long time,
            TracedThread thread,
            int processor,
            TracedThread newThread,
            int oldThreadPriority,
            int newThreadPriority,
            String oldThreadState,
            String waitReason,
            String waitMode,
            long newThreadWaitTime,
            int previousCState,
            int idealProcessor,
            int remainingQuantum) {
        try {
            return (boolean) contextSwitch.invokeExact(
                    time,
                    0L,
                    thread.key(),
                    processor,
                    key(newThread),
                    (short) oldThreadPriority,
                    (short) newThreadPriority,
                    oldThreadState,
                    waitReason,
                    waitMode,
                    newThreadWaitTime,
                    (short) previousCState,
                    (short) idealProcessor,
                    remainingQuantum,
                    thread.name(),
                    TracedThread.nameOf(newThread));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public boolean profile(long time, TracedThread thread, PerformanceData data) {
        try {
            return (boolean) profile.invokeExact(
                    time,
                    0L,
                    thread.key(),
                    data.contextSwitchCount(),
                    data.waitReasonBitMap(),
                    data.waitReasons(),
                    data.cycleTime(),
                    data.retryCount(),
                    data.hardwareCounterValues(),
                    thread.name());
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** The one event that is of the thread that commits it, and now. */
    @Override
    public boolean profileOfThisThread(String threadName, PerformanceData data) {
        ThreadProfile event = new ThreadProfile();
        if (!event.shouldCommit()) {
            return false;
        }
        event.set(threadName, data);
        event.commit();
        return true;
    }

    @Override
    public void close() {
        TYPES.forEach(FlightRecorder::unregister);
    }
}
