package io.github.etl2jfr.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.SessionClock;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Periods against the slices that they are made of, one by one. */
class ProcessorPeriodsTest {
    private static final int PROCESSORS = 3;
    private static final long FROM = -1_000;

    /** A period that was told. */
    private record Period(int processor, long start, long end, long running, long idle, long unknown, int switches) {}

    /** A slice that was told. */
    private record Told(boolean isIdle, int processor, long start, long end) {
        long within(Period period) {
            return Math.max(0, Math.min(end, period.end) - Math.max(start, period.start));
        }
    }

    private final List<Period> periods = new ArrayList<>();

    private ProcessorPeriods periods(long frequency, int processors) {
        SessionClock clock = new SessionClock(SessionClock.Type.QPC, frequency, 0, 0);
        return new ProcessorPeriods(
                clock,
                processors,
                FROM,
                period -> periods.add(new Period(
                        period.processor(),
                        period.start(),
                        period.end(),
                        period.runningTime(),
                        period.idleTime(),
                        period.unknownTime(),
                        period.contextSwitches())));
    }

    private static Slice slice(int processor, long start, long end) {
        Slice slice = new Slice();
        slice.processor = processor;
        slice.start = start;
        slice.end = end;
        return slice;
    }

    private static long start(long period, long frequency, int inASecond) {
        return FROM
                + BigInteger.valueOf(period)
                        .multiply(BigInteger.valueOf(frequency))
                        .divide(BigInteger.valueOf(inASecond))
                        .longValueExact();
    }

    @RepeatedTest(300)
    void countAsOneWouldInEach(RepetitionInfo repetition) throws IOException {
        Random random = new Random(repetition.getCurrentRepetition());
        long frequency = List.of(1L, 7L, 100L, 1_000L, 35_795L).get(random.nextInt(5));
        int inASecond = (int) Math.min(100, frequency);
        int longest = 1 + random.nextInt((int) (9 * frequency / inASecond));
        ProcessorPeriods counted = periods(frequency, PROCESSORS);
        List<Told> slices = new ArrayList<>();
        long[] ends = new long[PROCESSORS];
        Arrays.fill(ends, FROM);
        for (int i = 0; i < 100; i++) {
            int processor = random.nextInt(PROCESSORS);
            long start = ends[processor] + (random.nextInt(4) == 0 ? random.nextInt(longest) : 0);
            ends[processor] = start + 1 + random.nextInt(longest);
            Told slice = new Told(random.nextBoolean(), processor, start, ends[processor]);
            slices.add(slice);
            if (slice.isIdle) {
                counted.idle(slice(processor, start, slice.end));
            } else {
                counted.running(slice(processor, start, slice.end));
            }
        }
        long to = Math.max(Math.max(ends[0], ends[1]), ends[2]) + random.nextInt(longest);
        counted.end(to);

        long[] next = {FROM, FROM, FROM};
        for (Period period : periods) {
            assertThat(period.start).isEqualTo(next[period.processor]);
            assertThat(period.end).isGreaterThan(period.start);
            next[period.processor] = period.end;
            Map<Boolean, Long> times = new TreeMap<>(Map.of(false, 0L, true, 0L));
            slices.stream()
                    .filter(slice -> slice.processor == period.processor)
                    .forEach(slice -> times.merge(slice.isIdle, slice.within(period), Long::sum));
            assertThat(period.running).isEqualTo(times.get(false));
            assertThat(period.idle).isEqualTo(times.get(true));
            assertThat(period.unknown).isEqualTo(period.end - period.start - period.running - period.idle);
            assertIsOne(period, to, frequency, inASecond);
        }
        slices.stream().map(Told::processor).distinct().forEach(processor -> assertThat(next[processor])
                .isEqualTo(to));
    }

    /** Or several, in which the processor did one thing all the time. */
    private static void assertIsOne(Period period, long to, long frequency, int inASecond) {
        long number = 0;
        while (start(number, frequency, inASecond) < period.start) {
            number++;
        }
        assertThat(start(number, frequency, inASecond)).isEqualTo(period.start);
        long length = period.end - period.start;
        if (start(number + 1, frequency, inASecond) < period.end) {
            assertThat(List.of(period.running, period.idle, period.unknown)).contains(length);
            while (start(number, frequency, inASecond) < period.end) {
                number++;
            }
            assertThat(start(number, frequency, inASecond)).isEqualTo(period.end);
        } else if (period.end != to) {
            assertThat(period.end).isEqualTo(start(number + 1, frequency, inASecond));
        }
    }

    @Test
    void aSwitchCountsInThePeriodThatItEndsNot() throws IOException {
        ProcessorPeriods counted = periods(1_000, 1);
        for (long time : List.of(FROM, FROM + 9, FROM + 10, FROM + 10, FROM + 35)) {
            counted.contextSwitch(0, time);
        }
        counted.end(FROM + 35);
        assertThat(periods)
                .containsExactly(
                        new Period(0, FROM, FROM + 10, 0, 0, 10, 2),
                        new Period(0, FROM + 10, FROM + 20, 0, 0, 10, 2),
                        new Period(0, FROM + 20, FROM + 30, 0, 0, 10, 0),
                        new Period(0, FROM + 30, FROM + 35, 0, 0, 5, 1));
    }

    /** However far the clock goes. */
    @Test
    void thoseOfTenYears() throws IOException {
        long frequency = 8_000_000_000L;
        long to = FROM + 10 * 365 * 24 * 3600 * frequency;
        ProcessorPeriods counted = periods(frequency, 1);
        counted.idle(slice(0, FROM + 1, to - 1));
        counted.end(to);
        assertThat(periods)
                .containsExactly(
                        new Period(0, FROM, FROM + frequency / 100, 0, frequency / 100 - 1, 1, 0),
                        new Period(
                                0,
                                FROM + frequency / 100,
                                to - frequency / 100,
                                0,
                                to - FROM - 2 * frequency / 100,
                                0,
                                0),
                        new Period(0, to - frequency / 100, to, 0, frequency / 100 - 1, 1, 0));
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "20, 10", "21, 100", "200, 100", "201, 1000", "2048, 1000"})
    void areLongerWhereThereAreManyProcessors(int processors, long millis) throws IOException {
        ProcessorPeriods counted = periods(1_000, processors);
        counted.running(slice(0, FROM + 1, FROM + 5_000));
        assertThat(periods.get(0).end - periods.get(0).start).isEqualTo(millis);
    }
}
