package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.SessionClock;

/**
 * When a buffer's first and last events were, but for those of the scheduler. All lie in the order of time, but for what
 * happens at once; so an event whose time those before and behind it contradict is damaged, and must not make the trace
 * longer. Two in a row that agree are believed, and nothing can be said against the first event's being too early, or the
 * last one's being too late.
 */
final class BufferTimes {
    /** Stands for the offset of no event, or of one of the scheduler's, which are judged among themselves. */
    static final int NOWHERE = -1;

    /** Session clock's ticks by which times may fall: a second, far more than it takes to log an event. */
    private final long tolerance;

    private long first;
    private long last;

    /** Time of the last event that is not the scheduler's. */
    private long lastOther;

    /** The last time that another event agrees with, if any. */
    private long confirmed;

    /** What {@link #lastOther} was then. */
    private long confirmedOther;

    /** Where in the buffer the last event lies. */
    private int lastOffset;

    BufferTimes(SessionClock clock) {
        tolerance = clock.frequency();
    }

    /** Begins with another buffer. */
    void clear() {
        first = Long.MAX_VALUE;
        last = Long.MIN_VALUE;
        lastOther = Long.MIN_VALUE;
        confirmed = Long.MIN_VALUE;
        confirmedOther = Long.MIN_VALUE;
    }

    /**
     * Takes in the time of the next event.
     *
     * @param time session clock's value
     * @param offset where in the buffer it lies, or {@link #NOWHERE}
     * @return where the event lies that is shown to have a wrong time, this one or the one before, or {@link #NOWHERE}
     */
    int add(long time, int offset) {
        if (isFall(last, time)) {
            return isFall(confirmed, time) ? offset : replaceLast(time, offset);
        }
        confirmed = last;
        confirmedOther = lastOther;
        first = Math.min(first, asFirst(time, offset));
        lastOther = Math.max(lastOther, asLast(time, offset));
        if (time >= last) {
            last = time;
            lastOffset = offset;
        }
        return NOWHERE;
    }

    /** The last event had leapt ahead of all others. */
    private int replaceLast(long time, int offset) {
        int wrong = lastOffset;
        if (confirmed == Long.MIN_VALUE) {
            first = asFirst(time, offset);
        }
        last = Math.max(confirmed, time);
        lastOther = Math.max(confirmedOther, asLast(time, offset));
        lastOffset = offset;
        return wrong;
    }

    private static long asFirst(long time, int offset) {
        return offset == NOWHERE ? Long.MAX_VALUE : time;
    }

    private static long asLast(long time, int offset) {
        return offset == NOWHERE ? Long.MIN_VALUE : time;
    }

    private boolean isFall(long from, long to) {
        return from > to && from - to > tolerance;
    }

    /** Session clock's value; later than any time without events other than the scheduler's. */
    long first() {
        return first;
    }

    /** Session clock's value; earlier than any time without events other than the scheduler's. */
    long last() {
        return lastOther;
    }
}
