package io.github.etl2jfr.views.model;

/** What a processor did last. */
final class ProcessorHistory {
    /** Slices that are remembered, a power of two: some megabytes on a large machine, a second of a busy processor. */
    private static final int SIZE = 1 << 11;

    private final Slice[] slices = new Slice[SIZE];
    private long count;

    void add(Slice slice) {
        slices[(int) (count++ & SIZE - 1)] = slice;
    }

    /**
     * How long each thread ran in a time that ended just now, and how long it is told that none did.
     *
     * @return null if it began before what is remembered
     */
    ThreadTimes during(long from, long to) {
        Span span = new Span(from, to);
        ThreadTimes times = new ThreadTimes();
        long i = count - 1;
        for (; i >= Math.max(0, count - SIZE) && get(i).end() > from; i--) {
            Slice slice = get(i);
            long overlap = span.overlap(slice.start(), slice.end());
            if (slice.kind() == Slice.Kind.IDLE) {
                times.addNobody(overlap);
            } else if (overlap > 0) {
                times.add(slice.thread(), overlap);
            }
        }
        return i >= 0 && i < count - SIZE && get(count - SIZE).start() > from ? null : times;
    }

    private Slice get(long number) {
        return slices[(int) (number & SIZE - 1)];
    }
}
