package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ConstantPools.Checkpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
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
 * Events that end together stay in the order of the file. No byte changes but for how far checkpoints are apart. Events
 * of types that are not described have no time; they are among the metadata.
 *
 * <p>A JVM writes what a thread has to say in pieces, which are in order themselves. So a chunk consists of runs, and these
 * are merged: memory is taken for each of them, some 50 bytes, and a window for those that are of the same time.
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

    /** Events that follow on each other in the file and in time. */
    private record Run(long firstEnd, long position, long end) {}

    /** A run that is being merged, at its next event. */
    private record OpenRun(ChunkEvents event) implements Comparable<OpenRun> {
        @Override
        public int compareTo(OpenRun other) {
            return order(endTicks(event), event.position(), endTicks(other.event), other.event.position());
        }

        boolean isBefore(Run run) {
            return order(endTicks(event), event.position(), run.firstEnd, run.position) < 0;
        }
    }

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

    /** Bytes to go through for chunks of a size: once to see what is there, and once to write it. */
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

    private static int order(long endTicks, long position, long otherEndTicks, long otherPosition) {
        int byEnd = Long.compare(endTicks, otherEndTicks);
        return byEnd != 0 ? byEnd : Long.compare(position, otherPosition);
    }

    /** Of any event, be it that nothing can end then. */
    private static long endTicks(ChunkEvents event) {
        return event.startTicks() + event.durationTicks();
    }

    /**
     * Writes a chunk.
     *
     * @throws InputException if it makes no sense
     */
    public void write(Chunk chunk) throws IOException, InputException {
        ConstantPools constants = chunk.constants();
        ByteBuffer header = chunk.recording().readHeader(chunk.header().offset());
        long start = target.position();
        ChunkFile.write(target, header.duplicate());
        List<Run> runs = new ArrayList<>();
        List<Stretch> rest = new ArrayList<>();
        survey(chunk, constants, runs, rest);
        merge(chunk, constants, runs);
        MovedRest moved = new MovedRest(chunk, start, constants);
        for (Stretch stretch : rest) {
            moved.write(stretch);
        }
        moved.complete(header);
        ChunkFile.writeHeader(target, start, header);
    }

    /** Finds the runs, and what is no event. */
    private void survey(Chunk chunk, ConstantPools constants, List<Run> runs, List<Stretch> rest)
            throws IOException, InputException {
        ChunkEvents event = chunk.events(constants);
        long position = chunk.header().offset() + ChunkHeader.SIZE;
        long runStart = position;
        long firstEnd = 0;
        long lastEnd = Long.MAX_VALUE;
        long latestEnd = Long.MIN_VALUE;
        long told = position;
        while (event.next()) {
            long end = endTicks(event);
            if (event.position() > position || end < lastEnd) {
                if (runStart < position) {
                    runs.add(new Run(firstEnd, runStart, position));
                }
                if (position < event.position()) {
                    rest.add(new Stretch(position, event.position()));
                }
                runStart = event.position();
                firstEnd = end;
            }
            position = event.end();
            lastEnd = end;
            events++;
            if (end < latestEnd) {
                late++;
            }
            latestEnd = Math.max(latestEnd, end);
            if (events % EVENTS_PER_LOOK == 0) {
                progress.accept(position - told);
                told = position;
            }
        }
        if (runStart < position) {
            runs.add(new Run(firstEnd, runStart, position));
        }
        rest.add(new Stretch(position, chunk.header().end()));
        progress.accept(chunk.header().end() - told);
    }

    private void merge(Chunk chunk, ConstantPools constants, List<Run> runs) throws IOException, InputException {
        runs.sort(Comparator.comparingLong(Run::firstEnd).thenComparingLong(Run::position));
        PriorityQueue<OpenRun> open = new PriorityQueue<>();
        int next = 0;
        while (next < runs.size() || !open.isEmpty()) {
            while (next < runs.size() && (open.isEmpty() || !open.peek().isBefore(runs.get(next)))) {
                Run run = runs.get(next++);
                ChunkEvents event = chunk.events(constants, run.position, run.end);
                event.next();
                open.add(new OpenRun(event));
            }
            OpenRun first = open.remove();
            OpenRun second = open.peek();
            Run unopened = next < runs.size() ? runs.get(next) : null;
            boolean hasNext;
            do {
                write(first.event, chunk);
                hasNext = first.event.next();
            } while (hasNext
                    && (second == null || first.compareTo(second) < 0)
                    && (unopened == null || first.isBefore(unopened)));
            if (hasNext) {
                open.add(first);
            }
        }
        flush(0);
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
