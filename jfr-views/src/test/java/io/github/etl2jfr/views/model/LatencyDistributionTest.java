package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The slowest without a list of all. */
class LatencyDistributionTest {
    private static final Span ALL = new Span(0, Long.MAX_VALUE);

    private final LatencyDistribution distribution = new LatencyDistribution();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 100, 1000})
    void slowestAreThoseOfASortedList(int oneOf) {
        Random random = new Random(oneOf);
        List<Latency> sorted = random.ints(12_345, 0, 40_000)
                .mapToLong(number -> (long) Math.pow(2, number / 1000.0))
                .mapToObj(duration -> latency(duration, random))
                .sorted(Comparator.comparing(Latency::duration).reversed())
                .toList();
        sorted.forEach(latency -> distribution.add(latency, ALL));
        LatencyDistribution.Slowest slowest = distribution.slowest(oneOf);
        long shortest = sorted.get((sorted.size() + oneOf - 1) / oneOf - 1).duration();
        assertThat(slowest.atLeast()).isBetween(shortest - shortest / 128, shortest);
        List<Latency> expected = sorted.stream()
                .filter(latency -> latency.duration() >= slowest.atLeast())
                .toList();
        check(slowest.totals(), expected);
        check(distribution.all(), sorted);
    }

    /** Those that are as long as each other are not torn apart. */
    @ParameterizedTest
    @CsvSource({"1, 5, 0", "2, 4, 7", "3, 4, 7", "5, 1, 9223372036854775807", "100, 1, 9223372036854775807"})
    void sameDurations(int oneOf, int count, long shortest) {
        for (long duration : new long[] {7, 0, 7, Long.MAX_VALUE, 7}) {
            distribution.add(latency(duration, new Random(1)), ALL);
        }
        assertThat(distribution.slowest(oneOf).totals().count()).isEqualTo(count);
        assertThat(distribution.slowest(oneOf).atLeast()).isBetween(shortest - shortest / 128, shortest);
    }

    private static Latency latency(long duration, Random random) {
        long[] parts = new long[4];
        Arrays.setAll(parts, i -> random.nextInt(1000));
        return new Latency(
                null, 0, duration, "Any", null, null, parts[0], parts[1], parts[2], parts[3], 0, null, null, 0);
    }

    private static void check(LatencyTotals totals, List<Latency> expected) {
        assertThat(totals.count()).isEqualTo(expected.size());
        assertThat(totals.duration())
                .isEqualTo(expected.stream().mapToLong(Latency::duration).sum());
        assertThat(totals.running())
                .isEqualTo(expected.stream().mapToLong(Latency::running).sum());
        assertThat(totals.ready())
                .isEqualTo(expected.stream().mapToLong(Latency::ready).sum());
        assertThat(totals.waiting())
                .isEqualTo(expected.stream().mapToLong(Latency::waiting).sum());
        assertThat(totals.unknown())
                .isEqualTo(expected.stream().mapToLong(Latency::unknown).sum());
        assertThat(totals.longest()).isEqualTo(expected.get(0).duration());
    }
}
