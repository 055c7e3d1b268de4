package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.JfrTool;
import io.github.etl2jfr.testing.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code sort} writes and says, and what it refuses; {@code ChunkSorterTest} has what becomes of the events. */
class SortTest {
    private static final Path TRACE = Path.of("samples", "contention-full.etl");

    @TempDir
    private Path directory;

    private Path dump;
    private Path out;

    @BeforeEach
    void copy() throws IOException {
        dump = Files.copy(Recordings.SAMPLE, directory.resolve("dump.jfr"));
        out = directory.resolve("out.jfr");
    }

    private static void assertUsage(Result result, String message) {
        assertThat(result.error()).isEqualTo(message + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void saysWhatItDid() throws Exception {
        List<String> events = JfrTool.printed(dump);
        Path beside = directory.resolve("dump-sorted.jfr");
        assertThat(run("sort", dump).succeeded().out().strip())
                .matches(beside
                        + ": %,d events in order; [0-9,]+ had been behind a later one; 454.1 KB"
                                .formatted(events.size()));
        assertThat(JfrTool.printed(beside)).isEqualTo(events);
        assertThat(run("sort", "--quiet", beside, out).succeeded().out()).isEmpty();
        assertThat(out).hasSameBinaryContentAs(beside);
        Files.delete(out);
        assertThat(run("sort", beside, out).out()).contains(" in order; 0 had been behind");
        assertThat(dump).hasSameBinaryContentAs(Recordings.SAMPLE);
        assertThat(filesLeft(directory)).containsExactly("dump-sorted.jfr", "dump.jfr", "out.jfr");
    }

    @Test
    void viewsShowTheSame() {
        Path merged = directory.resolve("merged.jfr");
        run("--quiet", "--jfr", dump, TRACE, merged).succeeded();
        run("sort", merged, out).succeeded();
        for (String view : List.of("threads", "latency", "findings", "critical-path")) {
            String shown = run("view", out, view).succeeded().out();
            assertThat(shown).isEqualTo(run("view", merged, view).succeeded().out());
        }
    }

    @Test
    void whatItDoesNotReplace() throws IOException {
        Files.writeString(out, "precious");
        assertUsage(run("sort", dump, out), out + " exists; --force replaces it");
        assertThat(out).hasContent("precious");
        run("sort", "--force", dump, out).succeeded();
        for (String option : List.of("--quiet", "--force")) {
            assertUsage(
                    run("sort", option, dump, out),
                    out + " is a JVM's own recording and is never replaced; name another file to write");
            assertUsage(run("sort", option, dump, dump), dump + " is the recording itself; name another file to write");
        }
        Path trace = Files.copy(TRACE, directory.resolve("trace.etl"));
        assertUsage(
                run("sort", "--force", dump, trace),
                trace + " is a trace and is never replaced; name another file to write");
        assertThat(trace).hasSameBinaryContentAs(TRACE);
    }

    @Test
    void whatItDoesNotSort() throws IOException {
        assertUsage(run("sort", TRACE, out), TRACE + " is a trace; what etl2jfr converts it to is in order");
        assertUsage(run("sort"), "name the file: DUMP.jfr");
        Path text = Files.writeString(directory.resolve("text"), "text");
        assertThat(run("sort", text, out).error())
                .isEqualTo(text + ": not a flight recording: it does not begin with FLR");
        byte[] bytes = Files.readAllBytes(dump);
        Path cut = directory.resolve("cut.jfr");
        for (int size : new int[] {10, bytes.length / 2, bytes.length - 1}) {
            Files.write(cut, Arrays.copyOf(bytes, size));
            Result result = run("sort", cut, out);
            assertThat(result.error()).startsWith(cut + ": recording is cut off");
            assertThat(result.exitCode()).isEqualTo(3);
        }
        assertThat(filesLeft(directory)).containsExactly("cut.jfr", "dump.jfr", "text");
    }
}
