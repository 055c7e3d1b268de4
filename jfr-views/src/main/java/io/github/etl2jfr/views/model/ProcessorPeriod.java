package io.github.etl2jfr.views.model;

/**
 * What a processor did in a short while, all in all. Times are in nanoseconds; what is neither running nor idle is
 * unknown. It need not be told at which moments it ran: of a part only what is certain is known.
 *
 * @param start since 1970
 * @param end since 1970, after the start
 * @param running for how much of it any thread ran, at least
 * @param idle for how much of it none did, at least
 */
public record ProcessorPeriod(int processor, long start, long end, long running, long idle) {
    /** A period whose sums fit into it, as those of a damaged recording need not. */
    public ProcessorPeriod {
        running = Math.max(0, Math.min(running, end - start));
        idle = Math.max(0, Math.min(idle, end - start - running));
    }

    /**
     * The part of it that lies in some time, of which there is some.
     *
     * @return null if none does
     */
    ProcessorPeriod within(Span span) {
        long from = Math.max(start, span.start());
        long to = Math.min(end, span.end());
        return from < to
                ? new ProcessorPeriod(
                        processor,
                        from,
                        to,
                        certain(running, end - start, to - from),
                        certain(idle, end - start, to - from))
                : null;
    }

    /**
     * How much of something must lie in a part of some time, wherever the part is.
     *
     * @param sum how much there is in all the time
     */
    static long certain(long sum, long length, long part) {
        return Math.max(0, sum - (length - part));
    }
}
