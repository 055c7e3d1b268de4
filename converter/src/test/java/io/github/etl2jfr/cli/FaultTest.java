package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Sandbox.PROGRAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SwitchWriter;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The program as a process that is denied something, or ended: an exit code, one line that says why, and a directory
 * in which nothing is broken, replaced or left over.
 */
@EnabledOnOs(OS.LINUX) // as shells, signals and limits are others elsewhere
class FaultTest {
    private static final Path SAMPLE = Path.of("samples", "contention-full.etl").toAbsolutePath();
    private static final Path JVM = Path.of("samples", "contention.jfr").toAbsolutePath();
    private static final String PRECIOUS = "a recording that was there before";
    private static final int LONG = 1_000_000;
    private static final int BLOCK_SIZE = 1 << 20;

    /** As the sample is short: what is the program's own is interpreted. With all the JDK's it would take too long. */
    private static final String[] SLOWLY = {
        "-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude,io/github/etl2jfr/*.*"
    };

    @TempDir
    private static Path shared;

    /** Takes seconds to convert. */
    private static Path longTrace;

    @TempDir
    private Path directory;

    private Sandbox sandbox;
    private Path out;

    @BeforeAll
    static void generate() throws IOException {
        longTrace = shared.resolve("long.etl");
        Files.write(longTrace, new SyntheticTrace(3).switches(LONG).toTrace(new TraceOptions().processors(4)));
    }

    @BeforeEach
    void prepare() throws IOException {
        sandbox = new Sandbox(directory, shared);
        out = Files.writeString(directory.resolve("out.jfr"), PRECIOUS);
    }

    /** Commands that write a recording. */
    static Stream<List<Object>> conversions() {
        return Stream.of(List.of("--force", SAMPLE, "out.jfr"), List.of("--force", "--jfr", JVM, SAMPLE, "out.jfr"));
    }

    /** Commands that print something. */
    static Stream<List<Object>> printing() {
        return Stream.of(
                List.of("--force", SAMPLE, "out.jfr"),
                List.of("info", SAMPLE),
                List.of("view", SAMPLE),
                List.of("--help"));
    }

    private void assertNothingHappened() throws IOException {
        assertThat(sandbox.files()).containsExactly("out.jfr");
        assertThat(out).hasContent(PRECIOUS);
    }

    private void assertRefused(Result result, int exitCode, String message) {
        assertThat(result.error()).isEqualTo(message);
        assertThat(result.exitCode()).isEqualTo(exitCode);
    }

