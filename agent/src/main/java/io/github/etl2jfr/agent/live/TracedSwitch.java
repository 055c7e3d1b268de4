package io.github.etl2jfr.agent.live;

/**
 * A switch from one thread to another, to be written. One object serves all that one thread writes, if each time all
 * four methods are called. Units, and what is not known, are as in {@link TracedSlice}, but for the wait time.
 */
public final class TracedSwitch {
    final EventNumbers numbers = new EventNumbers();
    long time;
    int processor;
    short previousCState;
    TracedThread oldThread;
    short oldThreadPriority;
    short idealProcessor;
    int remainingQuantum;
    Text oldThreadState;
    Text waitReason;
    Text waitMode;
    TracedThread newThread;
    short newThreadPriority;
    long newThreadWaitTime;

    /** Whether it goes to chunks of ours. */
    boolean isApart;

    /** When it was, and where. */
    public TracedSwitch at(long time, int processor, int previousCState) {
        this.time = time;
        this.processor = processor;
        this.previousCState = (short) previousCState;
        return this;
    }

    /** The thread that left the processor. */
    public TracedSwitch from(TracedThread thread, int priority, int idealProcessor, int remainingQuantum) {
        this.oldThread = thread;
        this.oldThreadPriority = (short) priority;
        this.idealProcessor = (short) idealProcessor;
        this.remainingQuantum = remainingQuantum;
        this.isApart = thread.hasLane();
        return this;
    }

    /** Has it written into a chunk of ours, as JFR's has no constant of the thread that left. */
    public void setApart() {
        isApart = true;
    }

    public boolean isApart() {
        return isApart;
    }

    /** In what state it left. */
    public TracedSwitch into(Text state, Text waitReason, Text waitMode) {
        this.oldThreadState = state;
        this.waitReason = waitReason;
        this.waitMode = waitMode;
        return this;
    }

    /**
     * The thread that took the processor.
     *
     * @param waitTime in nanoseconds, {@link Long#MIN_VALUE} if unknown
     */
    public TracedSwitch to(TracedThread thread, int priority, long waitTime) {
        this.newThread = thread;
        this.newThreadPriority = (short) priority;
        this.newThreadWaitTime = waitTime;
        return this;
    }
}
