package io.github.etl2jfr.views.model;

import java.util.List;

/** What a processor did all in all. */
public final class ProcessorTotals {
    private final int processor;
    private final List<ThreadTotals> threads;
    private final ThreadTimes running = new ThreadTimes();
    private long idle;
    private long switches;
    private long arrivals;

    ProcessorTotals(int processor, List<ThreadTotals> threads) {
        this.processor = processor;
        this.threads = threads;
    }

    void addRunning(Slice slice, boolean migrated) {
        running.add(slice.thread(), slice.duration());
        arrivals += migrated ? 1 : 0;
    }

    void addIdle(Slice slice) {
        idle += slice.duration();
    }

    void addSwitch() {
        switches++;
    }

    public int processor() {
        return processor;
    }

    /** How long threads ran that the recording tells of. */
    public long running() {
        return running.total();
    }

    /** As far as the recording tells. */
    public long idle() {
        return idle;
    }

    /** How often it took another thread, idle ones too. */
    public long switches() {
        return switches;
    }

    /** How often a thread ran on it that had run on another before. */
    public long arrivals() {
        return arrivals;
    }

    /** How many threads ran on it. */
    public int threads() {
        return running.size();
    }

    /** Who ran longest on it; null if nobody did. */
    public TraceThread busiest() {
        int index = running.longest();
        return index == ThreadTimes.NONE ? null : threads.get(index).thread();
    }

    /** How long the one ran that ran longest. */
    public long busiestRunning() {
        int index = running.longest();
        return index == ThreadTimes.NONE ? 0 : running.time(index);
    }
}
