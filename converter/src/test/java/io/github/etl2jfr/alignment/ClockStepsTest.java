package io.github.etl2jfr.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockStepsTest {
    private static final long RESOLUTION = 100;

    /** A thread that ran and left alternately at these times, in a trace of a second. */
    private static ClockSteps steps(long... times) {
        TraceTimes trace = new TraceTimes(0, 1_000_000_000, RESOLUTION);
        for (int i = 0; i < times.length; i += 2) {
            trace.running(0, times[i], times[i + 1]);
        }
        return ClockSteps.of(trace);
    }

    @Test
    void aClockMovesWithEachUnit() {
        ClockSteps steps = steps(0, 4_000_300, 4_007_200, 9_000_000);
        assertThat(steps.length()).isZero();
        assertThat(steps.shownAt(5_000_000)).isEqualTo(5_000_000);
    }

    @Test
    void aClockMovesByWhatDividesAllDifferences() {
        ClockSteps steps = steps(0, 4_000_300, 4_010_300, 4_010_300, 9_025_300, 9_060_300);
        assertThat(steps.length()).isEqualTo(5000);
        assertThat(steps.shownAt(5_000_000)).isEqualTo(4_995_000);
    }

    /** Ticks of 0.5 ms, and then of 2 ms that come a bit late. */
    @Test
    void aTimerMovesFromOneTimeToTheNext() {
        ClockSteps steps = steps(1_000_000, 1_000_000, 1_500_000, 3_000_000, 5_000_100, 7_000_300);
        assertThat(steps.length()).isEqualTo(500_000);
        assertThat(steps.shownAt(4_900_000)).isEqualTo(3_000_000);
        assertThat(steps.shownAt(5_000_100)).isEqualTo(3_000_000);
        assertThat(steps.shownAt(5_000_200)).isEqualTo(5_000_100);
        assertThat(steps.shownAt(1_000_000)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theEdgesOfTheTraceAreNoMoments() {
        assertThat(steps(0, 1_000_000_000).length()).isZero();
    }
}
