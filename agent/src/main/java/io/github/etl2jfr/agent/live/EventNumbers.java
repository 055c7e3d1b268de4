package io.github.etl2jfr.agent.live;

/**
 * The fields of an event that are no texts, in the order of its type, as {@link DirectWriter} takes them. One object
 * serves all events that one thread writes.
 */
final class EventNumbers {
    /** Numbers of an event at most, more than any type has. */
    static final int MAX = 16;

    private final long[] values = new long[MAX];
    private int size;

    /**
     * Begins an event, with the fields that all have.
     *
     * @param start ticks of JFR's clock
     * @param duration in ticks, 0 for an instant
     * @param thread key of its constant, {@link TracedThread#NO_KEY} for none
     */
    EventNumbers begin(long start, long duration, long thread) {
        size = 0;
        return add(start).add(duration).add(thread).add(0); // no stack trace
    }

    /** Adds a field of type long, or the key of a thread. */
    EventNumbers add(long value) {
        values[size++] = value;
        return this;
    }

    /** Adds a field of type int. */
    EventNumbers add(int value) {
        return add(value & 0xFFFF_FFFFL);
    }

    /** Adds a field of type short. */
    EventNumbers add(short value) {
        return add(value & 0xFFFFL);
    }

    /** Adds a field of type boolean. */
    EventNumbers add(boolean value) {
        return add(value ? 1L : 0L);
    }

    long[] values() {
        return values;
    }
}
