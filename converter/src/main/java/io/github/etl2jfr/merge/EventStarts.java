package io.github.etl2jfr.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * When the events of a chunk begin, and where they lie: 16 bytes for each of what may be millions. Tells where they lie
 * in parts, one after the other in time.
 */
final class EventStarts {
    /** Events of a part, about. */
    private static final int PART = 1 << 16;

    /** Each goes over all starts. */
    private static final int MOST_PARTS = 1 << 6;

    /** As many starts tell how the events are spread over the time. */
    private static final int SAMPLE = 1 << 12;

    /** Events that are added to the same array: to copy them into a larger one would take twice the memory. */
    private static final int BLOCK = 1 << 12;

    /** The start of each event, followed by its position. */
    private final List<long[]> blocks = new ArrayList<>();

    private int count;

    /** The last start of each part but the last, as soon as the first was told. */
    private long[] bounds;

    private int part;
    private long told = Long.MIN_VALUE;

    void add(long start, long position) {
        if (count == blocks.size() * BLOCK) {
            blocks.add(new long[2 * BLOCK]);
        }
        long[] block = blocks.get(count / BLOCK);
        block[count % BLOCK * 2] = start;
        block[count % BLOCK * 2 + 1] = position;
        count++;
    }

    private long start(int event) {
        return blocks.get(event / BLOCK)[event % BLOCK * 2];
    }

    private long position(int event) {
        return blocks.get(event / BLOCK)[event % BLOCK * 2 + 1];
    }

    /** Whether there is a further part, which may be empty. */
    boolean hasNext() {
        return told < Long.MAX_VALUE;
    }

    /** Where the events of the next part lie, in the order they were added. */
    long[] next() {
        if (bounds == null) {
            bounds = bounds();
        }
        long before = told;
        told = part < bounds.length ? bounds[part] : Long.MAX_VALUE;
        part++;
        return IntStream.range(0, count)
                .filter(event -> start(event) > before && start(event) <= told)
                .mapToLong(this::position)
                .toArray();
    }

    /** The latest start of the parts so far. */
    long told() {
        return told;
    }

    private long[] bounds() {
        int parts = Math.min(MOST_PARTS, 1 + count / PART);
        int size = Math.min(count, SAMPLE);
        long[] sample = IntStream.range(0, size)
                .mapToLong(i -> start((int) ((long) i * count / size)))
                .sorted()
                .toArray();
        return IntStream.range(1, parts)
                .mapToLong(i -> sample[i * size / parts])
                .toArray();
    }
}
