package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.JvmLatency;

/**
 * An event of the JVM that is to be explained.
 *
 * @param detail what it is about, null if it does not tell
 * @param collection number of the garbage collection it is part of, or {@link #NO_COLLECTION}
 * @param thread whose it is, by its place among the JVM's threads
 * @param startTicks by the clock of the recording's first chunk
 * @param endTicks later than the start
 */
record JvmEvent(JvmLatency type, String detail, long collection, int thread, long startTicks, long endTicks) {
    static final long NO_COLLECTION = -1;
}
