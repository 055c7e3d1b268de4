package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What is counted while slices go by is the same as looking at each moment. */
class LoadTest {
    private static final int END = 64;
    private static final int COLUMNS = 5;
    private static final List<TraceThread> THREADS = List.of(thread(0), thread(1), thread(2), thread(3));

    private static TraceThread thread(int index) {
        return new TraceThread(index, "thread " + index, index + 1, false, false, "program (1)");
    }

    private static Slice slice(Slice.Kind kind, TraceThread thread, long start, long end) {
        return new Slice(kind, thread, start, end, 0, 8, null, null, null, false);
    }

    private static Load load(List<Slice> slices) {
        Load load = new Load(COLUMNS);
        load.begin(null, new Span(0, END));
        slices.forEach(load::slice);
        return load;
    }

    @RepeatedTest(200)
    void countsAsOneWouldAtEachMoment(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<Slice> slices = new ArrayList<>();
        for (TraceThread thread : THREADS) {
            for (long time = random.nextInt(9), end; time < END; time = end + random.nextInt(3)) {
                end = Math.min(END, time + 1 + random.nextInt(20));
                slices.add(slice(random.nextBoolean() ? Slice.Kind.READY : Slice.Kind.RUNNING, thread, time, end));
            }
        }
        slices.sort(Comparator.comparingLong(Slice::end));
        Load load = load(slices);
        long[] running = new long[COLUMNS];
        long[] ofTwo = new long[COLUMNS];
        long[] ready = new long[COLUMNS];
        Columns columns = new Columns(new Span(0, END), COLUMNS);
        LongStream.range(0, END).forEach(time -> slices.stream()
                .filter(slice -> slice.start() <= time && time < slice.end())
                .forEach(slice -> {
                    boolean ran = slice.kind() == Slice.Kind.RUNNING;
                    (ran ? running : ready)[columns.at(time)]++;
                    ofTwo[columns.at(time)] += ran && slice.thread().index() < 2 ? 1 : 0;
                }));
        assertThat(load.running()).isEqualTo(running);
        assertThat(load.running(THREADS.subList(0, 2))).isEqualTo(ofTwo);
        assertThat(load.ready()).isEqualTo(ready);
        assertThat(load.mostReady())
                .isEqualTo(LongStream.range(0, END)
                        .mapToInt(time -> (int) slices.stream()
                                .filter(slice ->
                                        slice.kind() == Slice.Kind.READY && slice.start() <= time && time < slice.end())
                                .count())
                        .max()
                        .orElseThrow());
    }

    @Test
    void mostIsNotToldOfAnotherOrder() {
        List<Slice> slices = new ArrayList<>(List.of(
                slice(Slice.Kind.READY, THREADS.get(0), 0, 10), slice(Slice.Kind.READY, THREADS.get(1), 10, 20)));
        assertThat(load(slices).mostReady()).isEqualTo(1);
        Collections.reverse(slices);
        assertThat(load(slices).mostReady()).isNull();
    }
}
