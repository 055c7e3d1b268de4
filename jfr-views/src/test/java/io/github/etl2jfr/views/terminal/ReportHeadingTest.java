package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.processors;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of the trace, its clock and its losses whenever something is shown. */
class ReportHeadingTest {
    @TempDir
    private Path directory;

    /** A wrong clock makes all else wrong: so it is told whenever something is shown. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Events  | 7299300 | 3400 | 0   | 196 | the trace's is 7.2993 ms ahead of the JVM's ± 3.4 µs, from 196 JVM"
                        + " events",
                "Events  | -250    | 3400 | 120 | 1   | the trace's is 250 ns behind the JVM's ± 3.4 µs, from 1 JVM event,"
                        + " drifting by 120 ns a second",
                "Headers | 0       |      | 0   | 0   | as the headers of both files have it: the JVM's events do not show"
                        + " how far the two are apart",
                "User    | 7300000 |      | 0   | 0   | the trace's is 7.3000 ms ahead of the JVM's, as asked for"
            })
    void clockOfWhatWasMerged(String source, long offset, Long uncertainty, long drift, int evidence, String told)
            throws Exception {
        MadeRecording made = new MadeRecording()
                .mergedSession(
                        source, offset, uncertainty == null ? MadeRecording.UNKNOWN : uncertainty, drift, evidence)
                .running(Who.java("main", 8), 0, 1000, 0);
        Path recording = Files.write(directory.resolve("made.jfr"), made.bytes());
        Report report = new Report(View.SUMMARY, new Layout(200, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(report.text()).contains("\nclock: " + told + "\nlost: ");
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        assertThat(json.get("clockOffsetSource").getAsString()).isEqualTo(source);
        assertThat(json.get("clockOffsetNanos").getAsLong()).isEqualTo(offset);
        assertThat(json.get("clockOffsetUncertaintyNanos"))
                .isEqualTo(uncertainty == null ? JsonNull.INSTANCE : new JsonPrimitive(uncertainty));
        assertThat(json.get("clockDriftNanosPerSecond").getAsLong()).isEqualTo(drift);
        assertThat(json.get("clockOffsetEvidence").getAsInt()).isEqualTo(evidence);
    }

    /** There is no other clock that it could disagree with. */
    @Test
    void clockOfATraceAlone() throws Exception {
        assertThat(text(Samples.PLAIN, View.SUMMARY, 80)).doesNotContain("clock: ");
        assertThat(processors(
                        directory, new MadeRecording().agentSession(100, 0).running(Who.java("main", 8), 0, 100, 0)))
                .doesNotContain("clock: ");
    }

    /** Buffers, files and places in a file do not add up. */
    @Test
    void lossesOfEachKind() throws Exception {
        String text = processors(
                directory,
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 1000, 0)
                        .loss("Truncated", 3, "BuffersMissingAtEnd", "Loss")
                        .loss("Truncated", 1, "SessionNotEnded", "Loss")
                        .loss("Truncated", 2));
        assertThat(text).contains("\nlost: 3 BuffersMissingAtEnd, 1 SessionNotEnded, 2 Truncated; what threads");
    }
}
