package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import org.openjdk.jmc.common.IMCThread;

/**
 * A stretch of time that an event tells of.
 *
 * @param start nanoseconds since 1970
 * @param end nanoseconds since 1970
 * @param thread whose it is, null if nobody's
 * @param processor where, -1 if unknown
 * @param text what the event says of it: a cause, a reason, a name; null if nothing
 */
record EventSpan(long start, long end, IMCThread thread, int processor, String text) {
    static final Comparator<EventSpan> BY_START = Comparator.comparingLong(EventSpan::start);

    /** Of those that are as long as each other the first comes last, so that it is the longest wherever it was read. */
    static final Comparator<EventSpan> BY_DURATION =
            Comparator.comparingLong(EventSpan::duration).thenComparing(BY_START.reversed());

    long duration() {
        return end - start;
    }
}
