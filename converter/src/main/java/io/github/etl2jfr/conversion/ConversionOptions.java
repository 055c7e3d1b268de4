package io.github.etl2jfr.conversion;

import java.util.EnumSet;
import java.util.Set;

/**
 * What goes into the recording.
 *
 * @param events kinds of events
 * @param processes images or ids of the processes to keep, empty for all
 * @param threadIds ids of threads to keep, empty for all
 * @param from start, null for the trace's
 * @param to end, null for the trace's
 */
public record ConversionOptions(
        Set<EventGroup> events, Set<String> processes, Set<Long> threadIds, TimeLimit from, TimeLimit to) {

    /** Everything there is. */
    public static final ConversionOptions ALL =
            new ConversionOptions(EnumSet.allOf(EventGroup.class), Set.of(), Set.of(), null, null);
}
