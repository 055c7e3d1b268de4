package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.GroupMasks;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import io.github.etl2jfr.views.text.Amount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users meet: options, messages, exit codes, and files that are there afterwards or not. */
class CommandLineTest {
    private static final Path SAMPLE = SampleEvents.TRACE;
    private static final String SEE_HELP = "; see --help";
    private static final String SEE_VIEW = "'etl2jfr view TRACE.etl threads' lists them";
    private static final String SWITCH = "windows.ContextSwitch";

    @TempDir
    private static Path shared;

    private static SampleEvents sample;

    @TempDir
    private Path directory;

    private Path out;

    @BeforeAll
    static void convertSample() throws IOException {
        sample = SampleEvents.convert(shared);
    }

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }

    /** The conversion of the sample, with options that spaces part. */
    private Result runWith(String options) {
        List<Object> arguments = new ArrayList<>(List.of(options.split(" ", -1)));
        arguments.addAll(List.of(SAMPLE, out));
        return run(arguments.toArray());
    }

    private List<String> filesLeft() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path copyOfSample(String name) throws IOException {
        return Files.copy(SAMPLE, directory.resolve(name));
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private List<String> written(String type) throws IOException {
        return SampleEvents.texts(RecordingFile.readAllEvents(out), type, event -> true);
    }

    /** Wrong files. */
    @Nested
    class WrongFiles {
        @Test
        void missingTrace() {
            Path missing = directory.resolve("missing.etl");
            for (Result result : List.of(run(missing, out), run("info", missing))) {
                assertThat(result.error()).isEqualTo(missing + ": no such file");
                assertThat(result.exitCode()).isEqualTo(3);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "--form 1, unknown option '--form' (did you mean --from?)",
            "--evnts=all, unknown option '--evnts' (did you mean --events?)",
            "info --proceses, unknown option '--proceses' (did you mean --processes?)",
            "view --jsno, unknown option '--jsno' (did you mean --json?)",
            "--frobnicate now, unknown option '--frobnicate'",
        })
        void mistypedOption(String options, String message) {
            Result result = runWith(options);
            assertThat(result.error()).isEqualTo(message + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(out).doesNotExist();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "compare --jfr app.jfr | '--jfr' is not an option of compare, but of the conversion, view, report:"
                            + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr",
                    "report --pid=4711     | '--pid' is not an option of report, but of the conversion:"
                            + " etl2jfr --pid PID TRACE.etl OUT.jfr",
                    "view --all            | '--all' is not an option of view, but of the conversion:"
                            + " etl2jfr --all TRACE.etl OUT.jfr",
                    "report --json         | '--json' is not an option of report, but of the conversion, info, view, compare",
                    "--limit 5             | '--limit' is not an option of the conversion, but of view, compare",
                })
        void optionOfAnotherCommand(String options, String message) {
            Result result = runWith(options);
            assertThat(result.error()).isEqualTo(message + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(out).doesNotExist();
        }

        /** Whatever else is wrong does not matter then, and nobody is told to replace the real trace. */
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "inof | info?",
                    "INFO --processes | info?",
                    "veiw --sort ready | view?",
                    "report. | report?",
                    "help | --help?",
                    "version | --version?",
                })
        void mistypedCommand(String arguments, String meant) {
            String word = arguments.split(" ", 2)[0];
            Result result = runWith(arguments);
            assertThat(result.error())
                    .isEqualTo(
                            "'%s' is neither a command nor a file (did you mean %s)".formatted(word, meant) + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(run(word).error()).isEqualTo(result.error());
        }

        /** Other programs have one to convert. */
        @Test
        void commandThatIsNotThere() {
            assertThat(runWith("convert").error())
                    .isEqualTo("'convert' is neither a command nor a file; commands are info, view, report, compare;"
                            + " none is needed to convert" + SEE_HELP);
        }

        @Test
        void viewWithoutItsCommand() {
            assertThat(runWith("findings").error())
                    .isEqualTo("'findings' is no command but a view: etl2jfr view OUT.jfr findings" + SEE_HELP);
        }

        @Test
        void fileThatIsCalledAlmostLikeACommand() throws IOException, InterruptedException {
            copyOfSample("veiw");
            Program.runProcess(directory, List.of(), "veiw", "out.jfr").succeeded();
        }

        /** What a recording is written to is gone back in. */
        @Test
        @DisabledOnOs(OS.WINDOWS)
        void streams() throws IOException, InterruptedException {
            copyOfSample("trace.etl");
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
            assertThat(filesLeft()).containsExactly("trace.etl");
            Program.runProcess(directory, List.of(), "--quiet", "trace.etl", "./-")
                    .succeeded();
            Program.runProcess(directory, List.of(), "view", "./-").succeeded();
        }

        @Test
        void directoryInPlaceOfTrace() throws IOException {
            for (Result result : List.of(run(directory, out), run("info", directory))) {
                assertThat(result.error()).isEqualTo(directory + " is a directory" + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
            assertThat(filesLeft()).isEmpty();
        }

        @Test
        void directoryInPlaceOfRecording() throws IOException {
            Result result = run("--force", SAMPLE, directory);
            assertThat(result.error()).isEqualTo(directory + " is a directory; name the file to write" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(filesLeft()).isEmpty();
        }

        @Test
        void noTrace() throws IOException {
            Path text = file("text.etl", "Any text that is longer than the header of a buffer, ".repeat(3));
            for (Result result : List.of(run(text, out), run("info", text))) {
                assertThat(result.error()).isEqualTo(text + ": not an ETL file: no WMI buffer header at offset 0");
                assertThat(result.exitCode()).isEqualTo(3);
            }
            Path empty = file("empty.etl", "");
            Result result = run(empty, out);
            assertThat(result.error()).isEqualTo(empty + ": not an ETL file: it is only 0 bytes long");
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(filesLeft()).containsExactly("empty.etl", "text.etl");
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
                                "%s: a JVM's recording, no trace; it goes beside one:"
                                        + " etl2jfr --jfr %s TRACE.etl OUT.jfr",
                                recording, recording);
                assertThat(result.exitCode()).isEqualTo(3);
            }
        }

        @Test
        void traceAndRecordingSwapped() throws IOException {
            Path trace = copyOfSample("trace.etl");
            String isTrace = trace + " is a trace, which comes first: etl2jfr ";
            for (String force : List.of("--force", "--quiet")) {
                Result result = run(force, out, trace);
                assertThat(result.error()).isEqualTo(isTrace + trace + " " + out + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
                Path recording = sample.recording();
                assertThat(run(force, recording, trace).error())
                        .isEqualTo(isTrace + trace + " " + recording + SEE_HELP);
                Path ofJvm = Path.of("samples", "contention.jfr");
                assertThat(run(force, ofJvm, trace).error())
                        .isEqualTo(isTrace + "--jfr " + ofJvm + " " + trace + " OUT.jfr" + SEE_HELP);
            }
            Path missing = directory.resolve("missing.etl");
            assertThat(run("--force", missing, trace).error()).isEqualTo(missing + ": no such file");
            assertThat(trace).hasSameBinaryContentAs(SAMPLE);
            assertThat(filesLeft()).containsExactly("trace.etl");
        }

        /** It would be refused wherever a recording is wanted; and two traces are a mistake. */
        @Test
        void recordingCalledLikeATrace() {
            Path called = directory.resolve("out.ETL");
            for (Result result : List.of(run(SAMPLE, called), run("report", sample.recording(), called))) {
                assertThat(result.error())
                        .isEqualTo(called + " would be called like a trace; name another file to write" + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
            assertThat(called).doesNotExist();
        }

        /** One that is damaged, too, or has another name. */
        @Test
        void traceInPlaceOfRecording() throws IOException {
            Path damaged = file("damaged.etl", "once a trace");
            Path other = copyOfSample("trace.dat");
            for (Path trace : List.of(damaged, other)) {
                for (Result result :
                        List.of(run("--force", SAMPLE, trace), run("report", "--force", sample.recording(), trace))) {
                    assertThat(result.error())
                            .isEqualTo(trace + " is a trace, which nothing replaces; name another file to write"
                                    + SEE_HELP);
                    assertThat(result.exitCode()).isEqualTo(1);
                }
            }
            assertThat(damaged).hasContent("once a trace");
            assertThat(other).hasSameBinaryContentAs(SAMPLE);
        }

        @Test
        void recordingInPlaceOfPage() throws IOException {
            Path precious = Files.copy(sample.recording(), directory.resolve("precious.jfr"));
            Result result = run("report", "--force", SAMPLE, precious);
            assertThat(result.error())
                    .isEqualTo(precious + " is a recording, which no page replaces; name another file to write"
                            + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(precious).hasSameBinaryContentAs(sample.recording());
        }

        @Test
        void traceIsItsOwnRecording() throws IOException {
            Path trace = copyOfSample("trace.etl");
            Path roundabout = directory.resolve(".").resolve("trace.etl");
            List<Path> names = new ArrayList<>(List.of(trace, roundabout));
            try {
                names.add(Files.createSymbolicLink(directory.resolve("link.jfr"), trace));
            } catch (UnsupportedOperationException | IOException e) {
                // Not every system lets everybody make one.
            }
            for (Path name : names) {
                Result result = run("--force", trace, name);
                assertThat(result.error())
                        .isEqualTo(name + " is the trace itself; name another file to write" + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
            assertThat(trace).hasSameBinaryContentAs(SAMPLE);
        }

        /** It is often called like the trace that was recorded with it. */
        @Test
        void recordingOfAJvmIsNotReplaced() throws IOException {
            Path trace = copyOfSample("app.etl");
            Path jvm = Files.copy(Path.of("samples", "contention.jfr"), directory.resolve("app.jfr"));
            for (List<Object> command :
                    List.<List<Object>>of(List.of(trace), List.of("--force", trace), List.of("--force", SAMPLE, jvm))) {
                Result result = run(command.toArray());
                assertThat(result.error())
                        .isEqualTo(jvm + " is a JVM's own recording, which nothing replaces; name another file to write"
                                + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
            assertThat(jvm).hasSameBinaryContentAs(Path.of("samples", "contention.jfr"));
        }

        @Test
        void existingRecordingIsReplacedOnlyByForce() throws IOException {
            Files.writeString(out, "precious");
            Result result = run(SAMPLE, out);
            assertThat(result.error()).isEqualTo(out + " exists; --force replaces it" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(out).hasContent("precious");

            run("--force", SAMPLE, out).succeeded();
            SampleEvents.assertSame(written(SWITCH), SampleEvents.texts(sample.all(), SWITCH, event -> true));
            assertThat(filesLeft()).containsExactly("out.jfr");
        }

        @Test
        void recordingIsCalledLikeTheTrace() throws IOException {
            Path trace = copyOfSample("my.trace.etl");
            Path beside = directory.resolve("my.trace.jfr");
            assertThat(run(trace).succeeded().out()).startsWith(trace + " -> " + beside);
            byte[] first = Files.readAllBytes(beside);
            assertThat(run(trace).error()).isEqualTo(beside + " exists; --force replaces it" + SEE_HELP);
            run("--force", "--quiet", trace).succeeded();
            assertThat(beside).hasBinaryContent(first);
            assertThat(filesLeft()).containsExactly("my.trace.etl", "my.trace.jfr");
            assertThat(run("--force", "--jfr", beside, trace).error())
                    .isEqualTo(beside + " is the JVM's recording itself; name another file to write" + SEE_HELP);
            assertThat(run("--force", beside).error())
                    .isEqualTo(beside + ": a flight recording, not a trace; 'etl2jfr view' shows it");
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
            Path file = file("file", "");
            Result result = run(SAMPLE, file.resolve("out.jfr"));
            assertThat(result.error()).isEqualTo(file + ": no such directory");
            assertThat(result.exitCode()).isEqualTo(3);
        }

        @Test
        void nameAsLongAsNamesCanBe() throws IOException {
            out = directory.resolve("x".repeat(251) + ".jfr");
            try {
                Files.writeString(out, "");
            } catch (IOException e) {
                assumeTrue(false, "names cannot be so long here");
            }
            run("--force", SAMPLE, out).succeeded();
            assertThat(written(SWITCH)).hasSize(19_768);
        }

        /** Readable by whom the user's other files are: a temporary file is not. */
        @Test
        void recordingHasThePermissionsOfAnyFile() throws IOException {
            Path other = file("other", "");
            assumeTrue(Files.getFileStore(other).supportsFileAttributeView("posix"));
            run(SAMPLE, out).succeeded();
            assertThat(Files.getPosixFilePermissions(out)).isEqualTo(Files.getPosixFilePermissions(other));
        }

        @Test
        void failedConversionLeavesEverythingAsItWas() throws IOException {
            Files.writeString(out, "precious");
            Path trace = copyOfSample("trace.etl");
            for (Object[] arguments : List.of(
                    new Object[] {"--force", "--process", "nobody", trace, out},
                    // Known only when the whole trace has been read and the recording nearly written.
                    new Object[] {"--force", "--thread", "999999", trace, out},
                    new Object[] {"--force", "--from", "2", "--to", "1", trace, out},
                    new Object[] {"--force", "--from", "1000", trace, out},
                    new Object[] {"--force", file("text.etl", "text"), out})) {
                Result result = run(arguments);
                assertThat(result.error()).isNotBlank();
                assertThat(result.exitCode()).isIn(1, 3);
                assertThat(out).hasContent("precious");
                assertThat(filesLeft()).isSubsetOf("out.jfr", "text.etl", "trace.etl");
            }
        }

        @Test
        void nameWithBlanksAndLettersOfTheWorld() throws IOException, InterruptedException {
            assumeTrue(System.getProperty("sun.jnu.encoding").equals("UTF-8"), "the system knows no such names");
            Path folder = Files.createDirectory(directory.resolve("mein größter Ordner"));
            Path trace = Files.copy(SAMPLE, folder.resolve("Spur 世界 'a' %d $x.etl"));
            Path recording = folder.resolve("Aufzeichnung 世界 & co.jfr");
            for (Result result : List.of(
                    run("--force", trace, recording),
                    Program.runProcess(directory, List.of("-Dstdout.encoding=UTF-8"), "--force", trace, recording))) {
                result.succeeded();
                assertThat(result.out().lines().findFirst()).contains(trace + " -> " + recording);
            }
            assertThat(RecordingFile.readAllEvents(recording))
                    .filteredOn(event -> event.getEventType().getName().equals("windows.TraceSession"))
                    .extracting(event -> event.getString("file"))
                    .containsExactly("Spur 世界 'a' %d $x.etl");
            assertThat(run("info", trace).succeeded().out()).startsWith(trace.toString());
            JsonObject json =
                    JsonParser.parseString(run("info", "--json", trace).out()).getAsJsonObject();
            assertThat(json.get("file").getAsString()).isEqualTo(trace.toString());
        }

        /** A name is no argument file. */
        @Test
        void nameThatBeginsWithAnAtSign() throws IOException, InterruptedException {
            copyOfSample("@trace.etl");
            file("trace.etl", "--help");
            file("out.jfr", "--help");
            Program.runProcess(directory, List.of(), "--force", "@trace.etl", "@out.jfr")
                    .succeeded();
            out = directory.resolve("@out.jfr");
            assertThat(written(SWITCH)).isNotEmpty();
        }

        /** Messages are lower case, but names are not theirs to change. */
        @Test
        void nameThatBeginsWithACapital() throws IOException, InterruptedException {
            file("Text.etl", "text");
            Files.createDirectory(directory.resolve("Folder"));
            assertThat(Program.runProcess(directory, List.of(), "Text.etl", "Out.jfr")
                            .error())
                    .startsWith("Text.etl: not an ETL file");
            assertThat(Program.runProcess(directory, List.of(), "Folder", "Out.jfr")
                            .error())
                    .isEqualTo("Folder is a directory" + SEE_HELP);
            assertThat(Program.runProcess(directory, List.of(), "Missing.etl", "Out.jfr")
                            .error())
                    .isEqualTo("Missing.etl: no such file");
        }
    }

    /** Wrong options. */
    @Nested
    class Options {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "--from noon | '--from': 'noon' is not a time",
                    "--from 25:00 | '--from': '25:00' is not a time",
                    "--to 2026-13-01T00:00:00Z | '--to': '2026-13-01T00:00:00Z' is not a time",
                    "--to NaN | '--to': 'NaN' is not a time",
                    "--from 1e300 | '--from': '1e300' is not a time",
                    "--from 14:30+01:00 | '--from': '14:30+01:00' is not a time",
                    "--thread , | ',' names nothing for --thread",
                    "--events , | ',' names nothing for --events",
                    "--pid 1.5 | '--pid': '1.5' is not a whole number",
                    "--pid 99999999999999999999 | '--pid': 99999999999999999999 is too far from 0",
                    "--events waits | 'waits' is not a kind of events",
                    "--events ThreadProfile | only the agent writes windows.ThreadProfile (profile-threads)",
                    "--from | '--from'",
                    "--process | '--process'",
                    "--form 1 | '--form'",
                    "-x | '-x'",
                    "a.etl b.jfr c | one argument too many: 'c'"
                })
        void unreadable(String options, String contained) {
            String[] given = options.split(" ", -1);
            List<String> arguments = new ArrayList<>(List.of(given));
            if (!arguments.get(0).equals("a.etl") && given.length > 1) {
                arguments.addAll(List.of(SAMPLE.toString(), out.toString()));
            }
            Result result = run(arguments.toArray());
            assertThat(result.error())
                    .contains(contained)
                    .endsWith(SEE_HELP)
                    .doesNotContain("Exception", "java.", "TimeLimit", "EventGroup")
                    .matches("[a-z'].*");
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(out).doesNotExist();
        }

        @Test
        void noFiles() {
            for (Result result : List.of(run(), run("--quiet"))) {
                assertThat(result.error()).isEqualTo("name the trace to convert: TRACE.etl [OUT.jfr]" + SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
            Result result = run("info");
            assertThat(result.error()).isEqualTo("name the file: TRACE.etl" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            for (String command : List.of("view", "report")) {
                assertThat(run(command).error()).isEqualTo("name the file: OUT.jfr|TRACE.etl" + SEE_HELP);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "2, 1, --from is not before --to",
            "-1, -2, --from is not before --to",
            "1, 1, --from is not before --to",
            "3.5, -1, --from is not before --to",
            "2026-11-21T11:04:49Z, 1, --from is not before --to",
        })
        void fromAfterTo(String from, String to, String message) {
            Result result = run("--from", from, "--to", to, SAMPLE, out);
            assertThat(result.error()).isEqualTo(message + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(out).doesNotExist();
        }

        @ParameterizedTest
        @CsvSource({
            "--from 5, --from is not before the end of the trace",
            "--from -0, --from is not before the end of the trace",
            "--to 0, --to is not after the start of the trace",
            "--from 5 --to 6, --from is not before the end of the trace",
            "--from 2030-01-01T00:00:00Z, --from is not before the end of the trace",
            "--from 9999-12-31T23:59:59.999Z, --from is not before the end of the trace",
            "--to -5, --to is not after the start of the trace",
            "--from -6 --to -5, --to is not after the start of the trace",
            "--to 1600-01-01T00:00:00.5Z, --to is not after the start of the trace",
        })
        void nothingInRange(String options, String message) {
            Result result = runWith(options);
            // As the views tell it.
            assertThat(result.error())
                    .isEqualTo(
                            "%s, %s; it lasts 4.002194 s%s",
                            message, message.startsWith("--from") ? sample.end() : sample.start(), SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(out).doesNotExist();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "--process nobody.exe | no process 'nobody.exe'",
                    "--process 99999 | no process '99999'",
                    "--process java.com | no process 'java.com'",
                    "--thread 999999 | no thread 999999",
                    "--thread nobody* | no thread 'nobody*'",
                    "--process java.exe,nobody.exe | no process 'nobody.exe'",
                    "--process java.exe --process nobody.exe | no process 'nobody.exe'",
                    "--process java.exe --thread 999999 | no thread 999999",
                    "--process a --process java.exe --process b --thread 999999 --thread 17319"
                            + " | no process 'a', no process 'b', no thread 999999",
                })
        void nobodyAskedFor(String options, String missing) {
            Result result = runWith(options);
            String list = missing.startsWith("no process") ? "'etl2jfr info --processes' lists them" : SEE_VIEW;
            assertThat(result.error()).isEqualTo("%s: %s in the trace; %s", SAMPLE, missing, list);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(out).doesNotExist();
        }

        /** Of another day or zone: from the evening before would leave out nothing. The sample begins at 11:04:46Z. */
        @ParameterizedTest
        @CsvSource({
            "--from 23:30Z, --from 23:30Z is 2026-11-20T23:30:00Z",
            "--from 10:04:46Z, --from 10:04:46Z is 2026-11-21T10:04:46Z",
            "--to 22:30Z, --to 22:30Z is 2026-11-21T22:30:00Z",
            "--to 12:04:51Z, --to 12:04:51Z is 2026-11-21T12:04:51Z",
            "--from 11:04:47Z --to 13:00Z, --to 13:00Z is 2026-11-21T13:00:00Z",
            "--from 12:30Z, --from 12:30Z is 2026-11-21T12:30:00Z",
        })
        void timesOfDayFarFromTheTrace(String options, String option) {
            Result view = run(Stream.concat(Stream.of("view", SAMPLE), Stream.of((Object[]) options.split(" ", -1)))
                    .toArray());
            for (Result result : List.of(runWith(options), view)) {
                assertThat(result.error())
                        .isEqualTo(
                                "%s, more than an hour away from the trace, which is from %s to %s%s",
                                option, sample.start(), sample.end(), SEE_HELP);
                assertThat(result.exitCode()).isEqualTo(1);
            }
            assertThat(out).doesNotExist();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"--from 11:04Z --to 11:05Z", "--from 11:00Z --to 12:00Z", "--from 10:04:47Z --to 12:04:50Z"})
        void timesOfDayAboutTheTrace(String options) {
            runWith(options).succeeded();
        }

        /** The threads of the idle process are the processors; no trace tells of them as threads. */
        @ParameterizedTest
        @CsvSource({"0, 0", "Idle, Idle", "IDLE*, IDLE*", "'0,idle', '0'', ''idle'"})
        void processesWithoutThreads(String list, String processes) {
            Result result = run("--process", list, SAMPLE, out);
            assertThat(result.error())
                    .isEqualTo(
                            "%s: no thread of process '%s' in the trace;"
                                    + " 'etl2jfr view TRACE.etl threads' lists those there are",
                            SAMPLE, processes);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(out).doesNotExist();
            run("--process", list + ",java.exe", SAMPLE, out).succeeded();
        }

        /** What is nowhere is told alone. */
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "java | csrss | no thread 'csrss' of process 'java' in the trace, only of others; " + SEE_VIEW,
                    "java,dwm | 17323,GC*,15 | no thread 'GC*' of process 'java', 'dwm', no thread 15 of process"
                            + " 'java', 'dwm' in the trace, only of others; " + SEE_VIEW,
                    "Idle | 17323 | no thread 17323 of process 'Idle' in the trace, only of others; " + SEE_VIEW,
                    "java | csrss,nobody | no thread 'nobody' in the trace; " + SEE_VIEW,
                    "nothing | csrss | no process 'nothing' in the trace; 'etl2jfr info --processes' lists them",
                })
        void threadsOfNoneOfTheProcesses(String processes, String threads, String message) {
            Result result = run("--process", processes, "--thread", threads, SAMPLE, out);
            assertThat(result.error()).isEqualTo(SAMPLE + ": " + message);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(out).doesNotExist();
        }

        @Test
        void help() {
            String text = run("--help").succeeded().out();
            assertThat(run("-h").succeeded().out()).isEqualTo(text);
            assertThat(text.lines().count()).isLessThanOrEqualTo(24);
            assertThat(text.lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
            assertThat(text.lines().reduce((first, second) -> second).orElseThrow())
                    .startsWith("Example: etl2jfr ");
            assertThat(text)
                    .contains(
                            "--process",
                            "--thread",
                            "--from",
                            "--to",
                            "--events",
                            "--min-duration",
                            "--jfr",
                            "--all",
                            "--pid",
                            "--clock-offset",
                            "--force",
                            "--quiet",
                            "--json")
                    .contains("info", "view", "report", "compare");

            String info = run("info", "--help").succeeded().out();
            assertThat(info.lines().count()).isLessThanOrEqualTo(24);
            assertThat(info.lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
            assertThat(info.lines().reduce((first, second) -> second).orElseThrow())
                    .startsWith("Example: etl2jfr info ");
        }

        /** The example in the help is one that works. */
        @Test
        void exampleWorks() throws IOException, InterruptedException {
            String help = run("--help").out();
            Matcher example = Pattern.compile("Example: etl2jfr (.*)").matcher(help);
            assertThat(example.find()).isTrue();
            String arguments = example.group(1);
            copyOfSample("trace.etl");
            Files.copy(Path.of("samples", "contention.jfr"), directory.resolve("app.jfr"));
            Program.runProcess(
                            directory, List.of(), (Object[]) arguments.strip().split(" +", -1))
                    .succeeded();
            assertThat(filesLeft()).containsExactly("app.jfr", "out.jfr", "trace.etl");
        }

        @Test
        void version() {
            for (String option : List.of("--version", "-V")) {
                assertThat(run(option).succeeded().out().strip()).matches("etl2jfr \\S+");
            }
        }
    }

    /** Traces without switches: the message tells how to record them. */
    @Nested
    class WithoutSwitches {
        private static final String[] COMMANDS = {"wpr -start CPU -filemode", "wpr -stop trace.etl"};

        private Path trace(GroupMasks masks) throws IOException {
            TraceOptions options = new TraceOptions().processors(1);
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
            if (masks != null) {
                trace.builder().append(0, options.events().groupMasks(options.ticks(1), masks));
            }
            ProcessRecord process = ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                    .processId(4)
                    .image("System");
            trace.builder().append(0, options.events().process(options.ticks(2), 0, 0, process));
            return Files.write(directory.resolve("trace.etl"), trace.finish());
        }

        @Test
        void commandsAreThoseOfTheDocument() {
            assertThat(Path.of("../docs/recording-a-trace.md")).content().contains(COMMANDS);
        }

        @Test
        void masksNotTold() throws IOException {
            Path trace = trace(null);
            Result result = run(trace, out);
            assertThat(result.error())
                    .startsWith(trace + ": no context switches in the trace, and it does not say whether they were"
                            + " enabled; record them with ")
                    .contains(COMMANDS);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(filesLeft()).containsExactly("trace.etl");
            assertThat(run("info", trace).succeeded().out())
                    .containsPattern("enabled +unknown")
                    .containsPattern("note +no context switches in the trace, so there is nothing to convert");
        }

        @Test
        void neverEnabled() throws IOException {
            Path trace = trace(GroupMasks.atRundown().processes().threads());
            Result result = run(trace, out);
            assertThat(result.error())
                    .startsWith(
                            trace + ": no context switches in the trace: they were never enabled; record them with ")
                    .contains(COMMANDS);
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(filesLeft()).containsExactly("trace.etl");
            assertThat(run("info", trace).succeeded().out()).containsPattern("enabled +processes, threads\\R");
        }

        /** They may well be where it is damaged. */
        @Test
        void whatThereWasIsDamaged() throws IOException {
            Path trace = trace(null);
            byte[] bytes = Files.readAllBytes(trace);
            Files.write(trace, Arrays.copyOf(bytes, bytes.length - 1));
            assertThat(run(trace, out).error())
                    .isEqualTo(trace
                            + ": no context switches in what can be read of the trace; FileEndsInBuffer: 1"
                            + " (buffers in whose midst the file ends)");
            assertThat(filesLeft()).containsExactly("trace.etl");
        }

        /** Of what is not there yet, or any more, the log file header tells. */
        @Test
        void nothingButAHeader() throws IOException {
            byte[] whole = Files.readAllBytes(trace(null));
            byte[] header = Arrays.copyOf(whole, TraceFiles.split(whole).get(0).length);
            Path trace = Files.write(directory.resolve("trace.etl"), header);
            assertThat(run(trace, out).error())
                    .isEqualTo(trace + ": no context switches in what can be read of the trace;"
                            + " BuffersMissingAtEnd: 1 (buffers that the log file header counts, behind the last one"
                            + " that is there, or before the first)");
            Files.write(trace, UnfinishedTrace.of(header));
            assertThat(run(trace, out).error())
                    .startsWith(trace + ": no context switches in what can be read of the trace; SessionNotEnded: 1 (");
            assertThat(filesLeft()).containsExactly("trace.etl");
        }

        @Test
        void enabledButLost() throws IOException {
            TraceOptions options = new TraceOptions();
            GroupMasks masks = GroupMasks.atRundown().contextSwitches();
            TraceBuilder.InMemory builder = TraceBuilder.inMemory(options);
            builder.builder().append(0, options.events().groupMasks(options.ticks(1), masks));
            builder.builder()
                    .flush(0)
                    .append(0, options.events().contextSwitch(options.ticks(2), new ContextSwitch()))
                    .drop(0);
            Path trace = Files.write(directory.resolve("trace.etl"), builder.finish());
            assertThat(run(trace, out).error())
                    .startsWith(trace
                            + ": no context switches in what can be read of the trace; BuffersLostElsewhere: 1" + " (");
        }

        @Test
        void enabledButNone() throws IOException {
            Path trace = trace(GroupMasks.atRundown().contextSwitches());
            Result result = run(trace, out);
            assertThat(result.error())
                    .isEqualTo(trace + ": no context switches in the trace, although they were enabled");
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(filesLeft()).containsExactly("trace.etl");
        }
    }

    /** What is printed. */
    @Nested
    class Reports {
        @Test
        void quiet() {
            assertThat(run("--quiet", SAMPLE, out).succeeded().out()).isEmpty();
            assertThat(run("-f", "-q", SAMPLE, out).succeeded().out()).isEmpty();
            assertThat(out).exists();
        }

        @Test
        void textAndJsonTellTheSame() throws IOException {
            String text = run(SAMPLE, out).succeeded().out();
            JsonObject json = JsonParser.parseString(
                            run("--json", "--force", SAMPLE, out).succeeded().out())
                    .getAsJsonObject();
            assertThat(json.get("input").getAsString()).isEqualTo(SAMPLE.toString());
            assertThat(json.get("output").getAsString()).isEqualTo(out.toString());
            assertThat(json.get("contextSwitches").getAsLong()).isEqualTo(19_768);
            assertThat(json.get("contextSwitchesWritten").getAsLong()).isEqualTo(19_768);
            assertThat(json.get("events").getAsLong()).isEqualTo(sample.all().size());
            assertThat(json.get("inputBytes").getAsLong()).isEqualTo(Files.size(SAMPLE));
            assertThat(json.get("outputBytes").getAsLong()).isEqualTo(Files.size(out));
            assertThat(json.get("traceStart").getAsString())
                    .isEqualTo(sample.start().toString());
            assertThat(json.get("traceEnd").getAsString())
                    .isEqualTo(sample.end().toString());
            assertThat(json.get("damage").getAsJsonArray()).isEmpty();
            assertThat(json.get("elapsedSeconds").getAsDouble()).isPositive();
            assertThat(json.get("switchesPerSecond").getAsLong()).isPositive();

            assertThat(text)
                    .startsWith(SAMPLE + " -> " + out)
                    .containsPattern("switches +19,768\\R")
                    .containsPattern("threads +%d of %d, in %d of %d processes\\R"
                            .formatted(
                                    json.get("threadsWritten").getAsInt(),
                                    json.get("threads").getAsInt(),
                                    json.get("processesWritten").getAsInt(),
                                    json.get("processes").getAsInt()))
                    .containsPattern("span +4\\.002 s, %s to %s\\R".formatted(sample.start(), sample.end()))
                    .containsPattern("lost +nothing\\R")
                    .containsPattern("size +441\\.9 KB -> .*, %s events\\R"
                            .formatted(Amount.number(sample.all().size())))
                    .containsPattern("took +.* s, .* switches/s\\R");
        }

        /** What is in the recording, beside what is in the trace. */
        @Test
        void partOfTheTime() throws IOException {
            String text =
                    run("--from", "-1", "--to", "-0.5", SAMPLE, out).succeeded().out();
            Set<RecordedThread> threads = new HashSet<>();
            Set<String> processes = new TreeSet<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(out)) {
                if (event.getEventType().getName().equals("windows.ThreadStatistics")) {
                    threads.add(event.getThread());
                    processes.add(event.getThread().getThreadGroup().getName());
                }
            }
            Instant from = sample.end().minusSeconds(1);
            Instant to = sample.end().minusMillis(500);
            assertThat(text)
                    .containsPattern(
                            "threads +%d of 212, in %d of 85 processes\\R".formatted(threads.size(), processes.size()))
                    .containsPattern("span +0\\.500 s of 4\\.002 s, %s to %s\\R".formatted(from, to));
            JsonObject json = JsonParser.parseString(
                            run("--json", "--force", "--from", "-1", "--to", "-0.5", SAMPLE, out)
                                    .out())
                    .getAsJsonObject();
            assertThat(json.get("spanSeconds").getAsDouble()).isEqualTo(0.5);
            assertThat(json.get("from").getAsString()).isEqualTo(from.toString());
            assertThat(json.get("to").getAsString()).isEqualTo(to.toString());
            assertThat(json.get("traceStart").getAsString())
                    .isEqualTo(sample.start().toString());
            assertThat(json.get("traceEnd").getAsString())
                    .isEqualTo(sample.end().toString());
            assertThat(json.get("threads").getAsInt()).isEqualTo(212);
            assertThat(json.get("threadsWritten").getAsInt()).isEqualTo(threads.size());
            assertThat(json.get("processesWritten").getAsInt()).isEqualTo(processes.size());
        }

        @Test
        void filteredTextAndJson() {
            String text = run("--process", "java", SAMPLE, out).succeeded().out();
            JsonObject json = JsonParser.parseString(run("--process", "java", "--json", "--force", SAMPLE, out)
                            .out())
                    .getAsJsonObject();
            assertThat(json.get("contextSwitches").getAsLong()).isEqualTo(19_768);
            assertThat(text)
                    .containsPattern("switches +19,768, %s written\\R"
                            .formatted(Amount.number(
                                    json.get("contextSwitchesWritten").getAsLong())));
        }

        @Test
        void fieldsAreDocumented() throws IOException {
            String document = Files.readString(Path.of("..", "docs", "recording.md"));
            String report = document.substring(document.indexOf("## The closing report"));
            JsonObject json = JsonParser.parseString(
                            run("--json", "--jfr", Path.of("samples", "contention.jfr"), SAMPLE, out)
                                    .succeeded()
                                    .out())
                    .getAsJsonObject();
            Set<String> fields = new TreeSet<>(json.keySet());
            fields.addAll(json.getAsJsonObject("merge").keySet());
            assertThat(fields).allSatisfy(field -> assertThat(report).contains("`" + field + "`"));
        }

        @Test
        void damagedTrace() throws IOException {
            byte[] bytes = Files.readAllBytes(SAMPLE);
            Path trace = Files.write(directory.resolve("cut.etl"), Arrays.copyOf(bytes, bytes.length - 1000));
            Result result = run("--json", trace, out);
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).isEmpty();
            JsonObject damage = JsonParser.parseString(result.out())
                    .getAsJsonObject()
                    .getAsJsonArray("damage")
                    .get(0)
                    .getAsJsonObject();
            assertThat(damage.get("name").getAsString()).isEqualTo("FileEndsInBuffer");
            assertThat(damage.get("reason").getAsString()).isEqualTo("Truncated");
            assertThat(damage.get("severity").getAsString()).isEqualTo("Loss");
            assertThat(damage.get("amount").getAsLong()).isEqualTo(1);
            assertThat(damage.get("explanation").getAsString()).isEqualTo("buffers in whose midst the file ends");
            long offset = damage.get("firstOffset").getAsLong();
            int processor = damage.get("firstProcessor").getAsInt();
            List<byte[]> buffers = TraceFiles.split(bytes);
            assertThat(offset).isEqualTo(bytes.length - buffers.get(buffers.size() - 1).length);
            assertThat(RecordingFile.readAllEvents(out).stream()
                            .filter(event -> event.getEventType().getName().equals("windows.DataLoss")))
                    .singleElement()
                    .satisfies(loss -> {
                        assertThat(loss.getString("reason")).isEqualTo("Truncated");
                        assertThat(loss.getString("cause")).isEqualTo("FileEndsInBuffer");
                        assertThat(loss.getString("severity")).isEqualTo("Loss");
                        assertThat(loss.getInt("amount")).isEqualTo(1);
                        assertThat(loss.getLong("fileOffset")).isEqualTo(offset);
                        assertThat(loss.getInt("processor")).isEqualTo(processor);
                    });

            Result text = run("--force", trace, out);
            assertThat(text.exitCode()).isEqualTo(2);
            assertThat(text.out())
                    .containsPattern("  loss +FileEndsInBuffer: 1 \\(buffers in whose midst the file ends\\);"
                            + " first at offset %d\\R".formatted(offset));
            Result quiet = run("--quiet", "--force", trace, out);
            assertThat(quiet.exitCode()).isEqualTo(2);
            assertThat(quiet.out() + quiet.err()).isEmpty();
            Result info = run("info", trace);
            assertThat(info.exitCode()).isEqualTo(2);
            assertThat(info.out())
                    .contains("  lost        0 events, 0 buffers")
                    .contains("  loss        FileEndsInBuffer: 1 (buffers");
            assertThat(filesLeft()).containsExactly("cut.etl", "out.jfr");
        }

        /** Windows says how much the session lost only in the header. */
        private Path lossyTrace(int eventsLost) throws IOException {
            TraceOptions options = new TraceOptions().processors(1);
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
            ContextSwitch contextSwitch =
                    new ContextSwitch().oldThread(104, 8).waiting(6).newThread(0, 0);
            trace.builder()
                    .append(0, options.events().contextSwitch(options.ticks(100), contextSwitch))
                    .loseEvents(0, eventsLost)
                    .drop(0)
                    .append(0, options.events().contextSwitch(options.ticks(200), contextSwitch));
            return Files.write(directory.resolve("lossy.etl"), trace.finish());
        }

        @Test
        void lossesThatTheHeaderTells() throws IOException {
            Path path = lossyTrace(1234);
            Result result = run("--json", path, out);
            assertThat(result.exitCode()).isEqualTo(2);
            Map<String, Long> damage = new TreeMap<>();
            for (JsonElement element :
                    JsonParser.parseString(result.out()).getAsJsonObject().getAsJsonArray("damage")) {
                damage.merge(
                        element.getAsJsonObject().get("reason").getAsString(),
                        element.getAsJsonObject().get("amount").getAsLong(),
                        Long::sum);
            }
            assertThat(damage).isEqualTo(Map.of("EventsLost", 1234L, "BufferLost", 1L));
            assertThat(run("info", path).out()).containsPattern("lost +1,234 events, 1 buffer, says the header");
        }

        /** Its count has no sign; the recording's has one. */
        @Test
        void mostLossesThatAHeaderCanTell() throws IOException {
            Path path = lossyTrace(0xFFFF_FFFF);
            assertThat(run(path, out).exitCode()).isEqualTo(2);
            assertThat(RecordingFile.readAllEvents(out))
                    .filteredOn(event -> event.getEventType().getName().equals("windows.TraceSession"))
                    .extracting(event -> event.getInt("eventsLost"))
                    .containsExactly(Integer.MAX_VALUE);
            assertThat(run("info", path).out()).contains(" 4,294,967,295 events, 1 buffer, says the header");
        }

        @ParameterizedTest
        @ValueSource(ints = {0, -1})
        void lengthOfATimerTickThatCannotBe(int resolution) throws IOException {
            Path path = directory.resolve("ticks.etl");
            Files.write(
                    path, new SyntheticTrace(1).switches(10).toTrace(new TraceOptions().timerResolution(resolution)));
            assertThat(run("info", path).succeeded().out())
                    .contains(" ticks/s; timer tick unknown" + System.lineSeparator());
        }

        @Test
        void info() {
            String text = run("info", SAMPLE).succeeded().out();
            assertThat(text)
                    .startsWith(SAMPLE + System.lineSeparator())
                    .containsPattern("system +Windows 10 \\(10\\.0\\.19045\\), 2 processors, 64 bit\\R")
                    .containsPattern("session +NT Kernel Logger\\R")
                    .containsPattern("clock +QPC, 10,000,000 ticks/s; timer tick 15\\.6250 ms\\R")
                    .containsPattern("span +4\\.002 s, %s to %s\\R".formatted(sample.start(), sample.end()))
                    .containsPattern("buffers +19 of 65\\.5 KB in 441\\.9 KB\\R")
                    .containsPattern("lost +0 events, 0 buffers, says the header\\R")
                    .containsPattern("0524 CSwitch +19,768\\R")
                    .containsPattern("0532 ReadyThread +10,979\\R")
                    .doesNotContain("java.exe");
            assertThat(run("info", "--processes", SAMPLE).succeeded().out())
                    .startsWith(text)
                    .containsPattern("\\R +17321 +java\\.exe +java -Xmx256m -XX:StartFlightRecording Workload\\R");
        }

        @Test
        void infoAsJson() {
            JsonObject json = JsonParser.parseString(
                            run("info", "--json", SAMPLE).succeeded().out())
                    .getAsJsonObject();
            assertThat(json.has("processes")).isFalse();
            JsonObject all = JsonParser.parseString(run("info", "--json", "--processes", SAMPLE)
                            .succeeded()
                            .out())
                    .getAsJsonObject();
            Map<String, Object> expected = Map.ofEntries(
                    Map.entry("file", SAMPLE.toString()),
                    Map.entry("fileBytes", "441906"),
                    Map.entry("osVersion", "Windows 10 (10.0.19045)"),
                    Map.entry("osBuild", "19045"),
                    Map.entry("processors", "2"),
                    Map.entry("pointerSize", "8"),
                    Map.entry("session", "NT Kernel Logger"),
                    Map.entry("clock", "QPC"),
                    Map.entry("clockFrequency", "10000000"),
                    Map.entry("traceStart", sample.start().toString()),
                    Map.entry("traceEnd", sample.end().toString()),
                    Map.entry("buffers", "19"),
                    Map.entry("bufferBytes", "65536"),
                    Map.entry("eventsLost", "0"),
                    Map.entry("buffersLost", "0"));
            for (JsonObject object : List.of(json, all)) {
                expected.forEach((name, value) ->
                        assertThat(object.get(name).getAsString()).as(name).isEqualTo(value));
                assertThat(object.getAsJsonObject("events").get("0524 CSwitch").getAsLong())
                        .isEqualTo(19_768);
                assertThat(object.getAsJsonArray("damage")).isEmpty();
            }
            assertThat(all.getAsJsonArray("processes")).hasSize(85).anySatisfy(element -> {
                JsonObject process = element.getAsJsonObject();
                assertThat(process.get("pid").getAsLong()).isEqualTo(17321);
                assertThat(process.get("image").getAsString()).isEqualTo("java.exe");
                assertThat(process.get("commandLine").getAsString()).startsWith("java -Xmx256m");
            });
        }

        /** Digits and separators are the same for everybody, in reports and in recordings. */
        @Test
        void sameInEveryLanguage() throws IOException, InterruptedException {
            copyOfSample("trace.etl");
            List<String> arabic = List.of("-Duser.language=ar", "-Duser.country=EG");
            assertThat(Program.runProcess(directory, arabic, "trace.etl", "out.jfr")
                            .succeeded()
                            .out())
                    .containsPattern("switches +19,768\\R");
            SampleEvents.assertSame(written(SWITCH), SampleEvents.texts(sample.all(), SWITCH, event -> true));
            SampleEvents.assertSame(
                    written("jdk.OSInformation"), SampleEvents.texts(sample.all(), "jdk.OSInformation", event -> true));
            assertThat(Program.runProcess(directory, arabic, "info", "trace.etl")
                            .succeeded()
                            .out())
                    .containsPattern("system +Windows 10 \\(10\\.0\\.19045\\), 2 processors, 64 bit\\R")
                    .containsPattern("0524 CSwitch +19,768\\R");
        }
    }

    /** The program as a process. */
    @Nested
    class AsProcess {
        @Test
        void exitCodes() throws IOException, InterruptedException {
            copyOfSample("trace.etl");
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
            assertThat(filesLeft()).containsExactly("cut.etl", "out.jfr", "trace.etl");
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
            while (process.isAlive() && filesLeft().size() < 2) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            process.destroy();
            assertThat(process.waitFor(Program.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(filesLeft()).isSubsetOf("long.etl", "out.jfr");
            if (Files.exists(out)) {
                assertThat(written(SWITCH)).hasSize(1_000_000);
            }
        }
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
}
