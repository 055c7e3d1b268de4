package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class OverloadedProcessorRuleTest {
    private static final Who MAIN = Who.of("java.exe (10)", 11);
    private static final Who POOL = Who.of("java.exe (10)", 12);

    @Test
    void warnsOfAQueueBesideAnIdleProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .idle(1, 0, 500)
                .ready(MAIN, 100, 300, 0, "Preempted")
                .ready(POOL, 400, 600, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("processor 0", "75 %");
        assertThat(verdict.explanation())
                .contains(
                        "for 400 ms",
                        "for 300 ms of that",
                        "Thread java.exe (11) had the longest such time: 200 ms from",
                        "13:20.100");
        assertThat(verdict.solution()).contains("affinity");
    }

    /** One for which threads wait long, and mostly while all are busy, does not hide another. */
    @Test
    void judgesTheProcessorThatIsWorstOff() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .idle(1, 0, 200)
                .ready(MAIN, 0, 2000, 0, "Preempted")
                .idle(1, 3000, 3180)
                .ready(POOL, 3000, 3200, 3, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("processor 3", "90 %");
        assertThat(verdict.explanation()).contains("for 200 ms", "for 180 ms of that");
    }

    /** It takes a moment to get going, and short times do not count. */
    @Test
    void isSilentAboutTheProcessorsOwnIdleTimeAndAboutBusyOnes() throws Exception {
        Verdict verdict =
                verdict(new MadeRecording().idle(0, 100, 300).idle(1, 300, 301).ready(MAIN, 100, 300, 0, "Readied"));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).startsWith("No thread");
    }

    @Test
    void isNotApplicableWithoutIdleTimes() throws Exception {
        assertThat(verdict(new MadeRecording().ready(MAIN, 100, 300, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new OverloadedProcessorRule(), recording);
    }
}
