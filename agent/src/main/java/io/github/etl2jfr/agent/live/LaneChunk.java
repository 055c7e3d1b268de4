package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.AddedConstants;
import io.github.etl2jfr.jfr.CompanionChunk;
import io.github.etl2jfr.jfr.CompanionTypes;
import io.github.etl2jfr.jfr.EventBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One chunk of events on lanes of ours, in its file. Events lie as the JVM lays them out. Allocates nothing for an
 * event but what is new to the chunk: a thread, a text.
 */
final class LaneChunk {
    private static final int BUFFER_SIZE = 1 << 16;

    /** Bytes of an event at most, as texts are constants. */
    private static final int MAX_EVENT = 1 << 8;

    /** Also how much later it starts than the JVM's, in steps: no two start together. */
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final int number = NUMBERS.incrementAndGet();
    private final Instant start = Instant.now();
    private final Path file;
    private final FileChannel channel;
    private final CompanionChunk chunk;
    private final AddedConstants constants = new AddedConstants();
    private final EventBuffer buffer;
    private long eventBytes;
    private long events;

    /** Bytes in the buffer that are whole events. */
    private int wholeSize;

    /**
     * Begins one.
     *
     * @param directory in which it gets a file
     * @param buffer of {@link #newBuffer}, of which it takes the content
     */
    LaneChunk(Path directory, CompanionTypes types, EventBuffer buffer) throws IOException {
        this.buffer = buffer;
        buffer.clear();
        Files.createDirectories(directory);
        // No name that event streams look for.
        file = directory.resolve("lanes-" + number);
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try {
            chunk = new CompanionChunk(channel, types);
        } catch (IOException e) {
            discard();
            throw e;
        }
    }

    static EventBuffer newBuffer() {
        return new EventBuffer(BUFFER_SIZE + MAX_EVENT);
    }

    Path file() {
        return file;
    }

    /** When it was begun. */
    Instant start() {
        return start;
    }

    /** Puts a slice but for its {@linkplain #endEvent end}, as do the next three: fields in the type's order. */
    void putRunning(long typeId, TracedSlice slice) {
        beginEvent(typeId, slice.start, slice.duration, slice.thread, slice.processor);
        buffer.putShort(slice.priority);
        putText(slice.endState);
        putText(slice.waitReason);
        putThread(slice.nextThread);
        buffer.putBoolean(slice.clipped);
        putName(slice.thread);
        putName(slice.nextThread);
    }

    void putReady(long typeId, TracedSlice slice) {
        beginEvent(typeId, slice.start, slice.duration, slice.thread, slice.processor);
        putText(slice.cause);
        putThread(slice.readiedBy);
        putThread(slice.runningInstead);
        buffer.putBoolean(slice.clipped);
        putName(slice.thread);
        putName(slice.readiedBy);
        putName(slice.runningInstead);
    }

    void putWaiting(long typeId, TracedSlice slice) {
        beginEvent(typeId, slice.start, slice.duration, slice.thread, slice.processor);
        putText(slice.waitReason);
        putText(slice.waitMode);
        putThread(slice.readiedBy);
        buffer.putBoolean(slice.clipped);
        putName(slice.thread);
        putName(slice.readiedBy);
    }

    void putSwitch(long typeId, TracedSwitch event) {
        beginEvent(typeId, event.time, 0, event.oldThread, event.processor);
        putThread(event.newThread);
        buffer.putShort(event.oldThreadPriority);
        buffer.putShort(event.newThreadPriority);
        putText(event.oldThreadState);
        putText(event.waitReason);
        putText(event.waitMode);
        buffer.putLong(event.newThreadWaitTime);
        buffer.putShort(event.previousCState);
        buffer.putShort(event.idealProcessor);
        buffer.putInt(event.remainingQuantum);
        putName(event.oldThread);
        putName(event.newThread);
    }

    /** Puts a {@link TestSlice}, likewise. */
    void putTest(long typeId, TracedSlice slice) {
        beginEvent(typeId, slice.start, slice.duration, slice.thread);
        putThread(slice.thread);
        putThread(slice.nextThread);
        putName(slice.thread);
        buffer.putInt(slice.processor);
        buffer.putShort(slice.priority);
        buffer.putLong(slice.duration);
        buffer.putBoolean(slice.clipped);
    }

    /** Begins an event, up to the first field that not all have. */
    private void beginEvent(long typeId, long start, long duration, TracedThread thread, int processor) {
        beginEvent(typeId, start, duration, thread);
        buffer.putInt(processor);
    }

    private void beginEvent(long typeId, long start, long duration, TracedThread thread) {
        // An error may have left half of one.
        buffer.setSize(wholeSize);
        buffer.beginEvent(typeId);
        buffer.putLong(start);
        buffer.putLong(duration);
        putThread(thread);
        buffer.putLong(0); // no stack trace
    }

    /** A thread, of whom the chunk then has a constant. */
    private void putThread(TracedThread thread) {
        Lane lane = thread == null ? null : thread.constant();
        if (lane == null) {
            buffer.putLong(TracedThread.NO_KEY);
            return;
        }
        if (!lane.isIn(number)) {
            constants.put(lane.thread());
            if (lane.group() != null) {
                constants.put(lane.group());
            }
            lane.enter(number);
        }
        buffer.putLong(lane.thread().key());
    }

    private void putName(TracedThread thread) {
        putText(TracedThread.textOf(thread));
    }

    private void putText(Text text) {
        buffer.putPooled(text == null ? 0 : text.key(number, constants));
    }

    void endEvent() throws IOException {
        buffer.endEvent();
        wholeSize = buffer.size();
        if (buffer.size() >= BUFFER_SIZE) {
            flush();
        }
        events++;
    }

    private void flush() throws IOException {
        buffer.setSize(wholeSize);
        chunk.write(buffer.toBuffer());
        eventBytes += wholeSize;
        wholeSize = 0;
        buffer.clear();
    }

    /** How many events were ended so far. */
    long events() {
        return events;
    }

    /** Bytes of its events so far. */
    long eventBytes() {
        return eventBytes + wholeSize;
    }

    /**
     * Completes it.
     *
     * @param jvmChunk the file that JFR writes now
     * @return its size in bytes
     */
    long end(Path jvmChunk) throws IOException, InputException {
        try (channel) {
            flush();
            chunk.end(constants, jvmChunk, number);
            long size = chunk.size();
            // JFR would make an empty file where there is none any more.
            if (Files.size(file) != size) {
                throw new IOException(file + " is not what was written");
            }
            return size;
        }
    }

    /** Deletes it. */
    void discard() {
        try {
            channel.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It goes with the repository when the JVM exits.
        }
    }
}
