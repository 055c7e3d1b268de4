package io.github.etl2jfr.views.model;

/** What the threads of a process did all in all. */
public final class ProcessTotals {
    private final String process;
    private final Totals totals = new Totals();
    private int threads;

    ProcessTotals(String process) {
        this.process = process;
    }

    void add(ThreadTotals thread) {
        threads++;
        totals.add(thread.totals());
    }

    /** The process's program and id. */
    public String process() {
        return process;
    }

    /** How many of its threads the recording tells of. */
    public int threads() {
        return threads;
    }

    public Totals totals() {
        return totals;
    }
}
