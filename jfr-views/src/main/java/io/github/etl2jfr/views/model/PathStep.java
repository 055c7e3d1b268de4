package io.github.etl2jfr.views.model;

/**
 * A part of the time that a path is of.
 *
 * @param doing what it went to
 * @param start nanoseconds since 1970
 * @param end nanoseconds since 1970
 */
public record PathStep(Doing doing, long start, long end) {
    public long duration() {
        return end - start;
    }
}
