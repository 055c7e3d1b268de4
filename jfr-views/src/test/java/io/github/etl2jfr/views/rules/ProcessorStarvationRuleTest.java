package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class ProcessorStarvationRuleTest {
    private static final Who MAIN = Who.of("java.exe (10)", 11);
    private static final Who POOL = Who.of("javaw.exe (20)", 21);
    private static final Who OTHER = Who.of("other.exe (30)", 31);

    @Test
    void warnsOfThreadsWithoutProcessors() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .statistics(MAIN, 600, 300, 120, 0)
                .statistics(POOL, 100, 200, 50, 0)
                .statistics(OTHER, 1000, 0, 0, 0));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("41.7 %");
        assertThat(verdict.explanation())
                .contains("could run for 1.200 s", "no processor for 500 ms", "120 ms", "Thread java.exe (11)")
                .contains("13:20.100");
        assertThat(verdict.solution()).contains("Scheduling", "thread pools");
    }

    @Test
    void tellsOfSomewhatMoreThanUsual() throws Exception {
        assertThat(verdict(new MadeRecording().statistics(MAIN, 800, 150, 20, 0))
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void isSilentAboutOtherPrograms() throws Exception {
        Verdict verdict =
                verdict(new MadeRecording().statistics(MAIN, 1000, 10, 5, 0).statistics(OTHER, 100, 900, 500, 0));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).contains("0.99 %");
    }

    @Test
    void isNotApplicableToATraceWithoutReadyEvents() throws Exception {
        assertThat(verdict(new MadeRecording().sessionWithoutReadyEvents().statistics(MAIN, 1000, 10, 5, 0))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    /** Nine parts in ten, but of next to nothing. */
    @Test
    void isSilentAboutTheFirstMicroseconds() throws Exception {
        assertThat(verdict(new MadeRecording().statistics(MAIN, 1, 9, 1, 0)).severity())
                .isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableWithoutAJvm() throws Exception {
        Verdict verdict = verdict(new MadeRecording().statistics(OTHER, 100, 900, 500, 0));
        assertThat(verdict.severity()).isEqualTo(Severity.NA);
        assertThat(verdict.summary()).contains("no thread of a JVM");
    }

    /** As in the recordings that an agent writes into. */
    @Test
    void goesByTheSlicesWhereThereAreNoStatistics() throws Exception {
        Who worker = Who.java("worker", 12);
        Verdict verdict = verdict(new MadeRecording()
                .running(worker, 0, 100, 0)
                .ready(worker, 100, 150, 0, "Preempted")
                .running(worker, 150, 400, 0)
                .ready(worker, 400, 600, 0, "Readied")
                .ready(Who.java("starved", 13), 0, 250, 0, "Readied")
                .ready(OTHER, 0, 900, 0, "Readied"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("58.8 %");
        assertThat(verdict.explanation())
                .contains("could run for 850 ms", "no processor for 500 ms", "250 ms", "Thread starved");
    }

    @Test
    void isNotSureOfSlicesWithoutShorterOnes() throws Exception {
        assertThat(verdict(new MadeRecording()
                                .sessionOfLongSlices(4_000_000)
                                .running(MAIN, 0, 900, 0)
                                .ready(MAIN, 900, 910, 0, "Readied"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    /** They count what is too short to be there. */
    @Test
    void statisticsCountWhereThereAreSome() throws Exception {
        assertThat(verdict(new MadeRecording()
                                .sessionOfLongSlices(4_000_000)
                                .statistics(MAIN, 1000, 10, 5, 0)
                                .running(MAIN, 0, 100, 0)
                                .ready(MAIN, 100, 900, 0, "Readied"))
                        .severity())
                .isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableWithoutStatistics() throws Exception {
        assertThat(verdict(new MadeRecording().ready(MAIN, 0, 900, 0, "Readied"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new ProcessorStarvationRule(), recording);
    }
}
