package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Parts of a chunk's events: all in the order of time, each in that of the file, and none much larger than another. */
class EventStartsTest {
    private static final int MILLION = 1_000_000;

    /** The parts of events, an event's position being its place among the starts. */
    private static List<long[]> parts(long... starts) {
        EventStarts events = new EventStarts();
        for (int i = 0; i < starts.length; i++) {
            events.add(starts[i], i);
        }
        List<long[]> parts = new ArrayList<>();
        while (events.hasNext()) {
            long[] part = events.next();
            assertThat(Arrays.stream(part).allMatch(event -> starts[(int) event] <= events.told()))
                    .isTrue();
            parts.add(part);
        }
        return parts;
    }

    private static long[] sorted(long... starts) {
        return IntStream.range(0, starts.length)
                .boxed()
                .sorted((left, right) -> Long.compare(starts[left], starts[right]))
                .mapToLong(i -> i)
                .toArray();
    }

    /** As whoever reads a part sorts it. */
    private static LongStream sorted(long[] part, long... starts) {
        return Arrays.stream(part)
                .boxed()
                .sorted((left, right) -> Long.compare(starts[left.intValue()], starts[right.intValue()]))
                .mapToLong(i -> i);
    }

    @Property(tries = 30)
    void partsAreInTheOrderOfTime(
            @ForAll @IntRange(max = 300_000) int count,
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long range,
            @ForAll long seed) {
        long[] starts = new SplittableRandom(seed).longs(count, -range, range).toArray();
        List<long[]> parts = parts(starts);
        assertThat(parts).allSatisfy(part -> assertThat(part).isSorted());
        assertThat(parts.stream().flatMapToLong(part -> sorted(part, starts)).toArray())
                .isEqualTo(sorted(starts));
    }

    /** Threads write their events out some thousands at a time, one thread after the other. */
    @Test
    void partsAreAboutEqual() {
        long[] starts = IntStream.range(0, MILLION)
                .mapToLong(i -> i / 40_000 * 40_000L + i % 5_000 * 8L + i / 5_000 % 8)
                .toArray();
        List<long[]> parts = parts(starts);
        assertThat(parts).hasSizeGreaterThan(10);
        assertThat(parts).allSatisfy(part -> assertThat(part).hasSizeLessThan(100_000));
    }

    @Test
    void whatBeginsAtOnceIsOnePart() {
        assertThat(parts(new long[MILLION]).stream().filter(part -> part.length > 0))
                .satisfiesExactly(all -> assertThat(all).hasSize(MILLION));
    }

    @Test
    void nothingIsOneEmptyPart() {
        assertThat(parts()).satisfiesExactly(none -> assertThat(none).isEmpty());
    }
}
