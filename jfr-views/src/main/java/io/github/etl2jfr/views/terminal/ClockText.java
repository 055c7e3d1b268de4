package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Time;

/** How a trace's clock agrees with a JVM's, for people, the converter's, too. */
public final class ClockText {
    /** Said where no event tells. */
    public static final String HEADERS = "as the headers of both files have it: ";

    /** Said of an offset that the user gave. */
    public static final String ASKED_FOR = ", as asked for";

    /** Said before what the JVM's events tell of it, if that is not what the user gave. */
    public static final String OTHERWISE = "; the JVM's events say otherwise: ";

    private ClockText() {}

    /** How the clocks agree, as a merged recording tells it. */
    public static String of(Session.Clock clock) {
        return switch (clock.source()) {
            case Session.Clock.HEADERS -> HEADERS + "the JVM's events do not show how far the two are apart";
            case Session.Clock.USER ->
                offset(clock.offset())
                        + ASKED_FOR
                        + (clock.ofEvents() == null ? "" : OTHERWISE + offset(clock.ofEvents()));
            default ->
                clock.uncertainty() == null
                        ? offset(clock.offset())
                        : measured(clock.offset(), clock.uncertainty(), clock.drift(), clock.evidence());
        };
    }

    /**
     * As the JVM's events tell it.
     *
     * @param offset how many nanoseconds the trace's clock is ahead
     * @param uncertainty in nanoseconds
     * @param drift by how many nanoseconds the offset grows in a second
     * @param evidence number of those events
     */
    public static String measured(long offset, long uncertainty, long drift, int evidence) {
        return "%s ± %s, from %s%s"
                .formatted(
                        offset(offset),
                        Time.rounded(uncertainty),
                        Amount.of(evidence, "JVM event"),
                        drift == 0 ? "" : ", drifting by %s a second".formatted(Time.rounded(drift)));
    }

    /** An offset in words; of so many nanoseconds, by which the trace's clock is ahead. */
    public static String offset(long nanos) {
        return "the trace's is %s %s the JVM's"
                .formatted(Time.rounded(Math.abs(nanos)), nanos < 0 ? "behind" : "ahead of");
    }
}
