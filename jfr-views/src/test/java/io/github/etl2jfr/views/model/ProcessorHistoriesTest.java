package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessorHistoriesTest {
    private final TraceThread one = new TraceThread(0, "one", 1, true, false, "java.exe");
    private final TraceThread other = new TraceThread(1, "other", 2, true, false, "java.exe");
    private final ProcessorHistories histories = new ProcessorHistories();

    /** Each of 10 ns, every tenth another's. */
    private void run(int processor, int first, int last) {
        for (int i = first; i < last; i++) {
            TraceThread thread = i % 10 == 9 ? other : one;
            histories.add(new Slice(
                    Slice.Kind.RUNNING, thread, 10L * i, 10L * i + 10, processor, 8, null, null, null, false));
        }
    }

    @Test
    void reachFarBack() {
        int told = 0;
        for (int count : new int[] {10, 1000, 16_380}) {
            run(0, told, count);
            told = count;
            ThreadTimes times = histories.during(0, 0, 10L * count);
            assertThat(times.time(one)).isEqualTo(9L * count);
            assertThat(times.time(other)).isEqualTo(1L * count);
        }
    }

    /** Whoever ran longest may have run before. */
    @Test
    void doNotGuessWhatTheyForgot() {
        run(0, 0, ProcessorHistories.MOST_OF_PROCESSOR + 5);
        assertReach(0, ProcessorHistories.MOST_OF_PROCESSOR);
    }

    private void assertReach(int processor, int slices) {
        long end = 10L * (ProcessorHistories.MOST_OF_PROCESSOR + 5);
        long start = end - 10L * slices;
        assertThat(histories.during(processor, start - 1, end)).isNull();
        assertThat(histories.during(processor, start, end).total()).isEqualTo(end - start);
    }

    @Test
    void ofManyProcessorsReachLessFar() {
        for (int processor = 0; processor < 100; processor++) {
            run(processor, 0, ProcessorHistories.MOST_OF_PROCESSOR + 5);
        }
        assertReach(0, ProcessorHistories.MOST_OF_PROCESSOR);
        assertReach(99, ProcessorHistories.LEAST_OF_PROCESSOR);
    }
}
