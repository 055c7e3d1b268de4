package io.github.etl2jfr.views.model;

/** Some of the JVM's events all in all, in nanoseconds. */
public final class LatencyTotals {
    private long count;
    private long duration;
    private long shown;
    private long running;
    private long ready;
    private long waiting;
    private long unknown;
    private long longest;

    void add(Latency latency, Span span) {
        count++;
        duration += latency.duration();
        shown += span.overlap(latency.start(), latency.start() + latency.duration());
        running += latency.running();
        ready += latency.ready();
        waiting += latency.waiting();
        unknown += latency.unknown();
        longest = Math.max(longest, latency.duration());
    }

    void add(LatencyTotals others) {
        count += others.count;
        duration += others.duration;
        shown += others.shown;
        running += others.running;
        ready += others.ready;
        waiting += others.waiting;
        unknown += others.unknown;
        longest = Math.max(longest, others.longest);
    }

    public long count() {
        return count;
    }

    public long duration() {
        return duration;
    }

    /** How much of that is in the time that is looked at, which some begin before, or end after. */
    public long shown() {
        return shown;
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

    public long unknown() {
        return unknown;
    }

    public long longest() {
        return longest;
    }
}
