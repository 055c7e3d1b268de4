package io.github.etl2jfr.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.DoubleRange;

/** Whatever the clocks and the data: the truth lies in the interval told, or none is told. */
class ClockAlignmentPropertiesTest {
    /** A JVM's clock that is up to a second and 50 ppm wrong, with ticks of 1 to 100 ns. */
    @Provide
    Arbitrary<Run.Skew> skews() {
        return Combinators.combine(
                        Arbitraries.doubles().between(-1e9, 1e9),
                        Arbitraries.integers().between(-50_000, 50_000).map(partsPerBillion -> partsPerBillion * 1e-9),
                        Arbitraries.of(1L, 10L, 100L))
                .as(Run.Skew::new);
    }

    /** Work as in a server: waits of 1 to 300 ms, and running for 10 µs to 5 ms in between. */
    @Provide
    Arbitrary<Run.Load> loads() {
        return loads(Arbitraries.just(1.0));
    }

    /** Any work, also such that repeats itself. */
    @Provide
    Arbitrary<Run.Load> monotonousLoads() {
        return loads(Arbitraries.of(0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2));
    }

    @Provide
    Arbitrary<Long> steps() {
        return Arbitraries.of(5000L, 10_000L, 30_000L, 500_000L, 1_000_000L, 10_000_000L, 15_625_000L);
    }

    private static Arbitrary<Run.Load> loads(Arbitrary<Double> jitters) {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.integers().between(2, 10),
                        Arbitraries.doubles().between(3, 15),
                        Arbitraries.doubles().between(0, 2.5).map(exponent -> Math.pow(10, exponent)),
                        Arbitraries.doubles().between(1, 3.7).map(exponent -> Math.pow(10, exponent)),
                        jitters)
                .as(Run.Load::new);
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void theOffsetIsFound(@ForAll("loads") Run.Load load, @ForAll("skews") Run.Skew skew) {
        Run run = load.run();
        Alignment alignment = ClockAlignment.find(run.trace(), run.jvm(skew));
        assertThat(alignment).isInstanceOf(ClockOffset.class);
        assertHoldsTruth(alignment, run, skew);
        assertThat(((ClockOffset) alignment).contradicting()).isZero();
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void theOffsetIsFoundDespiteWrongData(
            @ForAll("loads") Run.Load load,
            @ForAll("skews") Run.Skew skew,
            @ForAll @DoubleRange(max = 0.03) double wrong,
            @ForAll @DoubleRange(max = 0.03) double spun,
            @ForAll @DoubleRange(max = 0.03) double missing) {
        Run run = load.run();
        Run damaged = run.withWrongWaits(wrong, load.seed())
                .withSpunWaits(spun, load.seed() + 1)
                .withMissingSlices(missing, load.seed() + 2);
        Alignment alignment = ClockAlignment.find(damaged.trace(), damaged.jvm(skew));
        assertThat(alignment).isInstanceOf(ClockOffset.class);
        assertHoldsTruth(alignment, run, skew);
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void aClockThatMovesInStepsNeverTellsAWrongOffset(
            @ForAll("loads") Run.Load load, @ForAll("skews") Run.Skew skew, @ForAll("steps") long step) {
        Run run = load.run();
        Run told = run.shownBy(Run.steps(step));
        assertHoldsTruth(ClockAlignment.find(told.trace(), run.jvm(skew)), run, skew);
    }

    /** As when a program that wants fast timers starts or ends meanwhile. */
    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void aClockWhoseStepsChangeNeverTellsAWrongOffset(
            @ForAll("loads") Run.Load load, @ForAll("skews") Run.Skew skew, @ForAll @DoubleRange double share) {
        Run run = load.run();
        long change = run.start() + (long) (share * (run.end() - run.start()));
        Run told = run.shownBy(
                time -> Run.steps(time < change ? 10_000_000 : 15_000_000).applyAsLong(time));
        assertHoldsTruth(ClockAlignment.find(told.trace(), run.jvm(skew)), run, skew);
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void theSamplesOffsetIsFound(@ForAll("skews") Run.Skew skew) throws IOException {
        Run run = SampleRun.read();
        Alignment alignment = ClockAlignment.find(run.trace(), run.jvm(skew));
        assertThat(alignment).isInstanceOf(ClockOffset.class);
        assertHoldsTruth(alignment, run, skew);
        assertThat(((ClockOffset) alignment).uncertaintyNanos()).isLessThan(5000);
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void theDamagedSamplesOffsetIsFound(@ForAll("skews") Run.Skew skew, @ForAll long seed) throws IOException {
        Run run = SampleRun.read();
        // A wait has a slice at either end. With a tenth of the waits wrong, hardly any short time has a quarter.
        Run damaged = run.withWrongWaits(0.05, seed).withMissingSlices(0.02, seed);
        Alignment alignment = ClockAlignment.find(damaged.trace(), damaged.jvm(skew));
        assertThat(alignment).isInstanceOf(ClockOffset.class);
        assertHoldsTruth(alignment, run, skew);
    }

    @Property(tries = 8, shrinking = ShrinkingMode.OFF)
    void runningInstantsNeverTellAWrongOffset(@ForAll("loads") Run.Load load, @ForAll("skews") Run.Skew skew) {
        Run run = load.run().withoutWaits();
        assertHoldsTruth(ClockAlignment.find(run.trace(), run.jvm(skew)), run, skew);
    }

    @Property(tries = 6, shrinking = ShrinkingMode.OFF)
    void monotonousDataNeverTellAWrongOffset(@ForAll("monotonousLoads") Run.Load load, @ForAll("skews") Run.Skew skew) {
        Run run = load.run();
        assertHoldsTruth(ClockAlignment.find(run.trace(), run.jvm(skew)), run, skew);
    }

    @Property(tries = 4, shrinking = ShrinkingMode.OFF)
    void unrelatedDataTellNoOffset(@ForAll("loads") Run.Load load, @ForAll("skews") Run.Skew skew) {
        Run.Load other = new Run.Load(
                load.seed() + 1, load.threads(), load.seconds(), load.waitMillis(), load.runMicros(), load.jitter());
        Run run = load.run().withEventsOf(other.run());
        assertThat(ClockAlignment.find(run.trace(), run.jvm(skew))).isInstanceOf(NoClockOffset.class);
        Run instants = run.withoutWaits();
        assertThat(ClockAlignment.find(instants.trace(), instants.jvm(skew))).isInstanceOf(NoClockOffset.class);
    }

    /** At any time that trace and recording have in common. */
    private static void assertHoldsTruth(Alignment alignment, Run run, Run.Skew skew) {
        if (alignment instanceof ClockOffset offset) {
            LongStream.of(run.recordingStart(), run.recordingEnd())
                    .map(time -> skew.toJvm(time, run.middle()))
                    .forEach(time -> assertThat(Run.offsetAt(offset, time))
                            .isBetween(
                                    skew.offsetAt(time, run.middle()) - offset.uncertaintyNanos(),
                                    skew.offsetAt(time, run.middle()) + offset.uncertaintyNanos()));
        }
    }
}
