package io.github.etl2jfr.etl;

import java.time.Duration;
import java.time.Instant;

/**
 * What the timestamps of a trace mean. The log file header ties one value of the session's clock to
 * the wall clock and gives the clock's frequency; the boot time beside it is too inexact to serve.
 *
 * @param type which clock the session used
 * @param frequency ticks a second
 * @param origin the clock's value at {@code originNanos}
 * @param originNanos wall clock, in nanoseconds since 1970 (UTC)
 */
public record SessionClock(Type type, long frequency, long origin, long originNanos) {
    /** FILETIME, in units of 100 ns since 1601, of the start of 1970. */
    private static final long FILETIME_OF_1970 = 116_444_736_000_000_000L;

    /** The latest FILETIME, in the year 2200: later times do not fit into nanoseconds since 1970. */
    private static final long LATEST_FILETIME = 189_000_000_000_000_000L;

    private static final long FILETIME_FREQUENCY = 10_000_000;
    private static final int NANOS_PER_FILETIME_UNIT = 100;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /**
     * No session lasts longer; a timestamp farther from the origin is damage. Twice as long, before the origin and
     * behind it, a recording's ticks still fit into 64 bits: of the fastest clock they are half as long as its own.
     */
    public static final long LONGEST_SPAN_SECONDS = 5L * 365 * 24 * 3600;

    /** Farther from 0 no clock gets within centuries; and as far from here as a session lasts all fits into 64 bits. */
    private static final long FARTHEST_ORIGIN = 1L << 62;

    /** Clocks a session can use: the documented values of WNODE_HEADER.ClientContext. */
    public enum Type {
        QPC(1, "QPC"),
        SYSTEM_TIME(2, "SystemTime"),
        CPU_CYCLES(3, "CpuCycles");

        private final int code;
        private final String label;

        Type(int code, String label) {
            this.code = code;
            this.label = label;
        }

        /** The name used in recordings. */
        public String label() {
            return label;
        }
    }

    /**
     * The clock a header describes.
     *
     * @throws InputException if the header names no known clock, or a frequency or a time no clock has
     */
    static SessionClock of(LogFileHeader header) throws InputException {
        for (Type type : Type.values()) {
            if (type.code == header.clockCode()) {
                return of(type, header);
            }
        }
        throw new InputException("unknown clock type %d in the log file header".formatted(header.clockCode()));
    }

    private static SessionClock of(Type type, LogFileHeader header) throws InputException {
        long frequency =
                switch (type) {
                    case QPC -> header.perfFrequency();
                    case SYSTEM_TIME -> FILETIME_FREQUENCY;
                    case CPU_CYCLES -> header.cpuSpeedMHz() * 1_000_000L;
                };
        // The upper bound keeps every product here within 64 bits; no clock comes near it.
        if (frequency <= 0 || frequency > 8 * NANOS_PER_SECOND) {
            throw new InputException("impossible clock frequency %d in the log file header".formatted(frequency));
        }
        if (header.startTime() < FILETIME_OF_1970 || header.startTime() > LATEST_FILETIME) {
            throw new InputException("impossible start time %d in the log file header".formatted(header.startTime()));
        }
        long origin = type == Type.SYSTEM_TIME ? header.startTime() : header.startTimestamp();
        if (origin < -FARTHEST_ORIGIN || origin > FARTHEST_ORIGIN) {
            throw new InputException("impossible start timestamp %d in the log file header".formatted(origin));
        }
        return new SessionClock(type, frequency, origin, epochNanosOfFileTime(header.startTime()));
    }

    /** Nanoseconds since 1970 (UTC) of a FILETIME; 0 stays 0, which stands for "never". */
    public static long epochNanosOfFileTime(long fileTime) {
        return fileTime == 0 ? 0 : (fileTime - FILETIME_OF_1970) * NANOS_PER_FILETIME_UNIT;
    }

    /**
     * A range of the clock's values.
     *
     * @param first the earliest
     * @param last the latest
     */
    public record Range(long first, long last) {
        public boolean contains(long timestamp) {
            return timestamp >= first && timestamp <= last;
        }
    }

    /** The timestamps that can be this session's. Only such ones may be given to the other methods. */
    public Range plausible() {
        long limit = LONGEST_SPAN_SECONDS * frequency;
        return new Range(origin - limit, origin + limit);
    }

    /** Wall clock in nanoseconds since 1970 (UTC), rounded down. */
    public long epochNanos(long timestamp) {
        return originNanos + nanosBetween(origin, timestamp);
    }

    /** Wall clock. */
    public Instant instant(long timestamp) {
        return Instant.EPOCH.plusNanos(epochNanos(timestamp));
    }

    /** Nanoseconds from one timestamp to another, rounded down. */
    public long nanosBetween(long from, long to) {
        long ticks = to - from;
        long seconds = Math.floorDiv(ticks, frequency);
        long rest = Math.floorMod(ticks, frequency);
        return seconds * NANOS_PER_SECOND + rest * NANOS_PER_SECOND / frequency;
    }

    /** Ticks that a length of time makes, rounded up. */
    public long ticks(Duration length) {
        long rest = ((long) length.getNano() * frequency + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
        return length.getSeconds() * frequency + rest;
    }

    /** The timestamp that lies {@code seconds} after (before, if negative) another. */
    public long plusSeconds(long timestamp, double seconds) {
        return timestamp + Math.round(seconds * frequency);
    }

    /**
     * The timestamp nearest to a wall clock time; of those that can be this session's, if the time is decades away,
     * where a fast clock's do not fit into 64 bits.
     */
    public long timestampAt(long epochNanos) {
        long limit = LONGEST_SPAN_SECONDS * NANOS_PER_SECOND;
        long nanos = Math.max(originNanos - limit, Math.min(originNanos + limit, epochNanos)) - originNanos;
        long seconds = Math.floorDiv(nanos, NANOS_PER_SECOND);
        long rest = Math.floorMod(nanos, NANOS_PER_SECOND);
        return origin + seconds * frequency + Math.round((double) rest * frequency / NANOS_PER_SECOND);
    }
}
