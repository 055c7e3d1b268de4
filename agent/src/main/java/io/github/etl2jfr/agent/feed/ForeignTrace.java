package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.views.text.Amount;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Why nothing of a trace is this JVM's: it has no switches, is of another time, or of a system that numbers processes
 * otherwise.
 */
final class ForeignTrace {
    private ForeignTrace() {}

    /**
     * For the user, behind what was written.
     *
     * @param switches that were read, none of which is this process's
     * @param processId this process's
     * @param first where the trace begins
     * @param last up to where it was read
     * @param jvmStart when this JVM was started, null if the system does not tell
     */
    static String explain(long switches, long processId, Instant first, Instant last, Instant jvmStart, Instant now) {
        if (switches == 0) {
            return "; no context switches read: were they enabled? (docs/recording-a-trace.md)";
        }
        return "; of %s read, none is of this process (%s)%s"
                .formatted(Amount.of(switches, "switch"), processId, otherTime(first, last, jvmStart, now));
    }

    private static String otherTime(Instant first, Instant last, Instant jvmStart, Instant now) {
        if (jvmStart != null && last.isBefore(jvmStart)) {
            return ": they end at %s, and this JVM started at %s".formatted(seconds(last), seconds(jvmStart));
        }
        return first.isAfter(now) ? ": they begin at %s, which is in the future".formatted(seconds(first)) : "";
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }
}
