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
        assertThat(histogram.percentile(share)).isCloseTo(expected, Percentage.withPercentage(0.0008));
        assertThat(histogram.longest()).isEqualTo(lengths[lengths.length - 1]);
        assertThat(histogram.total()).isEqualTo(Arrays.stream(lengths).sum());
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
