package io.github.etl2jfr.views.model;

/** What a processor did last. Holds numbers alone: the collector would look after each reference that is put in. */
final class ProcessorHistory {
    /** Slices that are remembered, a power of two: some megabytes on a large machine, a second of a busy processor. */
    private static final int SIZE = 1 << 11;

    private static final int NOBODY = -1;

    private final long[] starts = new long[SIZE];
    private final long[] ends = new long[SIZE];

    /** Indexes of the threads that ran. */
    private final int[] threads = new int[SIZE];

    private long count;

    void add(Slice slice) {
        int place = place(count++);
        starts[place] = slice.start();
        ends[place] = slice.end();
        threads[place] =
                slice.kind() == Slice.Kind.IDLE ? NOBODY : slice.thread().index();
    }

    /**
     * How long each thread ran in a time that ended just now, and how long it is told that none did.
     *
     * @return null if it began before what is remembered
     */
    ThreadTimes during(long from, long to) {
        Span span = new Span(from, to);
        ThreadTimes times = new ThreadTimes();
        long oldest = Math.max(0, count - SIZE);
        for (long i = count - 1; i >= oldest; i--) {
            int place = place(i);
            if (ends[place] <= from) {
                return times;
            }
            long overlap = span.overlap(starts[place], ends[place]);
            if (threads[place] == NOBODY) {
                times.addNobody(overlap);
            } else if (overlap > 0) {
                times.add(threads[place], overlap);
            }
        }
        return oldest > 0 && starts[place(oldest)] > from ? null : times;
    }

    private static int place(long number) {
        return (int) number & SIZE - 1;
    }
}
