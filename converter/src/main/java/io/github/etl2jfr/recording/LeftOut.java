package io.github.etl2jfr.recording;

import java.time.Duration;

/**
 * What of the trace the user did not want in the recording.
 *
 * @param minDuration slices that are shorter
 * @param nanosBefore time before the recording's start
 * @param nanosAfter time after its end
 * @param onlyProcesses threads of others; null if none
 * @param onlyThreads others; null if none
 * @param onlyEvents other kinds of events; null if none
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
