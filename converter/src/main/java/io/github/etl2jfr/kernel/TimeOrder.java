package io.github.etl2jfr.kernel;

/**
 * The order of time in which a buffer's scheduler events of one form lie. One that falls behind the event before it makes
 * one of the two wrong. Nothing tells which, unless it falls behind the event before that as well.
 */
final class TimeOrder {
    private long agreed;
    private long last;
    private int lastOffset;

    /** Begins with another buffer. */
    void clear() {
        agreed = Long.MIN_VALUE;
        last = Long.MIN_VALUE;
    }

    /** Whether an event of this time falls behind the last one. */
    boolean isFall(long time) {
        return time < last;
    }

    /** Takes in an event that does not fall. */
    void add(long time, int offset) {
        agreed = last;
        last = time;
        lastOffset = offset;
    }

    /** Whether a time that falls makes the last event as doubtful as its own. */
    boolean castsDoubtOnLast(long time) {
        return time >= agreed;
    }

    /** The last event is not believed. */
    void forgetLast() {
        last = agreed;
    }

    /** Where in the buffer the last event lies. */
    int lastOffset() {
        return lastOffset;
    }

    /** Session clock's value at the event before the last, earlier than any time if there is none. */
    long agreed() {
        return agreed;
    }
}
