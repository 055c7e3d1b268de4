package io.github.etl2jfr.views.model;

/**
 * How long a thread could have run and did not, and who ran instead.
 *
 * @param slice of kind {@link Slice.Kind#READY}
 * @param culprit who meanwhile ran longest on the processor that the thread got in the end; null if nobody did or
 *     that is unknown
 * @param culpritRunning how long that one ran, -1 without one or if slices that were left out may add to it
 * @param margin how much longer that one is told to have run than anybody else
 * @param untold how long it is not told who ran on that processor, if anybody did
 */
public record ReadyLatency(Slice slice, TraceThread culprit, long culpritRunning, long margin, long untold) {
    private static final long UNKNOWN = -1;

    /**
     * What is told of a time that ended just now.
     *
     * @param meanwhile how long each ran on the processor; null if that is not remembered
     */
    static ReadyLatency of(Slice ready, ThreadTimes meanwhile) {
        TraceThread culprit = meanwhile == null ? null : meanwhile.longest();
        return culprit == null
                ? ofNobody(ready, ready.duration())
                : new ReadyLatency(
                        ready,
                        culprit,
                        meanwhile.longestTime(),
                        meanwhile.margin(),
                        ready.duration() - meanwhile.total() - meanwhile.nobody());
    }

    private static ReadyLatency ofNobody(Slice ready, long untold) {
        return new ReadyLatency(ready, null, UNKNOWN, 0, untold);
    }

    /** The same, without a culprit if slices that were left out may be of one who ran longer. */
    ReadyLatency ifCertain(Session.LeftOut leftOut) {
        if (!leftOut.tellsWho(culpritRunning, margin, untold)) {
            return ofNobody(slice, untold);
        }
        return leftOut.tellsHowLong(untold) ? this : new ReadyLatency(slice, culprit, UNKNOWN, margin, untold);
    }
}
