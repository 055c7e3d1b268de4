package io.github.etl2jfr.views.model;

/** Who ran on a processor last. */
final class ProcessorHistory {
    /** Slices that are remembered, a power of two: some megabytes on a large machine, a second of a busy processor. */
    private static final int SIZE = 1 << 11;

    private final Slice[] slices = new Slice[SIZE];
    private long count;

    void add(Slice running) {
        slices[(int) (count++ & SIZE - 1)] = running;
    }

    /** How long each thread ran in a time that ended just now. */
    ThreadTimes during(long from, long to) {
        Span span = new Span(from, to);
        ThreadTimes times = new ThreadTimes();
        for (long i = count - 1; i >= Math.max(0, count - SIZE); i--) {
            Slice slice = slices[(int) (i & SIZE - 1)];
            if (slice.end() <= from) {
                break;
            }
            long overlap = span.overlap(slice.start(), slice.end());
            if (overlap > 0) {
                times.add(slice.thread(), overlap);
            }
        }
        return times;
    }
}
