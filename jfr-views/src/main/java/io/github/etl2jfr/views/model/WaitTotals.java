package io.github.etl2jfr.views.model;

/** Waits that have something in common, all in all. */
public final class WaitTotals {
    private final ThreadTimes byWaker = new ThreadTimes();
    private final ThreadTimes byWaiter = new ThreadTimes();
    private long count;
    private long total;
    private long longest;
    private TraceThread longestWaiter;

    void add(Slice wait) {
        count++;
        total += wait.duration();
        byWaiter.add(wait.thread(), wait.duration());
        if (wait.readiedBy() != null) {
            byWaker.add(wait.readiedBy(), 1);
        }
        if (wait.duration() > longest) {
            longest = wait.duration();
            longestWaiter = wait.thread();
        }
    }

    public long count() {
        return count;
    }

    public long total() {
        return total;
    }

    public long longest() {
        return longest;
    }

    /** Who waited longest at a stretch; null if there was no wait. */
    public TraceThread longestWaiter() {
        return longestWaiter;
    }

    /** How many threads waited. */
    public int waiters() {
        return byWaiter.size();
    }

    /** Who ended most of the waits; null if that is unknown. */
    public TraceThread mostFrequentWaker() {
        return byWaker.longest();
    }
}
