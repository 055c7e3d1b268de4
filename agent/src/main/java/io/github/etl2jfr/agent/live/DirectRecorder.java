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

    /** Whether it works in this JVM. What it is tried with stays in the recordings, so it is tried once. */
    private static volatile boolean isTested;

    private final EventWriters writers;
    private final TickReader ticks;
    private final DirectWriter running;
    private final DirectWriter ready;
    private final DirectWriter waiting;
    private final DirectWriter contextSwitch;
    private final DirectWriter dataLoss;
    private final DirectWriter profile;

    /** Lanes of ours; null until they are asked for. */
    private volatile LaneChunks lanes;

    private DirectRecorder(EventWriters writers, TickReader ticks) throws UnavailableException {
        this.writers = writers;
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
        dataLoss = writers.of(DataLoss.class, "processor", "reason", "amount", "fileOffset", "cause", "severity");
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
        if (!isTested) {
            new SelfTest(TestSlice.class, "eventThread", threads.ticks(), threads.ticksPerSecond())
                    .run(() -> testWriter(writers), threads.lasting());
            isTested = true;
        }
        try {
            TYPES.forEach(FlightRecorder::register);
            return new DirectRecorder(writers, threads.ticks());
        } catch (UnavailableException | RuntimeException | Error e) {
            TYPES.forEach(FlightRecorder::unregister);
            throw e;
        }
    }

    private static SelfTest.Writer testWriter(EventWriters writers) throws UnavailableException {
        DirectWriter writer = writers.of(
                TestSlice.class, "thread", "otherThread", "text", "number", "smallNumber", "largeNumber", "flag");
        EventNumbers numbers = new EventNumbers();
        return slice -> {
            numbers.begin(slice.start(), slice.duration(), key(slice.thread()))
                    .add(key(slice.thread()))
                    .add(key(slice.otherThread()))
                    .add(slice.number())
                    .add((short) slice.number())
                    .add((long) slice.number())
                    .add(slice.number() < 0);
            return writer.write(numbers.values(), slice.text(), null, null, null, null);
        };
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
        if (slice.isApart) {
            LaneChunks open = lanes;
            return open != null && open.running(slice);
        }
        begin(slice).add(slice.priority).add(key(slice.nextThread)).add(slice.clipped);
        return running.write(
                slice.numbers.values(),
                Text.string(slice.endState),
                Text.string(slice.waitReason),
                slice.thread.label(),
                TracedThread.labelOf(slice.nextThread),
                null);
    }

    @Override
    public boolean ready(TracedSlice slice) {
        if (slice.isApart) {
            LaneChunks open = lanes;
            return open != null && open.ready(slice);
        }
        begin(slice).add(key(slice.readiedBy)).add(key(slice.runningInstead)).add(slice.clipped);
        return ready.write(
                slice.numbers.values(),
                Text.string(slice.cause),
                slice.thread.label(),
                TracedThread.labelOf(slice.readiedBy),
                TracedThread.labelOf(slice.runningInstead),
                null);
    }

    @Override
    public boolean waiting(TracedSlice slice) {
        if (slice.isApart) {
            LaneChunks open = lanes;
            return open != null && open.waiting(slice);
        }
        begin(slice).add(key(slice.readiedBy)).add(slice.clipped);
        return waiting.write(
                slice.numbers.values(),
                Text.string(slice.waitReason),
                Text.string(slice.waitMode),
                slice.thread.label(),
                TracedThread.labelOf(slice.readiedBy),
                null);
    }

    /** Up to the first field that not all slices have. */
    private static EventNumbers begin(TracedSlice slice) {
        return slice.numbers
                .begin(slice.start, slice.duration, slice.thread.key())
                .add(slice.processor);
    }

    @Override
    public boolean contextSwitch(TracedSwitch event) {
        LaneChunks open = lanes;
        if (event.isApart && open != null) {
            boolean isWritten = open.contextSwitch(event);
            if (isWritten || event.newThread == null || !event.newThread.isOfThisJvm()) {
                return isWritten;
            }
        }
        event.numbers
                .begin(event.time, 0, event.oldThread.key())
                .add(event.processor)
                .add(key(event.newThread))
                .add(event.oldThreadPriority)
                .add(event.newThreadPriority)
                .add(event.newThreadWaitTime)
                .add(event.previousCState)
                .add(event.idealProcessor)
                .add(event.remainingQuantum);
        return contextSwitch.write(
                event.numbers.values(),
                Text.string(event.oldThreadState),
                Text.string(event.waitReason),
                Text.string(event.waitMode),
                event.oldThread.label(),
                TracedThread.labelOf(event.newThread));
    }

    @Override
    public boolean dataLoss(long time, DamageLog.Entry damage) {
        EventNumbers numbers = new EventNumbers()
                .begin(time, 0, TracedThread.NO_KEY)
                .add(damage.processor())
                .add(damage.recordedAmount())
                .add(damage.fileOffset());
        return dataLoss.write(
                numbers.values(),
                damage.kind().reason().label(),
                damage.kind().label(),
                damage.kind().severity().label(),
                null,
                null);
    }

    @Override
    public boolean profile(long time, TracedThread thread, PerformanceData data) {
        EventNumbers numbers = new EventNumbers()
                .begin(time, 0, thread.key())
                .add(data.contextSwitchCount())
                .add(data.waitReasonBitMap())
                .add(data.cycleTime())
                .add(data.retryCount());
        return profile.write(
                numbers.values(), data.waitReasons(), data.hardwareCounterValues(), thread.label(), null, null);
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
