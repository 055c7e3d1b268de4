package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class InvoluntarySwitchesRuleTest {
    private static final Who MAIN = Who.of("java.exe (10)", 11);
    private static final Who POOL = Who.of("java.exe (10)", 12);

    @Test
    void warnsOfThreadsThatNeverGetOn() throws Exception {
        Verdict verdict =
                verdict(new MadeRecording().statistics(MAIN, 400, 0, 0, 250).statistics(POOL, 100, 0, 0, 350));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("1,200 times per second");
        assertThat(verdict.explanation()).contains("In 500 ms", "600 times", "thread java.exe (12) did so most often");
        assertThat(verdict.solution()).contains("Preemption");
    }

    @Test
    void ratesAreRounded() throws Exception {
        assertThat(verdict(new MadeRecording().statistics(MAIN, 600, 0, 0, 1001))
                        .summary())
                .contains("1,668 times per second");
    }

    @Test
    void isSilentAboutTimeSlices() throws Exception {
        assertThat(verdict(new MadeRecording().statistics(MAIN, 1000, 0, 0, 50)).severity())
                .isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableToAJvmThatHardlyRan() throws Exception {
        Verdict verdict = verdict(new MadeRecording().statistics(MAIN, 10, 0, 0, 50));
        assertThat(verdict.severity()).isEqualTo(Severity.NA);
        assertThat(verdict.summary()).contains("hardly ran");
    }

    @Test
    void isNotApplicableWithoutAJvm() throws Exception {
        assertThat(verdict(new MadeRecording().statistics(Who.of("other.exe (30)", 31), 1000, 0, 0, 5000))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new InvoluntarySwitchesRule(), recording);
    }
}
