package io.github.etl2jfr.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import one.jfr.JfrReader;
import one.jfr.event.Event;

/**
 * async-profiler's reader, which leaves it to each event to read its own fields. It finds the constructors by
 * reflection, so that they must be public.
 */
public final class AsyncProfiler {
    private AsyncProfiler() {}

    /** In the order of the file, without the groups of threads. */
    static List<Row> read(Path recording) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (JfrReader reader = new JfrReader(recording.toString())) {
            Map<String, Class<? extends PlainEvent>> types = Map.of(
                    "windows.ContextSwitch", Switch.class,
                    "windows.TraceSession", Session.class,
                    "windows.DataLoss", Loss.class,
                    "windows.ProcessStart", Start.class,
                    "windows.ProcessEnd", End.class,
                    "jdk.OSInformation", OsInformation.class,
                    "jdk.SystemProcess", SystemProcess.class);
            types.forEach(reader::registerEvent);
            for (Event event; (event = reader.readEvent()) != null; ) {
                rows.add(((PlainEvent) event).row(reader.eventTimeToNanos(event.time)));
            }
        }
        return rows;
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

        final void thread(String name, JfrReader reader, long key) {
            fields.add(name, key == 0 ? null : reader.threads.get(key));
        }
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
            fields.add("traceStart", reader.eventTimeToNanos(reader.getVarlong()));
            fields.add("traceEnd", reader.eventTimeToNanos(reader.getVarlong()));
            timespan("timerResolution", reader);
            integer("eventsLost", reader);
            integer("buffersLost", reader);
            fields.add("compactContextSwitches", reader.getBoolean());
            timespan("clockOffset", reader);
            timespan("clockOffsetUncertainty", reader);
        }
    }

    public static final class Loss extends PlainEvent {
        public Loss(JfrReader reader) {
            super("windows.DataLoss", reader.getVarlong(), 0);
            integer("processor", reader);
            text("reason", reader);
            integer("amount", reader);
            number("fileOffset", reader);
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
