package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.SessionClock;

/**
 * The clock of a recording of ours. Its ticks are a whole multiple of the session clock's, so that no time
 * is rounded, at least nanoseconds, so that tools show them whole, and finer than the session clock's unless Mission
 * Control could not add up as many: it reckons the end of an event in ticks since 1970, in 64 bits. Ticks count from a
 * second before the trace's first event: small numbers take few bytes.
 *
 * @param ticksPerSecond frequency of the recording's clock
 * @param ticksPerSessionTick the multiple
 * @param sessionOrigin session clock's value at tick {@code ticksPerSecond}
 * @param originNanos wall clock at tick {@code ticksPerSecond}, in nanoseconds since 1970 (UTC)
 */
record RecordingClock(long ticksPerSecond, long ticksPerSessionTick, long sessionOrigin, long originNanos) {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final double MOST_TICKS_SINCE_1970 = 0x1p63;

    /** Few sessions take longer; in seconds. */
    private static final long A_MONTH = 30 * 24 * 3600;

    /**
     * @param firstTime session clock's value where the recording starts
     */
    static RecordingClock of(SessionClock clock, long firstTime) {
        long multiple = (NANOS_PER_SECOND + clock.frequency() - 1) / clock.frequency();
        double secondsSince1970 = (double) clock.epochNanos(firstTime) / NANOS_PER_SECOND + A_MONTH;
        if (multiple == 1 && 2.0 * clock.frequency() * secondsSince1970 < MOST_TICKS_SINCE_1970) {
            multiple = 2;
        }
        return new RecordingClock(clock.frequency() * multiple, multiple, firstTime, clock.epochNanos(firstTime));
    }

    TickClock ticks() {
        return new TickClock(sessionOrigin, ticksPerSecond, ticksPerSessionTick, 0);
    }

    /** Wall clock at a tick, in nanoseconds since 1970 (UTC), rounded down. */
    long epochNanos(long ticks) {
        return originNanos + nanos(ticks - ticksPerSecond);
    }

    /** Length of a number of ticks in nanoseconds, rounded down. */
    long nanos(long ticks) {
        long seconds = Math.floorDiv(ticks, ticksPerSecond);
        // In session ticks the product fits into 64 bits; a session clock has at most 8 GHz.
        long rest = Math.floorMod(ticks, ticksPerSecond) / ticksPerSessionTick;
        return seconds * NANOS_PER_SECOND + rest * NANOS_PER_SECOND / (ticksPerSecond / ticksPerSessionTick);
    }

    /** Ticks that make at least one nanosecond; whole ones of the session clock, as {@link #nanos} knows no others. */
    long ticksPerNano() {
        long sessionFrequency = ticksPerSecond / ticksPerSessionTick;
        return (sessionFrequency + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND * ticksPerSessionTick;
    }
}
