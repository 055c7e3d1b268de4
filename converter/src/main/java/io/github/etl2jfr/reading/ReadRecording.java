package io.github.etl2jfr.reading;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.ChunkMetadata;
import io.github.etl2jfr.jfr.EventField;
import io.github.etl2jfr.jfr.JvmEventType;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ShortText;
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
import java.util.function.LongFunction;

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

    private static final String UNKNOWN = "unknown";

    private final Path file;
    private final LongFunction<? extends ReadingProgress> progress;

    public ReadRecording(Path file) {
        this(file, size -> ReadingProgress.UNTOLD);
    }

    /**
     * A recording of which is told how much was read.
     *
     * @param progress is asked whom to tell, with the number of bytes there are, whenever it is read
     */
    public ReadRecording(Path file, LongFunction<? extends ReadingProgress> progress) {
        this.file = file;
        this.progress = progress;
    }

    @Override
    public Events events() throws IOException, RecordingException {
        try {
            long size = Files.size(file);
            JvmRecording recording = JvmRecording.open(file);
            try {
                boolean hasAgent = hasAgent(recording.chunks());
                requireOneClock(recording.chunks(), hasAgent);
                return new Cursor(recording, inOrder(recording.chunks(), hasAgent), progress.apply(size));
            } catch (InputException | RuntimeException e) {
                recording.close();
                throw e;
            }
        } catch (InputException e) {
            throw damaged(e);
        }
    }

    /** Names of the types of events that threads of the JVM take time for, of those that the recording knows. */
    public Set<String> javaEvents() throws IOException, RecordingException {
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
     * What to read one after the other. An agent writes other processes' threads into chunks of its own, which begin a
     * moment after one of the JVM's and say that they take no time. That of the JVM's is not exact.
     */
    private static List<ChunkGroup> inOrder(List<Chunk> chunks, boolean hasAgent) {
        if (!hasAgent) {
            return chunks.stream().map(ChunkGroup::inOrderOfFile).toList();
        }
        List<ChunkGroup> groups = new ArrayList<>();
        List<Chunk> others = List.of();
        for (Chunk chunk : chunks.stream()
                .sorted(Comparator.comparingLong((Chunk each) -> each.header().startTicks())
                        .thenComparing(ReadRecording::isBesideAnother))
                .toList()) {
            if (isBesideAnother(chunk) && !groups.isEmpty()) {
                others.add(chunk);
            } else {
                others = new ArrayList<>();
                groups.add(ChunkGroup.inOrderOfTime(chunk, others));
            }
        }
        return groups;
    }

    private static boolean isBesideAnother(Chunk chunk) {
        return chunk.header().durationNanos() == 0;
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

    private static final class Cursor implements Events {
        private final JvmRecording recording;
        private final ReadingProgress progress;
        private final ChunkHeader clock;
        private final Iterator<ChunkGroup> groups;

        /** That which the event is of; null before the first event. */
        private ChunkGroup group;

        /** Empty for those of which nothing is to be explained. */
        private final Map<JvmEventType, Optional<ExplainedType>> javaEvents = new HashMap<>();

        /** The event's chunk. */
        private OpenChunk at;

        private ChunkEvents event;

        /** Stack traces of all chunks, as many chunks have the same. */
        private final Map<StackTrace, StackTrace> allStackTraces = new HashMap<>();

        private int eventsToLook = EVENTS_PER_LOOK;

        Cursor(JvmRecording recording, List<ChunkGroup> groups, ReadingProgress progress) {
            this.recording = recording;
            this.progress = progress;
            clock = recording.chunks().get(0).header();
            this.groups = groups.iterator();
        }

        @Override
        public boolean next() throws IOException, RecordingException {
            try {
                while (group == null || !group.next(progress)) {
                    if (!groups.hasNext()) {
                        return false;
                    }
                    group = groups.next();
                }
                at = group.at();
                event = at.event();
                if (--eventsToLook == 0) {
                    eventsToLook = EVENTS_PER_LOOK;
                    progress.accept(at.takeRead());
                }
                return true;
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public String type() {
            return event.type().name();
        }

        @Override
        public long start() {
            return clock.epochNanos(event.startTicks());
        }

        @Override
        public long end() {
            return clock.epochNanos(at.endTicks());
        }

        @Override
        public boolean has(String field) {
            return event.type().field(field) != null;
        }

        @Override
        public long number(String field) throws IOException, RecordingException {
            return number(field(field));
        }

        private EventField field(String name) throws RecordingException {
            EventField field = event.type().field(name);
            if (field == null) {
                throw new RecordingException("damaged recording: %s has no %s".formatted(type(), name));
            }
            return field;
        }

        private long number(EventField field) throws IOException, RecordingException {
            try {
                return event.longValue(field);
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
                return event.text(field(field));
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public boolean isJavaEvent() {
            return explained() != null;
        }

        private ExplainedType explained() {
            return javaEvents.computeIfAbsent(event.type(), ExplainedType::of).orElse(null);
        }

        @Override
        public boolean isPause() {
            return explained().isPause();
        }

        @Override
        public String detail() throws IOException, RecordingException {
            try {
                return explained().detail(event);
            } catch (InputException e) {
                throw damaged(e);
            }
        }

        @Override
        public StackTrace stackTrace() throws IOException, RecordingException {
            EventField field = event.type().stackTrace();
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
            return name == null ? null : ShortText.of(name, LONGEST_NAME);
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
            return event.threadKey();
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
                        group == null ? null : cut(group.name()),
                        thread.isVirtual());
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
