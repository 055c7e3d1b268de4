package io.github.etl2jfr.views.model;

/**
 * What a thread did, so that one whose path it is on came no further.
 *
 * @param thread who did it
 * @param state what it did
 * @param waitReason what it waited for; null if it did not, or that is unknown
 * @param displacedBy who ran longest instead of it while it was ready; null if nobody did, or that is unknown
 * @param readiedBy who ended its wait, where it is not told what that one did meanwhile; null if unknown
 * @param woke whose wait it ended in the end; null if the path is its own
 */
public record Doing(
        TraceThread thread,
        State state,
        String waitReason,
        TraceThread displacedBy,
        TraceThread readiedBy,
        TraceThread woke) {

    /** What a thread did, if it was there. */
    public enum State {
        RUNNING,
        READY,
        WAITING,
        /** It was not there yet. */
        NOT_STARTED,
        /** It was not there any more. */
        ENDED,
        /** It is not told. */
        UNKNOWN;

        static State of(Slice slice) {
            return valueOf(slice.kind().name());
        }
    }

    /** The same with others that had a part in it. */
    Doing with(TraceThread displacer, TraceThread waker) {
        return new Doing(thread, state, waitReason, displacer, waker, woke);
    }
}
