package io.github.etl2jfr.views.model;

/**
 * A time with a beginning and an end.
 *
 * @param start nanoseconds since 1970
 * @param end nanoseconds since 1970, not before the start
 */
public record Span(long start, long end) {
    public long length() {
        return end - start;
    }

    /** A length as a part of this one; null of a moment, which has no parts. */
    public Double share(long part) {
        return length() == 0 ? null : (double) part / length();
    }

    /** Whether a time, be it a moment, begins in this one or reaches into it. */
    boolean has(long from, long to) {
        return from < end && (from >= start || to > start);
    }

    /** How much of a time lies in this one. */
    long overlap(long from, long to) {
        return Math.max(0, Math.min(to, end) - Math.max(from, start));
    }
}
