package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessorHistoryTest {
    private final TraceThread one = new TraceThread(0, "one", 1, true, "java.exe");
    private final TraceThread other = new TraceThread(1, "other", 2, true, "java.exe");
    private final ProcessorHistory history = new ProcessorHistory();

    /** Each of 10 ns, every tenth another's. */
    private void run(int first, int last) {
        for (int i = first; i < last; i++) {
            TraceThread thread = i % 10 == 9 ? other : one;
            history.add(new Slice(Slice.Kind.RUNNING, thread, 10L * i, 10L * i + 10, 0, null, null, null, false));
        }
    }

    @Test
    void reachesFarBack() {
        int told = 0;
        for (int count : new int[] {10, 1000, 16_380}) {
            run(told, count);
            told = count;
            ThreadTimes times = history.during(0, 10L * count);
            assertThat(times.time(0)).isEqualTo(9L * count);
            assertThat(times.time(1)).isEqualTo(1L * count);
        }
    }

    /** Whoever ran longest may have run before. */
    @Test
    void doesNotGuessWhatItForgot() {
        run(0, ProcessorHistory.MOST + 5);
        long end = 10L * (ProcessorHistory.MOST + 5);
        assertThat(history.during(49, end)).isNull();
        assertThat(history.during(50, end).total()).isEqualTo(end - 50);
    }
}
