package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class PageFaultWaitsRuleTest {
    private static final Who MAIN = Who.of("java.exe (10)", 11);

    @Test
    void warnsOfLongWaitsForPages() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .waiting(MAIN, 100, 250, "WrPageIn")
                .waiting(MAIN, 300, 320, "PageIn")
                .waiting(MAIN, 400, 900, "UserRequest"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("up to 150 ms");
        assertThat(verdict.explanation()).contains("2 times", "170 ms in total", "(WrPageIn)", "java.exe (11)");
        assertThat(verdict.solution()).contains("-XX:+AlwaysPreTouch");
    }

    @Test
    void isSilentAboutOtherWaitsAndOtherPrograms() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .waiting(MAIN, 400, 900, "UserRequest")
                .waiting(MAIN, 0, 300, null)
                .waiting(Who.of("other.exe (30)", 31), 100, 250, "WrPageIn"));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableWithoutAJvm() throws Exception {
        assertThat(verdict(new MadeRecording().waiting(Who.of("other.exe (30)", 31), 100, 250, "WrPageIn"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new PageFaultWaitsRule(), recording);
    }
}
