package io.github.etl2jfr.alignment;

import java.util.List;

/**
 * Between what values the offset lies over a stretch of time, by all lines that are possible. The upper edge of a
 * set of lines is convex over time and the lower edge concave: the band is widest at an end of the time, and a line
 * is farthest from it at an end. So the values at the two ends are all that need be known.
 *
 * @param window the stretch of time
 * @param lowFrom least offset at its begin
 * @param highFrom greatest offset at its begin
 * @param lowUntil least offset at its end
 * @param highUntil greatest offset at its end
 * @param constant is one of the lines a constant offset?
 */
record OffsetBand(Window window, double lowFrom, double highFrom, double lowUntil, double highUntil, boolean constant) {

    /**
     * @param boxes that hold the possible lines, one at least
     * @param reference JVM time from which they are told
     */
    static OffsetBand of(List<LineBox> boxes, long reference, Window window) {
        double from = window.from() - reference;
        double until = window.until() - reference;
        return new OffsetBand(
                window,
                boxes.stream().mapToDouble(box -> box.lowAt(from)).min().orElseThrow(),
                boxes.stream().mapToDouble(box -> box.highAt(from)).max().orElseThrow(),
                boxes.stream().mapToDouble(box -> box.lowAt(until)).min().orElseThrow(),
                boxes.stream().mapToDouble(box -> box.highAt(until)).max().orElseThrow(),
                boxes.stream().anyMatch(LineBox::hasConstant));
    }

    /** A drift only if no constant offset is possible: one that is not needed is noise. */
    double drift() {
        return constant ? 0 : (lowUntil + highUntil - lowFrom - highFrom) / 2 / window.length();
    }

    /** The offset in the middle of the time: there, the line through the middles of both ends, or the constant. */
    double middleOffset() {
        return constant
                ? (Math.min(lowFrom, lowUntil) + Math.max(highFrom, highUntil)) / 2
                : (lowFrom + highFrom + lowUntil + highUntil) / 4;
    }

    /** How far any of the lines is from the one told by offset and drift, at most: no other line is nearer. */
    double uncertainty() {
        return constant
                ? (Math.max(highFrom, highUntil) - Math.min(lowFrom, lowUntil)) / 2
                : Math.max(highFrom - lowFrom, highUntil - lowUntil) / 2;
    }
}
