package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.Program.run;
import static io.github.etl2jfr.cli.SampleEvents.SWITCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is replaced, by --force only, what nothing replaces, and what stays where a conversion fails. */
class OutputFileTest extends SampleTest {
    @Test
    void recordingIsCalledLikeTheTrace() throws IOException {
        Path trace = SampleEvents.copyTrace(directory, "my.trace.etl");
        Path beside = directory.resolve("my.trace.jfr");
        assertThat(run(trace).succeeded().out()).startsWith(trace + " -> " + beside);
        byte[] first = Files.readAllBytes(beside);
        assertThat(run(trace).error()).isEqualTo(beside + " exists; --force replaces it" + SEE_HELP);
        run("--force", "--quiet", trace).succeeded();
        assertThat(beside).hasBinaryContent(first);
        assertThat(filesLeft(directory)).containsExactly("my.trace.etl", "my.trace.jfr");
        assertThat(run("--force", "--jfr", beside, trace).error())
                .isEqualTo(beside + " is the JVM's recording itself; name another file to write" + SEE_HELP);
        assertThat(run("--force", beside).error())
                .isEqualTo(beside + ": a flight recording, not a trace; 'etl2jfr view' shows it");
    }

    /** Readable by whom the user's other files are: a temporary file is not. */
    @Test
    void recordingHasThePermissionsOfAnyFile() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "");
        assumeTrue(Files.getFileStore(other).supportsFileAttributeView("posix"));
        run(SAMPLE, out).succeeded();
        assertThat(Files.getPosixFilePermissions(out)).isEqualTo(Files.getPosixFilePermissions(other));
    }

    @Test
    void existingRecordingIsReplacedOnlyByForce() throws IOException {
        Files.writeString(out, "precious");
        Result result = run(SAMPLE, out);
        assertThat(result.error()).isEqualTo(out + " exists; --force replaces it" + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).hasContent("precious");

        run("--force", SAMPLE, out).succeeded();
        SampleEvents.assertSame(
                SampleEvents.written(out, SWITCH), SampleEvents.texts(sample.all(), SWITCH, event -> true));
        assertThat(filesLeft(directory)).containsExactly("out.jfr");
    }

    @Test
    void replacesWhatWasReplacedBefore() throws IOException {
        Path first = directory.resolve("first.jfr");
        run(SAMPLE, first).succeeded();
        Files.copy(first, out, StandardCopyOption.REPLACE_EXISTING);
        run("--force", SAMPLE, out).succeeded();
        assertThat(out).hasSameBinaryContentAs(first);
        assertThat(Files.readAllBytes(first)).isNotEmpty();
        assertThat(new String(Files.readAllBytes(first), 0, 3, StandardCharsets.US_ASCII))
                .isEqualTo("FLR");
    }

    @Test
    void failedConversionLeavesEverythingAsItWas() throws IOException {
        Files.writeString(out, "precious");
        Path trace = SampleEvents.copyTrace(directory, "trace.etl");
        for (Object[] arguments : List.of(
                new Object[] {"--force", "--process", "nobody", trace, out},
                // Known only when the whole trace has been read and the recording nearly written.
                new Object[] {"--force", "--thread", "999999", trace, out},
                new Object[] {"--force", "--from", "2", "--to", "1", trace, out},
                new Object[] {"--force", "--from", "1000", trace, out},
                new Object[] {"--force", Files.writeString(directory.resolve("text.etl"), "text"), out})) {
            Result result = run(arguments);
            assertThat(result.error()).isNotBlank();
            assertThat(result.exitCode()).isIn(1, 3);
            assertThat(out).hasContent("precious");
            assertThat(filesLeft(directory)).isSubsetOf("out.jfr", "text.etl", "trace.etl");
        }
    }

    /** It would be refused wherever a recording is wanted; and two traces are a mistake. */
    @Test
    void recordingCalledLikeATrace() {
        Path called = directory.resolve("out.ETL");
        for (Result result : List.of(run(SAMPLE, called), run("report", sample.recording(), called))) {
            assertThat(result.error())
                    .isEqualTo(called + " is named like a trace; name another file to write" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        assertThat(called).doesNotExist();
    }

    /** One that is damaged, too, or has another name. */
    @Test
    void traceInPlaceOfRecording() throws IOException {
        Path damaged = Files.writeString(directory.resolve("damaged.etl"), "once a trace");
        Path other = SampleEvents.copyTrace(directory, "trace.dat");
        for (Path trace : List.of(damaged, other)) {
            for (Result result :
                    List.of(run("--force", SAMPLE, trace), run("report", "--force", sample.recording(), trace))) {
                assertThat(result.error())
                        .isEqualTo(trace + " is a trace and is never replaced; name another file to write" + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
        }
        assertThat(damaged).hasContent("once a trace");
        assertThat(other).hasSameBinaryContentAs(SAMPLE);
    }

    @Test
    void traceIsItsOwnRecording() throws IOException {
        Path trace = SampleEvents.copyTrace(directory, "trace.etl");
        Path roundabout = directory.resolve(".").resolve("trace.etl");
        List<Path> names = new ArrayList<>(List.of(trace, roundabout));
        try {
            names.add(Files.createSymbolicLink(directory.resolve("link.jfr"), trace));
        } catch (UnsupportedOperationException | IOException e) {
            // Not every system lets everybody make one.
        }
        for (Path name : names) {
            Result result = run("--force", trace, name);
            assertThat(result.error()).isEqualTo(name + " is the trace itself; name another file to write" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        assertThat(trace).hasSameBinaryContentAs(SAMPLE);
    }

    /** It is often called like the trace that was recorded with it. */
    @Test
    void recordingOfAJvmIsNotReplaced() throws IOException {
        Path trace = SampleEvents.copyTrace(directory, "app.etl");
        Path jvm = Files.copy(Path.of("samples", "contention.jfr"), directory.resolve("app.jfr"));
        for (List<Object> command :
                List.<List<Object>>of(List.of(trace), List.of("--force", trace), List.of("--force", SAMPLE, jvm))) {
            Result result = run(command.toArray());
            assertThat(result.error())
                    .isEqualTo(jvm + " is a JVM's own recording and is never replaced; name another file to write"
                            + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        assertThat(jvm).hasSameBinaryContentAs(Path.of("samples", "contention.jfr"));
    }

    @Test
    void recordingInPlaceOfPage() throws IOException {
        Path precious = Files.copy(sample.recording(), directory.resolve("precious.jfr"));
        for (List<Object> command : List.<List<Object>>of(
                List.of("report", "--force", SAMPLE, precious), List.of("report", SAMPLE, precious))) {
            Result result = run(command.toArray());
            assertThat(result.error())
                    .isEqualTo(precious
                            + " is a recording and is never replaced by a page; the page's name comes last, and"
                            + " 'etl2jfr compare' shows how two recordings differ" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(precious).hasSameBinaryContentAs(sample.recording());
        }
    }
}
