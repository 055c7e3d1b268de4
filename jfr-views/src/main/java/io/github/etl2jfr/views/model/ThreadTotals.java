package io.github.etl2jfr.views.model;

/** What a thread did all in all. */
public final class ThreadTotals {
    private final TraceThread thread;
    private final Totals totals = new Totals();
    private long firstSeen = Long.MAX_VALUE;
    private long lastSeen = Long.MIN_VALUE;

    /** The last that is known; -1 if none is. */
    private int processor = -1;

    ThreadTotals(TraceThread thread) {
        this.thread = thread;
    }

    /** Whether the thread runs on another processor than before; from and to an unknown one it is not known to move. */
    boolean add(Slice slice) {
        totals.add(slice);
        firstSeen = Math.min(firstSeen, slice.start());
        lastSeen = Math.max(lastSeen, slice.end());
        if (slice.kind() != Slice.Kind.RUNNING || slice.processor() < 0) {
            return false;
        }
        boolean migrated = processor >= 0 && processor != slice.processor();
        processor = slice.processor();
        if (migrated) {
            totals.addMigration();
        }
        return migrated;
    }

    void addSwitch(boolean involuntary) {
        totals.addSwitch(involuntary);
    }

    public TraceThread thread() {
        return thread;
    }

    public Totals totals() {
        return totals;
    }

    /** When its first slice begins. */
    public long firstSeen() {
        return firstSeen;
    }

    /** When its last slice ends. */
    public long lastSeen() {
        return lastSeen;
    }
}
