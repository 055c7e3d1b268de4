package io.github.etl2jfr.conversion;

import java.time.Duration;
import java.util.Set;

/**
 * What goes into the recording.
 *
 * @param events kinds of events
 * @param processes images or ids of the processes to keep, empty for all
 * @param threadIds ids of threads to keep, empty for all
 * @param from start, null for the trace's
 * @param to end, null for the trace's
 * @param minDuration shorter slices are left out; they still count in the statistics
 */
public record ConversionOptions(
        EventSelection events,
        Set<String> processes,
        Set<Long> threadIds,
        TimeLimit from,
        TimeLimit to,
        Duration minDuration) {

    /** Everything but {@code windows.ProcessorRunning}. */
    public static final ConversionOptions DEFAULT =
            new ConversionOptions(EventSelection.DEFAULT, Set.of(), Set.of(), null, null, Duration.ZERO);
}
