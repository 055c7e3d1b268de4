package io.github.etl2jfr.conversion;

import io.github.etl2jfr.merge.MergeOptions;
import io.github.etl2jfr.options.NamePattern;
import io.github.etl2jfr.options.TimeLimit;
import java.time.Duration;
import java.util.Set;

/**
 * What goes into the recording.
 *
 * @param events kinds of events
 * @param processes images or ids of the processes to keep, each a {@link NamePattern}; empty for all
 * @param threads names or ids of threads to keep, as well; empty for all
 * @param from start, null for the trace's
 * @param to end, null for the trace's
 * @param minDuration shorter slices are left out; they still count in the statistics
 * @param merge a JVM's recording to go into, null for a recording of its own
 */
public record ConversionOptions(
        EventSelection events,
        Set<String> processes,
        Set<String> threads,
        TimeLimit from,
        TimeLimit to,
        Duration minDuration,
        MergeOptions merge) {

    /** Everything but {@code windows.ProcessorRunning}. */
    public static final ConversionOptions DEFAULT = all(EventSelection.DEFAULT, null);

    /** All events of some kinds: those of all threads, at all times, however short. */
    public static ConversionOptions all(EventSelection events, MergeOptions merge) {
        return new ConversionOptions(events, Set.of(), Set.of(), null, null, Duration.ZERO, merge);
    }
}
