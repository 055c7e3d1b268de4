package io.github.etl2jfr.views.model;

/** What threads that have something in common did all together. */
public final class GroupTotals {
    private final Totals totals = new Totals();
    private int threads;

    void add(ThreadTotals thread) {
        threads++;
        totals.add(thread.totals());
    }

    /** How many of them the recording tells of. */
    public int threads() {
        return threads;
    }

    public Totals totals() {
        return totals;
    }
}