    private static long switches(Path recording) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            long switches = 0;
            while (file.hasMoreEvents()) {
                if (file.readEvent().getEventType().getName().equals("windows.ContextSwitch")) {
                    switches++;
                }
            }
            return switches;
        }
    }

    /** No room for what is written. */
    @Nested
    class NoRoom {
        @ParameterizedTest
        @MethodSource("io.github.etl2jfr.cli.FaultTest#conversions")
        void fullDisk(List<Object> arguments) throws IOException, InterruptedException {
            Path disk = Files.createDirectory(directory.resolve("disk"));
            sandbox.assume("mount -t tmpfs -o size=400k tmpfs disk");
            try {
                Path good = Files.writeString(disk.resolve("out.jfr"), PRECIOUS);
                Sandbox onDisk = new Sandbox(disk, shared);
                assertRefused(onDisk.run(PROGRAM, arguments.toArray()), 3, "out.jfr: no space left on device");
                assertThat(onDisk.files()).containsExactly("out.jfr");
                assertThat(good).hasContent(PRECIOUS);
                Result view = sandbox.with("-Djava.io.tmpdir=" + disk).run(PROGRAM, "view", SAMPLE);
                assertThat(view.error())
                        .isEqualTo(disk + ": no space left on device; a trace to be shown is converted into that"
                                + " directory: make room, or name another with java"
                                + " -Djava.io.tmpdir=DIRECTORY -jar etl2jfr.jar");
                assertThat(view.exitCode()).isEqualTo(3);
                assertThat(onDisk.files()).containsExactly("out.jfr");
            } finally {
                sandbox.shell("umount disk");
            }
        }

        /** What the archive says of its size suffices to tell. */
        @Test
        void archiveForAFullDisk() throws IOException, InterruptedException {
            Path disk = Files.createDirectory(directory.resolve("disk"));
            sandbox.assume("mount -t tmpfs -o size=400k tmpfs disk");
            try {
                ZippedTraceTest.zip(Files.readAllBytes(SAMPLE), directory.resolve("app.etl.zip"), "app.etl");
                Result result = sandbox.with("-Djava.io.tmpdir=" + disk).run(PROGRAM, "app.etl.zip");
                assertThat(result.error())
                        .startsWith("%s: %,d bytes wanted, ".formatted(disk, Files.size(SAMPLE)))
                        .endsWith(" java -Djava.io.tmpdir=DIRECTORY -jar etl2jfr.jar");
                assertThat(result.exitCode()).isEqualTo(3);
                assertThat(disk).isEmptyDirectory();
            } finally {
                sandbox.shell("umount disk");
            }
        }

        @ParameterizedTest
        @MethodSource("io.github.etl2jfr.cli.FaultTest#conversions")
        void fileThatMayNotGrow(List<Object> arguments) throws IOException, InterruptedException {
            assertRefused(
                    sandbox.run("ulimit -f 400; exec " + PROGRAM, arguments.toArray()), 3, "out.jfr: file too large");
            assertNothingHappened();
        }

        /** It is another thread that cannot write. What is no multiple of a page is reached by part of a write. */
        @ParameterizedTest
        @CsvSource({"3000, file too large", "4096, file too large", "9999, (file too large|no room for the rest of it)"
        })
        void largeFileThatMayNotGrow(int kilobytes, String reason) throws IOException, InterruptedException {
            Result result =
                    sandbox.run("ulimit -f " + kilobytes + "; exec " + PROGRAM, "--force", longTrace, "out.jfr");
            assertThat(result.error()).matches("out\\.jfr: " + reason);
            assertThat(result.exitCode()).isEqualTo(3);
            assertNothingHappened();
        }

        @Test
        void fileOfAViewThatMayNotGrow() throws IOException, InterruptedException {
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            Result view =
                    sandbox.with("-Djava.io.tmpdir=" + temporary).run("ulimit -f 400; exec " + PROGRAM, "view", SAMPLE);
            assertThat(view.error()).startsWith(temporary + ": file too large; a trace to be shown ");
            assertThat(view.exitCode()).isEqualTo(3);
            assertThat(temporary).isEmptyDirectory();
        }

        @Test
        void archiveThatFindsNoRoom() throws IOException, InterruptedException {
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            ZippedTraceTest.zip(Files.readAllBytes(SAMPLE), directory.resolve("app.etl.zip"), "app.etl");
            Sandbox conversion = sandbox.with("-Djava.io.tmpdir=" + temporary);
            Result result = conversion.run("ulimit -f 400; exec " + PROGRAM, "app.etl.zip");
            assertThat(result.error())
                    .startsWith(
                            temporary + ": file too large; a trace in a ZIP archive is unpacked into that directory");
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(temporary).isEmptyDirectory();
            assertThat(sandbox.files()).containsExactly("app.etl.zip", "out.jfr", "tmp");
        }

        /** What nobody could read was not told: a script must hear of it. The recording is whole all the same. */
        @ParameterizedTest
        @MethodSource("io.github.etl2jfr.cli.FaultTest#printing")
        void fullOutput(List<Object> arguments) throws IOException, InterruptedException {
            sandbox.assume("test -c /dev/full");
            assertRefused(
                    sandbox.run("exec " + PROGRAM + " > /dev/full", arguments.toArray()),
                    3,
                    "standard output: no space left on device");
            assertThat(sandbox.files()).containsExactly("out.jfr");
            if (arguments.contains("out.jfr")) {
                assertThat(switches(out)).isEqualTo(19_768);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"6m", "8m", "16m"})
        void littleHeap(String heap) throws IOException, InterruptedException {
            Sandbox small = sandbox.with("-Xmx" + heap, "-Djava.io.tmpdir=" + directory);
            List<Result> results = List.of(
                    small.run(PROGRAM, "--quiet", "--force", longTrace, "out.jfr"),
                    small.run(PROGRAM, "view", longTrace, "threads"));
            for (Result result : results) {
                if (result.exitCode() != 0) {
                    assertMoreMemoryIsAskedFor(result, Integer.parseInt(heap.replace("m", "")));
                }
            }
            assertThat(sandbox.files()).containsExactly("out.jfr");
            if (results.get(0).exitCode() == 0) {
                assertThat(switches(out)).isEqualTo(LONG);
            } else {
                assertThat(out).hasContent(PRECIOUS);
            }
            // Or the least heap is too large for this test to say anything.
            assertThat(results.get(1).exitCode()).isEqualTo(3);
        }

        /**
         * About twice as much as there was: the JVM counts a part of it only.
         *
         * @param heap in megabytes
         */
        private void assertMoreMemoryIsAskedFor(Result result, int heap) {
            Matcher message = Pattern.compile(
                            "not enough memory; give it more, such as java -Xmx(\\d+)m -jar etl2jfr\\.jar")
                    .matcher(result.error());
            assertThat(message.matches()).as(result.error()).isTrue();
            assertThat(Integer.parseInt(message.group(1))).isBetween(heap + 1, 2 * heap);
            assertThat(result.exitCode()).isEqualTo(3);
        }

        /** Each switch is of another thread, of which the trace tells nothing else. */
        @Test
        void aMillionThreads() throws IOException, InterruptedException {
            TraceBuilder.InMemory trace =
                    TraceBuilder.inMemory(new TraceOptions().processors(1).start(0, 134_397_326_864_597_738L));
            SwitchWriter writer = new SwitchWriter(trace.builder(), SwitchForm.EVENTS);
            for (int i = 0; i < LONG; i++) {
                ContextSwitch next = new ContextSwitch()
                        .oldThread(4 * (i + 1), 8)
                        .newThread(4 * (i + 2), 8)
                        .waiting(6);
                writer.write(0, 10L * i, next, 8);
            }
            Files.write(directory.resolve("threads.etl"), trace.finish());
            Result refused = sandbox.with("-Xmx64m").run(PROGRAM, "--quiet", "--force", "threads.etl", "out.jfr");
            assertMoreMemoryIsAskedFor(refused, 64);
            assertThat(out).hasContent(PRECIOUS);
            Result done = sandbox.with("-Xmx512m").run(PROGRAM, "--json", "--force", "threads.etl", "out.jfr");
            assertThat(done.succeeded().out()).contains("\"threads\": " + (LONG + 1));
            assertThat(switches(out)).isEqualTo(LONG);
        }

        /**
         * Raises a limit until it suffices. The JVM itself needs some files and threads before the program begins:
         * that is not the program's to tell.
         *
         * @return how often the program told that it did not
         */
        private int failures(IntStream limits, String script, String message, String... jvmOptions)
                throws IOException, InterruptedException {
            int failures = 0;
            for (int limit : limits.toArray()) {
                Result result = sandbox.with(jvmOptions)
                        .run(script.formatted(limit), "--quiet", "--force", "--jfr", JVM, SAMPLE, "out.jfr");
                assertThat(sandbox.files()).as("with %d", limit).containsExactly("out.jfr");
                if (result.exitCode() == 0) {
                    assertThat(result.err()).isEmpty();
                    assertThat(Files.size(out)).isGreaterThan(Files.size(JVM));
                    return failures;
                }
                if (result.err().startsWith("etl2jfr: ")) {
                    assertThat(result.error()).as("with %d", limit).contains(message);
                    assertThat(result.exitCode()).isEqualTo(3);
                    assertThat(out).hasContent(PRECIOUS);
                    failures++;
                }
            }
            throw new AssertionError("no limit suffices");
        }

        @Test
        void fewOpenFiles() throws IOException, InterruptedException {
            assertThat(failures(IntStream.iterate(8, n -> n <= 256, n -> n + 4), "ulimit -n %d; exec " + PROGRAM, ""))
                    .isPositive();
        }

        /** Each thread takes a gigabyte of addresses, of which there are few. */
        @Test
        void fewThreads() throws IOException, InterruptedException {
            assertThat(failures(
                            IntStream.rangeClosed(10, 24),
                            "ulimit -v %d000000; exec " + PROGRAM,
                            "the system allows no more threads, or has no memory for them",
                            "-Xlog:disable",
                            "-Xlog:all=off",
                            "-Xss1g",
                            "-Xmx200m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:CompilerThreadStackSize=1024",
                            "-XX:VMThreadStackSize=1024",
                            "-XX:ReservedCodeCacheSize=30m"))
                    .isPositive();
        }
    }

    /** Nobody reads what is printed. */
    @Nested
    class Streams {
        @Test
        void readerThatHasSeenEnough() throws IOException, InterruptedException {
            Result result = sandbox.run(PROGRAM + " | head -n 1", "view", "--json", "--limit", "0", SAMPLE, "latency");
            assertThat(result.err()).isEmpty();
            assertThat(result.out()).isEqualTo("{\n");
        }

        @ParameterizedTest
        @MethodSource("io.github.etl2jfr.cli.FaultTest#printing")
        void closedOutput(List<Object> arguments) throws IOException, InterruptedException {
            Result result = sandbox.run("exec " + PROGRAM + " >&-", arguments.toArray());
            assertThat(result.error()).startsWith("standard output: ");
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(sandbox.files()).containsExactly("out.jfr");
            if (arguments.contains("out.jfr")) {
                assertThat(switches(out)).isEqualTo(19_768);
            }
        }

        /** As views are, not as the library for options thinks that it is to be. */
        @Test
        void helpIsPlain() throws IOException, InterruptedException {
            Result plain = sandbox.run(PROGRAM, "--help").succeeded();
            assertThat(sandbox.run("CLICOLOR_FORCE=1 " + PROGRAM, "--help")).isEqualTo(plain);
            sandbox.assume("script -q -e -c true /dev/null </dev/null");
            String inTerminal = " script -q -e -c \"$*\" /dev/null </dev/null";
            for (String command : List.of("--help", "view --help")) {
                for (String environment : List.of("TERM=dumb", "TERM=xterm NO_COLOR=1")) {
                    Result result = sandbox.run(environment + inTerminal, command);
                    assertThat(result.out())
                            .as(environment)
                            .contains("Example: ")
                            .doesNotContain("\033");
                }
                assertThat(sandbox.run("TERM=xterm" + inTerminal, command).out())
                        .contains("\033[");
            }
        }

        /** What would be printed must not end up in a file that is opened meanwhile. */
        @ParameterizedTest
        @ValueSource(strings = {" <&-", " 2>&-", " <&- >&- 2>&-"})
        void otherStreamsClosed(String redirection) throws IOException, InterruptedException {
            sandbox.run("exec " + PROGRAM + redirection, "--force", SAMPLE, "out.jfr");
            assertThat(switches(out)).isEqualTo(19_768);
            assertThat(sandbox.run("exec " + PROGRAM + redirection, "missing.etl", "new.jfr")
                            .exitCode())
                    .isEqualTo(3);
            assertThat(sandbox.files()).containsExactly("out.jfr");
        }
    }

    /** The program is ended, or stopped for a while, when it has begun to write. */
    @Nested
    class WhileWriting {
        private Path trace;

        @BeforeEach
        void copyTrace() throws IOException {
            trace = Files.copy(longTrace, directory.resolve("long.etl"));
        }

        private String pending() throws IOException {
            return sandbox.files().stream()
                    .filter(name -> name.endsWith(".part"))
                    .findFirst()
                    .orElse(null);
        }

        /** Whether a block of what is written is in the file; there is one before anything is read. */
        private boolean isWriting() throws IOException {
            String name = pending();
            try {
                return name != null && Files.size(directory.resolve(name)) >= BLOCK_SIZE;
            } catch (NoSuchFileException e) {
                return false;
            }
        }

        private Process writing(Sandbox where, Object... arguments) throws IOException, InterruptedException {
            // A shell in the background leaves signals ignored.
            sandbox.assume("env --default-signal true");
            Process process = where.start("exec env --default-signal " + PROGRAM, arguments);
            while (process.isAlive() && !isWriting()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return process;
        }

        private void signal(String name, Process process) throws IOException, InterruptedException {
            assertThat(sandbox.shell("kill -" + name + " " + process.pid())).isZero();
        }

        /** Ctrl-C, a shutdown, and a terminal that is closed. */
        @ParameterizedTest
        @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
        void endedBySignal(String signal, int exitCode) throws IOException, InterruptedException {
            Process process = writing(sandbox, "--force", "long.etl", "out.jfr");
            signal(signal, process);
            Result result = sandbox.end(process);
            assertThat(result.exitCode()).isEqualTo(exitCode);
            assertThat(result.out() + result.err()).isEmpty();
            assertThat(sandbox.files()).containsExactly("long.etl", "out.jfr");
            assertThat(out).hasContent(PRECIOUS);
        }

        @ParameterizedTest
        @CsvSource({"INT, 130", "TERM, 143"})
        void mergeEndedBySignal(String signal, int exitCode) throws IOException, InterruptedException {
            Process process = writing(sandbox.with(SLOWLY), "--force", "--jfr", JVM, SAMPLE, "out.jfr");
            signal(signal, process);
            Result result = sandbox.end(process);
            assertThat(result.exitCode()).isEqualTo(exitCode);
            assertThat(result.out() + result.err()).isEmpty();
            assertThat(sandbox.files()).containsExactly("long.etl", "out.jfr");
            assertThat(out).hasContent(PRECIOUS);
        }

        @ParameterizedTest
        @CsvSource({"INT, 130", "TERM, 143", "KILL, 137"})
        void viewEndedBySignal(String signal, int exitCode) throws IOException, InterruptedException {
            sandbox.assume("env --default-signal true");
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            Sandbox view = sandbox.with("-Djava.io.tmpdir=" + temporary);
            Process process = view.start("exec env --default-signal " + PROGRAM, "view", "long.etl");
            while (process.isAlive() && Sandbox.files(temporary).isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            signal(signal, process);
            Result result = sandbox.end(process);
            assertThat(result.exitCode()).isEqualTo(exitCode);
            assertThat(result.out() + result.err()).isEmpty();
            if (signal.equals("KILL")) {
                assertThat(temporary).isNotEmptyDirectory();
                view.run(PROGRAM, "view", SAMPLE).succeeded();
            }
            assertThat(temporary).isEmptyDirectory();
        }

        @Test
        void archiveOfARunThatIsKilled() throws IOException, InterruptedException {
            Path temporary = Files.createDirectory(directory.resolve("tmp"));
            ZippedTraceTest.zip(Files.readAllBytes(trace), directory.resolve("long.zip"), "long.etl");
            Process killed = writing(sandbox.with("-Djava.io.tmpdir=" + temporary), "--force", "long.zip", "out.jfr");
            signal("KILL", killed);
            assertThat(sandbox.end(killed).exitCode()).isEqualTo(137);
            assertThat(temporary).isEmptyDirectory();
        }

        /** The next run cleans up, but leaves alone what another is still writing. */
        @Test
        void killed() throws IOException, InterruptedException {
            Process killed = writing(sandbox, "--force", "long.etl", "out.jfr");
            signal("KILL", killed);
            assertThat(sandbox.end(killed).exitCode()).isEqualTo(137);
            String litter = pending();
            assertThat(litter).isNotNull();
            assertThat(out).hasContent(PRECIOUS);
            Files.move(directory.resolve(litter), shared.resolve(litter));

            Process stopped = writing(sandbox, "long.etl", "other.jfr");
            signal("STOP", stopped);
            String inUse = pending();
            assertThat(inUse).isNotNull().isNotEqualTo(litter);
            Files.move(shared.resolve(litter), directory.resolve(litter));

            new Sandbox(directory, Files.createDirectory(shared.resolve("next")))
                    .run(PROGRAM, "--quiet", "--force", SAMPLE, "out.jfr")
                    .succeeded();
            assertThat(sandbox.files()).containsExactlyInAnyOrder(inUse, "long.etl", "out.jfr");
            assertThat(switches(out)).isEqualTo(19_768);

            signal("CONT", stopped);
            sandbox.end(stopped).succeeded();
            assertThat(sandbox.files()).containsExactly("long.etl", "other.jfr", "out.jfr");
            assertThat(switches(directory.resolve("other.jfr"))).isEqualTo(LONG);
        }

        /** What was not there at the beginning is not replaced either, unless that was asked for. */
        @ParameterizedTest
        @ValueSource(strings = {"--quiet", "report"})
        void outputThatAppears(String word) throws IOException, InterruptedException {
            Process process = sandbox.with(SLOWLY).start("exec " + PROGRAM, word, SAMPLE, "new");
            while (process.isAlive() && pending() == null) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            Path appeared = Files.writeString(directory.resolve("new"), PRECIOUS);
            assertRefused(sandbox.end(process), 1, "new exists; --force replaces it" + SEE_HELP);
            assertThat(sandbox.files()).containsExactly("long.etl", "new", "out.jfr");
            assertThat(appeared).hasContent(PRECIOUS);
        }

        @Test
        void traceThatShrinks() throws IOException, InterruptedException {
            Process process = writing(sandbox, "--force", "long.etl", "out.jfr");
            signal("STOP", process);
            try (FileChannel channel = FileChannel.open(trace, StandardOpenOption.WRITE)) {
                channel.truncate(Files.size(trace) / 2);
            }
            signal("CONT", process);
            Result result = sandbox.end(process);
            assertRefused(result, 3, "long.etl: became shorter while it was read");
            assertThat(sandbox.files()).containsExactly("long.etl", "out.jfr");
            assertThat(out).hasContent(PRECIOUS);
        }

        @Test
        void traceThatGrows() throws IOException, InterruptedException {
            Process process = writing(sandbox, "--force", "long.etl", "out.jfr");
            Files.write(trace, Files.readAllBytes(SAMPLE), StandardOpenOption.APPEND);
            sandbox.end(process).succeeded();
            assertThat(switches(out)).isEqualTo(LONG);
        }

        @Test
        void recordingThatShrinks() throws IOException, InterruptedException {
            Path recording = Files.copy(JVM, directory.resolve("app.jfr"));
            Process process = writing(sandbox.with(SLOWLY), "--force", "--jfr", "app.jfr", SAMPLE, "out.jfr");
            signal("STOP", process);
            try (FileChannel channel = FileChannel.open(recording, StandardOpenOption.WRITE)) {
                channel.truncate(Files.size(recording) / 2);
            }
            signal("CONT", process);
            Result result = sandbox.end(process);
            assertThat(result.error()).startsWith("app.jfr: ");
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(sandbox.files()).containsExactly("app.jfr", "long.etl", "out.jfr");
            assertThat(out).hasContent(PRECIOUS);
        }
    }

    /** Names that lead to something else than a file to read, or to replace. */
    @Nested
    class NoFiles {
        @ParameterizedTest
        @ValueSource(strings = {"pipe", "/dev/zero", "/dev/null", "/dev/full"})
        void inputThatIsNoFile(String name) throws IOException, InterruptedException {
            sandbox.assume("mkfifo pipe && test -e " + name);
            for (Object[] arguments : new Object[][] {
                {"--force", name, "out.jfr"},
                {"--force", "--jfr", name, SAMPLE, "out.jfr"},
                {"info", name},
                {"view", name}
            }) {
                assertRefused(
                        sandbox.run(PROGRAM, arguments),
                        1,
                        name + " is not a regular file; copy it into one" + SEE_HELP);
            }
            Files.delete(directory.resolve("pipe"));
            assertNothingHappened();
        }

        /** A file, for what the system says of it, that has no bytes where it begins. */
        @Test
        void inputThatFails() throws IOException, InterruptedException {
            String name = "/proc/self/mem";
            sandbox.assume("test -r " + name);
            for (Object[] arguments : new Object[][] {{"view", name}, {"info", name}, {"--force", name, "out.jfr"}}) {
                assertRefused(sandbox.run(PROGRAM, arguments), 3, name + ": input/output error");
            }
            Result merge = sandbox.run(PROGRAM, "--force", "--jfr", name, SAMPLE, "out.jfr");
            assertThat(merge.error()).startsWith(name + ": not a flight recording");
            assertThat(merge.exitCode()).isEqualTo(3);
            assertNothingHappened();
        }

        @Test
        void inputThatMayNotBeRead() throws IOException, InterruptedException {
            Path secret = Files.copy(SAMPLE, directory.resolve("secret.etl"));
            sandbox.assume("chmod 0 secret.etl");
            assumeFalse(Files.isReadable(secret), "the user who runs this may read everything");
            for (Object[] arguments : new Object[][] {
                {"--force", "secret.etl", "out.jfr"},
                {"--force", "--jfr", "secret.etl", SAMPLE, "out.jfr"},
                {"info", "secret.etl"},
                {"view", "secret.etl"}
            }) {
                assertRefused(sandbox.run(PROGRAM, arguments), 3, "secret.etl: permission denied");
            }
            Files.delete(secret);
            assertNothingHappened();
        }

        @Test
        void outputThatIsNoFile() throws IOException, InterruptedException {
            sandbox.assume("mkfifo pipe");
            assertRefused(sandbox.run(PROGRAM, "--force", SAMPLE, "pipe"), 1, "pipe is not a regular file" + SEE_HELP);
            sandbox.assume("test -p pipe && mknod full c 1 7");
            assertRefused(sandbox.run(PROGRAM, "--force", SAMPLE, "full"), 1, "full is not a regular file" + SEE_HELP);
            assertThat(sandbox.shell("test -c full")).isZero();
        }

        /** Not followed, as nobody knows who made it, and not replaced, as somebody needs it. */
        @ParameterizedTest
        @ValueSource(strings = {"out.jfr", "nothing.jfr", "/dev/stdout", "link.jfr"})
        void outputThatIsALink(String target) throws IOException, InterruptedException {
            Path link = Files.createSymbolicLink(directory.resolve("link.jfr"), Path.of(target));
            for (String force : List.of("--force", "--quiet")) {
                Result result = sandbox.run(PROGRAM, force, SAMPLE, "link.jfr");
                assertRefused(
                        result, 1, "link.jfr is a symbolic link; name the file itself, or remove the link" + SEE_HELP);
            }
            assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of(target));
            assertThat(sandbox.files()).containsExactly("link.jfr", "out.jfr");
            assertThat(out).hasContent(PRECIOUS);
        }

        /** A directory may be reached as one likes. */
        @Test
        void linkToADirectory() throws IOException, InterruptedException {
            Files.createDirectory(directory.resolve("real"));
            Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));
            sandbox.run(PROGRAM, "--quiet", SAMPLE, "link/new.jfr").succeeded();
            assertThat(directory.resolve("real")).isDirectoryContaining("glob:**/new.jfr");
            assertRefused(
                    sandbox.run(PROGRAM, "--force", SAMPLE, "link"),
                    1,
                    "link is a directory; name the file to write" + SEE_HELP);
        }

        @ParameterizedTest
        @ValueSource(strings = {"in", "./in", "../$(basename $PWD)/in", "hard", "soft", "$PWD/in"})
        void outputThatIsTheInput(String spelling) throws IOException, InterruptedException {
            for (Path input : List.of(SAMPLE, JVM)) {
                boolean isTrace = input.equals(SAMPLE);
                sandbox.assume("cp '%s' in && ln -f in hard && ln -sf in soft".formatted(input));
                String script = isTrace ? " in " : " --jfr in '" + SAMPLE + "' ";
                Result result = sandbox.run(PROGRAM + " --force" + script + spelling);
                assertThat(result.error())
                        .endsWith((isTrace ? " is the trace itself" : " is the JVM's recording itself")
                                + "; name another file to write" + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
                assertThat(directory.resolve("in")).hasSameBinaryContentAs(input);
                assertThat(sandbox.files()).containsExactly("hard", "in", "out.jfr", "soft");
            }
        }

        @Test
        void placeThatMayNotBeWrittenIn() throws IOException, InterruptedException {
            Path place = Files.createDirectory(directory.resolve("place"));
            Path good = Files.writeString(place.resolve("good.jfr"), PRECIOUS);
            boolean mounted = sandbox.shell("mount --bind place place && mount -o remount,ro,bind place") == 0;
            try {
                if (!mounted) {
                    sandbox.assume("chmod 555 place");
                    assumeFalse(Files.isWritable(place), "the user who runs this may write everywhere");
                }
                String reason = mounted ? "read-only file system" : "permission denied";
                for (String name : List.of("place/new.jfr", "place/good.jfr")) {
                    assertRefused(sandbox.run(PROGRAM, "--force", SAMPLE, name), 3, name + ": " + reason);
                }
                // Before all is read: what is wrong with that is not known yet.
                assertRefused(
                        sandbox.run(PROGRAM, "--jfr", "out.jfr", SAMPLE, "place/new.jfr"),
                        3,
                        "place/new.jfr: " + reason);
                assertRefused(sandbox.run(PROGRAM, "report", JVM, "place/new.html"), 3, "place/new.html: " + reason);
                assertThat(Sandbox.files(place)).containsExactly("good.jfr");
                assertThat(good).hasContent(PRECIOUS);
            } finally {
                sandbox.shell("umount place; umount place; chmod 755 place");
            }
        }

        /** Names that look like a pending file's, but are not one that a run left. */
        @Test
        void filesOfOthersStay() throws IOException, InterruptedException {
            String nobody = "999999999999999";
            List<String> kept = List.of(
                    ".etl2jfr-" + nobody + "-1.part.bak", ".etl2jfr-x-1-1.part", "etl2jfr-" + nobody + "-1-1.part");
            for (String name : kept) {
                Files.writeString(directory.resolve(name), PRECIOUS);
            }
            String link = ".etl2jfr-" + nobody + "-a-1.part";
            Files.createSymbolicLink(directory.resolve(link), Path.of("out.jfr"));
            String pipe = ".etl2jfr-" + nobody + "-b-1.part";
            sandbox.assume("mkfifo " + pipe);
            String litter = ".etl2jfr-" + nobody + "-c-1.part";
            Files.writeString(directory.resolve(litter), "half of it");
            sandbox.run(PROGRAM, "--quiet", SAMPLE, "new.jfr").succeeded();
            assertThat(sandbox.files())
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(kept.stream(), Stream.of(link, pipe, "new.jfr", "out.jfr"))
                                    .toList());
            assertThat(out).hasContent(PRECIOUS);
        }

        /** As that of a process in another container, of which only its lock is seen. */
        @Test
        void lockedFileStays() throws IOException, InterruptedException {
            Path locked = directory.resolve(".etl2jfr-999999999999999-d-1.part");
            try (FileChannel channel =
                    FileChannel.open(locked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                assumeTrue(channel.tryLock() != null);
                sandbox.run(PROGRAM, "--quiet", "--force", SAMPLE, "out.jfr").succeeded();
                assertThat(locked).exists();
            }
            sandbox.run(PROGRAM, "--quiet", "--force", SAMPLE, "out.jfr").succeeded();
            assertThat(locked).doesNotExist();
        }
    }

    /** Names of files. The shell makes them: the tests' own JVM may not know their letters. */
    @Nested
    class Names {
        /** Blanks, quotes, a line's end, a command for terminals; ü, 日本 and a face, as printf writes them. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "a  \\047single \\042double \\140back\\140 new\\nline esc\\033[31m 100%% *?[a]",
                    "--help",
                    "\\303\\274 \\346\\227\\245\\346\\234\\254 \\360\\237\\230\\200"
                })
        void anyName(String name) throws IOException, InterruptedException {
            sandbox.assume("locale -a | grep -i -x 'C.utf-*8'");
            sandbox.assume("mkdir -- in; cp '%s' \"$(printf -- 'in/%s')\"".formatted(SAMPLE, name));
            String converts = "cd in; LC_ALL=C.UTF-8; export LC_ALL; n=$(printf -- '%s'); ".formatted(name) + PROGRAM;
            Result result = sandbox.run(converts + " --force -- \"$n\" \"$n.jfr\"");
            result.succeeded();
            assertThat(result.out()).doesNotContain("\033").contains(" -> ");
            assertThat(result.out().lines().findFirst().orElseThrow()).endsWith(".jfr");
            assertThat(sandbox.shell("cd in; test -s \"$(printf -- '%s.jfr')\"".formatted(name)))
                    .isZero();
            assertThat(Sandbox.files(directory.resolve("in"))).hasSize(2);
            sandbox.run(converts + " info -- \"$n\"").succeeded();
            sandbox.run(converts + " view -- \"$n\"").succeeded();
            sandbox.run(converts + " view -- \"$n.jfr\"").succeeded();
        }

        /** There the JVM cannot tell one such name from another: it says so and touches nothing. */
        @ParameterizedTest
        @ValueSource(strings = {"--force \"$n\" out.jfr", "--force in.etl \"$n.jfr\"", "info \"$n\"", "view \"$n\""})
        void lettersThatTheLocaleDoesNotHave(String arguments) throws IOException, InterruptedException {
            Files.copy(SAMPLE, directory.resolve("in.etl"));
            String sets = "LC_ALL=C; export LC_ALL; n=$(printf '\\303\\274.etl'); cp in.etl \"$n\"; ";
            Result result = sandbox.run(sets + "trap 'rm \"$n\"' 0; " + PROGRAM + " " + arguments);
            assertThat(result.error()).contains("is not in the system's encoding, ANSI_X3.4-1968; try LC_ALL=C.UTF-8");
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(sandbox.files()).containsExactly("in.etl", "out.jfr");
            assertThat(out).hasContent(PRECIOUS);
        }

        /** Without that, it seems that the recording lacks what is in it. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "view --thread \"*$n*\" %s",
                    "view --event \"$n\" %s explain",
                    "--force --process \"$n\" %s out.jfr",
                    "report --force --jvm \"$n\" %s out.html"
                })
        void listsOfSuchLetters(String arguments) throws IOException, InterruptedException {
            String sets = "LC_ALL=C; export LC_ALL; n=$(printf '\\346\\234\\250'); ";
            Result result = sandbox.run(sets + PROGRAM + " " + arguments.formatted("'" + SAMPLE + "'"));
            assertThat(result.error())
                    .containsPattern(
                            "' for --[a-z]+ is not in the system's encoding, ANSI_X3.4-1968; try LC_ALL=C.UTF-8"
                                    + SEE_HELP + "$");
            assertThat(result.exitCode()).isEqualTo(1);
            assertNothingHappened();
        }

        @Test
        void workingDirectoryOfSuchAName() throws IOException, InterruptedException {
            Result result = sandbox.run(
                    "LC_ALL=C; export LC_ALL; n=$(printf '\\303\\274'); mkdir \"$n\"; cd \"$n\"; " + PROGRAM
                            + "; s=$?; cd ..; rmdir \"$n\"; exit $s",
                    SAMPLE,
                    "new.jfr");
            assertThat(result.error()).contains("the name of the working directory is not in the system's encoding");
            assertThat(result.exitCode()).isEqualTo(1);
            assertNothingHappened();
        }

        @Test
        void bytesThatAreNoLetters() throws IOException, InterruptedException {
            sandbox.assume("locale -a | grep -i -x 'C.utf-*8'");
            String sets = "LC_ALL=C.UTF-8; export LC_ALL; n=$(printf 'bad\\377'); ";
            Result result = sandbox.run(sets + PROGRAM + " --force '" + SAMPLE + "' \"$n.jfr\"");
            assertThat(result.error()).endsWith("is not in the system's encoding, UTF-8; rename it" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertNothingHappened();
        }

        @ParameterizedTest
        @CsvSource({
            "'', 1, a file's name is empty; see --help",
            "new/, 1, 'new/' is not a directory; see --help",
            "out.jfr/new.jfr, 3, 'out.jfr: no such directory'",
            "missing/new.jfr, 3, 'missing: no such directory'",
        })
        void outputThatIsNoName(String name, int exitCode, String message) throws IOException, InterruptedException {
            Result result = sandbox.run(PROGRAM, "--force", SAMPLE, name);
            assertThat(result.error()).endsWith(message);
            assertThat(result.exitCode()).isEqualTo(exitCode);
            assertNothingHappened();
        }

        /** Told before a long conversion, not at its end. */
        @Test
        void nameThatIsTooLong() throws IOException, InterruptedException {
            String name = "x".repeat(300);
            assertRefused(sandbox.run(PROGRAM, SAMPLE, name), 3, name + ": file name too long");
            assertRefused(sandbox.run(PROGRAM, name, "new.jfr"), 3, name + ": file name too long");
            assertNothingHappened();
        }
    }
}
