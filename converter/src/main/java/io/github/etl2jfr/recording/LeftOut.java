package io.github.etl2jfr.recording;

import java.time.Duration;

/**
 * What of the trace the user did not want in the recording.
 *
 * @param minDuration slices that are shorter were left out
 * @param nanosBefore time before the recording's start
 * @param nanosAfter time after its end
 * @param onlyProcesses processes whose threads alone were kept; null if all
 * @param onlyThreads threads that alone were kept, of those processes if there are some; null if all
 * @param onlyEvents kinds of events that alone were kept; null if all
 */
public record LeftOut(
        Duration minDuration,
        long nanosBefore,
        long nanosAfter,
        String onlyProcesses,
        String onlyThreads,
        String onlyEvents) {

    /** All is in it. */
    public static final LeftOut NOTHING = new LeftOut(Duration.ZERO, 0, 0, null, null, null);
}
