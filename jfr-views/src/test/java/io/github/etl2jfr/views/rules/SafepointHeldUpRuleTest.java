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
                .contains("took 80 ms, held up from", "13:20.100", "5 ms or more of that: 1.", "took 81 ms in total");
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

    /** That it began without it shows that it did not have to wait for it: perhaps it was in native code. */
    @Test
    void isSilentAboutThreadsThatLackAProcessorWhenItHasBegun() throws Exception {
        assertThat(verdict(new MadeRecording()
                                .safepoint(VM, 100, 180)
                                .safepoint(VM, 300, 380)
                                .ready(MAIN, 90, 181, 0, "Preempted")
                                .ready(POOL, 90, 390, 0, "QuantumEnd"))
                        .severity())
                .isEqualTo(Severity.OK);
    }

    /** The JVM's recording is longer than the trace: who held those up nobody knows. */
    @Test
    void countsSafepointsInTheTimeOfTheTrace() throws Exception {
        MadeRecording recording = new MadeRecording()
                .session(300, 600)
                .safepoint(VM, 100, 180)
                .safepoint(VM, 700, 780)
                .ready(MAIN, 410, 440, 0, "Preempted");
        assertThat(verdict(recording))
                .extracting(Verdict::severity, Verdict::summary)
                .containsExactly(Severity.NA, "In the time of the trace there was no safepoint.");
        assertThat(verdict(recording.safepoint(VM, 400, 450)).explanation())
                .contains("took 50 ms in total to begin", "no processor for 30 ms");
    }

    /** By clocks that agree within 2 ms, it may have got its processor in time. */
    @Test
    void warnsOfAThreadThatMayHaveGotAProcessorInTime() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .mergedSession("Headers", 0, 2_000_000, 0, 0)
                .safepoint(VM, 100, 180)
                .ready(MAIN, 90, 182, 0, "Preempted")
                .ready(POOL, 90, 183, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("held up for 80 ms", "thread main");
    }

    /** The compiler is in native code, the others run no Java: no safepoint waits for any of them. */
    @Test
    void isSilentAboutThreadsThatASafepointDoesNotWaitFor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .jvm(10)
                .safepoint(VM, 100, 180)
                .ready(Who.java("C2 CompilerThread0", 15), 110, 170, 0, "Preempted")
                .ready(Who.java("C1 CompilerThread0", 16), 110, 170, 0, "QuantumEnd")
                .ready(Who.vm("VM Periodic Task Thread", 17), 110, 170, 0, "Preempted")
                .ready(Who.of("java.exe (10)", 18), 110, 170, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
    }

    /** There, nobody knows which of the process's threads run Java. */
    @Test
    void warnsOfAnyThreadOfATraceThatWasNotMerged() throws Exception {
        Who unknown = Who.of("java.exe (10)", 18);
        Verdict verdict = verdict(new MadeRecording()
                .jvm(10)
                .safepoint(VM, 100, 180)
                .ready(Who.of("java.exe (10)", 19), 110, 120, 0, "Preempted")
                .ready(unknown, 110, 170, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("held up for 60 ms", "thread java.exe (18)");
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
