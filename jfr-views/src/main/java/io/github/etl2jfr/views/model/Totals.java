package io.github.etl2jfr.views.model;

/** What threads did all in all, in nanoseconds. */
public final class Totals {
    private long running;
    private long ready;
    private long waiting;
    private long longestReady;
    private long longestReadyStart;
    private long switches;
    private long involuntarySwitches;
    private long migrations;
    private int lowestPriority = Integer.MAX_VALUE;
    private int highestPriority = Slice.UNKNOWN_PRIORITY;

    void add(Slice slice) {
        switch (slice.kind()) {
            case RUNNING -> {
                running += slice.duration();
                if (slice.priority() != Slice.UNKNOWN_PRIORITY) {
                    lowestPriority = Math.min(lowestPriority, slice.priority());
                    highestPriority = Math.max(highestPriority, slice.priority());
                }
            }
            case READY -> {
                ready += slice.duration();
                ready(slice.duration(), slice.start());
            }
            case WAITING -> waiting += slice.duration();
            case IDLE -> throw new IllegalArgumentException("a processor is no thread");
        }
    }

    private void ready(long duration, long start) {
        if (duration > longestReady) {
            longestReady = duration;
            longestReadyStart = start;
        }
    }

    void addSwitch(boolean involuntary) {
        switches++;
        involuntarySwitches += involuntary ? 1 : 0;
    }

    void addMigration() {
        migrations++;
    }

    void add(Totals other) {
        running += other.running;
        ready += other.ready;
        waiting += other.waiting;
        ready(other.longestReady, other.longestReadyStart);
        switches += other.switches;
        involuntarySwitches += other.involuntarySwitches;
        migrations += other.migrations;
        lowestPriority = Math.min(lowestPriority, other.lowestPriority);
        highestPriority = Math.max(highestPriority, other.highestPriority);
    }

    public long running() {
        return running;
    }

    public long ready() {
        return ready;
    }

    public long waiting() {
        return waiting;
    }

    public long longestReady() {
        return longestReady;
    }

    /** Nanoseconds since 1970; means nothing if nothing was ever ready. */
    public long longestReadyStart() {
        return longestReadyStart;
    }

    /** How often they left a processor. */
    public long switches() {
        return switches;
    }

    /** How often they left a processor although they could have gone on. */
    public long involuntarySwitches() {
        return involuntarySwitches;
    }

    /** The lowest that one ran with, which Windows changes as it goes; null if unknown. */
    public Integer lowestPriority() {
        return highestPriority == Slice.UNKNOWN_PRIORITY ? null : lowestPriority;
    }

    /** The highest that one ran with; null if unknown. */
    public Integer highestPriority() {
        return highestPriority == Slice.UNKNOWN_PRIORITY ? null : highestPriority;
    }

    /** How often one ran on another processor than before. */
    public long migrations() {
        return migrations;
    }
}
