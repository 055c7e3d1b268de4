package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What is counted while slices go by is the same as looking at each moment. */
class TimeStepsTest {
    private static final int TRACE_START = 100;
    private static final int TRACE_END = 300;

    private static final List<Slice.Kind> KINDS = List.of(Slice.Kind.values());

    private static TraceThread thread(int index) {
        return new TraceThread(index, "thread " + index, index + 1, false, false, "program (1)");
    }

    private static Session session(long start, long end) {
        Span span = new Span(start, end);
        return new Session(null, null, -1, span, false, false, true, Session.LeftOut.NOTHING, null);
    }

    private static Slice slice(Slice.Kind kind, TraceThread thread, long start, long end) {
        return new Slice(kind, thread, start, end, 0, 8, null, null, null, false);
    }

    private static Latency latency(long start, long duration) {
        return new Latency(null, start, duration, "", null, null, 0, 0, 0, 0, 0, null, null, 0);
    }

    private static long moments(Span of, LongPredicate counts) {
        return LongStream.range(of.start(), of.end()).filter(counts).count();
    }

    @RepeatedTest(200)
    void countsAsOneWouldAtEachMoment(RepetitionInfo repetition) throws RecordingException {
        Random random = new Random(repetition.getCurrentRepetition());
        int from = TRACE_START + random.nextInt(100);
        Span shown = new Span(from, from + 1L + random.nextInt(TRACE_END - from));
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            TraceThread thread = thread(i);
            thread.setChosen(i < 2);
            for (long time = from + (long) random.nextInt(9), end; time < shown.end(); time = end + random.nextInt(3)) {
                end = Math.min(shown.end(), time + 1L + random.nextInt(70));
                Slice.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
                slices.add(slice(kind, thread, time, end));
            }
        }
        List<Latency> latencies = random.longs(9, TRACE_START, TRACE_END)
                .mapToObj(start -> latency(start, random.nextInt(90)))
                .toList();
        List<Long> switches = random.longs(20, from, shown.end() + 1).boxed().toList();
        TimeSteps steps = new TimeSteps(latency -> latency.duration() > 5);
        int length = 1 + random.nextInt(60);
        steps.setLength(length);
        steps.begin(session(TRACE_START, TRACE_END), shown);
        slices.forEach(steps::slice);
        latencies.forEach(steps::latency);
        switches.forEach(time -> steps.contextSwitch(time, thread(0), 0, false));
        steps.contextSwitch(from, unchosen(), 0, false);

