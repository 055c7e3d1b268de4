package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ConstantPools.Checkpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Writes the chunks of a recording again, the events of each in the order of their ends:
 *
 * <pre>
 *   +--------+---------------+------------------+
 *   | header | events in the | metadata and     |
 *   | patched| order of ends | checkpoints      |
 *   +--------+---------------+------------------+
 * </pre>
 *
 * Mission Control (9.1.2, {@code DisjointBuilder}) puts events of a type into lanes in the order of the file. Its search
 * for the lane stops at an equal time, wherever that is: so it goes wrong if an event begins when another ended, unless
 * that one came last of all, which it did in the order of ends.
 *
 * <p>Events that end together stay in the order of the file. No byte changes but for how far checkpoints are apart. Events
 * of types that are not described have no time; they are among the metadata.
 */
public final class ChunkSorter {
    private static final int WRITTEN_AT_ONCE = 1 << 16;

    /** Events between two reports of how far it is. */
    private static final int EVENTS_PER_LOOK = 1 << 12;

    private final SeekableByteChannel target;
    private final LongConsumer progress;

    /** Events to be written. */
    private final EventBuffer pending = new EventBuffer(2 * WRITTEN_AT_ONCE);

    private long events;
    private long late;

    /** Bytes of the file. */
    private record Stretch(long position, long end) {
        boolean has(long from, long to) {
            return from >= position && to <= end;
        }
    }

    /**
     * Sorts chunks into a file.
     *
     * @param target written from where it is
     * @param progress told the number of bytes done, of {@link #work}
     */
    public ChunkSorter(SeekableByteChannel target, LongConsumer progress) {
        this.target = target;
        this.progress = progress;
    }

    /** Bytes to go through for a recording of a size: once to see what is there, and once to write it. */
    public static long work(long size) {
        return 2 * size;
    }

    /** Events in the chunks so far. */
    public long events() {
        return events;
    }

    /** Those of them that stood behind one which ended later. */
    public long late() {
        return late;
    }

    /**
     * Writes all chunks of a recording.
     *
     * @throws InputException if one makes no sense
     */
    public void write(JvmRecording recording) throws IOException, InputException {
        for (Chunk chunk : recording.chunks()) {
            write(chunk);
        }
    }

    private void write(Chunk chunk) throws IOException, InputException {
        ConstantPools constants = chunk.constants();
        ByteBuffer header = chunk.recording().readHeader(chunk.header().offset());
        long start = target.position();
        ChunkFile.write(target, header.duplicate());
        SortedEvents inOrder = new SortedEvents(chunk, constants, type -> 0);
        List<Stretch> rest = survey(chunk.events(constants), chunk.header(), inOrder);
        while (inOrder.next()) {
            write(inOrder.event(), chunk);
        }
        flush(0);
        MovedRest moved = new MovedRest(chunk, start, constants);
        for (Stretch stretch : rest) {
            moved.write(stretch);
        }
        moved.complete(header);
        ChunkFile.writeHeader(target, start, header);
    }

    /**
     * Takes note of the events.
     *
     * @return what is none
     */
    private List<Stretch> survey(ChunkEvents event, ChunkHeader header, SortedEvents inOrder)
            throws IOException, InputException {
        List<Stretch> rest = new ArrayList<>();
        long position = header.offset() + ChunkHeader.SIZE;
        long latestEnd = Long.MIN_VALUE;
        long told = position;
        while (event.next()) {
            if (position < event.position()) {
                rest.add(new Stretch(position, event.position()));
            }
            position = event.end();
            inOrder.add(event);
            events++;
            long end = event.statedEndTicks();
            if (end < latestEnd) {
                late++;
            }
            latestEnd = Math.max(latestEnd, end);
            if (events % EVENTS_PER_LOOK == 0) {
                progress.accept(position - told);
                told = position;
            }
        }
        rest.add(new Stretch(position, header.end()));
        progress.accept(header.end() - told);
        return rest;
    }

    private void write(ChunkEvents event, Chunk chunk) throws IOException, InputException {
        long size = event.end() - event.position();
        if (size > WRITTEN_AT_ONCE) {
            flush(0);
            chunk.recording().copy(event.position(), size, target);
            progress.accept(size);
        } else {
            event.copyTo(pending);
            flush(WRITTEN_AT_ONCE);
        }
    }

    private void flush(int most) throws IOException {
        if (pending.size() > most) {
            progress.accept(pending.size());
            ChunkFile.write(target, pending.toBuffer());
            pending.clear();
        }
    }

    /** What is no event, behind the events: nearer together than it was, so that distances have to be told anew. */
    private final class MovedRest {
        private final Chunk chunk;

        /** Of the new chunk, in the target. */
        private final long start;

        private final long metadataPosition;
        private final long metadataEnd;

        /** Those that were not met yet, in the order of the file. */
        private final Deque<Checkpoint> checkpoints;

        /** Where the one that was met last is in the new chunk; 0 before the first. */
        private long lastCheckpoint;

        /** Where the metadata is in the new chunk; 0 before it was met. */
        private long metadata;

        MovedRest(Chunk chunk, long start, ConstantPools constants) throws IOException, InputException {
            this.chunk = chunk;
            this.start = start;
            ChunkHeader header = chunk.header();
            metadataPosition = header.offset() + header.metadataPosition();
            metadataEnd = metadataPosition
                    + chunk.recording().input(metadataPosition, header.end()).readLong();
            checkpoints = new ArrayDeque<>(constants.checkpoints());
        }

        void write(Stretch stretch) throws IOException, InputException {
            long shift = target.position() - start - stretch.position;
            if (stretch.has(metadataPosition, metadataEnd)) {
                metadata = metadataPosition + shift;
            }
            long done = stretch.position;
            while (!checkpoints.isEmpty()
                    && stretch.has(
                            checkpoints.peek().position(), checkpoints.peek().end())) {
                Checkpoint checkpoint = checkpoints.remove();
                long moved = checkpoint.position() + shift;
                if (lastCheckpoint > 0) {
                    copy(done, checkpoint.distancePosition());
                    done = checkpoint.distancePosition() + write(lastCheckpoint - moved);
                }
                lastCheckpoint = moved;
            }
            copy(done, stretch.end);
            progress.accept(stretch.end - stretch.position);
        }

        /** Writes a negative number: all take the same number of bytes. */
        private int write(long distance) throws IOException {
            EventBuffer bytes = new EventBuffer(Leb128.MAX_SIZE);
            bytes.putLong(distance);
            ChunkFile.write(target, bytes.toBuffer());
            return bytes.size();
        }

        private void copy(long from, long to) throws IOException {
            if (from < to) {
                chunk.recording().copy(from, to - from, target);
            }
        }

        /**
         * Has a header say where all is.
         *
         * @throws InputException if it was amidst of events
         */
        void complete(ByteBuffer header) throws IOException, InputException {
            if (!checkpoints.isEmpty()) {
                throw WindowedInput.damaged("a checkpoint", checkpoints.peek().position());
            }
            if (metadata == 0) {
                throw WindowedInput.damaged("metadata", metadataPosition);
            }
            ChunkHeader.patch(header, target.position() - start, lastCheckpoint, metadata);
        }
    }
}
