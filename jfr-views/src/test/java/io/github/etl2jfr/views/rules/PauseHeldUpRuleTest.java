package io.github.etl2jfr.views.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.flightrecorder.rules.Severity;

class PauseHeldUpRuleTest {
    private static final Who VM = Who.vm("VM Thread", 12);
    private static final Who COLLECTOR = Who.vm("GC Thread#1", 13);
    private static final Who MAIN = Who.java("main", 11);

    @Test
    void warnsOfACollectorThreadWithoutAProcessor() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .pause(VM, 100, 200)
                .pause(VM, 300, 340)
                .ready(COLLECTOR, 90, 130, 0, "Readied")
                .ready(COLLECTOR, 150, 185, 0, "Preempted")
                .ready(VM, 310, 322, 0, "Preempted"));
        assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
        assertThat(verdict.summary()).contains("pause of 100 ms", "GC Thread#1 had no processor for 65 ms");
        assertThat(verdict.explanation())
                .contains(
                        "GC Pause, from",
                        "13:20.100",
                        "5 ms or more of that: 2.",
                        "lasted 140 ms",
                        "no processor for 77 ms");
        assertThat(verdict.solution()).contains("-XX:ParallelGCThreads");
    }

    @Test
    void tellsOfAShorterOne() throws Exception {
        assertThat(verdict(new MadeRecording().pause(VM, 100, 200).ready(VM, 110, 130, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    /** The JVM's recording is longer than the trace. One that begins or ends outside counts, as its threads are known. */
    @Test
    void countsPausesInTheTimeOfTheTrace() throws Exception {
        MadeRecording recording = new MadeRecording()
                .session(300, 600)
                .pause(VM, 100, 200)
                .pause(VM, 700, 800)
                .ready(MAIN, 300, 600, 0, "Preempted");
        assertThat(verdict(recording))
                .extracting(Verdict::severity, Verdict::summary)
                .containsExactly(Severity.NA, "In the time of the trace there was no garbage collection pause.");
        assertThat(verdict(recording.pause(VM, 590, 620).ready(VM, 592, 600, 0, "Preempted"))
                        .explanation())
                .contains("lasted 30 ms in total", "no processor for 8 ms");
    }

    /** An agent's sessions tell how far it had come when a chunk ended. */
    @Test
    void countsPausesInTheTimeThatAgentsToldOf() throws Exception {
        MadeRecording recording = new MadeRecording()
                .agentSession(300, 0)
                .agentSession(400, 0)
                .pause(VM, 100, 150)
                .pause(VM, 350, 380)
                .pause(VM, 450, 500)
                .pause(VM, 700, 800)
                .ready(VM, 460, 480, 0, "Preempted");
        assertThat(verdict(recording).explanation()).contains("lasted 130 ms in total", "no processor for 20 ms");
    }

    /** Threads count as waiting then: that none was ready says nothing, that one was says what it did. */
    @Test
    void isNotApplicableToATraceWithoutReadyEvents() throws Exception {
        MadeRecording recording = new MadeRecording()
                .sessionWithoutReadyEvents()
                .pause(VM, 100, 200)
                .ready(MAIN, 100, 200, 0, "Preempted");
        Verdict verdict = verdict(recording);
        assertThat(verdict.severity()).isEqualTo(Severity.NA);
        assertThat(verdict.summary()).contains("DISPATCHER");

        assertThat(verdict(recording.ready(VM, 110, 130, 0, "Preempted")).severity())
                .isEqualTo(Severity.INFO);
        assertThat(verdict(new MadeRecording()
                                .sessionWithoutReadyEvents()
                                .session()
                                .pause(VM, 100, 200)
                                .ready(MAIN, 100, 200, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.OK);
    }

    /** One of them may have been held up: not if all of the JVM are there. */
    @Test
    void isNotApplicableIfNothingIsFoundWhereThreadsWereLeftOut() throws Exception {
        assertThat(ofThreads("VM*").summary()).contains("without --process and --thread");
        assertThat(ofThreads("VM*").severity()).isEqualTo(Severity.NA);
        assertThat(ofThreads("those of this JVM").severity()).isEqualTo(Severity.OK);
        assertThat(ofThreads("those of concern to the JVM").severity()).isEqualTo(Severity.OK);
        assertThat(ofThreads(null).severity()).isEqualTo(Severity.OK);
    }

    /** Whoever chooses processes has all threads of the JVM, or none. */
    @Test
    void isNotApplicableIfNothingIsFoundWhereTheJvmWasLeftOut() throws Exception {
        Who other = Who.of("csrss.exe (20)", 21);
        for (Who told : List.of(other, MAIN)) {
            assertThat(verdict(new MadeRecording()
                                    .jvm(10)
                                    .sessionOfSome("csrss*", null)
                                    .pause(VM, 100, 200)
                                    .ready(told, 100, 200, 0, "Preempted"))
                            .severity())
                    .isEqualTo(told.equals(other) ? Severity.NA : Severity.OK);
        }
    }

    private static Verdict ofThreads(String onlyThreads) throws Exception {
        return verdict(new MadeRecording()
                .sessionOfSome(null, onlyThreads)
                .pause(VM, 100, 200)
                .ready(MAIN, 100, 200, 0, "Preempted"));
    }

    /** Whatever it is called. */
    @Test
    void tellsOfTheThreadThatPauses() throws Exception {
        Who unnamed = Who.of("java.exe (10)", 15);
        assertThat(verdict(new MadeRecording().pause(unnamed, 100, 200).ready(unnamed, 110, 130, 0, "Preempted"))
                        .severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void isSilentAboutThreadsThatThePauseStopped() throws Exception {
        Verdict verdict = verdict(new MadeRecording()
                .pause(VM, 100, 200)
                .ready(MAIN, 100, 200, 0, "Preempted")
                .ready(COLLECTOR, 20, 100, 0, "Readied")
                .ready(COLLECTOR, 200, 300, 0, "Readied"));
        assertThat(verdict.severity()).isEqualTo(Severity.OK);
        assertThat(verdict.summary()).contains("had processors");
    }

    /** Many short ones may have held it up together. That of an agent is 20 microseconds. */
    @Test
    void isNotSureWithoutShorterSlices() throws Exception {
        MadeRecording recording = new MadeRecording().pause(VM, 100, 200).ready(MAIN, 100, 200, 0, "Preempted");
        assertThat(verdict(recording.sessionOfLongSlices(20_000)).severity()).isEqualTo(Severity.OK);
        Verdict verdict = verdict(recording.sessionOfLongSlices(4_000_000));
        assertThat(verdict.severity()).isEqualTo(Severity.NA);
        assertThat(verdict.summary())
                .isEqualTo("Nothing was found, but slices shorter than 4 ms are not in the recording.");
        assertThat(verdict(recording.ready(VM, 110, 130, 0, "Preempted")).severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void isSilentAboutThreadsThatCollectBetweenPauses() throws Exception {
        for (String name : List.of(
                "G1 Conc#0",
                "G1 Refine#1",
                "G1 Main Marker",
                "ZDirector",
                "ZDriverMajor",
                "Shenandoah Control Thread")) {
            assertThat(verdict(new MadeRecording()
                                    .pause(VM, 100, 200)
                                    .ready(Who.vm(name, 14), 110, 130, 0, "Preempted"))
                            .severity())
                    .as(name)
                    .isEqualTo(Severity.OK);
        }
    }

    /** There were enough others: the pause ended before it had a processor. */
    @Test
    void isSilentAboutThreadsThatThePauseDidNotWaitFor() throws Exception {
        assertThat(verdict(new MadeRecording().pause(VM, 100, 200).ready(COLLECTOR, 110, 210, 0, "Readied"))
                        .severity())
                .isEqualTo(Severity.OK);
    }

    @Test
    void isNotApplicableWithoutPauses() throws Exception {
        assertThat(verdict(new MadeRecording().ready(COLLECTOR, 90, 130, 0, "Readied"))
                        .severity())
                .isEqualTo(Severity.NA);
    }

    private static Verdict verdict(MadeRecording recording) throws Exception {
        return Verdict.of(new PauseHeldUpRule(), recording);
    }
}
