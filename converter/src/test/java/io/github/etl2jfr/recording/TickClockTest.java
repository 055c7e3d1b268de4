package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the session clock's values to a recording's ticks, against a reckoning without bounds. */
class TickClockTest {
    private static final long ORIGIN = 1_942_608_875L;
    private static final long ORIGIN_TICKS = 5_000_000_000L;
    private static final long YEAR_OF_NANOS = 365L * 24 * 3600 * 1_000_000_000;

    @Property
    void wholeMultiplesAreExact(
            @ForAll @LongRange(min = -YEAR_OF_NANOS, max = YEAR_OF_NANOS) long time,
            @ForAll @LongRange(min = 1, max = 50) long multiple) {
        TickClock clock = new TickClock(ORIGIN, ORIGIN_TICKS, multiple, 0);
        assertThat(clock.ticks(time)).isEqualTo(ORIGIN_TICKS + (time - ORIGIN) * multiple);
        assertThat(clock.sessionTime(clock.ticks(time))).isEqualTo(time);
    }

    @Property
    void timesAreRoundedDownToTicks(
            @ForAll @LongRange(min = -YEAR_OF_NANOS, max = YEAR_OF_NANOS) long time,
            @ForAll @DoubleRange(min = 0.001, max = 30) @Scale(6) double slope) {
        TickClock clock = TickClock.of(ORIGIN, ORIGIN_TICKS, slope);
        BigDecimal exact = new BigDecimal(slope)
                .multiply(BigDecimal.valueOf(time - ORIGIN))
                .add(BigDecimal.valueOf(ORIGIN_TICKS));
        long expected = exact.setScale(0, RoundingMode.FLOOR).longValueExact();
        // What is left of the slope past its 63 bits of fraction is less than a tick in a year.
        assertThat(clock.ticks(time)).isCloseTo(expected, within(1L));
    }

    @Property
    void orderIsKept(
            @ForAll @LongRange(min = -YEAR_OF_NANOS, max = YEAR_OF_NANOS) long time,
            @ForAll @LongRange(min = 0, max = 1000) long later,
            @ForAll @DoubleRange(min = 0.001, max = 30) @Scale(6) double slope) {
        TickClock clock = TickClock.of(ORIGIN, ORIGIN_TICKS, slope);
        assertThat(clock.ticks(time + later)).isGreaterThanOrEqualTo(clock.ticks(time));
    }

    @Property
    void theSessionTimeOfATickIsTheFirstNotBefore(
            @ForAll @LongRange(min = -(1L << 50), max = 1L << 50) long ticks,
            @ForAll @DoubleRange(min = 0.001, max = 30) @Scale(6) double slope) {
        TickClock clock = TickClock.of(ORIGIN, ORIGIN_TICKS, slope);
        long time = clock.sessionTime(ticks);
        assertThat(clock.ticks(time)).isGreaterThanOrEqualTo(ticks);
        assertThat(clock.ticks(time - 1)).isLessThan(ticks);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -(1L << 62), 1L << 62, Long.MAX_VALUE})
    void senselessTicksAreFarAway(long ticks) {
        TickClock clock = TickClock.of(ORIGIN, ORIGIN_TICKS, 100);
        assertThat(clock.sessionTime(ticks)).isEqualTo(ticks < 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
    }

    /** A recording may claim a tick a second. */
    @Test
    void aClockThatHardlyTicks() {
        TickClock clock = TickClock.of(ORIGIN, 0, 0x1p-31);
        assertThat(clock.sessionTime(3)).isEqualTo(ORIGIN + (3L << 31));
    }
}
