package io.github.etl2jfr.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import one.jfr.event.Event;

/**
 * async-profiler's reader, which leaves it to each event to read its own fields. It finds the constructors by
 * reflection, so that they must be public.
 */
public final class AsyncProfiler {
    private AsyncProfiler() {}

    /** In the order of the file, without the groups of threads; those of types it knows itself left out. */
    public static List<Row> read(Path recording) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (JfrReader reader = new JfrReader(recording.toString())) {
            Map<String, Class<? extends PlainEvent>> types = Map.ofEntries(
                    Map.entry("windows.ContextSwitch", Switch.class),
                    Map.entry("windows.ThreadRunning", Running.class),
                    Map.entry("windows.ThreadReady", Ready.class),
                    Map.entry("windows.ThreadWaiting", Waiting.class),
                    Map.entry("windows.ProcessorIdle", Idle.class),
                    Map.entry("windows.ProcessorRunning", Busy.class),
                    Map.entry("windows.ThreadStatistics", Statistics.class),
                    Map.entry("windows.ProcessorStatistics", Period.class),
                    Map.entry("windows.TraceSession", Session.class),
                    Map.entry("windows.LatencyBreakdown", Latency.class),
                    Map.entry("windows.DataLoss", Loss.class),
                    Map.entry("windows.ProcessStart", Start.class),
                    Map.entry("windows.ProcessEnd", End.class),
                    Map.entry("jdk.OSInformation", OsInformation.class),
                    Map.entry("jdk.SystemProcess", SystemProcess.class));
            types.forEach(reader::registerEvent);
            for (Event event; (event = reader.readEvent()) != null; ) {
                if (event instanceof PlainEvent plain) {
                    rows.add(plain.row(reader.eventTimeToNanos(event.time)));
                }
            }
        }
        return rows;
    }

    /** The events of the types it knows itself, in the order of the file. */
    public static List<String> readKnown(Path recording) throws IOException {
        List<String> events = new ArrayList<>();
        try (JfrReader reader = new JfrReader(recording.toString())) {
            for (Event event; (event = reader.readEvent()) != null; ) {
                events.add(
                        event + " at " + reader.eventTimeToNanos(event.time) + " by " + reader.threads.get(event.tid));
            }
        }
        return events;
    }

    /** An event of async-profiler's reader, which reads what it needs from the stream itself. */
    public abstract static class PlainEvent extends Event {
        final Row.Fields fields = new Row.Fields();
        private final String type;

        PlainEvent(String type, long time, int thread) {
            super(time, thread, 0);
            this.type = type;
        }

        Row row(long nanos) {
            return fields.toRow(type, nanos);
        }

        final void timespan(String name, JfrReader reader) {
            fields.add(name, Row.timespan(reader.getVarlong()));
        }

        final void ticks(String name, JfrReader reader) {
            fields.add(name, Row.timespan(Math.round(reader.getVarlong() * reader.nanosPerTick)));
        }

        final void timestamp(String name, JfrReader reader) {
            long ticks = reader.getVarlong();
            fields.add(name, ticks == Long.MIN_VALUE ? Row.UNKNOWN : reader.eventTimeToNanos(ticks));
        }

        final void flag(String name, JfrReader reader) {
            fields.add(name, reader.getBoolean());
        }

        final void number(String name, JfrReader reader) {
            fields.add(name, reader.getVarlong());
        }

        /** Ints come as unsigned numbers. */
        final void integer(String name, JfrReader reader) {
            fields.add(name, (int) reader.getVarlong());
        }

        final void small(String name, JfrReader reader) {
            fields.add(name, (short) reader.getVarlong());
        }

        final void text(String name, JfrReader reader) {
            fields.add(name, reader.getString());
        }

        final void stackTrace(String name, JfrReader reader, long key) {
            StackTrace stackTrace = reader.stackTraces.get(key);
            fields.add(
                    name,
                    stackTrace == null
                            ? null
                            : IntStream.range(0, stackTrace.methods.length)
                                    .mapToObj(index -> frame(stackTrace, index, reader))
                                    .toList());
        }

        final void thread(String name, JfrReader reader, long key) {
            fields.add(name, key == 0 ? null : reader.threads.get(key));
        }
    }

    private static String frame(StackTrace stackTrace, int index, JfrReader reader) {
        MethodRef method = reader.methods.get(stackTrace.methods[index]);
        long className = reader.classes.get(method.cls).name;
        return Row.frame(
                text(reader, className).replace('/', '.'),
                text(reader, method.name),
                stackTrace.locations[index] >> Short.SIZE);
    }

    private static String text(JfrReader reader, long symbol) {
        return new String(reader.symbols.get(symbol), StandardCharsets.UTF_8);
    }

    public static final class Switch extends PlainEvent {
        public Switch(JfrReader reader) {
            super("windows.ContextSwitch", reader.getVarlong(), reader.getVarint());
            thread("eventThread", reader, tid);
            integer("processor", reader);
            thread("newThread", reader, reader.getVarlong());
            small("oldThreadPriority", reader);
            small("newThreadPriority", reader);
            text("oldThreadState", reader);
            text("waitReason", reader);
            text("waitMode", reader);
            timespan("newThreadWaitTime", reader);
            small("previousCState", reader);
            small("idealProcessor", reader);
            integer("remainingQuantum", reader);
        }
    }

    /** A slice; its subclasses differ in the fields past its thread. */
    public abstract static class Span extends PlainEvent {
        Span(String type, JfrReader reader) {
            super(type, reader.getVarlong(), 0);
            ticks("duration", reader);
            thread("eventThread", reader, reader.getVarlong());
            integer("processor", reader);
        }
    }

    public static final class Running extends Span {
        public Running(JfrReader reader) {
            super("windows.ThreadRunning", reader);
            small("priority", reader);
            text("endState", reader);
            text("waitReason", reader);
            thread("nextThread", reader, reader.getVarlong());
            flag("clipped", reader);
        }
    }

    public static final class Ready extends Span {
        public Ready(JfrReader reader) {
            super("windows.ThreadReady", reader);
            text("cause", reader);
            thread("readiedBy", reader, reader.getVarlong());
            thread("runningInstead", reader, reader.getVarlong());
            flag("clipped", reader);
        }
    }

    public static final class Waiting extends Span {
        public Waiting(JfrReader reader) {
            super("windows.ThreadWaiting", reader);
            text("waitReason", reader);
            text("waitMode", reader);
            thread("readiedBy", reader, reader.getVarlong());
            flag("clipped", reader);
        }
    }

    public static final class Idle extends Span {
        public Idle(JfrReader reader) {
            super("windows.ProcessorIdle", reader);
            small("cState", reader);
        }
    }

    public static final class Busy extends Span {
        public Busy(JfrReader reader) {
            super("windows.ProcessorRunning", reader);
            thread("thread", reader, reader.getVarlong());
            text("process", reader);
            small("priority", reader);
        }
    }

    public static final class Statistics extends PlainEvent {
        public Statistics(JfrReader reader) {
            super("windows.ThreadStatistics", reader.getVarlong(), reader.getVarint());
            thread("eventThread", reader, tid);
            integer("contextSwitchCount", reader);
            integer("involuntarySwitchCount", reader);
            number("waitReasonBitMap", reader);
            text("waitReasons", reader);
            ticks("runningTime", reader);
            ticks("readyTime", reader);
            ticks("waitingTime", reader);
            ticks("longestReady", reader);
            integer("processorMigrations", reader);
            timestamp("longestReadyStart", reader);
        }
    }

    public static final class Period extends PlainEvent {
        public Period(JfrReader reader) {
            super("windows.ProcessorStatistics", reader.getVarlong(), 0);
            integer("processor", reader);
            timestamp("periodStart", reader);
            ticks("period", reader);
            ticks("runningTime", reader);
            ticks("idleTime", reader);
            ticks("unknownTime", reader);
            integer("contextSwitchCount", reader);
        }
    }

    public static final class Session extends PlainEvent {
        public Session(JfrReader reader) {
            super("windows.TraceSession", reader.getVarlong(), 0);
            text("file", reader);
            text("loggerName", reader);
            integer("osBuild", reader);
            text("osVersion", reader);
            integer("processors", reader);
            integer("processorSpeed", reader);
            text("clock", reader);
            number("clockFrequency", reader);
            fields.add("bootTime", reader.getVarlong() * 1_000_000);
            timestamp("traceStart", reader);
            timestamp("traceEnd", reader);
            timespan("timerResolution", reader);
            integer("eventsLost", reader);
            integer("buffersLost", reader);
            flag("compactContextSwitches", reader);
            flag("readyEvents", reader);
            timespan("clockOffset", reader);
            timespan("clockOffsetUncertainty", reader);
            timespan("clockDrift", reader);
            text("clockOffsetSource", reader);
            integer("clockOffsetEvidence", reader);
            timespan("clockOffsetOfEvents", reader);
            text("jvmProcess", reader);
            timespan("minDuration", reader);
            timespan("leftOutBefore", reader);
            timespan("leftOutAfter", reader);
            text("onlyProcesses", reader);
            text("onlyThreads", reader);
            text("onlyEvents", reader);
        }
    }

    public static final class Latency extends PlainEvent {
        public Latency(JfrReader reader) {
            super("windows.LatencyBreakdown", reader.getVarlong(), 0);
            ticks("duration", reader);
            thread("eventThread", reader, reader.getVarlong());
            stackTrace("stackTrace", reader, reader.getVarlong());
            text("javaEvent", reader);
            text("detail", reader);
            ticks("runningTime", reader);
            ticks("readyTime", reader);
            ticks("waitingTime", reader);
            ticks("unknownTime", reader);
            ticks("longestReady", reader);
            text("waitReason", reader);
            thread("displacedBy", reader, reader.getVarlong());
            ticks("displacedTime", reader);
            thread("vmThread", reader, reader.getVarlong());
            ticks("vmThreadRunningTime", reader);
            ticks("vmThreadReadyTime", reader);
            ticks("vmThreadWaitingTime", reader);
            ticks("vmThreadUnknownTime", reader);
            thread("vmThreadDisplacedBy", reader, reader.getVarlong());
        }
    }

    public static final class Loss extends PlainEvent {
        public Loss(JfrReader reader) {
            super("windows.DataLoss", reader.getVarlong(), 0);
            integer("processor", reader);
            text("reason", reader);
            integer("amount", reader);
            number("fileOffset", reader);
            text("cause", reader);
            text("severity", reader);
        }
    }

    public static class Start extends PlainEvent {
        public Start(JfrReader reader) {
            this("windows.ProcessStart", reader);
        }

        Start(String type, JfrReader reader) {
            super(type, reader.getVarlong(), 0);
            number("pid", reader);
            number("parentPid", reader);
            text("image", reader);
            text("commandLine", reader);
            integer("session", reader);
        }
    }

    public static final class End extends Start {
        public End(JfrReader reader) {
            super("windows.ProcessEnd", reader);
            integer("exitCode", reader);
        }
    }

    public static final class OsInformation extends PlainEvent {
        public OsInformation(JfrReader reader) {
            super("jdk.OSInformation", reader.getVarlong(), 0);
            text("osVersion", reader);
        }
    }

    public static final class SystemProcess extends PlainEvent {
        public SystemProcess(JfrReader reader) {
            super("jdk.SystemProcess", reader.getVarlong(), 0);
            text("pid", reader);
            text("commandLine", reader);
        }
    }
}
