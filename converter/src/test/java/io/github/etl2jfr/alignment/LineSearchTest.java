package io.github.etl2jfr.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineSearchTest {
    private static final long SECOND = 1_000_000_000;
    private static final int PERIOD = 100_000;

    /** Two waits that are true under any offset: each box takes two verdicts, and there are millions of boxes. */
    @Test
    void evidenceThatTellsNothingTakesLittleMemory() {
        TraceTimes trace = new TraceTimes(-4 * SECOND, 4 * SECOND, 1);
        for (long time = -4 * SECOND; time < 4 * SECOND; time += PERIOD) {
            trace.running(0, time, time + PERIOD / 2);
        }
        List<Piece> waits = List.of(new Piece(0, 0, SECOND / 10), new Piece(0, SECOND / 5, SECOND / 3));
        Evidence evidence = new Evidence(trace, ClockSteps.of(trace), waits, 0, PERIOD, 2e9);
        LineSearch search = new LineSearch(20_000_000);
        List<LineBox> found = search.plausible(evidence, List.of(new LineBox(0, 0, 2e9, 100e-6)), 1000);
        assertThat(search.isGivenUp()).isTrue();
        assertThat(found).hasSizeLessThan(200_000);
    }
}
