package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.agent.live.LiveRecorder;
import io.github.etl2jfr.agent.live.TracedThread;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.WindowsBuild;
import java.nio.file.Path;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;

/**
 * Writes a {@link TraceSession} at the end of each chunk. JFR asks for it while it holds its lock, whenever a chunk
 * ends: when a recording is dumped, stopped or too large, or the JVM exits. What slices there are by then JFR has
 * already, as they are written at once.
 */
final class SessionEvents implements AutoCloseable {
    private static final int NANOS_PER_MILLISECOND = 1_000_000;

    private final Supplier<TraceSession> session;
    private final Runnable hook = this::endChunk;

    /** What else is done when a chunk ends. */
    private volatile Runnable after = () -> {};

    /** What changes while the trace is read. */
    interface Progress {
        long toldUntil();

        long minDurationNanos();

        int raises();

        String onlyThreads();
    }

    /** @param session what is told when a chunk ends */
    SessionEvents(Supplier<TraceSession> session) {
        this.session = session;
        FlightRecorder.register(TraceSession.class);
        FlightRecorder.addPeriodicEvent(TraceSession.class, hook);
    }

    static SessionEvents open(
            TraceDescription trace,
            TraceTicks ticks,
            LiveRecorder recorder,
            Counts counts,
            FeedOptions options,
            Progress progress) {
        String way = recorder.way();
        String jvmProcess = nameOf(ProcessHandle.current());
        String onlyEvents = EventKind.limits(options.kinds());
        return new SessionEvents(() -> {
            TraceSession event = describe(trace);
            event.traceStart = ticks.ticks(trace.firstTime());
            long toldUntil = progress.toldUntil();
            event.traceEnd = ticks.ticks(toldUntil);
            event.clockOffsetUncertainty = (long) Math.ceil(ticks.uncertaintyNanos(toldUntil));
            event.clockOffsetSource = ticks.meaning();
            event.jvmProcess = jvmProcess;
            event.way = way;
            event.minDuration = progress.minDurationNanos();
            event.onlyThreads = progress.onlyThreads();
            event.onlyEvents = onlyEvents;
            event.minDurationRaised = progress.raises();
            event.written = counts.written.get();
            event.leftOut = counts.leftOut();
            return event;
        });
    }

    /** As the trace would call it; null if the system does not tell its program. */
    private static String nameOf(ProcessHandle process) {
        return process.info()
                .command()
                .map(Path::of)
                .map(Path::getFileName)
                .map(program -> TracedThread.name(program.toString(), process.pid()))
                .orElse(null);
    }

    private static TraceSession describe(TraceDescription trace) {
        LogFileHeader header = trace.header();
        TraceSession event = new TraceSession();
        event.file = trace.file().getFileName().toString();
        event.loggerName = header.loggerName();
        event.osBuild = header.osBuild();
        event.osVersion = WindowsBuild.describe(header.osMajor(), header.osMinor(), header.osBuild());
        event.processors = header.processors();
        event.processorSpeed = header.cpuSpeedMHz();
        event.clock = trace.clock().type().label();
        event.clockFrequency = trace.clock().frequency();
        event.bootTime = header.bootTime() == 0
                ? Long.MIN_VALUE
                : SessionClock.epochNanosOfFileTime(header.bootTime()) / NANOS_PER_MILLISECOND;
        event.timerResolution = header.timerTickNanos();
        event.eventsLost = DamageLog.recorded(header.eventsLost());
        event.buffersLost = DamageLog.recorded(header.buffersLost());
        event.compactContextSwitches = trace.compact().getAsBoolean();
        event.readyEvents = trace.readyEvents().getAsBoolean();
        event.leftOutBefore = trace.nanosBefore();
        event.leftOutAfter = trace.nanosAfter();
        return event;
    }

    /**
     * Has something done whenever a chunk ends, after the session was told: as JFR holds its lock, it must be quick, and
     * ask JFR for nothing.
     */
    void after(Runnable task) {
        after = task;
    }

    private void endChunk() {
        try {
            write();
        } finally {
            after.run();
        }
    }

    private void write() {
        session.get().commit();
    }

    /** Writes one more, for the slices of a chunk whose end it will not see. */
    @Override
    public void close() {
        FlightRecorder.removePeriodicEvent(hook);
        try {
            write();
        } finally {
            FlightRecorder.unregister(TraceSession.class);
        }
    }
}
