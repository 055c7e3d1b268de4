package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Files that are not there, or not what is wanted in their place. */
class WrongFilesTest extends SampleTest {
    @Test
    void missingTrace() {
        Path missing = directory.resolve("missing.etl");
        for (Result result : List.of(run(missing, out), run("info", missing))) {
            assertThat(result.error()).isEqualTo(missing + ": no such file");
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    /** What a recording is written to is gone back in. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void streams() throws IOException, InterruptedException {
        SampleEvents.copyTrace(directory, "trace.etl");
        String output = "etl2jfr writes files, not streams; name one";
        for (String stream : List.of("-", "/dev/stdout", "/dev/fd/1", "/dev/null")) {
            for (List<Object> arguments : List.<List<Object>>of(
                    List.of("--force", "trace.etl", stream), List.of("report", "--force", "trace.etl", stream))) {
                Result result = Program.runProcess(directory, List.of(), arguments.toArray());
                assertThat(result.error()).isEqualTo(stream + ": " + output + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
        }
        for (String command : List.of("info", "view", "report")) {
            Result result = Program.runProcess(directory, List.of(), command, "-");
            assertThat(result.error()).isEqualTo("-: etl2jfr reads files, not streams; name one" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
        Program.runProcess(directory, List.of(), "--quiet", "trace.etl", "./-").succeeded();
        Program.runProcess(directory, List.of(), "view", "./-").succeeded();
    }

    @Test
    void directoryInPlaceOfTrace() throws IOException {
        for (Result result : List.of(run(directory, out), run("info", directory))) {
            assertThat(result.error()).isEqualTo(directory + " is a directory" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        assertThat(filesLeft(directory)).isEmpty();
    }

    @Test
    void directoryInPlaceOfRecording() throws IOException {
        Result result = run("--force", SAMPLE, directory);
        assertThat(result.error()).isEqualTo(directory + " is a directory; name the file to write" + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(filesLeft(directory)).isEmpty();
    }

    @Test
    void noTrace() throws IOException {
        Path text = Files.writeString(
                directory.resolve("text.etl"), "Any text that is longer than the header of a buffer, ".repeat(3));
        for (Result result : List.of(run(text, out), run("info", text))) {
            assertThat(result.error()).isEqualTo(text + ": not an ETL file: no WMI buffer header at offset 0");
            assertThat(result.exitCode()).isEqualTo(3);
        }
        Path empty = Files.writeString(directory.resolve("empty.etl"), "");
        Result result = run(empty, out);
        assertThat(result.error()).isEqualTo(empty + ": not an ETL file: it is only 0 bytes long");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(filesLeft(directory)).containsExactly("empty.etl", "text.etl");
    }

    @Test
    void recordingInPlaceOfTrace() {
        Path recording = sample.recording();
        for (Result result : List.of(run(recording, out), run("info", recording))) {
            assertThat(result.error())
                    .isEqualTo(recording + ": a flight recording, not a trace; 'etl2jfr view' shows it");
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void recordingOfJvmInPlaceOfTrace() {
        Path recording = Path.of("samples", "contention.jfr");
        for (Result result : List.of(run(recording, out), run("info", recording))) {
            assertThat(result.error())
                    .isEqualTo(
                            "%s: a JVM's recording, not a trace; use it with one: etl2jfr --jfr %s TRACE.etl"
                                    + " OUT.jfr",
                            recording, recording);
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void traceAndRecordingSwapped() throws IOException {
        Path trace = SampleEvents.copyTrace(directory, "trace.etl");
        String isTrace = trace + " is a trace, which comes first: etl2jfr ";
        for (String force : List.of("--force", "--quiet")) {
            Result result = run(force, out, trace);
            assertThat(result.error()).isEqualTo(isTrace + trace + " " + out + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            Path recording = sample.recording();
            assertThat(run(force, recording, trace).error()).isEqualTo(isTrace + trace + " " + recording + SEE_HELP);
            Path ofJvm = Path.of("samples", "contention.jfr");
            assertThat(run(force, ofJvm, trace).error())
                    .isEqualTo(isTrace + "--jfr " + ofJvm + " " + trace + " OUT.jfr" + SEE_HELP);
        }
        Path missing = directory.resolve("missing.etl");
        assertThat(run("--force", missing, trace).error()).isEqualTo(missing + ": no such file");
        assertThat(trace).hasSameBinaryContentAs(SAMPLE);
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
    }

    @Test
    void directoryThatDoesNotExist() {
        Path nowhere = directory.resolve("nowhere");
        Result result = run(SAMPLE, nowhere.resolve("out.jfr"));
        assertThat(result.error()).isEqualTo(nowhere + ": no such directory");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void fileInPlaceOfDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        Result result = run(SAMPLE, file.resolve("out.jfr"));
        assertThat(result.error()).isEqualTo(file + ": no such directory");
        assertThat(result.exitCode()).isEqualTo(3);
    }
}
