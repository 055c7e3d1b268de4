package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.CompanionTypes;
import io.github.etl2jfr.kernel.PerformanceData;
import java.lang.instrument.Instrumentation;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.ValueDescriptor;

/** Writes past JFR's API: exact times, all threads of the JVM. Nothing here allocates once all texts are known. */
final class DirectRecorder implements LiveRecorder {
    private static final List<Class<? extends Event>> TYPES = List.of(
            ThreadRunning.class,
            ThreadReady.class,
            ThreadWaiting.class,
            ContextSwitch.class,
            DataLoss.class,
            ThreadProfile.class);

    private interface RunningWriter {
        boolean write(
                long start,
                long duration,
                long thread,
                int processor,
                short priority,
                String endState,
                String waitReason,
                long nextThread,
                boolean clipped,
                String threadName,
                String nextThreadName);
    }

    private interface ReadyWriter {
        boolean write(
                long start,
                long duration,
                long thread,
                int processor,
                String cause,
                long readiedBy,
                long runningInstead,
                boolean clipped,
                String threadName,
                String readiedByName,
                String runningInsteadName);
    }

    private interface WaitingWriter {
        boolean write(
                long start,
                long duration,
                long thread,
                int processor,
                String waitReason,
                String waitMode,
                long readiedBy,
                boolean clipped,
                String threadName,
                String readiedByName);
    }

    private interface SwitchWriter {
        boolean write(
                long time,
                long duration,
                long thread,
                int processor,
                long newThread,
                short oldThreadPriority,
                short newThreadPriority,
                String oldThreadState,
                String waitReason,
                String waitMode,
                long newThreadWaitTime,
                short previousCState,
                short idealProcessor,
                int remainingQuantum,
                String threadName,
                String newThreadName);
    }

    private interface LossWriter {
        boolean write(
                long time,
                long duration,
                long thread,
                int processor,
                String reason,
                int amount,
                long fileOffset,
                String cause,
                String severity);
    }

    private interface ProfileWriter {
        boolean write(
                long time,
                long duration,
                long thread,
                int contextSwitchCount,
                long waitReasonBitMap,
                String waitReasons,
                long cycleTime,
                int retryCount,
                String hardwareCounters,
                String threadName);
    }

    private interface TestWriter {
        boolean write(
                long start,
                long duration,
                long eventThread,
                long thread,
                long otherThread,
                String text,
                int number,
                short smallNumber,
                long largeNumber,
                boolean flag);
    }

    private final EventWriters writers;
    private final TickReader ticks;
    private final RunningWriter running;
    private final ReadyWriter ready;
    private final WaitingWriter waiting;
    private final SwitchWriter contextSwitch;
    private final LossWriter dataLoss;
    private final ProfileWriter profile;

    /** Null until they are asked for. */
    private volatile LaneChunks lanes;

