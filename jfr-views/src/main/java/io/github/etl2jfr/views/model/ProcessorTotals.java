package io.github.etl2jfr.views.model;

/** What a processor did all in all. */
public final class ProcessorTotals {
    private final int processor;
    private final ThreadTimes running = new ThreadTimes();
    private long told;
    private long idle;
    private long switches;
    private long arrivals;

    ProcessorTotals(int processor) {
        this.processor = processor;
    }

    void addRunning(Slice slice, boolean migrated) {
        told += slice.duration();
        if (slice.thread().isChosen()) {
            running.add(slice.thread(), slice.duration());
            arrivals += migrated ? 1 : 0;
        }
    }

    void addIdle(Slice slice) {
        told += slice.duration();
        idle += slice.duration();
    }

    void addSwitch() {
        switches++;
    }

    public int processor() {
        return processor;
    }

    /** Of how much of its time the recording tells who ran, or that nobody did. */
    public long told() {
        return told;
    }

    /** How long chosen threads ran. */
    public long running() {
        return running.total();
    }

    /** How long threads ran that are not chosen. */
    public long others() {
        return told - idle - running();
    }

    /** As far as the recording tells. */
    public long idle() {
        return idle;
    }

    /** How often a chosen thread left it; if all are, idle ones too. */
    public long switches() {
        return switches;
    }

    /** How often a chosen thread ran on it that had run on another before. */
    public long arrivals() {
        return arrivals;
    }

    /** How many chosen threads ran on it. */
    public int threads() {
        return running.size();
    }

    /** Which chosen one ran longest on it; null if none did. */
    public TraceThread busiest() {
        return running.longest();
    }

    /** How long the one ran that ran longest. */
    public long busiestRunning() {
        return running.longestTime();
    }
}
