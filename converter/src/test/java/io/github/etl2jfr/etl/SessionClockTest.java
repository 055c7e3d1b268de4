package io.github.etl2jfr.etl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionClockTest {
    /** 2026-11-21T00:00:00Z as FILETIME, units of 100 ns since 1601. */
    private static final long START = 134_396_928_000_000_000L;

    private static final String START_TEXT = "2026-11-21T00:00:00Z";
    private static final long T0 = 1_942_608_875L;
    private static final long FIVE_YEARS = 5L * 365 * 24 * 3600;

    @Test
    void performanceCounter() throws InputException {
        SessionClock clock = clock(1, 3_579_545, 2_000, START, T0);

        assertThat(clock.type()).isEqualTo(SessionClock.Type.QPC);
        assertThat(clock.type().label()).isEqualTo("QPC");
        assertThat(clock.frequency()).isEqualTo(3_579_545);
        assertThat(clock.origin()).isEqualTo(T0);
        assertThat(clock.instant(T0)).isEqualTo(START_TEXT);
        assertThat(clock.instant(T0 + 3_579_545)).isEqualTo("2026-11-21T00:00:01Z");
        assertThat(clock.instant(T0 - 3_579_545)).isEqualTo("2026-11-20T23:59:59Z");
        // 1 / 3.579545 us is 279.365 ns.
        assertThat(clock.epochNanos(T0 + 1) - clock.epochNanos(T0)).isEqualTo(279);
        assertThat(clock.epochNanos(T0 - 1) - clock.epochNanos(T0)).isEqualTo(-280);
    }

    /** Timestamps are FILETIME: the header event's own does not matter. */
    @Test
    void systemTime() throws InputException {
        SessionClock clock = clock(2, 3_579_545, 2_000, START, START + 77);

        assertThat(clock.type().label()).isEqualTo("SystemTime");
        assertThat(clock.frequency()).isEqualTo(10_000_000);
        assertThat(clock.origin()).isEqualTo(START);
        assertThat(clock.instant(START)).isEqualTo(START_TEXT);
        assertThat(clock.instant(START + 10_000_001)).isEqualTo("2026-11-21T00:00:01.000000100Z");
    }

    @Test
    void processorCycles() throws InputException {
        SessionClock clock = clock(3, 10_000_000, 2_904, START, T0);

        assertThat(clock.type().label()).isEqualTo("CpuCycles");
        assertThat(clock.frequency()).isEqualTo(2_904_000_000L);
        assertThat(clock.instant(T0)).isEqualTo(START_TEXT);
        assertThat(clock.instant(T0 + 2_904_000_000L * 3600)).isEqualTo("2026-11-21T01:00:00Z");
    }

    /** (t - t0) * 10^9 does not fit into 64 bits here. */
    @Test
    void longSessions() throws InputException {
        SessionClock cycles = clock(3, 1, 8_000, START, T0);
        long fourYears = 4L * 365 * 24 * 3600;
        assertThat(cycles.nanosBetween(T0, T0 + 8_000_000_000L * fourYears + 7_999_999_999L))
                .isEqualTo(fourYears * 1_000_000_000L + 999_999_999L);

        SessionClock qpc = clock(1, 10_000_000, 1, START, T0);
        assertThat(qpc.instant(T0 + 10_000_000L * 86_400 * 365)).isEqualTo("2027-11-21T00:00:00Z");
    }

    @Property(tries = 2000)
    void arithmeticIsExact(
            @ForAll @LongRange(min = 1, max = 8_000_000_000L) long frequency,
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long origin,
            @ForAll @LongRange(min = -FIVE_YEARS * 1000, max = FIVE_YEARS * 1000) long millis)
            throws InputException {
        SessionClock clock = clock(1, frequency, 1, START, origin);
        long ticks = BigInteger.valueOf(millis)
                .multiply(BigInteger.valueOf(frequency))
                .divide(BigInteger.valueOf(1000))
                .longValueExact();
        long timestamp = origin + ticks;

        assertThat(clock.plausible().contains(timestamp)).isTrue();
        BigInteger[] nanos = BigInteger.valueOf(ticks)
                .multiply(BigInteger.valueOf(1_000_000_000))
                .divideAndRemainder(BigInteger.valueOf(frequency));
        long expected = nanos[0].longValueExact() - (nanos[1].signum() < 0 ? 1 : 0);
        assertThat(clock.nanosBetween(origin, timestamp)).isEqualTo(expected);
        assertThat(clock.epochNanos(timestamp)).isEqualTo(clock.originNanos() + expected);
        if (frequency <= 1_000_000_000) {
            assertThat(clock.timestampAt(clock.epochNanos(timestamp))).isBetween(timestamp - 1, timestamp);
        }
    }

    @Test
    void implausibleTimestamps() throws InputException {
        SessionClock clock = clock(1, 10_000_000, 1, START, T0);
        long limit = 10_000_000L * FIVE_YEARS;

        assertThat(clock.plausible().contains(T0)).isTrue();
        assertThat(clock.plausible().contains(T0 + limit)).isTrue();
        assertThat(clock.plausible().contains(T0 - limit)).isTrue();
        assertThat(clock.plausible().contains(T0 + limit + 1)).isFalse();
        assertThat(clock.plausible().contains(T0 - limit - 1)).isFalse();
        assertThat(clock.plausible().contains(Long.MAX_VALUE)).isFalse();
        assertThat(clock.plausible().contains(Long.MIN_VALUE)).isFalse();
        assertThat(clock.plausible().contains(-1)).isTrue();
    }

    /** The difference to the origin must not wrap around into the plausible. */
    @ParameterizedTest
    @ValueSource(longs = {-(1L << 62), -1, 0, 1, 1L << 62})
    void implausibleWhateverTheOrigin(long origin) throws InputException {
        SessionClock.Range plausible = clock(3, 1, 8_000, START, origin).plausible();
        long limit = 8_000_000_000L * FIVE_YEARS;

        assertThat(plausible.first()).isEqualTo(origin - limit).isLessThan(origin);
        assertThat(plausible.last()).isEqualTo(origin + limit).isGreaterThan(origin);
        assertThat(plausible.contains(Long.MIN_VALUE)).isFalse();
        assertThat(plausible.contains(Long.MAX_VALUE)).isFalse();
    }

    /** What lies about it does not fit into 64 bits. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -(1L << 62) - 1, (1L << 62) + 1, Long.MAX_VALUE})
    void impossibleOrigin(long timestamp) throws InputException {
        assertThatThrownBy(() -> clock(1, 10_000_000, 2_000, START, timestamp))
                .isInstanceOf(InputException.class)
                .hasMessage("impossible start timestamp %d in the log file header", timestamp);
        // Of the system's time it does not matter.
        assertThat(clock(2, 10_000_000, 2_000, START, timestamp).origin()).isEqualTo(START);
    }

    @Test
    void otherWays() throws InputException {
        SessionClock clock = clock(1, 10_000_000, 1, START, T0);

        assertThat(clock.plusSeconds(T0, 1.5)).isEqualTo(T0 + 15_000_000);
        assertThat(clock.plusSeconds(T0, -1e-7)).isEqualTo(T0 - 1);
        long epochNanos = Instant.parse(START_TEXT).getEpochSecond() * 1_000_000_000L;
        assertThat(clock.originNanos()).isEqualTo(epochNanos);
        assertThat(clock.timestampAt(epochNanos)).isEqualTo(T0);
        assertThat(clock.timestampAt(epochNanos + 149)).isEqualTo(T0 + 1);
        assertThat(clock.timestampAt(epochNanos + 151)).isEqualTo(T0 + 2);
        assertThat(clock.timestampAt(epochNanos - 100)).isEqualTo(T0 - 1);
        assertThat(SessionClock.epochNanosOfFileTime(START)).isEqualTo(epochNanos);
        assertThat(SessionClock.epochNanosOfFileTime(0)).isZero();
    }

    /** A recording that lasts until then may be merged with the trace, by which the time is cut. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void timesDecadesAway(int code) throws InputException {
        SessionClock clock = clock(code, 8_000_000_000L, 3_000, START, T0);
        for (long years : new long[] {6, 50, 100, 200}) {
            long far = years * 365 * 24 * 3600 * 1_000_000_000L;
            assertThat(clock.timestampAt(clock.originNanos() + far))
                    .as("in %d years", years)
                    .isEqualTo(clock.plausible().last());
            assertThat(clock.timestampAt(clock.originNanos() - far))
                    .as("%d years ago", years)
                    .isEqualTo(clock.plausible().first());
        }
        assertThat(clock.timestampAt(Long.MAX_VALUE))
                .isEqualTo(clock.plausible().last());
        assertThat(clock.timestampAt(Long.MIN_VALUE))
                .isEqualTo(clock.plausible().first());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, -1, 0x10001})
    void unknownClock(int code) {
        assertThatThrownBy(() -> clock(code, 10_000_000, 2_000, START, T0))
                .isInstanceOf(InputException.class)
                .hasMessage("unknown clock type %d in the log file header", code);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 8_000_000_001L})
    void impossibleFrequency(long frequency) {
        assertThatThrownBy(() -> clock(1, frequency, 2_000, START, T0))
                .isInstanceOf(InputException.class)
                .hasMessage("impossible clock frequency %d in the log file header", frequency);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 8_001, Integer.MAX_VALUE})
    void impossibleSpeed(int megahertz) {
        assertThatThrownBy(() -> clock(3, 10_000_000, megahertz, START, T0)).isInstanceOf(InputException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 116_444_735_999_999_999L})
    void impossibleStart(long fileTime) {
        assertThatThrownBy(() -> clock(1, 10_000_000, 2_000, fileTime, T0))
                .isInstanceOf(InputException.class)
                .hasMessage("impossible start time %d in the log file header", fileTime);
    }

    private static SessionClock clock(int code, long perfFrequency, int megahertz, long start, long timestamp)
            throws InputException {
        return SessionClock.of(new LogFileHeader(
                0x10000,
                10,
                0,
                19045,
                1,
                0,
                156_250,
                0,
                0,
                8,
                0,
                megahertz,
                0,
                perfFrequency,
                start,
                code,
                0,
                "",
                timestamp));
    }
}
