package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.jfr.EventField;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import io.github.etl2jfr.recording.JvmLatency;
import io.github.etl2jfr.views.model.Events;
import io.github.etl2jfr.views.model.JavaEventType;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.model.StackTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A recording as views read it. As the JDK's tools do, it takes the ticks of all chunks for those of the first one's
 * clock.
 */
public final class ReadRecording implements Recording {
    /** Events between two looks at how far it is. */
    private static final int EVENTS_PER_LOOK = 1 << 12;

    /** A recording has few, unless it is damaged. */
    private static final int MOST_STACK_TRACES = 1 << 14;

    /** As many as Flight Recorder takes down at most. */
    private static final int MOST_CALLS = 2048;

    /** Longer names are cut: only damage makes them. Those of threads end with an id, which conversions do not cut. */
    private static final int LONGEST_NAME = 2000;

    private static final String UNKNOWN = "unknown";

    private static final Map<String, JavaEventType> JAVA_EVENTS = Arrays.stream(JvmLatency.values())
            .collect(Collectors.toUnmodifiableMap(
                    JvmLatency::typeName, type -> new JavaEventType(type.detailFields(), type.isPause())));

    private final Path file;
    private final boolean quiet;

    public ReadRecording(Path file) {
        this(file, true);
    }

    /**
     * A recording whose reading is shown on a terminal if it takes long.
     *
     * @param quiet whether it is not
     */
    ReadRecording(Path file, boolean quiet) {
        this.file = file;
        this.quiet = quiet;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public Events events() throws IOException, RecordingException {
        try {
            long size = Files.size(file);
            return new Cursor(JvmRecording.open(file), ProgressBar.open(size, quiet));
        } catch (InputException e) {
            throw damaged(e);
        }
    }

    @Override
    public Map<String, JavaEventType> javaEvents() {
        return JAVA_EVENTS;
    }

    @Override
    public Span span() throws IOException, RecordingException {
        try (JvmRecording recording = JvmRecording.open(file)) {
            long start = Long.MAX_VALUE;
            long end = Long.MIN_VALUE;
            for (Chunk chunk : recording.chunks()) {
                ChunkHeader header = chunk.header();
                start = Math.min(start, header.startNanos());
                end = Math.max(end, header.startNanos() + header.durationNanos());
            }
            return new Span(start, end);
        } catch (InputException e) {
            throw damaged(e);
        }
    }

    private static RecordingException damaged(InputException cause) {
        RecordingException damaged = new RecordingException(cause.getMessage());
        damaged.initCause(cause);
        return damaged;
    }

    private static final class Cursor implements Events {
        private final JvmRecording recording;
        private final ProgressBar progress;
        private final ChunkHeader clock;
        private final Iterator<Chunk> chunks;

        /** Of the chunk it is in; null before the first, as the next. */
        private ConstantPools constants;

        private ChunkEvents events;

        /** Of the chunk it is in, some by their keys, as many events have the same. */
        private final Map<Long, StackTrace> stackTraces = new HashMap<>();

        /** Of all chunks, as many have the same. */
        private final Map<StackTrace, StackTrace> allStackTraces = new HashMap<>();

        private int eventsToLook = EVENTS_PER_LOOK;

        /** Bytes that were read when it was looked last. */
        private long done;

        Cursor(JvmRecording recording, ProgressBar progress) {
            this.recording = recording;
            this.progress = progress;
            clock = recording.chunks().get(0).header();
            chunks = recording.chunks().iterator();
        }

        @Override
        public boolean next() throws IOException, RecordingException {
            try {
                while (events == null || !events.next()) {
                    if (!chunks.hasNext()) {
                        return false;
                    }
                    Chunk chunk = chunks.next();
                    constants = chunk.constants();
                    events = chunk.events(constants);
                    stackTraces.clear();
                }
                if (--eventsToLook == 0) {
                    eventsToLook = EVENTS_PER_LOOK;
                    progress.accept(events.end() - done);
                    done = events.end();
                }
                return true;
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public String type() {
            return events.type().name();
        }

        @Override
        public long start() {
            return clock.epochNanos(events.startTicks());
        }

        @Override
        public long end() {
            return clock.epochNanos(events.startTicks() + events.durationTicks());
        }

        @Override
        public boolean has(String field) {
            return events.type().field(field) != null;
        }

        @Override
        public long number(String field) throws IOException, RecordingException {
            return number(field(field));
        }

        private EventField field(String name) throws RecordingException {
            EventField field = events.type().field(name);
            if (field == null) {
                throw new RecordingException("damaged recording: %s has no %s".formatted(type(), name));
            }
            return field;
        }

        private long number(EventField field) throws IOException, RecordingException {
            try {
                return events.longValue(field);
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public long time(String name) throws IOException, RecordingException {
            EventField field = field(name);
            long value = number(field);
            return field.isTicks() ? clock.epochNanos(value) : value;
        }

        @Override
        public long length(String name) throws IOException, RecordingException {
            EventField field = field(name);
            long value = number(field);
            return field.isTicks() ? clock.nanos(value) : value;
        }

        @Override
        public String text(String field) throws IOException, RecordingException {
            try {
                return events.text(field(field));
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public StackTrace stackTrace() throws IOException, RecordingException {
            EventField field = events.type().stackTrace();
            long key = field == null ? 0 : number(field);
            if (key == 0) {
                return StackTrace.NONE;
            }
            StackTrace known = stackTraces.get(key);
            if (known == null) {
                known = known(new StackTrace(read(key)));
                if (stackTraces.size() == MOST_STACK_TRACES) {
                    stackTraces.clear();
                }
                stackTraces.put(key, known);
            }
            return known;
        }

        private List<StackFrame> read(long key) throws IOException, RecordingException {
            try {
                return constants.stackTrace(key, MOST_CALLS).stream()
                        .map(frame -> new StackFrame(
                                Objects.requireNonNullElse(cut(frame.className()), UNKNOWN),
                                Objects.requireNonNullElse(cut(frame.methodName()), UNKNOWN),
                                frame.line()))
                        .toList();
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        private static String cut(String name) {
            return name == null ? null : name.substring(0, Math.min(name.length(), LONGEST_NAME));
        }

        /** If there are too many, what is kept of one is the call that time is put down to. */
        private StackTrace known(StackTrace whole) {
            StackTrace known = allStackTraces.get(whole);
            if (known != null) {
                return known;
            }
            if (allStackTraces.size() == MOST_STACK_TRACES) {
                return whole.code() == null ? StackTrace.NONE : new StackTrace(List.of(whole.code()));
            }
            allStackTraces.put(whole, whole);
            return whole;
        }

        @Override
        public long threadKey() {
            return events.threadKey();
        }

        @Override
        public long threadKey(String field) throws IOException, RecordingException {
            return number(field(field));
        }

        @Override
        public ThreadDescription thread(long key) throws IOException, RecordingException {
            try {
                ThreadConstant thread = constants.threads().get(key);
                if (thread == null) {
                    return null;
                }
                ThreadGroupConstant group = constants.threadGroups().get(thread.groupKey());
                return new ThreadDescription(
                        cut(thread.osName()),
                        thread.osThreadId(),
                        cut(thread.javaName()),
                        thread.javaThreadId(),
                        group == null ? null : cut(group.name()));
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public void close() throws IOException {
            progress.close();
            recording.close();
        }
    }
}
