package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.SampleEvents.SWITCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process: its exit codes, its progress on terminals, and its early end. */
class AsProcessTest {
    private static final Path SAMPLE = SampleEvents.TRACE;

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }

    @Test
    void exitCodes() throws IOException, InterruptedException {
        SampleEvents.copyTrace(directory, "trace.etl");
        byte[] bytes = Files.readAllBytes(SAMPLE);
        Files.write(directory.resolve("cut.etl"), Arrays.copyOf(bytes, bytes.length - 1000));
        Result done = Program.runProcess(directory, List.of(), "trace.etl", "out.jfr");
        // Progress is for terminals only.
        assertThat(done.succeeded().out()).startsWith("trace.etl -> out.jfr");
        assertThat(Program.runProcess(directory, List.of(), "trace.etl", "out.jfr")
                        .exitCode())
                .isEqualTo(1);
        Result damaged = Program.runProcess(directory, List.of(), "--force", "cut.etl", "out.jfr");
        assertThat(damaged.exitCode()).isEqualTo(2);
        assertThat(damaged.err()).isEmpty();
        Result missing = Program.runProcess(directory, List.of(), "missing.etl", "out2.jfr");
        assertThat(missing.error()).isEqualTo("missing.etl: no such file");
        assertThat(missing.exitCode()).isEqualTo(3);
        assertThat(filesLeft(directory)).containsExactly("cut.etl", "out.jfr", "trace.etl");
    }

    /** Nobody wants a bar in a file, or commands on a terminal that has none. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void progressWhereItCanBeShown() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/usr/bin/script")), "nothing here makes a terminal");
        TraceOptions options = new TraceOptions().processors(4);
        Files.write(
                directory.resolve("long.etl"),
                new SyntheticTrace(3).switches(1_000_000).toTrace(options));
        String clear = "\033[K";
        String shown = inTerminal("xterm", "");
        assertThat(shown).contains(clear, "switches   1,000,000");
        // The terminal knows its width, and cuts the line off there; whatever comes next it wraps.
        assertThat(shown.replace("\r" + clear + "\033[?7l", "<").replace("\033[?7h", ">"))
                .containsPattern("<[ 0-9]{3} %  [0-9]+ s left  [^<>]{1,36}>")
                .doesNotContainPattern("<[^>]*<|\\033\\[\\?7");
        // The console of Windows shows escape sequences: there, blanks clear the line.
        assertThat(inTerminal(null, "", "-Dos.name=Windows 11"))
                .contains("switches   1,000,000")
                .containsPattern("\r {64}\r[ 0-9]{3} %  [0-9]+ s left  [^\r]{1,36}\r {64}\r")
                .doesNotContain("\033");
        assertThat(inTerminal("xterm", "", "-Dos.name=Windows 11")).contains(clear);
        assertThat(inTerminal("dumb", "")).doesNotContain(clear).contains("switches   1,000,000");
        assertThat(inTerminal("xterm", " 2> errors")).doesNotContain(clear).contains("switches   1,000,000");
        assertThat(directory.resolve("errors")).isEmptyFile();
        // Recordings take their time, too.
        assertThat(runInTerminal(List.of("view", "out.jfr"), "xterm", ""))
                .contains(clear, " s left  ", "Processes")
                .doesNotContain("switches   1,000,000");
        assertThat(runInTerminal(List.of("report", "--force", "--no-findings", "--quiet", "out.jfr"), "xterm", ""))
                .isEmpty();
    }

    private String inTerminal(String type, String redirection, String... jvmOptions)
            throws IOException, InterruptedException {
        return runInTerminal(List.of("--force", "long.etl", "out.jfr"), type, redirection, jvmOptions);
    }

    private String runInTerminal(List<String> arguments, String type, String redirection, String... jvmOptions)
            throws IOException, InterruptedException {
        String command = Program.command(List.of(jvmOptions), arguments.toArray()).stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "))
                + redirection;
        ProcessBuilder builder = new ProcessBuilder("/usr/bin/script", "-qec", command, "/dev/null")
                .directory(directory.toFile())
                .redirectOutput(shared.resolve("stdout").toFile());
        if (type == null) {
            builder.environment().remove("TERM");
        } else {
            builder.environment().put("TERM", type);
        }
        Process process = builder.start();
        assertThat(process.waitFor(Program.SECONDS, TimeUnit.SECONDS)).isTrue();
        return Files.readString(shared.resolve("stdout"));
    }

    /** As by Ctrl-C. Where it comes too late there is a recording, and whole. */
    @Test
    @DisabledOnOs(OS.WINDOWS) // whose processes are ended without being told
    void endedEarly() throws IOException, InterruptedException {
        Path trace = directory.resolve("long.etl");
        TraceOptions options = new TraceOptions().processors(4);
        Files.write(trace, new SyntheticTrace(3).switches(1_000_000).toTrace(options));
        Process process = new ProcessBuilder(Program.command(List.of(), "long.etl", "out.jfr"))
                .directory(directory.toFile())
                .redirectOutput(shared.resolve("stdout").toFile())
                .redirectError(shared.resolve("stderr").toFile())
                .start();
        while (process.isAlive() && filesLeft(directory).size() < 2) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        process.destroy();
        assertThat(process.waitFor(Program.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(filesLeft(directory)).isSubsetOf("long.etl", "out.jfr");
        if (Files.exists(out)) {
            assertThat(SampleEvents.written(out, SWITCH)).hasSize(1_000_000);
        }
    }
}
