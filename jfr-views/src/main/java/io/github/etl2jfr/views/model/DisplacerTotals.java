package io.github.etl2jfr.views.model;

/** How a thread kept others from running: by running on the processor that they got after they had been ready. */
public final class DisplacerTotals {
    private final TraceThread thread;
    private long count;
    private long total;
    private long longest;

    /** Bit n: with priority n. */
    private int priorities;

    DisplacerTotals(TraceThread thread) {
        this.thread = thread;
    }

    /**
     * @param withPriorities bit n: with priority n
     */
    void add(long nanos, int withPriorities) {
        count++;
        total += nanos;
        longest = Math.max(longest, nanos);
        priorities |= withPriorities;
    }

    public TraceThread thread() {
        return thread;
    }

    /** In how many of the times that a thread was ready it ran. */
    public long count() {
        return count;
    }

    /** How much of those times it ran, all together, in nanoseconds. */
    public long total() {
        return total;
    }

    /** How much of one of them at most. */
    public long longest() {
        return longest;
    }

    /** The lowest priority with which it ran then; null if none is told. */
    public Integer lowestPriority() {
        return priorities == 0 ? null : (Integer) Integer.numberOfTrailingZeros(priorities);
    }

    /** The highest priority with which it ran then; null if none is told. */
    public Integer highestPriority() {
        return priorities == 0 ? null : (Integer) (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(priorities));
    }
}
