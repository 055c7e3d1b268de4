package io.github.etl2jfr.alignment;

/**
 * Offsets as functions of time: all lines <em>offset + drift * t</em>, with t the JVM time in nanoseconds since
 * some reference, whose two numbers lie within a radius of those of the middle one.
 */
record LineBox(double offset, double drift, double offsetRadius, double driftRadius) {
    double offsetAt(double t) {
        return offset + drift * t;
    }

    /** How far lines of the box are from the middle one at most, at a time. */
    double radiusAt(double t) {
        return offsetRadius + driftRadius * Math.abs(t);
    }

    double lowAt(double t) {
        return offsetAt(t) - radiusAt(t);
    }

    double highAt(double t) {
        return offsetAt(t) + radiusAt(t);
    }

    /** Is one of its lines a constant offset? */
    boolean hasConstant() {
        return Math.abs(drift) <= driftRadius;
    }

    /** Do neither the offsets nor, by a time, the drifts lead farther than that from the middle line? */
    boolean isWithin(double radius, double reach) {
        return offsetRadius <= radius && driftRadius * reach <= radius;
    }

    /** Half of the box, cut where it matters most up to a time. */
    LineBox half(double reach, boolean upper) {
        int side = upper ? 1 : -1;
        if (offsetRadius >= driftRadius * reach) {
            double radius = offsetRadius / 2;
            return new LineBox(offset + side * radius, drift, radius, driftRadius);
        }
        double radius = driftRadius / 2;
        return new LineBox(offset, drift + side * radius, offsetRadius, radius);
    }

    /** A box that holds the same lines, told from a reference that is later by so many nanoseconds. */
    LineBox seenFrom(double later) {
        return new LineBox(offsetAt(later), drift, radiusAt(later), driftRadius);
    }

    /** The smallest box around two. */
    LineBox around(LineBox other) {
        double low = Math.min(offset - offsetRadius, other.offset - other.offsetRadius);
        double high = Math.max(offset + offsetRadius, other.offset + other.offsetRadius);
        double lowDrift = Math.min(drift - driftRadius, other.drift - other.driftRadius);
        double highDrift = Math.max(drift + driftRadius, other.drift + other.driftRadius);
        return new LineBox((low + high) / 2, (lowDrift + highDrift) / 2, (high - low) / 2, (highDrift - lowDrift) / 2);
    }
}
