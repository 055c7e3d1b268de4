package io.github.etl2jfr.views.model;

/**
 * A part of what a thread's time went to: what one thread did for a while, so that this one came no further.
 *
 * @param thread who did it
 * @param state what it did; null if that is not told
 * @param start nanoseconds since 1970
 * @param end nanoseconds since 1970
 * @param waitReason what it waited for; null if it did not, or that is unknown
 * @param displacedBy who ran longest instead of it while it was ready; null if nobody did, or that is unknown
 * @param readiedBy who ended its wait, where it is not told what that one did meanwhile; null if unknown
 * @param woke whose wait it ended in the end; null if it is the thread that the path is of
 */
public record PathStep(
        TraceThread thread,
        Slice.Kind state,
        long start,
        long end,
        String waitReason,
        TraceThread displacedBy,
        TraceThread readiedBy,
        TraceThread woke) {

    public long duration() {
        return end - start;
    }
}
