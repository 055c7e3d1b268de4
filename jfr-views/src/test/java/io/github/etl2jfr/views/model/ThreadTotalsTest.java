package io.github.etl2jfr.views.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadTotalsTest {
    private static final TraceThread THREAD = new TraceThread(0, "thread", 1, false, false, "program (1)");

    private final ThreadTotals totals = new ThreadTotals(THREAD);

    private boolean run(long start, int processor) {
        return totals.add(
                new Slice(Slice.Kind.RUNNING, THREAD, start, start + 1, processor, 8, null, null, null, false));
    }

    /** From 0 to 1 is all that is known of this thread's ways. */
    @Test
    void unknownProcessorIsNoMigrationAndHidesNone() {
        List<Boolean> migrated = new ArrayList<>();
        int[] processors = {-1, 0, -1, 0, -1, -1, 1};
        for (int i = 0; i < processors.length; i++) {
            migrated.add(run(i, processors[i]));
        }
        assertThat(migrated).containsExactly(false, false, false, false, false, false, true);
        assertThat(totals.totals().migrations()).isEqualTo(1);
        assertThat(totals.totals().running()).isEqualTo(processors.length);
    }
}
