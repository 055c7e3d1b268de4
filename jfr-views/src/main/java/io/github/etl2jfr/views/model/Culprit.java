package io.github.etl2jfr.views.model;

/**
 * Who ran longest on a processor while threads were ready that got it in the end.
 *
 * @param thread null if nobody did or that is unknown
 * @param running how long that one ran, negative without one or if slices that were left out may add to it
 * @param margin how much longer that one is told to have run than anybody else
 * @param untold how long it is not told who ran on that processor, if anybody did
 */
public record Culprit(TraceThread thread, long running, long margin, long untold) {
    private static final long UNKNOWN = -1;

    /**
     * What is told of a time.
     *
     * @param meanwhile how long each ran on the processor; null if that is not remembered
     */
    static Culprit of(ThreadTimes meanwhile, long duration) {
        TraceThread thread = meanwhile == null ? null : meanwhile.longest();
        return thread == null
                ? nobody(duration)
                : new Culprit(
                        thread,
                        meanwhile.longestTime(),
                        meanwhile.margin(),
                        duration - meanwhile.total() - meanwhile.nobody());
    }

    private static Culprit nobody(long untold) {
        return new Culprit(null, UNKNOWN, 0, untold);
    }

    /** The same, or nobody if slices that were left out may be of one who ran longer. */
    Culprit ifCertain(Session.LeftOut leftOut) {
        if (!leftOut.tellsWho(running, margin, untold)) {
            return nobody(untold);
        }
        return leftOut.tellsHowLong(untold) ? this : new Culprit(thread, UNKNOWN, margin, untold);
    }
}
