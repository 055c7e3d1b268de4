package io.github.etl2jfr.views.model;

/** How a thread kept others from running: by running on the processor that they got after they had been ready. */
public final class DisplacerTotals {
    private final TraceThread thread;
    private long count;
    private long total;
    private long longest;

    DisplacerTotals(TraceThread thread) {
        this.thread = thread;
    }

    void add(long nanos) {
        count++;
        total += nanos;
        longest = Math.max(longest, nanos);
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
}
