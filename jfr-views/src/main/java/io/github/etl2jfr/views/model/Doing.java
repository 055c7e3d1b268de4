package io.github.etl2jfr.views.model;

/**
 * What a thread did, so that one whose path it is on came no further.
 *
 * @param thread who did it
 * @param state what it did
 * @param waitReason what it waited for; null if it did not, or that is unknown
 * @param displacedBy who ran longest instead of it while it was ready, of several the one with the lowest index; null if
 *     nobody did, or that is unknown
 * @param displacedTime how many nanoseconds that one ran; 0 if that is unknown
 * @param readiedBy who ended its wait, where it is not told what that one did meanwhile; null if unknown
 * @param woke whose wait it ended in the end; null if the path is its own
 */
public record Doing(
        TraceThread thread,
        State state,
        String waitReason,
        TraceThread displacedBy,
        long displacedTime,
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

        /** The state that a thread's slice tells of. */
        public static State of(Slice slice) {
            return valueOf(slice.kind().name());
        }
    }

    /** What nobody is known to have had a part in. */
    static Doing of(TraceThread thread, State state, String waitReason, TraceThread woke) {
        return new Doing(thread, state, waitReason, null, 0, null, woke);
    }

    /** The same, whosever wait it ended. */
    Doing forWhomever() {
        return of(thread, state, waitReason, null);
    }

    /**
     * The same with the one who had most part in it.
     *
     * @param others how long each ran while the thread was ready, or how long the waits took that each ended
     * @param duration how long it took
     */
    Doing with(ThreadTimes others, long duration, Session.LeftOut leftOut) {
        if (state == State.WAITING) {
            boolean isTold = others.longestTime() >= others.nobody();
            return new Doing(thread, state, waitReason, null, 0, isTold ? others.longest() : null, woke);
        }
        Culprit culprit = Culprit.of(others, duration).ifCertain(leftOut);
        return new Doing(thread, state, null, culprit.thread(), Math.max(0, culprit.running()), null, woke);
    }
}
