package io.github.etl2jfr.recording;

import io.github.etl2jfr.scheduler.ThreadRef;

/**
 * What a JVM event's thread did while the event lasted. Times are ticks of the recording's clock; those of
 * running, ready, waiting and unknown add up to the event's duration.
 *
 * @param event which JVM event
 * @param detail what it was about, null if it does not tell
 * @param jvmThread its thread, by its place in {@link JvmThreads}
 * @param unknownTicks the trace does not tell
 * @param longestReadyTicks the longest it was ready without a break
 * @param waitReason {@link io.github.etl2jfr.kernel.WaitReason} code of what it waited for most
 * @param displacedBy who ran longest where it would have run while it was ready, as {@link ThreadRef}
 * @param displacedTicks how long that one did, {@link #UNKNOWN} if that is not known
 */
public record LatencyBreakdown(
        JvmLatency event,
        String detail,
        int jvmThread,
        long startTicks,
        long durationTicks,
        long runningTicks,
        long readyTicks,
        long waitingTicks,
        long unknownTicks,
        long longestReadyTicks,
        int waitReason,
        int displacedBy,
        long displacedTicks) {
    /** A timespan that is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;
}
