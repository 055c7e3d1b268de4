package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class DisplacedByProcessRuleTest {
    private static final Who MAIN = Who.of("java.exe (10)", 11);
    private static final Who POOL = Who.of("java.exe (10)", 12);
    private static final Who ANTIVIRUS = Who.of("MsMpEng.exe (40)", 41);
    private static final Who OTHER = Who.of("other.exe (30)", 31);

    @Test
    void warnsOfAnAntivirus() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .running(MAIN, 0, 100, 0)
                .ready(MAIN, 100, 300, 0, "Preempted")
                .running(ANTIVIRUS, 100, 280, 0)
                .running(OTHER, 280, 300, 0)
                .running(MAIN, 300, 500, 0));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("MsMpEng.exe (40)", "36 %");
        assertThat(verdict.explanation())
                .contains(
                        "In total, the JVM's threads could run for 500 ms",
                        "For 180 ms",
                        "MsMpEng.exe (41)",
                        "13:20.100");
        assertThat(verdict.solution()).contains("antivirus", "folders");
    }

    /** Two threads behind one: it costs both. */
    @Test
    void countsEachThreadThatHadToWait() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .ready(MAIN, 100, 200, 0, "Readied")
                .ready(POOL, 150, 250, 0, "Readied")
                .running(OTHER, 100, 200, 0)
                .running(MAIN, 200, 250, 0));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.explanation())
                .contains(
                        "could run for 250 ms",
                        "For 150 ms",
                        "ran for 100 ms from",
                        "waited 150 ms in total behind it");
        assertThat(verdict.solution()).doesNotContain("antivirus");
    }

    @Test
    void isSilentAboutTheJvmsOwnThreadsAndOtherProcessors() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .ready(MAIN, 100, 300, 0, "Preempted")
                .running(POOL, 100, 300, 0)
                .running(OTHER, 100, 300, 1));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).startsWith("No other program");
    }

    @Test
    void isNotApplicableWithoutAJvm() throws Exception {
        assertThat(verdict(new MadeRecording()
                                .ready(OTHER, 100, 300, 0, "Preempted")
                                .running(ANTIVIRUS, 100, 300, 0))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    /** Of those who are not there nobody can say that they did nothing; of those who are, what they did. */
    @Test
    void isNotApplicableIfNothingIsFoundWhereOthersWereLeftOut() throws Exception {
        assertThat(verdict(alone().sessionOfSome("java.exe", null)).severity()).isEqualTo(Severity.NA);
        assertThat(verdict(alone().sessionOfSome(null, "those of this JVM")).severity())
                .isEqualTo(Severity.NA);
        assertThat(verdict(alone().sessionOfSome(null, "those of concern to the JVM"))
                        .severity())
                .isEqualTo(Severity.OK);
        assertThat(verdict(alone().running(OTHER, 100, 101, 0).sessionOfSome("java.exe, other.exe", null))
                        .severity())
                .isEqualTo(Severity.NA);
        assertThat(verdict(alone().running(OTHER, 100, 300, 0).sessionOfSome("java.exe, other.exe", null))
                        .severity())
                .isEqualTo(Severity.WARNING);
    }

    private static MadeRecording alone() {
        return new MadeRecording().ready(MAIN, 100, 300, 0, "Preempted").running(POOL, 100, 300, 0);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new DisplacedByProcessRule(), recording);
    }
}
