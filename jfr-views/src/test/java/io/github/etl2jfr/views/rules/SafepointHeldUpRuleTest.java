package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class SafepointHeldUpRuleTest {
    private static final Who VM = Who.vm("VM Thread", 12);
    private static final Who MAIN = Who.java("main", 11);
    private static final Who POOL = Who.java("pool-1", 14);

    @Test
    void warnsOfAThreadThatLostItsProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .safepoint(VM, 100, 180)
                .safepoint(VM, 300, 301)
                .ready(MAIN, 90, 179, 0, "Preempted")
                .ready(POOL, 90, 120, 0, "QuantumEnd"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("held up for 79 ms", "thread main");
        assertThat(verdict.explanation())
                .contains("took 80 ms at", "13:20.100", "5 ms or more of that: 1.", "together took 81 ms");
        assertThat(verdict.solution()).contains("Preemption");
    }

    @Test
    void isSilentAboutThreadsThatWaitedBeforeAndAboutTheVmItself() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .safepoint(VM, 100, 180)
                .ready(MAIN, 90, 179, 0, "Readied")
                .ready(POOL, 90, 179, 0, null)
                .ready(VM, 110, 179, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableWithoutSafepoints() throws Exception {
        assertThat(verdict(new MadeRecording().ready(MAIN, 90, 179, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new SafepointHeldUpRule(), recording);
    }
}
