package io.github.etl2jfr.recording;

/**
 * The time line of a recording's events: which of its ticks a value of the session's clock is. A straight
 * line, in integers, so that an order of times stays one and whole multiples are exact.
 *
 * @param sessionOrigin a session clock's value
 * @param originTicks the tick it is
 * @param wholeTicks ticks that a tick of the session's clock takes, rounded down
 * @param fraction and the rest, in parts of 2^63
 */
public record TickClock(long sessionOrigin, long originTicks, long wholeTicks, long fraction) {
    private static final double FRACTIONS = 0x1p63;

    /** Farther from the origin no time makes sense; and everything here still fits into 64 bits. */
    private static final double FARTHEST = 0x1p61;

    /**
     * A line through a point.
     *
     * @param ticksPerSessionTick its slope, more than 0 and less than 2^32
     */
    public static TickClock of(long sessionOrigin, long originTicks, double ticksPerSessionTick) {
        long whole = (long) ticksPerSessionTick;
        return new TickClock(sessionOrigin, originTicks, whole, (long) ((ticksPerSessionTick - whole) * FRACTIONS));
    }

    /** The tick at a session clock's value, rounded down. */
    public long ticks(long sessionTime) {
        long sinceOrigin = sessionTime - sessionOrigin;
        return originTicks + length(sinceOrigin);
    }

    /** Ticks that a number of the session clock's ticks makes, rounded down. */
    public long length(long sessionTicks) {
        return sessionTicks * wholeTicks + Math.multiplyHigh(sessionTicks << 1, fraction);
    }

    /**
     * The first session clock's value at which {@link #ticks} is not before a tick. Where there is none that
     * makes sense, the least or the greatest there is.
     */
    public long sessionTime(long ticks) {
        double sinceOrigin = (double) ticks - originTicks;
        double slope = wholeTicks + fraction / FRACTIONS;
        double sessionTicks = sinceOrigin / slope;
        if (Math.max(Math.abs(sinceOrigin), Math.abs(sessionTicks)) > FARTHEST) {
            return sinceOrigin < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        // As far off as a double rounds, and as far as one tick reaches.
        long doubt = (long) (2 + Math.abs(sessionTicks) * 0x1p-50 + 2 / slope);
        long low = sessionOrigin + (long) sessionTicks - doubt;
        long high = sessionOrigin + (long) sessionTicks + doubt;
        while (low < high) {
            long middle = low + (high - low >> 1);
            if (ticks(middle) >= ticks) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
