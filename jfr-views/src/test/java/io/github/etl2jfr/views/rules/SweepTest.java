package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCThreadGroup;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;

/** Sorting and searching tells the same as looking at each moment. */
class SweepTest {
    private static final int END = 60;
    private static final int PROCESSORS = 3;

    @RepeatedTest(200)
    void sumsOfSteps(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<EventSpan> spans = spans(random, random.nextInt(20), thread(1));
        int from = random.nextInt(END);
        int to = from + random.nextInt(END - from);
        assertThat(StepFunction.of(spans).sum(from, to))
                .isEqualTo(LongStream.range(from, to)
                        .map(time -> spans.stream()
                                .filter(span -> goesOn(span, time))
                                .count())
                        .sum());
    }

    @RepeatedTest(200)
    void idleTimesOfOthers(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<EventSpan> idle = new ArrayList<>();
        for (int processor = 0; processor < PROCESSORS; processor++) {
            idle.addAll(apart(random, thread(processor), processor));
        }
        IdleProcessors processors = new IdleProcessors(idle.stream()
                .collect(Collectors.groupingBy(
                        EventSpan::processor, Collectors.collectingAndThen(Collectors.toList(), StepFunction::of))));
        for (int processor = 0; processor <= PROCESSORS; processor++) {
            int self = processor;
            assertThat(processors.othersIdle(processor, 5, END - 5))
                    .isEqualTo(LongStream.range(5, END - 5)
                            .filter(time ->
                                    idle.stream().anyMatch(span -> span.processor() != self && goesOn(span, time)))
                            .count());
        }
    }

    @RepeatedTest(200)
    void delaysOfPeriods(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<EventSpan> spans = spans(random, random.nextInt(6), thread(9));
        long uncertainty = random.nextInt(3);
        HeldUpPeriods periods = new HeldUpPeriods(spans, uncertainty);
        List<EventSpan> ready = new ArrayList<>();
        for (int thread = 1; thread <= 4; thread++) {
            // The last one's overlap, as only a damaged recording has them.
            ready.addAll(thread < 4 ? apart(random, thread(thread), 0) : spans(random, 5, thread(thread)));
        }
        periods.holdUp(ready);
        assertThat(periods.all().stream()
                        .mapToLong(HeldUpPeriods.Period::duration)
                        .sum())
                .isEqualTo(LongStream.range(0, END)
                        .filter(time -> spans.stream().anyMatch(span -> goesOn(span, time)))
                        .count());
        for (HeldUpPeriods.Period period : periods.all()) {
            long start = period.start();
            long end = start + period.duration();
            long worst = LongStream.rangeClosed(1, 4)
                    .map(thread -> LongStream.range(start, end)
                            .filter(time -> ready.stream()
                                    .filter(span -> span.thread().getThreadId() == thread && goesOn(span, time))
                                    .min(EventSpan.BY_START)
                                    .filter(span -> span.end() <= end + uncertainty)
                                    .isPresent())
                            .count())
                    .max()
                    .orElseThrow();
            assertThat(period.delay()).isEqualTo(worst);
        }
    }

    /** As only a damaged recording has them: all ready times go across all periods, and may have ended before each. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.SECONDS)
    void overlapsWithoutNumber() {
        int many = 100_000;
        IMCThread thread = thread(1);
        HeldUpPeriods periods = new HeldUpPeriods(
                IntStream.range(0, many)
                        .mapToObj(i -> new EventSpan(many + 2L * i, many + 2L * i + 1, thread, 0, null))
                        .toList(),
                4L * many);
        periods.holdUp(IntStream.range(0, many)
                .mapToObj(i -> new EventSpan(i, 3L * many + i, thread, 0, null))
                .toList());
        assertThat(periods.all()).hasSize(many).allMatch(period -> period.delay() == 1);
    }

    @Test
    void scoresGrowWithTheAmount() {
        Limits limits = Limits.number("test", "number", 10, 100);
        double[] scores = LongStream.of(0, 5, 9, 10, 50, 99, 100, 1000, 1_000_000)
                .mapToDouble(amount ->
                        limits.score(UnitLookup.NUMBER_UNITY.quantity(amount), IPreferenceValueProvider.DEFAULT_VALUES))
                .toArray();
        assertThat(scores).isSorted().doesNotHaveDuplicates();
        assertThat(scores[0]).isZero();
        assertThat(scores[2]).isLessThan(25);
        assertThat(scores[3]).isEqualTo(25);
        assertThat(scores[5]).isLessThan(75);
        assertThat(scores[6]).isEqualTo(75);
        assertThat(scores[8]).isLessThan(100);
    }

    private static boolean goesOn(EventSpan span, long time) {
        return span.start() <= time && time < span.end();
    }

    private static List<EventSpan> spans(Random random, int count, IMCThread thread) {
        List<EventSpan> spans = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int start = random.nextInt(END);
            spans.add(new EventSpan(start, start + random.nextInt(END - start), thread, 0, null));
        }
        return spans;
    }

    /** Spans that do not overlap, as those of one thread or processor. */
    private static List<EventSpan> apart(Random random, IMCThread thread, int processor) {
        List<EventSpan> spans = new ArrayList<>();
        int time = random.nextInt(5);
        while (time < END) {
            int end = Math.min(END, time + 1 + random.nextInt(10));
            spans.add(new EventSpan(time, end, thread, processor, null));
            time = end + random.nextInt(10);
        }
        return spans;
    }

    private static IMCThread thread(long id) {
        return new TestThread(id);
    }

    private record TestThread(Long getThreadId) implements IMCThread {
        @Override
        public String getThreadName() {
            return "thread " + getThreadId;
        }

        @Override
        public IMCThreadGroup getThreadGroup() {
            return null;
        }
    }
}
