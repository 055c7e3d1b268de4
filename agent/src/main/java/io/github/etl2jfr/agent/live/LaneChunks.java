package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.CompanionTypes;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.jfr.JvmRecording;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Writes events of threads that have {@linkplain Lane lanes} of ours, which JFR cannot, into chunks beside its own, and
 * gives these to the recordings that run whenever one of JFR's ends. Whoever gets JFR's chunk then gets ours, too.
 *
 * <p>Two locks, always in this order: JFR's, and a short one of our own. One thread writes, which holds JFR's only when
 * a chunk has become too large, or is the last.
 */
public final class LaneChunks implements AutoCloseable {
    /** What JFR's own chunks are, unless told otherwise. */
    private static final long MAX_EVENT_BYTES = 12 << 20;

    private static final String DIRECTORY = "etl2jfr";

    private final RepositoryAccess repository;
    private final CompanionTypes types;
    private final Type running;
    private final Type ready;
    private final Type waiting;
    private final Type contextSwitch;

    private final Object lock = new Object();
    private final EventBuffer buffer = LaneChunk.newBuffer();

    /** The chunk that is being filled; null if nothing was written since the last one. */
    private LaneChunk chunk;

    private Path directory;
    private long overhead;
    private boolean isOff;

    /** Events that were told to be written, and are in no recording, until they are told. */
    private long lost;

    /** Why no more is written, until that is told; null otherwise. */
    private String failure;

    /** Whether a recording wants an event of a type that takes so long. */
    interface Wanted {
        boolean test(long durationTicks);
    }

    /** A type, whose events begin with the implicit fields. */
    record Type(long id, Wanted wanted) {}

    /** Puts an event into a chunk, but for its end. */
    private interface Put<E> {
        void put(LaneChunk chunk, long typeId, E event);
    }

    /** Knows types. */
    interface TypeSource {
        Type of(Class<? extends jdk.jfr.Event> eventClass, CompanionTypes types)
                throws UnavailableException, InputException;
    }

    private LaneChunks(RepositoryAccess repository, CompanionTypes types, TypeSource source)
            throws UnavailableException, InputException {
        this.repository = repository;
        this.types = types;
        running = source.of(ThreadRunning.class, types);
        ready = source.of(ThreadReady.class, types);
        waiting = source.of(ThreadWaiting.class, types);
        contextSwitch = source.of(ContextSwitch.class, types);
    }

    /**
     * Learns the JVM's types, which must be registered, and tries whether a recording takes a chunk of ours. Begins
     * four chunks of JFR's.
     *
     * @throws UnavailableException if it does not, or JFR's inside is not as expected
     */
    static LaneChunks open(TypeSource source) throws UnavailableException {
        RepositoryAccess repository = RepositoryAccess.open();
        try (OwnRecording recording = new OwnRecording()) {
            FlightRecorder.register(TestSlice.class);
            recording.start();
            LaneChunks chunks;
            try (JvmRecording read = JvmRecording.open(recording.stop())) {
                chunks = new LaneChunks(
                        repository, CompanionTypes.of(read.chunks().get(0)), source);
            }
            chunks.test();
            return chunks;
        } catch (IOException | InputException | ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new UnavailableException("JFR takes no chunks: " + e, e);
        } finally {
            FlightRecorder.unregister(TestSlice.class);
        }
    }

    /**
     * Demands that a recording has what it is given: an event of a type of its own, as snapshots that somebody takes
     * just then have it, too.
     */
    private void test() throws IOException, InputException, ReflectiveOperationException, UnavailableException {
        TracedThread thread = TracedThread.withLane(4711, "test", false, Lane.group("test (4711)"));
        TracedSlice slice = new TracedSlice().set(1000, 234, thread, 1, true).running(8, null, null, thread);
        EventType type = EventType.getEventType(TestSlice.class);
        long typeId = types.eventTypeId(type.getName(), fieldNames(type));
        try (OwnRecording recording = new OwnRecording()) {
            recording.start();
            synchronized (repository.lock()) {
                Path jvmChunk = repository.currentFile();
                LaneChunk test = new LaneChunk(directory(), types, buffer);
                try {
                    test.putTest(typeId, slice);
                    test.endEvent();
                    test.end(jvmChunk);
                } catch (IOException | InputException | RuntimeException e) {
                    test.discard();
                    throw e;
                }
                repository.give(test.file(), Instant.now(), Instant.now(), recording.recording());
            }
            List<RecordedEvent> found = RecordingFile.readAllEvents(recording.stop()).stream()
                    .filter(event -> event.getEventType().getName().equals(type.getName()))
                    .filter(event -> isLane(event.getThread(), thread.lane()))
                    .toList();
            if (found.size() != 1
                    || found.get(0).getLong("startTime") != 1000
                    || found.get(0).getLong("duration") != 234
                    || !isLane(found.get(0).getThread("thread"), thread.lane())
                    || !isLane(found.get(0).getThread("otherThread"), thread.lane())
                    || !thread.name().equals(found.get(0).getString("text"))
                    || found.get(0).getInt("number") != 1
                    || found.get(0).getShort("smallNumber") != 8
                    || found.get(0).getLong("largeNumber") != 234
                    || !found.get(0).getBoolean("flag")) {
                throw new UnavailableException("what was written does not read back right");
            }
        }
    }

