package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.ChunkMetadata;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.jfr.EventField;
import io.github.etl2jfr.jfr.JvmEventType;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.recording.ExplainedType;
import io.github.etl2jfr.views.model.Events;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.model.StackTrace;
import io.github.etl2jfr.views.model.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A recording as views read it. As the JDK's tools do, it takes the ticks of all chunks for those of the first one's
 * clock.
 */
public final class ReadRecording implements Recording {
    /** Events between two looks at how far it is. */
    private static final int EVENTS_PER_LOOK = 1 << 12;

    /** A recording has few, unless it is damaged. */
    private static final int MOST_STACK_TRACES = 1 << 14;

    /** Calls of a stack trace at most, as many as Flight Recorder takes down. */
    private static final int MOST_CALLS = 2048;

    /** Longer names are cut: only damage makes them. Those of threads end with an id, which conversions do not cut. */
    private static final int LONGEST_NAME = 2000;

    /** Chunks of the same time at most: each takes memory, and more are damage. */
    private static final int MOST_AT_ONCE = 16;

    private static final String UNKNOWN = "unknown";

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
            JvmRecording recording = JvmRecording.open(file);
            try {
                boolean hasAgent = hasAgent(recording.chunks());
                requireOneClock(recording.chunks(), hasAgent);
                return new Cursor(recording, inOrder(recording.chunks(), hasAgent), ProgressBar.open(size, quiet));
            } catch (InputException | RuntimeException e) {
                recording.close();
                throw e;
            }
        } catch (InputException e) {
            throw damaged(e);
        }
    }

    /** Names of the types of events that threads of the JVM take time for, of those that the recording knows. */
    Set<String> javaEvents() throws IOException, RecordingException {
        Set<String> names = new TreeSet<>();
        Set<ChunkMetadata> seen = new HashSet<>();
        try (JvmRecording recording = JvmRecording.open(file)) {
            for (Chunk chunk : recording.chunks()) {
                if (seen.add(chunk.metadata())) {
                    for (JvmEventType type : chunk.eventTypes()) {
                        ExplainedType.of(type).ifPresent(explained -> names.add(explained.name()));
                    }
                }
            }
            return names;
        } catch (InputException e) {
            throw damaged(e);
        }
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

    /**
     * Fails where the first chunk's clock surely is not that of all. All conversions begin at the same tick, so those of
     * several would be on top of each other; of a JVM's chunks, no two begin at the same. What time of day chunks tell
     * proves nothing, as somebody may have set the system's clock in between.
     */
    private static void requireOneClock(List<Chunk> chunks, boolean hasAgent) throws InputException {
        Set<Long> starts = new HashSet<>();
        for (Chunk chunk : chunks) {
            ChunkHeader header = chunk.header();
            // An agent's own chunks are beside the JVM's.
            boolean isAnothersStart = !starts.add(header.startTicks()) && !hasAgent;
            if (isAnothersStart
                    || header.ticksPerSecond() != chunks.get(0).header().ticksPerSecond()) {
                throw new InputException(
                        "chunks of several recordings in it, or one twice; 'jfr disassemble' takes it apart");
            }
        }
    }

    /**
     * What to read one after the other; of chunks that are of the same time, the events in the order of their ends. An
     * agent writes such: other processes' threads into its own chunks beside the JVM's.
     */
    private static List<List<Chunk>> inOrder(List<Chunk> chunks, boolean hasAgent) {
        if (!hasAgent) {
            return chunks.stream().map(List::of).toList();
        }
        List<List<Chunk>> groups = new ArrayList<>();
        List<Chunk> group = List.of();
        double end = Double.NEGATIVE_INFINITY;
        for (Chunk chunk : chunks.stream()
                .sorted(Comparator.comparingLong(each -> each.header().startTicks()))
                .toList()) {
            ChunkHeader header = chunk.header();
            if (header.startTicks() >= end || group.size() == MOST_AT_ONCE) {
                group = new ArrayList<>();
                groups.add(group);
            }
            group.add(chunk);
            end = Math.max(end, header.startTicks() + header.durationNanos() * (header.ticksPerSecond() / 1e9));
        }
        return groups;
    }

    private static boolean hasAgent(List<Chunk> chunks) throws InputException {
        for (Chunk chunk : chunks) {
            JvmEventType session = chunk.eventType(EventType.TRACE_SESSION.typeName());
            if (session != null && session.field(TraceReader.WAY_OF_AGENT) != null) {
                return true;
            }
        }
        return false;
    }

    private static RecordingException damaged(InputException cause) {
        RecordingException damaged = new RecordingException(cause.getMessage());
        damaged.initCause(cause);
        return damaged;
    }

    /** A chunk that is being read. */
    private static final class OpenChunk {
        final ConstantPools constants;
        final ChunkEvents events;

        /** Some, by their keys, as many events have the same. */
        final Map<Long, StackTrace> stackTraces = new HashMap<>();

        final long end;

        /** Up to where it was told that it was read. */
        private long told;

        OpenChunk(Chunk chunk) throws IOException, InputException {
            constants = chunk.constants();
            events = chunk.events(constants);
            end = chunk.header().end();
            told = chunk.header().offset();
        }

        /** When the event ended. */
        long endTicks() {
            return events.startTicks() + events.durationTicks();
        }

        long readSinceTold(long position) {
            long read = position - told;
            told = position;
            return read;
        }
    }

    private static final class Cursor implements Events {
        private final JvmRecording recording;
        private final ProgressBar progress;
        private final ChunkHeader clock;
        private final Iterator<List<Chunk>> chunks;

        /** The chunks of the same time that have more events. */
        private final List<OpenChunk> open = new ArrayList<>();

        /** Empty for those of which nothing is to be explained. */
        private final Map<JvmEventType, Optional<ExplainedType>> javaEvents = new HashMap<>();

        /** The event's chunk; null before the first event. */
        private OpenChunk at;

        /** Stack traces of all chunks, as many chunks have the same. */
        private final Map<StackTrace, StackTrace> allStackTraces = new HashMap<>();

        private int eventsToLook = EVENTS_PER_LOOK;

        Cursor(JvmRecording recording, List<List<Chunk>> chunks, ProgressBar progress) {
            this.recording = recording;
            this.progress = progress;
            clock = recording.chunks().get(0).header();
            this.chunks = chunks.iterator();
        }

        @Override
        public boolean next() throws IOException, RecordingException {
            try {
                if (at != null) {
                    advance(at);
                }
                while (open.isEmpty()) {
                    if (!chunks.hasNext()) {
                        return false;
                    }
                    for (Chunk chunk : chunks.next()) {
                        OpenChunk opened = new OpenChunk(chunk);
                        open.add(opened);
                        advance(opened);
                    }
                }
                at = open.get(0);
                for (int i = 1; i < open.size(); i++) {
                    at = open.get(i).endTicks() < at.endTicks() ? open.get(i) : at;
                }
                if (--eventsToLook == 0) {
                    eventsToLook = EVENTS_PER_LOOK;
                    progress.accept(at.readSinceTold(at.events.end()));
                }
                return true;
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        private void advance(OpenChunk chunk) throws IOException, InputException {
            if (!chunk.events.next()) {
                open.remove(chunk);
                progress.accept(chunk.readSinceTold(chunk.end));
            }
        }

        @Override
        public String type() {
            return at.events.type().name();
        }

        @Override
        public long start() {
            return clock.epochNanos(at.events.startTicks());
        }

        @Override
        public long end() {
            return clock.epochNanos(at.endTicks());
        }

        @Override
        public boolean has(String field) {
            return at.events.type().field(field) != null;
        }

        @Override
        public long number(String field) throws IOException, RecordingException {
            return number(field(field));
        }

        private EventField field(String name) throws RecordingException {
            EventField field = at.events.type().field(name);
            if (field == null) {
                throw new RecordingException("damaged recording: %s has no %s".formatted(type(), name));
            }
            return field;
        }

        private long number(EventField field) throws IOException, RecordingException {
            try {
                return at.events.longValue(field);
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
                return at.events.text(field(field));
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public boolean isJavaEvent() {
            return explained() != null;
        }

        private ExplainedType explained() {
            return javaEvents
                    .computeIfAbsent(at.events.type(), ExplainedType::of)
                    .orElse(null);
        }

        @Override
        public boolean isPause() {
            return explained().isPause();
        }

        @Override
        public String detail() throws IOException, RecordingException {
            try {
                return explained().detail(at.events);
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public StackTrace stackTrace() throws IOException, RecordingException {
            EventField field = at.events.type().stackTrace();
            long key = field == null ? 0 : number(field);
            if (key == 0) {
                return StackTrace.NONE;
            }
            StackTrace known = at.stackTraces.get(key);
            if (known == null) {
                known = known(new StackTrace(read(key)));
                if (at.stackTraces.size() == MOST_STACK_TRACES) {
                    at.stackTraces.clear();
                }
                at.stackTraces.put(key, known);
            }
            return known;
        }

        private List<StackFrame> read(long key) throws IOException, RecordingException {
            try {
                return at.constants.stackTrace(key, MOST_CALLS).stream()
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

        /** The stack trace to keep; if there are too many, only the call that time is put down to. */
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
            return at.events.threadKey();
        }

        @Override
        public long threadKey(String field) throws IOException, RecordingException {
            return number(field(field));
        }

        @Override
        public ThreadDescription thread(long key) throws IOException, RecordingException {
            try {
                ThreadConstant thread = at.constants.threads().get(key);
                if (thread == null) {
                    return null;
                }
                ThreadGroupConstant group = at.constants.threadGroups().get(thread.groupKey());
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
