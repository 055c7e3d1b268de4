package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.ExplainedType;

/**
 * An event of the JVM that is to be explained.
 *
 * @param detail what it is about, null if it does not tell
 * @param collection number of the garbage collection it is part of, or {@link #NO_COLLECTION}
 * @param thread whose it is, by its place among the JVM's threads
 * @param chunk of the recording that has it, by its place there
 * @param stackTrace its key in that chunk, 0 if it has none
 * @param startTicks in the recording's ticks
 * @param endTicks later than the start
 */
record JvmEvent(
        ExplainedType type,
        String detail,
        long collection,
        int thread,
        int chunk,
        long stackTrace,
        long startTicks,
        long endTicks) {
    static final long NO_COLLECTION = -1;
}
