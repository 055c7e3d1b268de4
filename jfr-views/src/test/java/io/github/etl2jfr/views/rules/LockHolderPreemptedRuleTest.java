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

    /** The waits overlap, and each is one: together they are 120 ms long, and what held them up is 90. */
    @Test
    void warnsOfAHolderWithoutAProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .monitorEnter(SECOND, MONITOR, 120, 220, HOLDER)
                .ready(HOLDER, 90, 190, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("Thread holder", "90 ms");
        assertThat(verdict.explanation())
                .contains(
                        "for which thread first waited",
                        "13:20.100",
                        "the wait took 100 ms",
                        "90 ms of that",
                        "10 ms or more of that: 2.",
                        "200 ms in total",
                        "for 160 ms of that");
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
        assertThat(verdict.explanation()).contains("13:20.180", "took 100 ms", "12 ms of that");
    }

    /** The holder gave the lock away and lost its processor then; the other had to wait for a processor of its own. */
    @Test
    void isSilentAboutAHolderThatHadGivenTheLockAway() throws Exception {
        MadeRecording recording = new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .readied(FIRST, 110, 200, HOLDER)
                .ready(HOLDER, 111, 199, 0, "Preempted");
        assertThat(verdict(recording).severity()).isEqualTo(Severity.OK);
    }

    /** It made the other ready in vain at 105, and gave it the lock at 180; others and other waits say nothing. */
    @Test
    void looksAtTheHolderUntilItGaveTheLockAway() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .readied(FIRST, 95, 98, HOLDER)
                .readied(FIRST, 105, 108, HOLDER)
                .readied(FIRST, 120, 121, SECOND)
                .readied(SECOND, 130, 131, HOLDER)
                .readied(FIRST, 180, 200, HOLDER)
                .readied(FIRST, 210, 220, HOLDER)
                .ready(HOLDER, 150, 190, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.INFO);
        assertThat(verdict.explanation()).contains("took 100 ms", "30 ms of that");
    }

    /** Each of the two was held up for 30 ms: not worth a warning, which what both make together would be. */
    @Test
    void waitsThatOverlapAreNotOne() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .monitorEnter(FIRST, MONITOR, 100, 140, HOLDER)
                .monitorEnter(SECOND, MONITOR, 130, 170, HOLDER)
                .ready(HOLDER, 100, 130, 0, "Preempted")
                .ready(HOLDER, 140, 170, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.INFO);
        assertThat(verdict.explanation()).contains("took 40 ms", "30 ms of that");
    }

    @Test
    void isNotApplicableWhereTheJvmNamesNoHolder() throws Exception {
        assertThat(verdict(new MadeRecording()
                        .monitorEnter(FIRST, MONITOR, 100, 200, null)
                        .ready(HOLDER, 110, 190, 0, "Preempted")))
                .extracting(Verdict::severity, Verdict::summary)
                .containsExactly(
                        Severity.NA,
                        "In the time of the trace no thread waited for a lock whose holder the JVM names.");
    }

    /** The JVM's recording is longer than the trace: what holders did then nobody knows. */
    @Test
    void countsWaitsInTheTimeOfTheTrace() throws Exception {
        MadeRecording recording = new MadeRecording()
                .session(300, 600)
                .monitorEnter(FIRST, MONITOR, 100, 200, HOLDER)
                .monitorEnter(FIRST, MONITOR, 700, 800, HOLDER)
                .ready(HOLDER, 410, 440, 0, "Preempted");
        assertThat(verdict(recording).severity()).isEqualTo(Severity.NA);
        assertThat(verdict(recording.monitorEnter(SECOND, MONITOR, 400, 450, HOLDER))
                        .explanation())
                .contains("took 50 ms in total", "for 30 ms of that");
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
