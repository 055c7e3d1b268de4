package io.github.etl2jfr.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.alignment.NoClockOffset.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample, whose two clocks are known to be one, and data that tell nothing. */
class ClockAlignmentTest {
    private static final Run.Skew NONE = new Run.Skew(0, 0, 1);

    /** The trace of the sample, and the one whose wall clock is 7.3 ms ahead. */
    @ParameterizedTest
    @ValueSource(longs = {0, 7_300_000})
    void theSampleTellsItsOffset(long skewNanos) throws IOException {
        Run run = SampleRun.read();
        ClockOffset offset = found(ClockAlignment.find(run.trace(), run.jvm(new Run.Skew(skewNanos, 0, 1))));
        assertThat(offset.offsetNanos()).isBetween(skewNanos - 3000.0, skewNanos + 3000.0);
        assertThat(offset.drift()).isZero();
        assertThat(offset.uncertaintyNanos()).isLessThan(5000);
        assertThat(Math.abs(offset.offsetNanos() - skewNanos)).isLessThan(offset.uncertaintyNanos());
        assertThat(offset.waits()).isEqualTo(run.waits().size());
        assertThat(offset.contradicting()).isZero();
    }

    /** A clock of system time shows the time of the last timer tick, 0.5 to 15.6 ms apart. */
    @ParameterizedTest
    @ValueSource(longs = {5000, 10_000, 500_000, 1_000_000, 15_625_000})
    void aClockThatMovesInStepsTellsItsOffsetToAboutAStep(long step) throws IOException {
        Run run = SampleRun.read();
        Run told = run.shownBy(Run.steps(step));
        ClockOffset offset = found(ClockAlignment.find(told.trace(), run.jvm(new Run.Skew(7_300_000, 0, 1))));
        assertThat(Math.abs(offset.offsetNanos() - 7_300_000)).isLessThan(offset.uncertaintyNanos());
        assertThat(offset.uncertaintyNanos()).isBetween((double) step, 3.0 * step);
    }

    /** Where there are too few waits, the instants at which threads ran tell, if less exactly. */
    @Test
    void theSamplesRunningInstantsTellTheOffset() throws IOException {
        Run run = SampleRun.read();
        ClockOffset offset = found(ClockAlignment.find(
                run.withoutWaits().trace(), run.withoutWaits().jvm(NONE)));
        assertThat(Math.abs(offset.offsetNanos())).isLessThan(offset.uncertaintyNanos());
        assertThat(offset.waits()).isZero();
        assertThat(offset.runningInstants()).isPositive();
    }

    @Test
    void theOffsetGrowsByTheDrift() {
        ClockOffset offset = new ClockOffset(1_000_000_000_000L, 7_300_000, 50e-6, 1000, 10, 0, 0);
        assertThat(Run.offsetAt(offset, 1_000_000_000_000L)).isEqualTo(7_300_000);
        // 10 s later the drift of 50 µs/s has added 500 µs.
        assertThat(Run.offsetAt(offset, 1_010_000_000_000L)).isCloseTo(7_800_000, within(1e-3));
    }

    @Test
    void withoutEventsThereIsTooLittleEvidence() {
        Run run = load(1).run();
        JvmTimes jvm = new JvmTimes(run.start(), run.end(), 1);
        assertThat(reason(ClockAlignment.find(run.trace(), jvm))).isEqualTo(Reason.TOO_LITTLE_EVIDENCE);
    }

    @Test
    void aFewWaitsAreTooLittleEvidence() {
        Run run = load(1).run();
        Run few = run.withWaits(run.waits().subList(100, 103));
        assertThat(reason(ClockAlignment.find(few.trace(), few.jvm(NONE))))
                .isIn(Reason.TOO_LITTLE_EVIDENCE, Reason.AMBIGUOUS);
    }

    @Test
    void recordingsOfDifferentDaysHaveNoCommonTime() {
        Run run = load(1).run();
        assertThat(reason(ClockAlignment.find(run.trace(), run.jvm(new Run.Skew(86_400e9, 0, 1)))))
                .isEqualTo(Reason.NO_COMMON_TIME);
    }

    @Test
    void recordingsOfDifferentProcessesHaveNoCommonThread() {
        Run run = load(1).run();
        JvmTimes jvm = new JvmTimes(run.start(), run.end(), 1);
        run.waits().forEach(wait -> jvm.waited(wait.thread() + 100, wait.start(), wait.end()));
        assertThat(reason(ClockAlignment.find(run.trace(), jvm))).isEqualTo(Reason.NO_COMMON_THREAD);
    }

    /** Everything repeats every 20.3 ms: any multiple of it is as good as the truth. */
    @Test
    void waitsOfTheSameLengthAreAmbiguous() {
        Run run = new Run.Load(1, 4, 5, 20, 300, 0).run();
        assertThat(reason(ClockAlignment.find(run.trace(), run.jvm(NONE)))).isEqualTo(Reason.AMBIGUOUS);
    }

    @Test
    void aThreadThatAlwaysRunsTellsNothing() {
        TraceTimes trace = new TraceTimes(0, 10_000_000_000L, 1);
        trace.running(0, 0, 10_000_000_000L);
        JvmTimes jvm = new JvmTimes(0, 10_000_000_000L, 1);
        for (long time = 0; time < 10_000_000_000L; time += 1_000_000) {
            jvm.ran(0, time);
        }
        assertThat(reason(ClockAlignment.find(trace, jvm))).isEqualTo(Reason.TOO_LITTLE_EVIDENCE);
    }

    /** Half of the recording was made before the trace. */
    @Test
    void aTraceOfPartOfTheRecordingIsEnough() {
        Run run = load(1).run();
        long cut = run.middle();
        TraceTimes trace = new TraceTimes(cut, run.end(), 1);
        for (int thread = 0; thread < run.slices().size(); thread++) {
            for (Run.Span slice : run.slices().get(thread)) {
                if (slice.end() > cut) {
                    trace.running(thread, Math.max(cut, slice.start()), slice.end());
                }
            }
        }
        ClockOffset offset = found(ClockAlignment.find(trace, run.jvm(new Run.Skew(-1e9, 0, 1))));
        assertThat(Math.abs(offset.offsetNanos() + 1e9)).isLessThan(offset.uncertaintyNanos());
    }

    /** More waits than are kept: memory and time do not grow with them. */
    @Test
    void aMillionWaitsAreSampled() {
        Run run = new Run.Load(1, 100, 60, 5, 300, 1).run();
        assertThat(run.waits()).hasSizeGreaterThan(800_000);
        ClockOffset offset = found(ClockAlignment.find(run.trace(), run.jvm(new Run.Skew(3e8, 20e-6, 10))));
        assertThat(Run.offsetAt(offset, run.middle())).isBetween(3e8 - 5000, 3e8 + 5000);
        assertThat(offset.uncertaintyNanos()).isLessThan(5000);
    }

    private static Run.Load load(long seed) {
        return new Run.Load(seed, 6, 5, 20, 300, 1);
    }

    private static ClockOffset found(Alignment alignment) {
        assertThat(alignment).isInstanceOf(ClockOffset.class);
        return (ClockOffset) alignment;
    }

    private static Reason reason(Alignment alignment) {
        assertThat(alignment).isInstanceOf(NoClockOffset.class);
        return ((NoClockOffset) alignment).reason();
    }
}
