package io.github.etl2jfr.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** However many slices a trace has, few are kept. */
class TraceTimesTest {
    private static final int MAX_SLICES = 100;

    private final TraceTimes times = new TraceTimes(0, 1_000_000, 1, MAX_SLICES);

    private void run(int thread, int from, int slices) {
        for (int i = from; i < from + slices; i++) {
            times.running(thread, 10L * i, 10L * i + 5);
        }
    }

    @Test
    void theBusiestThreadIsForgotten() {
        run(0, 0, 30);
        run(1, 0, 60);
        run(0, 30, 15);
        assertThat(times.knows(0)).isTrue();
        assertThat(times.knows(1)).isFalse();
        assertThat(times.end()).isEqualTo(1_000_000);
        run(1, 60, 10);
        assertThat(times.knows(1)).isFalse();
        assertThat(times.beginsUntil(0, 44, 440)).isTrue();
        assertThat(times.beginsUntil(0, 45, 1_000_000)).isFalse();
    }

    @Test
    void ofTheLastThreadTheStartIsKept() {
        run(3, 0, 150);
        assertThat(times.knows(3)).isTrue();
        assertThat(times.end()).isEqualTo(10 * (MAX_SLICES - 1) + 5);
        assertThat(times.beginsUntil(3, MAX_SLICES - 1, 1_000_000)).isTrue();
        assertThat(times.beginsUntil(3, MAX_SLICES, 1_000_000)).isFalse();
    }
}
