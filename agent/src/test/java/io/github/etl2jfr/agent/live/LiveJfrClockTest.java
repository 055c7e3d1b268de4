package io.github.etl2jfr.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.agent.live.JfrClock.Kind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ticks and the trace's times are told from each other as well as they can be. */
class LiveJfrClockTest {
    private static final long NANOS = 1_000_000_000;
    private static final long QPC = 10_000_000;

    /** Both clocks run only when they are read, by some nanoseconds. */
    private long nanos = 987_654_321_000L;

    private double ticksPerNano = 1;
    private double ticks;

    private long nanos() {
        go(20);
        return nanos;
    }

    private long ticks() {
        go(20);
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
            JfrClock clock = JfrClock.ofWallClock(recorder, threads.ticksPerSecond());
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
