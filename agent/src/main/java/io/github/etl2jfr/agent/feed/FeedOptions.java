package io.github.etl2jfr.agent.feed;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What of a trace goes into the recording.
 *
 * @param kinds of events
 * @param threads names or ids of threads, in which {@code *} stands for anything; empty for all
 * @param minDuration shorter slices are left out
 * @param lanes whose slices there are
 * @param maxRate events a second of the trace above which the minimum duration grows
 * @param delay how long after an event it is written at the earliest, if it is of a thread that JFR has not told of
 * @param again whether what was written of the trace before is written again
 */
public record FeedOptions(
        Set<EventKind> kinds,
        List<String> threads,
        Lanes lanes,
        Duration minDuration,
        int maxRate,
        Duration delay,
        boolean again) {
    public FeedOptions {
        kinds = Set.copyOf(kinds);
        threads = List.copyOf(threads);
    }
}