    private static List<String> fieldNames(EventType type) {
        return type.getFields().stream().map(ValueDescriptor::getName).toList();
    }

    private static boolean isLane(RecordedThread thread, Lane lane) {
        return thread != null && thread.getId() == lane.thread().key();
    }

    boolean running(TracedSlice slice) {
        return write(running, slice.duration, slice, LaneChunk::putRunning);
    }

    boolean ready(TracedSlice slice) {
        return write(ready, slice.duration, slice, LaneChunk::putReady);
    }

    boolean waiting(TracedSlice slice) {
        return write(waiting, slice.duration, slice, LaneChunk::putWaiting);
    }

    boolean contextSwitch(TracedSwitch event) {
        return write(contextSwitch, 0, event, LaneChunk::putSwitch);
    }

    private <E> boolean write(Type type, long duration, E event, Put<E> put) {
        boolean isLarge;
        synchronized (lock) {
            if (isOff || !type.wanted().test(duration)) {
                return false;
            }
            try {
                if (chunk == null) {
                    chunk = new LaneChunk(directory(), types, buffer);
                }
                put.put(chunk, type.id(), event);
                chunk.endEvent();
            } catch (IOException | RuntimeException e) {
                fail(e);
                return false;
            }
            isLarge = chunk.eventBytes() > MAX_EVENT_BYTES;
        }
        if (isLarge) {
            endChunk();
        }
        return true;
    }

    private Path directory() throws IOException {
        String where = System.getProperty(UserRecordings.REPOSITORY);
        if (where == null) {
            throw new IOException("JFR does not say where it records");
        }
        // JFR deletes it with all that is in it when the JVM exits.
        directory = Path.of(where, DIRECTORY);
        return directory;
    }

    /**
     * Gives up the chunk, and all that would come, unless an interrupt has closed its file: the next one has another.
     * The application has done nothing wrong, nor has JFR: nothing is thrown.
     */
    private void fail(Throwable cause) {
        if (!(cause instanceof ClosedByInterruptException)) {
            isOff = true;
            failure = reason(cause).toString();
        }
        if (chunk != null) {
            discard(chunk);
            chunk = null;
        }
    }

    private void discard(LaneChunk unwanted) {
        lost += unwanted.events();
        unwanted.discard();
    }

    /** What a method of JFR's has thrown says more than that it has. */
    private static Throwable reason(Throwable failure) {
        return failure instanceof InvocationTargetException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    /**
     * Gives to the recordings what was written since the last time. Takes JFR's lock, or has it already: then the caller
     * is a thread of the application that begins or ends a recording.
     */
    public void endChunk() {
        synchronized (repository.lock()) {
            // That is the thread's own matter, but would close our file.
            boolean isInterrupted = Thread.interrupted();
            try {
                LaneChunk ended;
                synchronized (lock) {
                    ended = chunk == null ? null : ended();
                }
                if (ended != null) {
                    give(ended);
                }
            } finally {
                if (isInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Completes the chunk, and returns it; null if there is none that anybody could want. */
    private LaneChunk ended() {
        LaneChunk ending = chunk;
        try {
            Path jvmChunk = repository.currentFile();
            if (jvmChunk == null) {
                discard(ending);
                return null;
            }
            long eventBytes = ending.eventBytes();
            overhead += ending.end(jvmChunk) - eventBytes;
            return ending;
        } catch (Throwable e) {
            // JFR would keep it to itself, also that there is no memory, and the chunk would be missing unnoticed.
            fail(e);
            return null;
        } finally {
            chunk = null;
        }
    }

    private void give(LaneChunk ended) {
        try {
            if (!repository.give(ended.file(), ended.start(), Instant.now(), null)) {
                synchronized (lock) {
                    lost += ended.events();
                }
            }
        } catch (Throwable e) {
            synchronized (lock) {
                lost += ended.events();
                fail(e);
            }
        }
    }

    /** How many events that were told to be written no recording got, since this was asked last. */
    public long takeLost() {
        synchronized (lock) {
            long events = lost;
            lost = 0;
            return events;
        }
    }

    /** Bytes that chunks took besides their events, since this was asked last. */
    public long takeOverhead() {
        synchronized (lock) {
            long bytes = overhead;
            overhead = 0;
            return bytes;
        }
    }

    /** Why no more is written, once; null if it is, or if that was told. */
    public String takeFailure() {
        synchronized (lock) {
            String text = failure;
            failure = null;
            return text;
        }
    }

    /** Gives to the recordings what is left, and writes no more. */
    @Override
    public void close() {
        endChunk();
        synchronized (lock) {
            isOff = true;
        }
        try {
            if (directory != null) {
                Files.deleteIfExists(directory);
            }
        } catch (IOException e) {
            // Recordings still need what is in it.
        }
    }
}
