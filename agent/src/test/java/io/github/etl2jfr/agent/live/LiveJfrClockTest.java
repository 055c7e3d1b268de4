package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.agent.live.JfrClock.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ticks and the trace's times are told from each other as well as they can be. */
class LiveJfrClockTest {
    private static final long NANOS = 1_000_000_000;
    private static final long QPC = 10_000_000;

    /** Both clocks run only when they are read, by some nanoseconds. */
    private long nanos = 987_654_321_000L;

    /** Of the trace's clock, as it shows the time. */
    private long nanosPerStep = 1;

    private double ticksPerNano = 1;
    private double ticks;

    /** How long it takes to read them. */
    private long nanosToRead = 20;

    private long nanosToReadTicks = 20;

    private long nanos() {
        go(nanosToRead);
        return nanos - nanos % nanosPerStep;
    }

    private long ticks() {
        go(nanosToReadTicks);
        return (long) ticks;
    }

    private void go(long elapsed) {
        nanos += elapsed;
        ticks += elapsed * ticksPerNano;
    }

    @Test
    void sameClockIsRightForGood() {
        JfrClock clock = JfrClock.of(this::ticks, NANOS, this::nanos, NANOS);
        assertThat(clock.kind()).isEqualTo(Kind.SAME_CLOCK);
        for (int i = 0; i < 100; i++) {
            go(NANOS * 3600);
            clock.update();
            assertThat(clock.kind()).isEqualTo(Kind.SAME_CLOCK);
            requireRight(clock, clock.uncertaintyNanos());
        }
    }

    /** The end of a slice is the start of the next, which may be told after the clocks were read more precisely. */
    @Test
    void sameClocksTimesStayWhatTheyWere() {
        nanosToReadTicks = 30;
        JfrClock clock = JfrClock.of(this::ticks, NANOS, this::nanos, NANOS);
        assertThat(clock.uncertaintyNanos()).isEqualTo(25);
        long told = nanos;
        long tick = clock.ticks(told);
        nanosToRead = 4;
        nanosToReadTicks = 4;
        clock.update();
        assertThat(clock.kind()).isEqualTo(Kind.SAME_CLOCK);
        assertThat(clock.ticks(told)).isEqualTo(tick);
        // The line is 5 ns off, and the new reading known within 4.
        assertThat(clock.uncertaintyNanos()).isEqualTo(9);
        requireRight(clock, 9);
        nanosToRead = 20;
        clock.update();
        assertThat(clock.uncertaintyNanos()).isEqualTo(9);
    }

    @Test
    void sameClockMayCountInOtherUnits() {
        ticksPerNano = 0.01;
        JfrClock clock = JfrClock.of(this::ticks, QPC, this::nanos, NANOS);
        assertThat(clock.kind()).isEqualTo(Kind.SAME_CLOCK);
        go(NANOS * 100);
        requireRight(clock, 100);
    }

    @Test
    void clocksThatRunApartAreNotTheSame() {
        ticksPerNano = 1 + 20e-6;
        JfrClock clock = JfrClock.of(this::ticks, NANOS, this::nanos, NANOS);
        go(NANOS);
        clock.update();
        assertThat(clock.kind()).isEqualTo(Kind.COMPARED_CLOCKS);
        requireRightAfterUpdates(clock);
    }

    @Test
    void processorsCounterIsCompared() {
        ticksPerNano = 2.994374;
        JfrClock clock = JfrClock.of(this::ticks, 2_994_000_000L, this::nanos, NANOS);
        assertThat(clock.kind()).isEqualTo(Kind.COMPARED_CLOCKS);
        requireRight(clock, 100);
        requireRightAfterUpdates(clock);
    }

