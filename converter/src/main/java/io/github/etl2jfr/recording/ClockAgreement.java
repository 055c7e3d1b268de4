package io.github.etl2jfr.recording;

/**
 * How a trace's clock was brought together with a JVM's.
 *
 * @param source what tells, null if there is nothing to tell
 * @param offsetNanos how far the trace's clock is ahead of the JVM's
 * @param uncertaintyNanos the true offset is within this of the one told; {@link #UNKNOWN} if nothing tells
 * @param driftNanos by how much the offset grows in a second
 * @param evidence number of JVM events that it rests on
 * @param contradicting how many of them say otherwise
 * @param otherwise how the JVM's events tell it, if the user told it otherwise; else null
 */
public record ClockAgreement(
        Source source,
        long offsetNanos,
        long uncertaintyNanos,
        long driftNanos,
        int evidence,
        int contradicting,
        ClockAgreement otherwise) {
    /** A timespan that is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Stands for no agreement, as in a recording that is no JVM's. */
    static final ClockAgreement NONE = new ClockAgreement(null, UNKNOWN, UNKNOWN, UNKNOWN, -1, -1, null);

    /** What tells how two clocks agree. */
    public enum Source {
        EVENTS("Events"),
        HEADERS("Headers"),
        USER("User");

        private final String label;

        Source(String label) {
            this.label = label;
        }

        /** The name used in recordings. */
        public String label() {
            return label;
        }
    }

    /** The headers' clocks, as they are. */
    public static ClockAgreement ofHeaders() {
        return new ClockAgreement(Source.HEADERS, 0, UNKNOWN, 0, 0, 0, null);
    }

    /**
     * What the user says.
     *
     * @param otherwise how the JVM's events tell it, null if they do not, or tell the same
     */
    public static ClockAgreement ofUser(long offsetNanos, ClockAgreement otherwise) {
        return new ClockAgreement(Source.USER, offsetNanos, UNKNOWN, 0, 0, 0, otherwise);
    }
}
