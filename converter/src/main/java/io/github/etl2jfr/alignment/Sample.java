package io.github.etl2jfr.alignment;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sample of bounded size of any number of time spans. An item is kept if its hash is below a threshold, which
 * is halved whenever the sample is full: so each item has the same chance, whenever it comes, and the same items
 * make the same sample in any order.
 */
final class Sample {
    static final int CAPACITY = 1 << 16;

    private static final int INITIAL_CAPACITY = 64;

    private int[] threads = new int[INITIAL_CAPACITY];
    private long[] starts = new long[INITIAL_CAPACITY];
    private long[] ends = new long[INITIAL_CAPACITY];
    private int size;

    /** Hashes up to this one are kept. */
    private long threshold = Long.MAX_VALUE;

    void add(int thread, long start, long end) {
        long hash = hash(thread, start);
        while (size == CAPACITY && hash <= threshold && threshold > 0) {
            halve();
        }
        if (hash > threshold || size == CAPACITY) {
            return;
        }
        if (size == threads.length) {
            int capacity = size * 2;
            threads = Arrays.copyOf(threads, capacity);
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
        }
        threads[size] = thread;
        starts[size] = start;
        ends[size] = end;
        size++;
    }

    private void halve() {
        threshold >>>= 1;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (hash(threads[i], starts[i]) <= threshold) {
                threads[kept] = threads[i];
                starts[kept] = starts[i];
                ends[kept] = ends[i];
                kept++;
            }
        }
        size = kept;
    }

    /** A number from 0 to the greatest long, evenly spread: the mixing steps of SplitMix64. */
    private static long hash(int thread, long time) {
        long z = time * 0x9E3779B97F4A7C15L + thread * 0xD1B54A32D192ED03L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return (z ^ z >>> 31) >>> 1;
    }

    Stream<Piece> pieces() {
        return IntStream.range(0, size).mapToObj(i -> new Piece(threads[i], starts[i], ends[i]));
    }
}