    /** Of processors that are sold with a round frequency JFR believes it; what they count is another one. */
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4})
    void roundFrequencyIsNotTheClocksOwn(long gigahertz) {
        ticksPerNano = gigahertz * (1 - 20e-6);
        JfrClock clock = JfrClock.of(this::ticks, gigahertz * NANOS, this::nanos, NANOS);
        assertThat(clock.kind()).isEqualTo(Kind.COMPARED_CLOCKS);
    }

    /**
     * What is in the trace from before the clocks were compared for the first time, a second ago, is as far off as is
     * told, and not much less: the frequency that JFR claims for its clock is wrong.
     */
    @ParameterizedTest
    @CsvSource({
        // wrong by, frequency, the trace's clock goes on by, an hour ago is told within
        "0.000050, 2994000000, 1, 1000000",
        "-0.000050, 2994000000, 1, 1000000",
        "0.002, 3000000000, 100, 2000000",
        "0.000050, 2994000000, 100, 2000000",
        "-0.000100, 14318180, 1, 3000000",
        "0.000050, 2994000000, 15625000, 200000000000"
    })
    void whatIsLongAgoIsAsFarOffAsIsTold(double error, long claimed, long step, double hourAgo) {
        ticksPerNano = claimed / (double) NANOS * (1 + error);
        nanosPerStep = step;
        Random random = new Random(step);
        for (int attempt = 0; attempt < 50; attempt++) {
            go(random.nextInt(1_000_000));
            JfrClock clock = JfrClock.of(this::ticks, claimed, this::nanos, NANOS);
            clock.update();
            requireToldTruth(clock);
            go(NANOS + random.nextInt((int) NANOS));
            clock.update();
            assertThat(clock.kind()).isEqualTo(Kind.COMPARED_CLOCKS);
            requireToldTruth(clock);
            assertThat(clock.uncertaintyNanos(nanos - 3600 * NANOS)).isLessThan(hourAgo);
            go(random.nextLong(60 * NANOS));
            clock.update();
            requireToldTruth(clock);
        }
    }

    private void requireToldTruth(JfrClock clock) {
        for (long age : List.of(0L, NANOS, 60 * NANOS, 3600 * NANOS, 24 * 3600 * NANOS)) {
            double truth = ticks - age * ticksPerNano;
            assertThat(Math.abs(clock.ticks(nanos - age) - truth) / ticksPerNano)
                    .as("%d ns ago", age)
                    .isLessThanOrEqualTo(clock.uncertaintyNanos(nanos - age));
        }
    }

    /** A clock that is slewed: only what is recent counts. */
    @Test
    void lineFollowsTheClocks() {
        JfrClock clock = JfrClock.of(this::ticks, 2_994_000_000L, this::nanos, NANOS);
        for (int i = 0; i < 100; i++) {
            ticksPerNano = i < 50 ? 2.994 : 2.9941;
            go(NANOS);
            clock.update();
        }
        requireRight(clock, 100);
    }

    @Test
    void readsTheClocksOfThisJvm() throws Exception {
        try (ThreadRegistry threads = ThreadRegistry.open()) {
            TickReader reader = threads.ticks();
            JfrClock clock = JfrClock.of(reader::now, threads.ticksPerSecond(), System::nanoTime, NANOS);
            for (int i = 0; i < 20; i++) {
                clock.update();
                long before = System.nanoTime();
                long tick = reader.now();
                long after = System.nanoTime();
                double tolerance = clock.uncertaintyNanos() + 1;
                assertThat((double) clock.time(tick)).isBetween(before - tolerance, after + tolerance);
                Thread.sleep(10);
            }
            assertThat(clock.uncertaintyNanos()).isLessThan(10_000);
        }
    }

    @Test
    void timeOfDayWillDo() throws Exception {
        try (ThreadRegistry threads = ThreadRegistry.open();
                LiveRecorder recorder = LiveRecorder.open(null, threads)) {
            JfrClock clock = JfrClock.ofWallClock(recorder::ticks, threads.ticksPerSecond());
            assertThat(clock.kind()).isEqualTo(Kind.WALL_CLOCK);
            long tick = recorder.ticks();
            Duration error = Duration.between(Instant.ofEpochSecond(0, clock.time(tick)), Instant.now());
            assertThat(error.abs()).isLessThan(Duration.ofSeconds(1));
        }
    }

    private void requireRightAfterUpdates(JfrClock clock) {
        for (int i = 0; i < 40; i++) {
            go(NANOS);
            clock.update();
        }
        go(NANOS);
        requireRight(clock, 100);
    }

    private void requireRight(JfrClock clock, double nanosTolerance) {
        assertThat((double) clock.ticks(nanos)).isCloseTo(ticks, within(nanosTolerance * ticksPerNano + 1));
        assertThat((double) clock.time((long) ticks))
                .isCloseTo((double) nanos, within(nanosTolerance + 1 / ticksPerNano));
    }
}
