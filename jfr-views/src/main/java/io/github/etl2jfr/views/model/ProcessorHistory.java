package io.github.etl2jfr.views.model;

import java.util.Arrays;
import java.util.List;

/** What a processor did last. Holds numbers alone: the collector would look after each reference that is put in. */
final class ProcessorHistory {
    /** A power of two, as it is each time there is more room. */
    private static final int FIRST_SIZE = 1 << 6;

    private static final int NOBODY = -1;

    private long[] starts = new long[FIRST_SIZE];
    private long[] ends = new long[FIRST_SIZE];

    /** Indexes of the threads that ran. */
    private int[] threads = new int[FIRST_SIZE];

    private byte[] priorities = new byte[FIRST_SIZE];

    private long count;

    void add(Slice slice) {
        int place = place(count++);
        starts[place] = slice.start();
        ends[place] = slice.end();
        threads[place] =
                slice.kind() == Slice.Kind.IDLE ? NOBODY : slice.thread().index();
        priorities[place] = (byte) slice.priority();
    }

    /** Slices that it has room for. */
    int size() {
        return threads.length;
    }

    /** Whether the next slice is the first that takes the place of another. */
    boolean isFull() {
        return count == threads.length;
    }

    /** Makes twice as much room for one that is just full: so far each slice has a place of its own, and keeps it. */
    void grow() {
        int size = 2 * threads.length;
        starts = Arrays.copyOf(starts, size);
        ends = Arrays.copyOf(ends, size);
        threads = Arrays.copyOf(threads, size);
        priorities = Arrays.copyOf(priorities, size);
    }

    /**
     * How long, and with which priorities, each thread ran in a time that ended just now, and how long it is told that
     * none did.
     *
     * @param byIndex all that ran
     * @return null if it began before what is remembered
     */
    ThreadTimes during(long from, long to, List<TraceThread> byIndex) {
        Span span = new Span(from, to);
        ThreadTimes times = new ThreadTimes();
        long oldest = Math.max(0, count - threads.length);
        for (long i = count - 1; i >= oldest; i--) {
            int place = place(i);
            if (ends[place] <= from) {
                return times;
            }
            long overlap = span.overlap(starts[place], ends[place]);
            if (threads[place] == NOBODY) {
                times.addNobody(overlap);
            } else if (overlap > 0) {
                times.add(byIndex.get(threads[place]), overlap, priorities[place]);
            }
        }
        return oldest > 0 && starts[place(oldest)] > from ? null : times;
    }

    private int place(long number) {
        return (int) number & threads.length - 1;
    }
}
