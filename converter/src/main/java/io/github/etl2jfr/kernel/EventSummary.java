package io.github.etl2jfr.kernel;

/** What a first look found of scheduler events of one form, plain events or batches, of a piece of a buffer or of all. */
public final class EventSummary {
    /** A summary of no events, of which most pieces have one: most traces have but one form. */
    static final EventSummary EMPTY = new EventSummary();

    private int switches;
    private int readyThreads;
    private long firstTime = Long.MAX_VALUE;

    /** Of a ReadyThread event. */
    private long lastTime = Long.MIN_VALUE;

    private long firstSwitchTime = Long.MAX_VALUE;
    private long lastSwitchTime = Long.MIN_VALUE;
    private int firstOldThreadId;
    private boolean lossBefore;
    private boolean lossInside;

    /** An event makes no sense. */
    void lose() {
        if (hasSwitches()) {
            lossInside = true;
        } else {
            lossBefore = true;
        }
    }

    /** The last event, the only one after this time, is not believed any more. */
    void forgetAfter(long time) {
        if (firstTime > time) {
            readyThreads = 0;
            firstTime = Long.MAX_VALUE;
        }
        if (firstSwitchTime > time) {
            switches = 0;
            firstSwitchTime = Long.MAX_VALUE;
        }
        lastTime = Math.min(lastTime, time);
        lastSwitchTime = Math.min(lastSwitchTime, time);
        lose();
    }

    void addSwitch(long time, int oldThreadId) {
        if (switches == 0) {
            firstSwitchTime = time;
            firstOldThreadId = oldThreadId;
        }
        if (isEmpty()) {
            firstTime = time;
        }
        switches++;
        lastSwitchTime = Math.max(lastSwitchTime, time);
    }

    /** Adds what the batch of the last switch goes on with: times in a batch never fall. */
    void addSwitches(int count, long newLastTime) {
        switches += count;
        lastSwitchTime = Math.max(lastSwitchTime, newLastTime);
    }

    void addReadyThread(long time) {
        if (isEmpty()) {
            firstTime = time;
        }
        readyThreads++;
        lastTime = Math.max(lastTime, time);
    }

    /** Takes in what comes later. */
    void add(EventSummary later) {
        if (isEmpty()) {
            firstTime = later.firstTime;
        }
        if (hasSwitches()) {
            lossInside |= later.lossBefore;
        } else {
            firstOldThreadId = later.firstOldThreadId;
            firstSwitchTime = later.firstSwitchTime;
            lossBefore |= later.lossBefore;
        }
        lossInside |= later.lossInside;
        lastTime = Math.max(lastTime, later.lastTime);
        lastSwitchTime = Math.max(lastSwitchTime, later.lastSwitchTime);
        switches += later.switches;
        readyThreads += later.readyThreads;
    }

    /** Whether switches may be missing between the piece before and the first switch here. */
    public boolean hasLossBefore() {
        return lossBefore;
    }

    /** Whether switches may be missing after the first one here: where, whoever reads the piece will see. */
    public boolean hasLossInside() {
        return lossInside;
    }

    public boolean isEmpty() {
        return switches + readyThreads == 0;
    }

    public boolean hasSwitches() {
        return switches > 0;
    }

    /** Time of the first event; meaningless if empty. */
    public long firstTime() {
        return firstTime;
    }

    /** The latest time of any event; meaningless if empty. */
    public long lastTime() {
        return Math.max(lastTime, lastSwitchTime);
    }

    /** Time of the first switch, later than any time if there is none. */
    public long firstSwitchTime() {
        return firstSwitchTime;
    }

    /** The latest time of any switch, earlier than any time if there is none. */
    public long lastSwitchTime() {
        return lastSwitchTime;
    }

    /** The thread that the first switch took off the processor; meaningless without switches. */
    public int firstOldThreadId() {
        return firstOldThreadId;
    }
}
