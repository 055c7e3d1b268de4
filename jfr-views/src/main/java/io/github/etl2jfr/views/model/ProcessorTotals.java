package io.github.etl2jfr.views.model;

/**
 * What a processor did all in all. Slices and periods both tell at least how long it ran threads, and how long it was
 * idle: of some slices, periods know the sum; where a period is cut, slices know more.
 */
public final class ProcessorTotals {
    private final int processor;
    private final ThreadTimes running = new ThreadTimes();
    private long ranInSlices;
    private long ranInPeriods;
    private long idleInSlices;
    private long idleInPeriods;
    private long switches;
    private long arrivals;

    ProcessorTotals(int processor) {
        this.processor = processor;
    }

    void addRunning(Slice slice, boolean migrated) {
        ranInSlices += slice.duration();
        if (slice.thread().isChosen()) {
            running.add(slice.thread(), slice.duration());
            arrivals += migrated ? 1 : 0;
        }
    }

    void addIdle(Slice slice) {
        idleInSlices += slice.duration();
    }

    void add(ProcessorPeriod period) {
        ranInPeriods += period.running();
        idleInPeriods += period.idle();
    }

    void addSwitch() {
        switches++;
    }

    public int processor() {
        return processor;
    }

    /** Of how much of its time the recording tells who ran, or that nobody did. */
    public long told() {
        return ran() + idle();
    }

    /** How long chosen threads ran. */
    public long running() {
        return running.total();
    }

    /** How long threads ran that are not chosen. */
    public long others() {
        return ran() - running();
    }

    private long ran() {
        return Math.max(ranInSlices, ranInPeriods);
    }

    /** How long it was idle, as far as the recording tells. */
    public long idle() {
        return Math.max(idleInSlices, idleInPeriods);
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
