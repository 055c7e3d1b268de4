package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.run;
import static io.github.etl2jfr.etl.TraceFiles.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.views.terminal.TraceNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads count as waiting until they run, where a trace does not tell when they were made ready: that is said. */
class NoReadyEventsTest {
    private static final String SWITCHES = """
            cpu0 100 switch 7->8 wait UserRequest
            cpu0 200 switch 8->7 wait UserRequest
            cpu0 300 switch 7->8 wait UserRequest
            """;

    @TempDir
    private Path directory;

    private Path with;
    private Path without;
    private Path out;

    @BeforeEach
    void writeTraces() throws IOException {
        with = trace("with.etl", SWITCHES + "cpu0 310 ready 7\n");
        without = trace("without.etl", SWITCHES);
        out = directory.resolve("out.jfr");
    }

    private Path trace(String name, String script) throws IOException {
        return Files.write(
                directory.resolve(name), SchedulerScript.parse(script).toTrace());
    }

    @Test
    void info() {
        assertThat(run("info", with).succeeded().out()).doesNotContain("note");
        assertThat(run("info", without).succeeded().out()).containsPattern("note +" + quoted());
    }

    @Test
    void conversion() {
        assertThat(run(with, out).succeeded().out()).doesNotContain("note");
        assertThat(run("--force", without, out).succeeded().out()).containsPattern("note +" + quoted());
        assertThat(isTold(run("--json", "--force", with, out))).isTrue();
        assertThat(isTold(run("--json", "--force", without, out))).isFalse();
    }

    /** That they were recorded, and all were lost, is no reason to leave out the waits of the whole trace. */
    @Test
    void batchesOfWhichSomeAreLost() throws Exception {
        List<byte[]> buffers = TraceFiles.split(Files.readAllBytes(Path.of("samples/contention-compact.etl")));
        Set<String> all = waits(join(buffers));
        assertThat(all).hasSizeGreaterThan(11_000);
        buffers.remove(buffers.size() / 2);
        assertThat(waits(join(buffers))).hasSizeGreaterThan(7_000).allMatch(all::contains);
    }

    private Set<String> waits(byte[] trace) throws IOException {
        run("--force", Files.write(directory.resolve("lossy.etl"), trace), out);
        return RecordingFile.readAllEvents(out).stream()
                .filter(event -> event.getEventType().getName().equals("windows.ThreadWaiting"))
                .map(event -> "%d %s %s"
                        .formatted(event.getThread().getOSThreadId(), event.getStartTime(), event.getDuration()))
                .collect(Collectors.toSet());
    }

    @Test
    void view() {
        run(with, out).succeeded();
        assertThat(run("view", out, "threads").succeeded().out()).doesNotContain("note");
        assertThat(isTold(run("view", "--json", out, "threads"))).isTrue();
        run("--force", without, out).succeeded();
        assertThat(run("view", "--width", "200", out, "threads").succeeded().out())
                .contains("note: " + TraceNotes.NO_READY_EVENTS);
        assertThat(isTold(run("view", "--json", out, "threads"))).isFalse();
    }

    @Test
    void report() throws IOException {
        Path page = directory.resolve("out.html");
        run(with, out).succeeded();
        run("report", "--force", out, page).succeeded();
        assertThat(page).content().doesNotContain(TraceNotes.NO_READY_EVENTS);
        run("--force", without, out).succeeded();
        run("report", "--force", out, page).succeeded();
        assertThat(page).content().contains(TraceNotes.NO_READY_EVENTS);
    }

    private static String quoted() {
        return Pattern.quote(TraceNotes.NO_READY_EVENTS);
    }

    private static boolean isTold(Program.Result result) {
        return JsonParser.parseString(result.succeeded().out())
                .getAsJsonObject()
                .get("readyEvents")
                .getAsBoolean();
    }
}
