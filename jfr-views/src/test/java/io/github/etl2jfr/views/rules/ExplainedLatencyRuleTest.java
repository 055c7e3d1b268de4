package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class ExplainedLatencyRuleTest {
    private static final Who VM = Who.vm("VM Thread", 12);
    private static final Who MAIN = Who.java("main", 11);
    private static final Who OTHER = Who.of("other.exe (30)", 31);

    @Test
    void warnsOfAKindOfLatencyThatIsWantOfAProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .breakdown(VM, "jdk.GCPhasePause", 100, 150, 10, 40, 0, OTHER)
                .breakdown(VM, "jdk.GCPhasePause", 300, 330, 30, 0, 0, null)
                .breakdown(MAIN, "jdk.ThreadPark", 100, 900, 0, 60, 700, null));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("For 50 %", "jdk.GCPhasePause");
        assertThat(verdict.explanation())
                .contains("lasted 80 ms", "for 40 ms of that", "thread VM Thread", "13:20.100", "40 ms of 50 ms")
                .contains("other.exe (31) of other.exe (30)");
    }

    /** Of the others it would otherwise be thought that nothing is the matter with them. */
    @Test
    void namesTheOthersAboveTheLimit() throws Exception {
        MadeRecording recording = new MadeRecording()
                .breakdown(MAIN, "jdk.ThreadPark", 100, 900, 0, 280, 520, VM)
                .breakdown(VM, "jdk.GCPhasePause", 100, 150, 25, 25, 0, OTHER)
                .breakdown(MAIN, "jdk.JavaMonitorEnter", 100, 200, 60, 40, 0, VM)
                .breakdown(MAIN, "jdk.ThreadSleep", 100, 900, 0, 79, 721, VM)
                .breakdown(MAIN, "jdk.FileRead", 100, 130, 11, 19, 0, VM);
        assertThat(verdict(recording).explanation())
                .endsWith(
                        "Other types above the limit: jdk.JavaMonitorEnter (40 % of 100 ms), jdk.ThreadPark (35 % of 800 ms).");
    }

    /** Too little to tell, but true. */
    @Test
    void namesTheKindWithMost() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .breakdown(MAIN, "jdk.ThreadPark", 100, 900, 100, 0, 700, null)
                .breakdown(MAIN, "jdk.ThreadSleep", 100, 900, 100, 10, 690, VM)
                .breakdown(MAIN, "jdk.FileRead", 100, 900, 100, 0, 700, null));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).contains("jdk.ThreadSleep");
        assertThat(verdict.explanation()).contains("thread VM Thread of the JVM");
    }

    /** As G1's Remark and all pauses of ZGC are. */
    @Test
    void warnsOfPausesForWhichTheVmThreadLackedAProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .breakdownOfVmThread(Who.vm("G1 Main Marker", 13), 100, 150, VM, 40, OTHER)
                .breakdown(VM, "jdk.GCPhasePause", 300, 330, 20, 10, 0, MAIN));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("For 62.5 %", "jdk.GCPhasePause");
        assertThat(verdict.explanation())
                .contains("lasted 80 ms", "for 50 ms of that", "thread VM Thread", "13:20.100", "40 ms of 50 ms")
                .contains("other.exe (31) of other.exe (30)");
    }

    @Test
    void isSilentAboutLatencyOfOtherCauses() throws Exception {
        Verdict verdict = verdict(new MadeRecording().breakdown(MAIN, "jdk.ThreadPark", 100, 900, 100, 0, 700, null));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).startsWith("In none");
    }

    @Test
    void isSilentAboutTimesThatAreUnknown() throws Exception {
        assertThat(verdict(new MadeRecording()
                                .breakdown(MAIN, "jdk.ThreadPark", 100, 900, 0, MadeRecording.UNKNOWN, 0, null))
                        .severity())
                .isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableToATraceOnItsOwn() throws Exception {
        Verdict verdict = verdict(new MadeRecording().ready(MAIN, 100, 900, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.NA);
        assertThat(verdict.summary()).isEqualTo("The recording has no events of type windows.LatencyBreakdown.");
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new ExplainedLatencyRule(), recording);
    }
}
