package io.github.etl2jfr.alignment;

import java.util.List;

/**
 * Between what values the offset lies over a stretch of time, by all lines that are possible. The upper edge of a
 * set of lines is convex over time and the lower edge concave: the band is widest at an end of the time, and a line
 * is farthest from it at an end. So the values at the two ends are all that need be known.
 *
 * @param stretch of time
 * @param lowFrom least offset at its begin
 * @param highFrom greatest offset at its begin
 * @param lowUntil least offset at its end
 * @param highUntil greatest offset at its end
 * @param constant is one of the lines a constant offset?
 */
record OffsetBand(
        Stretch stretch, double lowFrom, double highFrom, double lowUntil, double highUntil, boolean constant) {

    /** A constant offset is told unless it is more than so many times as uncertain as one that drifts. */
    private static final double MAX_WORSE = 1.25;

    /**
     * @param boxes that hold the possible lines, one at least
     * @param reference JVM time from which they are told
     */
    static OffsetBand of(List<LineBox> boxes, long reference, Stretch stretch) {
        double from = stretch.from() - reference;
        double until = stretch.until() - reference;
        return new OffsetBand(
                stretch,
                boxes.stream().mapToDouble(box -> box.lowAt(from)).min().orElseThrow(),
                boxes.stream().mapToDouble(box -> box.highAt(from)).max().orElseThrow(),
                boxes.stream().mapToDouble(box -> box.lowAt(until)).min().orElseThrow(),
                boxes.stream().mapToDouble(box -> box.highAt(until)).max().orElseThrow(),
                boxes.stream().anyMatch(LineBox::hasConstant));
    }

    /** Is there a constant offset that tells as much as any line? A drift that is not needed is noise. */
    private boolean needsNoDrift() {
        return constant && constantUncertainty() <= MAX_WORSE * lineUncertainty();
    }

    /** How far any of the lines is from the constant in the middle of the whole band, at most. */
    private double constantUncertainty() {
        return (Math.max(highFrom, highUntil) - Math.min(lowFrom, lowUntil)) / 2;
    }

    /** The same for the line through the middles of both ends; no other line is nearer to all. */
    private double lineUncertainty() {
        return Math.max(highFrom - lowFrom, highUntil - lowUntil) / 2;
    }

    double uncertainty() {
        return needsNoDrift() ? constantUncertainty() : lineUncertainty();
    }

    double drift() {
        return needsNoDrift() ? 0 : (lowUntil + highUntil - lowFrom - highFrom) / 2 / stretch.length();
    }

    /** The offset in the middle of the time. */
    double middleOffset() {
        return needsNoDrift()
                ? (Math.min(lowFrom, lowUntil) + Math.max(highFrom, highUntil)) / 2
                : (lowFrom + highFrom + lowUntil + highUntil) / 4;
    }
}
