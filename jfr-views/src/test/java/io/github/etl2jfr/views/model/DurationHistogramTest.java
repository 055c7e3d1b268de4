package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Percentiles without a list of all lengths. */
class DurationHistogramTest {
    private final DurationHistogram histogram = new DurationHistogram();

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5, 0.9, 0.99, 0.999, 1})
    void percentilesAreThoseOfASortedList(double share) {
        long[] lengths = new Random(1)
                .longs(20_000)
                .map(number -> (long) Math.pow(2, Math.floorMod(number, 30_000) / 1000.0))
                .toArray();
        Arrays.stream(lengths).forEach(histogram::add);
        Arrays.sort(lengths);
        long expected = lengths[Math.max(0, (int) Math.ceil(share * lengths.length) - 1)];
        if (expected < 131_000_000) {
            assertThat(histogram.percentile(share)).isCloseTo(expected, within(1000L));
        }
        assertThat(histogram.percentile(share)).isCloseTo(expected, Percentage.withPercentage(100.0 / (1 << 16)));
        assertThat(histogram.longest()).isEqualTo(lengths[lengths.length - 1]);
        assertThat(histogram.total()).isEqualTo(Arrays.stream(lengths).sum());
    }

    /** Where one step ends and the next, which may be longer, begins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 18, 26, 27, 28, 40, 62})
    void edges(int power) {
        long edge = 1L << power;
        long[] lengths = {edge - 1, edge, edge + 1, edge + edge / 2};
        Arrays.stream(lengths).forEach(histogram::add);
        histogram.add(Long.MAX_VALUE);
        for (int i = 0; i < lengths.length; i++) {
            assertThat(histogram.percentile((i + 1) / 5.0))
                    .isBetween(lengths[i], lengths[i] + Math.max(0, (lengths[i] >> 16) - 1));
        }
        assertThat(histogram.percentile(1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void binsHoldEverythingOnce() {
        long[] lengths = {0, 999, 1000, 1999, 2000, 4_999_999, 5_000_000, Long.MAX_VALUE / 4};
        Arrays.stream(lengths).forEach(histogram::add);
        assertThat(histogram.bins()).extracting(DurationHistogram.Bin::count).startsWith(2L, 2L, 1L, 0L);
        assertThat(histogram.bins().stream()
                        .mapToLong(DurationHistogram.Bin::count)
                        .sum())
                .isEqualTo(lengths.length);
        assertThat(histogram.bins().stream()
                        .mapToLong(DurationHistogram.Bin::total)
                        .sum())
                .isEqualTo(histogram.total());
    }

    @Test
    void nothing() {
        assertThat(histogram.percentile(0.5)).isNull();
        assertThat(histogram.bins()).isEmpty();
    }
}
