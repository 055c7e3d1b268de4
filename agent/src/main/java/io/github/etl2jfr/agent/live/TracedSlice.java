package io.github.etl2jfr.agent.live;

/**
 * A slice of a thread, to be written. One object serves all that one thread writes: {@link #set}, then the method of its
 * kind, which sets all that slices of that kind have. The recorder's method of that name reads nothing else, so nothing
 * is left of the slice before.
 *
 * <p>Times and durations are ticks of JFR's clock. Numbers that are not known are -1, threads and texts null.
 */
public final class TracedSlice {
    final EventNumbers numbers = new EventNumbers();
    long start;
    long duration;
    TracedThread thread;
    int processor;
    boolean clipped;

    /** Whether it goes to chunks of ours. */
    boolean isApart;

    // Of some kinds only, as the methods that set them say.
    short priority;
    Text endState;
    Text waitReason;
    Text waitMode;
    Text cause;
    TracedThread nextThread;
    TracedThread readiedBy;
    TracedThread runningInstead;

    /** Sets what all slices have. */
    public TracedSlice set(long start, long duration, TracedThread thread, int processor, boolean clipped) {
        this.start = start;
        this.duration = duration;
        this.thread = thread;
        this.processor = processor;
        this.clipped = clipped;
        this.isApart = thread.hasLane();
        return this;
    }

    /** Has it written into a chunk of ours, as JFR's has no constant of its thread. */
    public void setApart() {
        isApart = true;
    }

    public boolean isApart() {
        return isApart;
    }

    /** The thread ran. */
    public TracedSlice running(int priority, Text endState, Text waitReason, TracedThread nextThread) {
        this.priority = (short) priority;
        this.endState = endState;
        this.waitReason = waitReason;
        this.nextThread = nextThread;
        return this;
    }

    /** The thread was ready but did not run. */
    public TracedSlice ready(Text cause, TracedThread readiedBy, TracedThread runningInstead) {
        this.cause = cause;
        this.readiedBy = readiedBy;
        this.runningInstead = runningInstead;
        return this;
    }

    /** The thread waited. */
    public TracedSlice waiting(Text waitReason, Text waitMode, TracedThread readiedBy) {
        this.waitReason = waitReason;
        this.waitMode = waitMode;
        this.readiedBy = readiedBy;
        return this;
    }

    public long start() {
        return start;
    }

    public long end() {
        return start + duration;
    }
}