    private DirectRecorder(EventWriters writers, TickReader ticks) throws UnavailableException {
        this.writers = writers;
        this.ticks = ticks;
        running = writers.of(
                RunningWriter.class,
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
                ReadyWriter.class,
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
                WaitingWriter.class,
                ThreadWaiting.class,
                "processor",
                "waitReason",
                "waitMode",
                "readiedBy",
                "clipped",
                "threadName",
                "readiedByName");
        contextSwitch = writers.of(
                SwitchWriter.class,
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
        dataLoss = writers.of(
                LossWriter.class, DataLoss.class, "processor", "reason", "amount", "fileOffset", "cause", "severity");
        profile = writers.of(
                ProfileWriter.class,
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
        new SelfTest(TestSlice.class, "eventThread", threads.ticks(), threads.ticksPerSecond())
                .run(() -> testWriter(writers), threads.lasting());
        TYPES.forEach(FlightRecorder::register);
        try {
            return new DirectRecorder(writers, threads.ticks());
        } catch (UnavailableException e) {
            TYPES.forEach(FlightRecorder::unregister);
            throw e;
        }
    }

    private static SelfTest.Writer testWriter(EventWriters writers) throws UnavailableException {
        TestWriter writer = writers.of(
                TestWriter.class,
                TestSlice.class,
                "thread",
                "otherThread",
                "text",
                "number",
                "smallNumber",
                "largeNumber",
                "flag");
        return slice -> writer.write(
                slice.start(),
                slice.duration(),
                key(slice.thread()),
                key(slice.thread()),
                key(slice.otherThread()),
                slice.text(),
                slice.number(),
                (short) slice.number(),
                slice.number(),
                slice.number() < 0);
    }

    private static long key(TracedThread thread) {
        return thread == null ? TracedThread.NO_KEY : thread.key();
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
    public boolean running(TracedSlice slice) {
        if (slice.thread.hasLane()) {
            LaneChunks open = lanes;
            return open != null && open.running(slice);
        }
        return running.write(
                slice.start,
                slice.duration,
                slice.thread.key(),
                slice.processor,
                slice.priority,
                slice.endState,
                slice.waitReason,
                key(slice.nextThread),
                slice.clipped,
                slice.thread.name(),
                TracedThread.nameOf(slice.nextThread));
    }

    @Override
    public boolean ready(TracedSlice slice) {
        if (slice.thread.hasLane()) {
            LaneChunks open = lanes;
            return open != null && open.ready(slice);
        }
        return ready.write(
                slice.start,
                slice.duration,
                slice.thread.key(),
                slice.processor,
                slice.cause,
                key(slice.readiedBy),
                key(slice.runningInstead),
                slice.clipped,
                slice.thread.name(),
                TracedThread.nameOf(slice.readiedBy),
                TracedThread.nameOf(slice.runningInstead));
    }

    @Override
    public boolean waiting(TracedSlice slice) {
        if (slice.thread.hasLane()) {
            LaneChunks open = lanes;
            return open != null && open.waiting(slice);
        }
        return waiting.write(
                slice.start,
                slice.duration,
                slice.thread.key(),
                slice.processor,
                slice.waitReason,
                slice.waitMode,
                key(slice.readiedBy),
                slice.clipped,
                slice.thread.name(),
                TracedThread.nameOf(slice.readiedBy));
    }

    @Override
    public boolean contextSwitch(TracedSwitch event) {
        LaneChunks open = lanes;
        if (event.oldThread.hasLane() && open != null) {
            boolean isWritten = open.contextSwitch(event);
            if (isWritten || event.newThread == null || !event.newThread.isOfThisJvm()) {
                return isWritten;
            }
        }
        return contextSwitch.write(
                event.time,
                0L,
                event.oldThread.key(),
                event.processor,
                key(event.newThread),
                event.oldThreadPriority,
                event.newThreadPriority,
                event.oldThreadState,
                event.waitReason,
                event.waitMode,
                event.newThreadWaitTime,
                event.previousCState,
                event.idealProcessor,
                event.remainingQuantum,
                event.oldThread.name(),
                TracedThread.nameOf(event.newThread));
    }

    @Override
    public boolean dataLoss(long time, DamageLog.Entry damage) {
        return dataLoss.write(
                time,
                0L,
                TracedThread.NO_KEY,
                damage.processor(),
                damage.kind().reason().label(),
                damage.recordedAmount(),
                damage.fileOffset(),
                damage.kind().label(),
                damage.kind().severity().label());
    }

    @Override
    public boolean profile(long time, TracedThread thread, PerformanceData data) {
        return profile.write(
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
    public LaneChunks openLanes() throws UnavailableException {
        LaneChunks opened = LaneChunks.open(this::laneType);
        lanes = opened;
        return opened;
    }

    /** A type as {@link #DirectRecorder} found it: its fields are those that the writers have. */
    private LaneChunks.Type laneType(Class<? extends Event> eventClass, CompanionTypes types)
            throws UnavailableException, InputException {
        EventType type = EventType.getEventType(eventClass);
        List<String> fields =
                type.getFields().stream().map(ValueDescriptor::getName).toList();
        return new LaneChunks.Type(types.eventTypeId(type.getName(), fields), writers.wanted(eventClass));
    }

    @Override
    public void close() {
        TYPES.forEach(FlightRecorder::unregister);
    }
}