        long end = from;
        for (TimeSteps.Step step : steps.steps()) {
            Span its = new Span(step.start(), step.end());
            assertThat(its.start()).isEqualTo(end);
            end = its.end();
            assertThat((end - TRACE_START) % length == 0 || end == shown.end()).isTrue();
            assertThat(step.running()).isEqualTo(time(its, slices, Slice.Kind.RUNNING, true));
            assertThat(step.others()).isEqualTo(time(its, slices, Slice.Kind.RUNNING, false));
            assertThat(step.ready()).isEqualTo(time(its, slices, Slice.Kind.READY, true));
            assertThat(step.idle())
                    .isEqualTo(time(its, slices, Slice.Kind.IDLE, true) + time(its, slices, Slice.Kind.IDLE, false));
            List<Slice> begun = slices.stream()
                    .filter(slice ->
                            slice.kind() == Slice.Kind.READY && slice.thread().isChosen())
                    .filter(slice -> its.start() <= slice.start() && slice.start() < its.end())
                    .toList();
            assertThat(step.timesReady()).isEqualTo(begun.size());
            assertThat(step.longestReady())
                    .isEqualTo(begun.stream().mapToLong(Slice::duration).max().orElse(0));
            List<Latency> wanted =
                    latencies.stream().filter(latency -> latency.duration() > 5).toList();
            assertThat(step.javaEvents())
                    .isEqualTo(wanted.stream()
                            .mapToLong(each ->
                                    moments(its, time -> each.start() <= time && time < each.start() + each.duration()))
                            .sum());
            List<Latency> begunEvents = wanted.stream()
                    .filter(latency -> its.start() <= latency.start() && latency.start() < its.end())
                    .toList();
            assertThat(step.begunJavaEvents()).isEqualTo(begunEvents.size());
            assertThat(step.longestJavaEvent())
                    .isEqualTo(begunEvents.stream()
                            .mapToLong(Latency::duration)
                            .max()
                            .orElse(0));
            boolean isLast = its.end() == shown.end();
            assertThat(step.switches())
                    .isEqualTo(switches.stream()
                            .filter(time -> its.start() <= time && (time < its.end() || isLast))
                            .count());
        }
        assertThat(end).isEqualTo(shown.end());
    }

    private static TraceThread unchosen() {
        TraceThread thread = thread(0);
        thread.setChosen(false);
        return thread;
    }

    /** What is told of a time that a step has a part of, is never more than there was in the step. */
    @RepeatedTest(200)
    void periodsTellWhatIsCertain(RepetitionInfo repetition) throws RecordingException {
        Random random = new Random(repetition.getCurrentRepetition());
        Span shown = new Span(TRACE_START + random.nextInt(50), TRACE_END - random.nextInt(50));
        int length = 1 + random.nextInt(60);
        int periodLength = 1 + random.nextInt(40);
        int kinds = 1 + random.nextInt(3);
        int[] kindAt = random.ints(TRACE_END, 0, kinds).toArray();
        TimeSteps steps = new TimeSteps(latency -> true);
        steps.setLength(length);
        steps.begin(session(TRACE_START, TRACE_END), shown);
        for (long start = TRACE_START; start < TRACE_END; start += periodLength) {
            Span its = new Span(start, Math.min(TRACE_END, start + periodLength));
            ProcessorPeriod period = new ProcessorPeriod(
                            0,
                            its.start(),
                            its.end(),
                            moments(its, time -> kindAt[(int) time] == 0),
                            moments(its, time -> kindAt[(int) time] == 1))
                    .within(shown);
            if (period != null) {
                steps.processorPeriod(period);
            }
        }
        for (TimeSteps.Step step : steps.steps()) {
            Span its = new Span(step.start(), step.end());
            long ran = moments(its, time -> kindAt[(int) time] == 0);
            long idle = moments(its, time -> kindAt[(int) time] == 1);
            boolean isWhole =
                    (its.start() - TRACE_START) % periodLength == 0 && (its.end() - TRACE_START) % periodLength == 0;
            // Where a period is all one thing, so is each part of it.
            assertThat(step.others()).isBetween(isWhole || kinds == 1 ? ran : 0, ran);
            assertThat(step.idle()).isBetween(isWhole ? idle : 0, idle);
        }
    }

    /** A period in which all is unknown tells nothing. */
    @Test
    void unknownPeriodIsNotTold() throws RecordingException {
        TimeSteps steps = new TimeSteps(latency -> true);
        steps.setLength(100);
        steps.begin(session(TRACE_START, TRACE_END), new Span(TRACE_START, TRACE_END));
        steps.processorPeriod(new ProcessorPeriod(0, TRACE_START, TRACE_START + 100, 0, 0));
        steps.processorPeriod(new ProcessorPeriod(0, TRACE_START + 100, TRACE_END, 0, 1));
        assertThat(steps.steps()).extracting(TimeSteps.Step::isTold).containsExactly(false, true);
    }

    private static long time(Span of, List<Slice> slices, Slice.Kind kind, boolean isChosen) {
        return slices.stream()
                .filter(slice -> slice.kind() == kind && slice.thread().isChosen() == isChosen)
                .mapToLong(slice -> moments(of, time -> slice.start() <= time && time < slice.end()))
                .sum();
    }

    /** As a damaged recording may tell of. */
    @Test
    void noTimeAtAll() throws RecordingException {
        TimeSteps steps = new TimeSteps(latency -> true);
        steps.begin(session(TRACE_START, TRACE_START), new Span(TRACE_START, TRACE_START));
        steps.contextSwitch(TRACE_START, thread(0), 0, false);
        steps.latency(latency(TRACE_START, 0));
        assertThat(steps.steps()).singleElement().satisfies(step -> assertThat(step.switches())
                .isEqualTo(1));
    }
}
