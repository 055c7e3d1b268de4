package io.github.etl2jfr.merge;

import io.github.etl2jfr.alignment.ClockOffset;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.recording.TickClock;
import java.time.Instant;

/**
 * The clock of a JVM's recording. All chunks count the same ticks, but each tells anew at what time of day it began,
 * and these may disagree: by seconds after some hours, as the ticks' real frequency is not exactly the one told, or by
 * whatever somebody has set the system's clock.
 *
 * @param header of the chunk by whose time of day all ticks are told
 */
record JvmClock(ChunkHeader header) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Ticks of a recording that a tick of a trace takes: more is no clock. */
    private static final double STEEPEST = 0x1p31;

    private static final double FLATTEST = 0x1p-31;

    /** Nanoseconds since 1970, rounded down. */
    long epochNanos(long ticks) {
        return header.epochNanos(ticks);
    }

    Instant instant(long ticks) {
        return Instant.ofEpochSecond(0, epochNanos(ticks));
    }

    /** Ticks that a length of time takes, about. */
    long length(long nanos) {
        return Math.round(nanos * (header.ticksPerSecond() / NANOS_PER_SECOND));
    }

    /** Nanoseconds that a tick takes, at least one. */
    long resolutionNanos() {
        return Math.max(1, (long) Math.ceil(NANOS_PER_SECOND / header.ticksPerSecond()));
    }

    /**
     * The ticks for a trace's times.
     *
     * @param offset how far the trace's clock is ahead
     * @throws InputException if the recording's clock is none
     */
    TickClock ticks(SessionClock trace, ClockOffset offset) throws InputException {
        double slope = (double) header.ticksPerSecond() / trace.frequency() / (1 + offset.drift());
        if (!(slope > FLATTEST && slope < STEEPEST)) {
            throw new InputException("a clock of %d ticks a second".formatted(header.ticksPerSecond()));
        }
        // Through the point at which the offset is told. Differences are taken before anything is rounded.
        long session = trace.timestampAt(offset.referenceTime() + Math.round(offset.offsetNanos()));
        double sinceReference = trace.epochNanos(session) - offset.referenceTime() - offset.offsetNanos();
        double sinceStart = offset.referenceTime() - header.startNanos() + sinceReference / (1 + offset.drift());
        long ticks = Math.round(sinceStart * (header.ticksPerSecond() / NANOS_PER_SECOND));
        return TickClock.of(session, header.startTicks() + ticks, slope);
    }
}
