package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class LockHolderPreemptedRuleTest {
    private static final long MONITOR = 0x7000;

    private static final Who HOLDER = Who.java("holder", 11);
    private static final Who FIRST = Who.java("first", 12);
    private static final Who SECOND = Who.java("second", 13);

    /** The two waits overlap: what held up both counts once. */
    @Test
    void warnsOfAHolderWithoutAProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .monitorEnter(SECOND, MONITOR, 120, 220, HOLDER)
                .ready(HOLDER, 110, 190, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("Thread holder", "80 ms");
        assertThat(verdict.explanation())
                .contains(
                        "for which thread first waited",
                        "13:20.110",
                        "for 120 ms",
                        "80 ms of that",
                        "10 ms or more of that: 1.");
        assertThat(verdict.solution()).contains("shorter time");
    }

    @Test
    void isSilentAboutAHolderThatRanAndAboutWaitersWithoutProcessors() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .ready(HOLDER, 10, 90, 0, "Preempted")
                .ready(FIRST, 110, 190, 0, "Readied"));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
    }

    /** It waited for the same lock, and had it from 180 on; of another lock that says nothing. */
    @Test
    void looksAtTheHolderSinceItHadTheLock() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .monitorEnter(HOLDER, MONITOR, 90, 180, SECOND)
                .monitorEnter(HOLDER, 0x8000, 100, 199, null)
                .ready(HOLDER, 110, 170, 0, "Preempted")
                .ready(HOLDER, 185, 197, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.INFO);
        assertThat(verdict.explanation()).contains("took 20 ms", "12 ms of that");
    }

    @Test
    void isSilentWhereTheJvmNamesNoHolder() throws Exception {
        assertThat(verdict(new MadeRecording()
                                .monitorEnter(FIRST, MONITOR, 100, 200, null)
                                .ready(HOLDER, 110, 190, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableWithoutLocks() throws Exception {
        assertThat(verdict(new MadeRecording().ready(HOLDER, 110, 190, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new LockHolderPreemptedRule(), recording);
    }
}
