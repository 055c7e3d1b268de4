package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.processors;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an agent wrote, which may be nothing, and says of it. */
class AgentsRecordingTest {
    @TempDir
    private Path directory;

    /** An agent tells of the trace whenever a chunk ends, also when it has not come far. */
    @Test
    void recordingOfAnAgent() throws Exception {
        assertThat(processors(
                        directory,
                        new MadeRecording()
                                .agentSession(1, 20)
                                .running(Who.java("main", 8), 0, 995, 0)
                                .agentSession(999, 40)))
                .startsWith("followed.etl: 0.999000 s from ")
                .contains("left out: slices shorter than 40.000 ms, also from sums\n")
                .containsPattern("(?m)^  0 +- .* 995\\.000 ");
    }

    /** One that came again and found nothing to write says nothing of what is there. */
    @Test
    void runOfAnAgentThatWroteNothing() throws Exception {
        assertThat(processors(
                        directory,
                        new MadeRecording()
                                .agentSession(1, 20, 0)
                                .running(Who.java("main", 8), 0, 995, 0)
                                .agentSession(999, 40, 1)
                                .agentSession(999, 60, 0)))
                .contains("left out: slices shorter than 40.000 ms, also from sums\n");
        assertThat(processors(
                        directory,
                        new MadeRecording()
                                .running(Who.java("main", 8), 0, 995, 0)
                                .agentSession(999, 60, 0)))
                .contains("left out: slices shorter than 60.000 ms, also from sums\n");
    }

    /** The last slice is later than the time up to which the agent told that it had come. */
    @Test
    void timeOfWhatAnAgentFed() throws Exception {
        assertThat(processors(
                        directory,
                        new MadeRecording()
                                .agentSession(100, 0)
                                .running(Who.java("main", 8), 50, 150, 0)
                                .running(Who.java("main", 8), 200, 250, 0)
                                .agentSession(240, 0)))
                .startsWith("followed.etl: 0.250000 s from ")
                .containsPattern("(?m)^  0 .* 150\\.000 .* 100\\.000 ");
    }

    /** Nobody converted it, so nobody can convert it again. */
    @ParameterizedTest
    @EnumSource(View.class)
    void agentThatWroteNothing(View view) throws Exception {
        Who main = Who.java("main", 8);
        String asked = "no slices of threads in it; the agent's --status says why it did not write them";
        MadeRecording tested = new MadeRecording().agentSelfTest().agentSelfTest();
        assertRefused(tested, view, trace -> trace, asked);
        // That it is not known what a thread did would be all that there is to say of such an event.
        assertRefused(tested.monitorEnter(main, 1, 100, 200, null), view, trace -> trace, asked);
        assertRefused(new MadeRecording().agentSession(900, 20, 0), view, trace -> trace, asked);
        assertRefused(tested.agentSession(900, 20, 0), view, trace -> trace, asked);
        assertRefused(
                tested,
                view,
                trace -> new Span(trace.start(), trace.start() + 1_000_000),
                "no slices of threads in it then; widen --from and --to");
    }

    @Test
    void agentThatWasToWriteNoSlices() throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording switches =
                new MadeRecording().contextSwitch(main, 5).agentSession(900, 20, 1, "events other than switches");
        String slices =
                "no slices of threads in it; the agent writes them with events=slices and a shorter min-duration";
        assertRefused(switches, View.SUMMARY, trace -> trace, slices);
        assertRefused(switches, View.EXPLAIN, trace -> trace, slices);
        assertRefused(
                switches.running(main, 5, 100, 0),
                View.WAITS,
                trace -> trace,
                "no slices of waiting threads in it; the agent writes them with events=slices");
        assertThat(text(
                        Files.write(
                                directory.resolve("losses.jfr"),
                                new MadeRecording()
                                        .loss("BufferLost", 3)
                                        .agentSession(900, 20, 0)
                                        .bytes()),
                        View.FINDINGS,
                        80))
                .contains("The trace lost data");
        // Without its session it may be anybody's.
        assertRefused(
                new MadeRecording().contextSwitch(main, 5),
                View.SUMMARY,
                trace -> trace,
                "no slices of threads in it; convert the trace with --events slices,switches");
    }

    private void assertRefused(MadeRecording made, View view, TraceReader.Window window, String message)
            throws Exception {
        Path recording = Files.write(directory.resolve("refused.jfr"), made.bytes());
        Report report = new Report(view, new Layout(80, false), null, null, null);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> report.read(new JdkRecording(recording), window, ThreadChoice.ALL))
                .withMessage(message);
    }
}
