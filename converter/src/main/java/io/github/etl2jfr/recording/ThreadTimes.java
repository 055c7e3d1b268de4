package io.github.etl2jfr.recording;

import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadRef;

/**
 * What a thread did during an event of the JVM. Times are ticks of the recording's clock; those of running, ready,
 * waiting and unknown add up to the event's duration.
 *
 * @param unknownTicks the trace does not tell
 * @param longestReadyTicks the longest it was ready without a break
 * @param waitReason {@link io.github.etl2jfr.kernel.WaitReason} code of what it waited for most
 * @param displacedBy who ran longest where it would have run while it was ready, as {@link ThreadRef}
 * @param displacedTicks how long that one did, {@link #UNKNOWN} if that is not known
 */
public record ThreadTimes(
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

    /** Times of a thread that has no part in the event. */
    public static final ThreadTimes NONE = new ThreadTimes(0, 0, 0, 0, 0, SwitchEvent.UNKNOWN, ThreadRef.NONE, 0);
}
