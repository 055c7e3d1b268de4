package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The views as one asks for them on the command line. */
class ViewTest {
    private static final Path TRACE = Path.of("samples", "contention-full.etl");
    private static final Path JVM = Path.of("samples", "contention.jfr");
    private static final Path MERGED = Path.of("..", "jfr-views", "samples", "contention-merged.jfr");

    @TempDir
    private static Path shared;

    private static Path recording;

    @TempDir
    private Path directory;

    @BeforeAll
    static void convert() {
        recording = shared.resolve("sample.jfr");
        Program.run("--quiet", TRACE, recording).succeeded();
    }

    private static String view(Object... arguments) {
        return Program.run(
                        Stream.concat(Stream.of("view"), Stream.of(arguments)).toArray())
                .succeeded()
                .out();
    }

    private static String error(int exitCode, Object... arguments) {
        Result result = Program.run(
                Stream.concat(Stream.of("view"), Stream.of(arguments)).toArray());
        assertThat(result.exitCode()).isEqualTo(exitCode);
        return result.error();
    }

    private static JsonObject json(Object... arguments) {
        return JsonParser.parseString(view(
                        Stream.concat(Stream.of("--json"), Stream.of(arguments)).toArray()))
                .getAsJsonObject();
    }

    @Test
    void summaryUnlessAskedForAnother() {
        assertThat(view(recording)).isEqualTo(view(recording, "summary")).contains("Processes", "java.exe (17353)");
        assertThat(view(recording, "WAITS")).isEqualTo(view(recording, "waits"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "findings", "latency", "waits", "processors", "load", "map", "threads"})
    void traceShowsWhatItsRecordingShows(String view) throws IOException {
        List<String> before = temporary();
        assertThat(view(TRACE, view)).isEqualTo(view(recording, view));
        assertThat(json(TRACE, view)).isEqualTo(json(recording, view));
        assertThat(temporary()).isEqualTo(before);
    }

    /** As of the recording that the two make. */
    @ParameterizedTest
    @ValueSource(strings = {"summary", "pools", "explain", "critical-path", "bottlenecks", "load"})
    void traceMergedForIt(String view) throws IOException {
        List<String> before = temporary();
        assertThat(view("--jfr", JVM, TRACE, view)).isEqualTo(view(MERGED, view));
        assertThat(temporary()).isEqualTo(before);
    }

    @Test
    void nothingToMerge() {
        assertThat(error(1, "--jfr", JVM, MERGED))
                .isEqualTo("--jfr goes with a trace; " + MERGED + " is a recording; see --help");
        Path missing = directory.resolve("missing.jfr");
        assertThat(error(3, "--jfr", missing, TRACE)).isEqualTo(missing + ": no such file");
        assertThat(error(3, "--jfr", JVM, directory.resolve("missing.etl")))
                .isEqualTo(directory.resolve("missing.etl") + ": no such file");
        assertThat(error(3, "--jfr", TRACE, TRACE))
                .isEqualTo(TRACE + ": not a flight recording: it does not begin with FLR");
        assertThat(error(1, JVM, TRACE))
                .isEqualTo(error(1, TRACE, JVM))
                .isEqualTo("a view shows one file; for a JVM's recording and a trace: etl2jfr view --jfr " + JVM + " "
                        + TRACE + " explain; see --help");
        assertThat(error(1, MERGED, JVM))
                .isEqualTo("a view shows one file; to see how two recordings differ: etl2jfr compare " + MERGED + " "
                        + JVM + "; see --help");
    }

    /** Recordings that nobody keeps. */
    private static List<String> temporary() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(TemporaryRecording.OURS))
                    .toList();
        }
    }

    @Test
    void nothingIsLeftOfATraceThatCannotBeShown() throws IOException {
        assertThat(error(3, TRACE, "explain"))
                .isEqualTo(TRACE + ": no latencies of a JVM in it; to add those of its recording:"
                        + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr");
        Path none = Files.writeString(directory.resolve("none.etl"), "no trace");
        assertThat(error(3, none)).startsWith(none + ": not an ETL file");
        assertThat(temporary()).isEmpty();
    }

    /**
     * As by a kill; those of programs that run stay. What process has which id tells nothing: it may have been given to
     * another since, and in a container it is another.
     */
    @Test
    void removesWhatIsLeftOfEarlierRuns() throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path abandoned = Files.createDirectory(temporary.resolve(
                "etl2jfr-view-%d-test".formatted(ProcessHandle.current().pid())));
        Files.writeString(abandoned.resolve("trace.jfr"), "half of it");
        Files.createFile(abandoned.resolve("lock"));
        Path begun = Files.createDirectory(temporary.resolve("etl2jfr-view-begun"));
        Path inUse = Files.createDirectory(temporary.resolve("etl2jfr-view-999999999999-test"));
        Files.writeString(inUse.resolve("trace.jfr"), "half of it");
        try (FileChannel lock =
                FileChannel.open(inUse.resolve("lock"), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            assumeTrue(lock.tryLock() != null);
            Result result = Program.runProcess(
                    directory, List.of("-Djava.io.tmpdir=" + temporary), "view", TRACE.toAbsolutePath());
            assertThat(result.exitCode()).isZero();
            assertThat(abandoned).doesNotExist();
            assertThat(begun).doesNotExist();
            assertThat(inUse.resolve("trace.jfr")).exists();
        }
    }

    @Test
    void whatIsNeither() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.txt"), "neither");
        assertThat(error(3, text))
                .isEqualTo(text + ": neither a flight recording nor a trace; name the OUT.jfr that etl2jfr wrote");
        assertThat(error(3, JVM))
                .isEqualTo(JVM
                        + ": no windows.* events in it, so it does not say when its threads ran; to add those of a"
                        + " trace: etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr; if an agent was to write them,"
                        + " its --status says why it did not");
        assertThat(error(3, "no.jfr")).isEqualTo("no.jfr: no such file");
        assertThat(error(1, directory)).isEqualTo(directory + " is a directory; see --help");
        Path cut = directory.resolve("cut.jfr");
        byte[] whole = Files.readAllBytes(recording);
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        assertThat(error(3, cut)).startsWith(cut + ": recording is cut off: ");
    }

    /** Their chunks' clocks do not show it; each would tell of the same time. */
    @Test
    void conversionBesideAMergedRecordingIsRefused() throws IOException {
        Path both = directory.resolve("both.jfr");
        Files.write(both, Files.readAllBytes(MERGED));
        Files.write(both, Files.readAllBytes(recording), StandardOpenOption.APPEND);
        assertThat(error(3, both)).isEqualTo(both + ": several conversions in it; 'jfr disassemble' takes it apart");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--events switches | with --events slices,switches",
                "--min-duration 10s | without --min-duration",
                "--events slices --min-duration 10s | with --events slices,switches and without --min-duration"
            })
    void recordingWithoutSlices(String options, String how) {
        String next = "convert the trace " + how;
        Path without = directory.resolve("without.jfr");
        List<Object> arguments = new ArrayList<>(List.of(options.split(" ", -1)));
        arguments.addAll(List.of("--quiet", TRACE, without));
        Program.run(arguments.toArray()).succeeded();
        for (String view : List.of("summary", "latency", "waits", "map", "threads")) {
            assertThat(error(3, without, view)).isEqualTo(without + ": no slices of threads in it; " + next);
        }
        boolean tellsOfProcessors = options.startsWith("--min-duration");
        for (String view : List.of("processors", "load")) {
            if (tellsOfProcessors) {
                assertThat(view(without, view)).contains("Load %").containsPattern("9[0-9]\\.[0-9]  [#+]{15}");
            } else {
                assertThat(error(3, without, view)).isEqualTo(without + ": no slices of threads in it; " + next);
            }
        }
        assertThat(error(3, "--from", "1", without))
                .isEqualTo(without + ": no slices of threads in it then; widen --from and --to, or " + next);
    }

    /** As the single events add up. */
    @Test
    void slowestAgainstAll() {
        Map<String, List<JsonObject>> byType = rows(json("--limit", "0", MERGED, "explain"), "longest").stream()
                .collect(Collectors.groupingBy(row -> row.get("javaEvent").getAsString()));
        List<JsonObject> slowest = rows(json("--limit", "0", MERGED, "explain"), "slowest");
        Map<String, List<Double>> shares = slowest.stream()
                .collect(Collectors.groupingBy(
                        row -> row.get("javaEvent").getAsString(),
                        Collectors.mapping(row -> row.get("share").getAsDouble(), Collectors.toList())));
        // 3, 84 and 2,883 of them.
        assertThat(shares)
                .doesNotContainKey("jdk.JavaMonitorWait")
                .containsEntry("jdk.JavaMonitorEnter", List.of(1.0, 0.5, 0.1))
                .containsEntry("jdk.GCPhaseParallel", List.of(1.0, 0.5, 0.1, 0.01, 0.001));
        for (JsonObject row : slowest) {
            List<JsonObject> ofType = byType.get(row.get("javaEvent").getAsString());
            long atLeast = row.get("atLeastNanos").getAsLong();
            List<JsonObject> expected = ofType.stream()
                    .filter(event -> event.get("durationNanos").getAsLong() >= atLeast)
                    .toList();
            assertThat(row.get("count").getAsInt()).isEqualTo(expected.size()).isGreaterThanOrEqualTo((int)
                    (row.get("share").getAsDouble() * ofType.size()));
            for (String part : List.of("Duration", "Running", "Ready", "Waiting", "Unknown")) {
                String name = part.toLowerCase(Locale.ROOT) + "Nanos";
                double mean = expected.stream()
                        .mapToLong(event -> event.get(name).getAsLong())
                        .average()
                        .orElseThrow();
                assertThat(row.get("mean" + part + "Nanos").getAsLong()).isEqualTo(Math.round(mean));
            }
        }
    }

    /** What the converter tells of the JVM's events, a view finds out where it was left out. */
    @Test
    void recordingWithoutLatencies() throws IOException {
        Path with = directory.resolve("with.jfr");
        Path without = directory.resolve("without.jfr");
        Program.run("--quiet", "--all", "--jfr", JVM, TRACE, with).succeeded();
        Program.run("--quiet", "--all", "--events", "slices", "--jfr", JVM, TRACE, without)
                .succeeded();
        assertThat(rows(json(without, "explain"), "events")).isEqualTo(rows(json(with, "explain"), "events"));
        List<JsonObject> expected = rows(json(with, "explain", "--limit", "0"), "longest");
        List<JsonObject> found = rows(json(without, "explain", "--limit", "0"), "longest");
        assertThat(found).hasSameSizeAs(expected).hasSizeGreaterThan(3000);
        found.removeAll(expected);
        // Of two that ran equally long either is the one that ran longest.
        assertThat(found)
                .extracting(row -> row.get("displacedNanos").getAsLong())
                .containsExactly(8700L);
        assertThat(rows(json(without, "critical-path", "--limit", "20"), "steps"))
                .hasSizeGreaterThan(100)
                .isEqualTo(rows(json(with, "critical-path", "--limit", "20"), "steps"));
        assertThat(error(3, "--to", "0.000001", MERGED, "explain"))
                .isEqualTo(MERGED + ": no latencies of the JVM in it then; widen --from and --to");
        Program.run("--quiet", "--force", "--events", "latencies", "--jfr", JVM, TRACE, without)
                .succeeded();
        assertThat(Program.run("view", without, "explain").exitCode()).isZero();
        assertThat(error(3, without, "critical-path"))
                .isEqualTo(without + ": no slices of threads in it; convert the trace with --events slices,switches");
        Program.run("--quiet", "--force", "--events", "ThreadReady", "--jfr", JVM, TRACE, without)
                .succeeded();
        assertThat(error(3, without, "explain"))
                .isEqualTo(without + ": no latencies of the JVM in it; convert the trace with --events latencies");
    }

    /** Damage that cost nothing is told, but not as a loss. */
    @Test
    void tellsWhatIsOdd() throws IOException {
        byte[] whole = Files.readAllBytes(TRACE);
        ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        // A buffer begins with its size.
        int second = bytes.getInt(0);
        int size = bytes.getInt(second);
        byte[] repeated = Arrays.copyOf(whole, whole.length + size);
        System.arraycopy(whole, second, repeated, whole.length, size);
        Path trace = Files.write(directory.resolve("repeated.etl"), repeated);
        Result text = Program.run("view", trace);
        assertThat(text.out()).contains("lost: nothing, though the trace is damaged: 1 BufferRepeated\n");
        Result json = Program.run("view", "--json", trace);
        JsonObject told = JsonParser.parseString(json.out()).getAsJsonObject();
        assertThat(told.getAsJsonObject("lost").size()).isZero();
        assertThat(told.getAsJsonObject("notices")).hasToString("{\"BufferRepeated\":1}");
        assertThat(List.of(text.exitCode(), json.exitCode())).containsExactly(2, 2);
    }

    @Test
    void tellsWhatIsLost() throws IOException {
        byte[] whole = Files.readAllBytes(TRACE);
        Path cut = Files.write(directory.resolve("cut.etl"), Arrays.copyOf(whole, whole.length / 2));
        Path converted = directory.resolve("cut.jfr");
        assertThat(Program.run("--quiet", cut, converted).exitCode()).isEqualTo(2);
        assertThat(view(TRACE)).contains("lost: nothing");
        for (Path file : List.of(cut, converted)) {
            Result text = Program.run("view", file);
            assertThat(text.out()).containsPattern("lost: .*\\d FileEndsInBuffer.*; what threads did then is unknown");
            Result json = Program.run("view", "--json", file);
            assertThat(JsonParser.parseString(json.out())
                            .getAsJsonObject()
                            .getAsJsonObject("lost")
                            .get("FileEndsInBuffer")
                            .getAsLong())
                    .isPositive();
            // As of a conversion: scripts must hear of it too.
            assertThat(List.of(text.exitCode(), json.exitCode())).containsExactly(2, 2);
            assertThat(text.err() + json.err()).isEmpty();
        }
        assertThat(json(TRACE).getAsJsonObject("lost").size()).isZero();
    }

    /** Its first 100,000 bytes hold one buffer with switches, of processor 0: where threads were off it, nobody knows. */
    @Test
    void whatIsNotKnownIsNotZero() throws IOException {
        byte[] start = Arrays.copyOf(Files.readAllBytes(TRACE), 100_000);
        Path cut = Files.write(directory.resolve("cut.etl"), start);
        Path converted = directory.resolve("cut.jfr");
        assertThat(Program.run("--quiet", cut, converted).exitCode()).isEqualTo(2);
        List<JsonObject> threads = damaged(converted, "threads", "threads");
        assertThat(threads).hasSizeGreaterThan(10).allSatisfy(row -> {
            assertThat(row.get("runningNanos").getAsLong()).isPositive();
            assertNull(row, "readyNanos", "waitingNanos", "longestReadyNanos", "longestReadyStart");
        });
        assertThat(damaged(converted, "summary", "processes"))
                .allSatisfy(row -> assertNull(row, "readyNanos", "waitingNanos", "longestReadyNanos"));
        JsonObject latency = damaged(converted, "latency", "percentiles").get(0);
        assertNull(latency, latency.keySet().toArray(String[]::new));

        List<JsonObject> processors = damaged(converted, "processors", "processors");
        assertThat(processors)
                .extracting(row -> row.get("processor").getAsInt())
                .containsExactly(0, 1);
        JsonObject other = processors.get(1);
        assertThat(other.get("unknownNanos").getAsLong())
                .isEqualTo(processors.get(0).get("runningNanos").getAsLong()
                        + processors.get(0).get("idleNanos").getAsLong()
                        + processors.get(0).get("unknownNanos").getAsLong());
        assertNull(other, "load", "runningNanos", "idleNanos", "switches", "arrivals", "threads", "busiest");

        List<JsonObject> cells = damaged(converted, "map", "cells");
        assertThat(cells).extracting(row -> row.get("processor").getAsInt()).contains(0, 1);
        assertThat(cells)
                .filteredOn(row -> row.get("processor").getAsInt() == 1)
                .allSatisfy(row -> {
                    assertNull(row, "thread", "threadRunningNanos", "runningNanos");
                });
        assertThat(Program.run("view", converted, "map").out()).containsPattern("(?m)^CPU 0 .*\\RCPU 1$");
    }

    private static List<JsonObject> damaged(Path recording, String view, String table) {
        String out = Program.run("view", "--json", recording, view).out();
        return rows(JsonParser.parseString(out).getAsJsonObject(), table);
    }

    private static void assertNull(JsonObject row, String... keys) {
        assertThat(keys)
                .allSatisfy(key -> assertThat(row.get(key).isJsonNull()).as(key).isTrue());
    }

    /** Whoever opens the recording later was not there when it was made. */
    @Test
    void tellsWhatWasLeftOut() throws IOException {
        Path part = directory.resolve("part.jfr");
        String options =
                "--quiet --from 0.5 --to -0.25 --min-duration 50us --process java --thread 17323 --events slices";
        Program.run(Stream.concat(Stream.of(options.split(" ")), Stream.of(TRACE, part))
                        .toArray())
                .succeeded();

        RecordedEvent session = RecordingFile.readAllEvents(part).stream()
                .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .findFirst()
                .orElseThrow();
        assertThat(session.getDuration("leftOutBefore")).isEqualTo(Duration.ofMillis(500));
        assertThat(session.getDuration("leftOutAfter")).isEqualTo(Duration.ofMillis(250));
        assertThat(session.getDuration("minDuration")).isEqualTo(Duration.ofNanos(50_000));
        assertThat(session.getString("onlyProcesses")).isEqualTo("java");
        assertThat(session.getString("onlyThreads")).isEqualTo("17323");
        assertThat(session.getString("onlyEvents")).isEqualTo("slices");
        String leftOut = "the trace's first 0.500000 s; the trace's last 0.250000 s; slices shorter than 0.050 ms,"
                + " also from sums; all threads but 17323 of java; all events but slices";
        assertThat(view(part).replaceAll("\\s+", " ")).contains("lost: nothing left out: " + leftOut + " Times");
        assertThat(json(part).get("leftOut").getAsString()).isEqualTo(leftOut);
        Path page = directory.resolve("part.html");
        Program.run("report", part, page).succeeded();
        assertThat(Files.readString(page))
                .contains("<dt>left out</dt><dd>")
                .contains(leftOut.substring(leftOut.indexOf("slices")));

        assertThat(view(recording)).doesNotContain("left out");
        assertThat(json(recording).get("leftOut").isJsonNull()).isTrue();
        assertThat(view(MERGED)).contains("all threads but those of concern to the JVM");
    }

    /** Also where all of its threads in the recording are known to the JVM, which does not know that of its process. */
    @Test
    void programOfTheJvm() throws IOException {
        Path part = directory.resolve("part.jfr");
        Program.run(
                        "--quiet",
                        "--from",
                        "1.0",
                        "--to",
                        "1.02",
                        "--process",
                        "java.exe",
                        "--thread",
                        "sleeper",
                        "--jfr",
                        JVM,
                        TRACE,
                        part)
                .succeeded();
        assertThat(RecordingFile.readAllEvents(part).stream()
                        .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                        .map(event -> event.getString("jvmProcess")))
                .containsExactly("java.exe (17321)");
        assertThat(rows(json("--process", "java.exe", "--thread", "sleeper", part, "threads"), "threads"))
                .singleElement()
                .satisfies(
                        row -> assertThat(row.getAsJsonObject().get("process").getAsString())
                                .isEqualTo("java.exe (17321)"));
    }

    /** They stand for no threads, and belong to no process. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--thread  | CPU 0      | no thread 'CPU 0'       | threads",
                "--thread  | CPU*       | no thread 'CPU*'        | threads",
                "--process | Processors | no process 'Processors' | summary",
            })
    void processorsCannotBeChosen(String option, String name, String message, String list) {
        assertThat(error(1, option, name, recording, "pools"))
                .isEqualTo("%s: %s in it; the view '%s' lists them", recording, message, list);
    }

    @Test
    void chosenThreadsThatAreNotThereThen() {
        Path part = directory.resolve("part.jfr");
        Program.run("--quiet", "--process", "csrss.exe", "--thread", "17318", "--jfr", JVM, TRACE, part)
                .succeeded();
        assertThat(error(3, part, "pools"))
                .isEqualTo(part + ": no slices of threads in it: the chosen threads had none; convert the trace"
                        + " with another --process or --thread");
    }

    @Test
    void recordingWithoutSwitches() {
        Path without = directory.resolve("without.jfr");
        Program.run("--quiet", "--events", "slices", TRACE, without).succeeded();
        JsonObject first =
                json(without, "processors").getAsJsonArray("processors").get(0).getAsJsonObject();
        assertThat(first.get("switches").isJsonNull()).isTrue();
        assertThat(first.get("idleNanos").isJsonNull()).isTrue();
        assertThat(first.get("runningNanos").getAsLong()).isPositive();
    }

    /** Threads ran, but it does not tell when. */
    @Test
    void recordingOfReadyTimesOnly() {
        Path without = directory.resolve("without.jfr");
        Program.run("--quiet", "--events", "ThreadReady", TRACE, without).succeeded();
        JsonArray threads = json(without, "threads").getAsJsonArray("threads");
        assertThat(threads).isNotEmpty();
        long earlier = Long.MAX_VALUE;
        for (JsonElement each : threads) {
            JsonObject thread = each.getAsJsonObject();
            for (String key : List.of("runningNanos", "load", "waitingNanos", "migrations")) {
                assertThat(thread.get(key).isJsonNull()).as(key).isTrue();
            }
            long ready = thread.get("readyNanos").getAsLong();
            assertThat(ready).isBetween(1L, earlier);
            earlier = ready;
        }
        assertThat(json(without, "latency").getAsJsonArray("percentiles"))
                .isEqualTo(json(recording, "latency").getAsJsonArray("percentiles"));
        String next = " threads in it; convert the trace with --events slices,switches";
        assertThat(error(3, without, "waits")).isEqualTo(without + ": no slices of waiting" + next);
        assertThat(error(3, without, "processors")).isEqualTo(without + ": no slices of running" + next);
        assertThat(error(3, without, "map")).isEqualTo(without + ": no slices of running" + next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "finding | there is no view 'finding' (did you mean findings?)",
                "--sort score findings | table 'findings' of findings cannot be sorted",
                "--table rules findings | findings has no table 'rules'; there are findings",
                "latancy | there is no view 'latancy' (did you mean latency?)",
                "--sort size summary | summary has no column 'size' to sort by; there are process, threads, running, ready,"
                        + " waiting, switches, longestReady, thread",
                "--csv --sort displaced explain | CSV has only the table 'events', which cannot be sorted by"
                        + " 'displaced'; for one that is: --table longest",
                "--sort -redy threads | threads has no column 'redy' to sort by (did you mean ready?)",
                "--sort --limit 3 | missing required parameter for option '--sort' (COLUMN)",
                "waits --sort | missing required parameter for option '--sort' (COLUMN)",
                "--sort waiting map | map is a picture, which is not sorted; for one that is: --table states",
                "--table histogram --sort count latency | table 'histogram' of latency cannot be sorted",
                "--table waits waits | waits has no table 'waits'; there are reasons, wakers",
                "--jvm java waits | --jvm is for findings; waits chooses with --process",
                "--jvm , findings | ',' names nothing for --jvm",
                "--limit -1 | --limit is a number of rows, or 0 for all",
                "--width 5 | --width is at least 40",
                "--width 10000 map | --width is at most 9999",
                "--width 2147483647 map | --width is at most 9999",
                "--from 2 --to 1 | --from is not before --to",
                "--from 9 | --from is not before the end of the trace, 2026-11-21T11:04:50.461967300Z; it lasts 4.002194 s",
                "--to -9 | --to is not after the start of the trace, 2026-11-21T11:04:46.459773800Z; it lasts 4.002194 s",
            })
    void mistyped(String arguments, String message) {
        Object[] all = Stream.concat(Stream.of(recording), Stream.of((Object[]) arguments.split(" ", -1)))
                .toArray();
        assertThat(error(1, all)).isEqualTo(message + "; see --help");
    }

    @Test
    void viewBeforeFile() {
        assertThat(error(1, "waits", recording))
                .isEqualTo("the file comes before the view: etl2jfr view %s waits; see --help", recording);
        assertThat(error(1, "Findings"))
                .isEqualTo("name the file before the view: etl2jfr view OUT.jfr Findings; see --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "findings", "latency", "waits", "processors", "load", "map", "threads"})
    void traceWithOneSwitch(String view) throws IOException {
        Path trace = OneSwitch.trace(directory);
        assertThat(view(trace, view)).contains(": 0.000000 s from ").doesNotContain("NaN", "Infinity");
        assertThat(view("--json", trace, view)).doesNotContain("NaN", "Infinity");
        assertThat(view("--from", "0", "--to", "0", trace, view)).isEqualTo(view(trace, view));
        assertThat(error(1, "--from", "1", trace, view)).startsWith("--from is not before the end of the trace, ");
        assertThat(error(1, "--to", "-1", trace, view)).startsWith("--to is not after the start of the trace, ");
    }

    @Test
    void steps() {
        assertThat(error(1, recording, "load", "--step", "0")).isEqualTo("--step is at least 1ns; see --help");
        assertThat(error(1, recording, "map", "--step", "1s"))
                .isEqualTo("--step is for load; map has no steps of time; see --help");
        assertThat(error(1, recording, "load", "--step", "1")).contains("--step", "'1' is not a length of time");
        assertThat(error(1, recording, "load", "--step", "1ns"))
                .isEqualTo(recording + ": more than 100,000 steps of time; choose longer ones with --step, or a"
                        + " shorter time with --from and --to");
        assertThat(view(recording, "load", "--step", "1ns", "--from", "1", "--to", "1.00000002"))
                .contains("in steps of 1 ns;");
        assertThat(view(recording, "load", "--step", "999999999s")).contains("in steps of 4.0021935 s;");
        assertThat(view(recording, "load", "--step", "1500us", "--sort", "ready", "--limit", "3"))
                .contains("in steps of 1.5 ms (shorter where the time begins or ends);", " more; --limit 0 shows all)");
    }

    /** Pauses are the VM thread's: what a recording does not tell of is not nothing. */
    @Test
    void loadWithoutTheThreadThatPauses() {
        Path some = directory.resolve("some.jfr");
        Program.run("--quiet", "--thread", "contender*", "--jfr", JVM, TRACE, some)
                .succeeded();
        assertThat(rows(json(some, "load"), "steps")).isNotEmpty().allMatch(step -> step.get("javaEventsNanos")
                .isJsonNull());
        assertThat(view(some, "load")).doesNotContain("note: JVM events are", "Longest event");
        assertThat(rows(json(some, "load", "--event", "JavaMonitorEnter"), "steps"))
                .anyMatch(step -> step.get("javaEventsNanos").getAsLong() > 0);
    }

    /** What findings lack takes both options, or one of them. */
    @Test
    void findingsWithoutTheirEvents() {
        Path slices = directory.resolve("slices.jfr");
        Program.run("--quiet", "--events", "slices", "--jfr", JVM, TRACE, slices)
                .succeeded();
        assertThat(view(slices, "findings", "--width", "1000"))
                .contains(
                        "(the recording has no events of type windows.ProcessorIdle; convert the trace with --all and"
                                + " without --events)",
                        "(the recording has no events of type windows.LatencyBreakdown; convert the trace without"
                                + " --events)");
    }

    @Test
    void loadOfWaitsAlone() {
        Path waits = directory.resolve("waits.jfr");
        Program.run("--quiet", "--events", "windows.ThreadWaiting", TRACE, waits)
                .succeeded();
        assertThat(error(3, waits, "load"))
                .isEqualTo(waits + ": no slices of running threads in it; convert the trace with --events"
                        + " slices,switches");
    }

    @Test
    void jsonOrCsv() {
        assertThat(error(1, recording, "--json", "--csv")).contains("--json", "--csv");
    }

    @Test
    void sortsAndLimits() {
        List<String> lines = view(recording, "threads", "--csv", "--sort", "ready", "--limit", "3")
                .lines()
                .toList();
        assertThat(lines).hasSize(4);
        int ready = List.of(lines.get(0).split(",", -1)).indexOf("readyNanos");
        assertThat(lines.stream().skip(1).map(line -> -Long.parseLong(line.split(",", -1)[ready])))
                .isSorted();
        // An h follows, but it is not a call for help.
        String least = view(recording, "threads", "--csv", "--sort=-highestPriority");
        int highest = List.of(lines.get(0).split(",", -1)).indexOf("highestPriority");
        assertThat(least.lines().skip(1).map(line -> line.split(",", -1)[highest]))
                .hasSizeGreaterThan(100)
                .isSortedAccordingTo(Comparator.comparing(
                        priority -> priority.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(priority)));
        assertThat(view(recording, "threads", "--csv", "--sort", "-highestPriority"))
                .isEqualTo(least);
        assertThat(view(recording, "threads", "--limit", "3"))
                .containsPattern("\\(and \\d+ more; --limit 0 shows all\\)");
        assertThat(view(recording, "summary", "--limit", "0")).doesNotContain("more;");
    }

    /** Beside it: programs read the other. */
    @Test
    void csvThatIsNotAllSaysSo() {
        Program.Result usual = Program.run("view", recording, "latency", "--table", "longest", "--csv");
        assertThat(usual.out().lines()).hasSize(1 + 1000);
        assertThat(usual.err()).matches("1,000 of [0-9,]+ rows; --limit 0 shows all\\R");
        assertThat(Program.run("view", recording, "latency", "--table", "longest", "--csv", "--limit", "3")
                        .err())
                .isEmpty();
    }

    @Test
    void timesAreThoseOfTheTrace() {
        JsonObject all = json(recording);
        JsonObject part = json(recording, "--from", "0.5", "--to", "-1");
        assertThat(all.get("from")).isEqualTo(all.get("traceStart"));
        assertThat(part.get("traceStart")).isEqualTo(all.get("traceStart"));
        assertThat(part.get("from").getAsString()).isEqualTo("2026-11-21T11:04:46.959773800Z");
        assertThat(part.get("to").getAsString()).isEqualTo("2026-11-21T11:04:49.461967300Z");
        assertThat(json(recording, "--from", "2026-11-21T11:04:46.959773800Z").get("from"))
                .isEqualTo(part.get("from"));
        assertThat(view(recording, "--from", "0.5")).contains("shown: 0.500000 s to 4.002194 s");
    }

    /** A recording of certain threads tells of no others; a view of certain threads must tell as much. */
    @ParameterizedTest
    @CsvSource({
        "summary, processes",
        "summary, threads",
        "latency, percentiles",
        "latency, histogram",
        "waits, reasons",
        "waits, wakers",
        "threads, threads"
    })
    void choosesThreadsAsConversionDoes(String view, String table) {
        Path chosen = directory.resolve("chosen.jfr");
        Object[] options = {"--process", "java.exe,17376", "--thread", "VM*,1733*,17377"};
        Program.run("--quiet", options[0], options[1], options[2], options[3], TRACE, chosen)
                .succeeded();
        List<JsonObject> expected = rows(json(chosen, view), table);
        List<JsonObject> actual = rows(json(recording, view, options[0], options[1], options[2], options[3]), table);
        if (table.equals("reasons")) {
            // Of several that woke as often it is the one that the recording tells of first.
            expected.forEach(row -> row.remove("waker"));
            actual.forEach(row -> row.remove("waker"));
        }
        assertThat(actual).isEqualTo(expected).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--process, 17321, process, java.exe (17321)",
        "--process, JAVA.EXE (17321), process, java.exe (17321)",
        "--process, csrss, process, csrss.exe (",
        "--thread, allocator, thread, allocator",
        "--thread, contender-0, thread, contender-0",
        "--thread, csrss (17377), thread, csrss (17377)",
        "--thread, csrss, thread, csrss (",
        "--thread, 17377, thread, csrss (17377)",
    })
    void choosesThreadsByAllTheirNames(String option, String name, String column, String shown) {
        assertThat(rows(json(MERGED, "summary", option, name), "threads"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.get(column).getAsString()).startsWith(shown));
    }

    private static List<JsonObject> rows(JsonObject view, String table) {
        List<JsonObject> rows = new ArrayList<>();
        view.getAsJsonArray(table).forEach(row -> rows.add(row.getAsJsonObject()));
        return rows;
    }

    @Test
    void explainsEventsOfChosenThreads() {
        List<JsonObject> all = rows(json("--limit", "0", MERGED, "explain"), "longest");
        all.removeIf(row -> !row.get("thread").getAsString().equals("contender-2"));
        assertThat(rows(json("--limit", "0", "--thread", "contender-2", MERGED, "explain"), "longest"))
                .isEqualTo(all)
                .isNotEmpty();
    }

    /** Whoever ran longest in the whole trace is named, or nobody; for how long, unless shorter slices may add to it. */
    @ParameterizedTest
    @CsvSource({"--process, java.exe", "--process, csrss.exe", "--thread, C2*", "--min-duration, 2ms"})
    void longestLatenciesOfAPartAccuseNobodyElse(String option, String value) {
        Path part = directory.resolve("part.jfr");
        Program.run("--quiet", option, value, TRACE, part).succeeded();
        Map<String, JsonObject> whole = new HashMap<>();
        rows(json("--limit", "0", recording, "latency"), "longest").forEach(row -> whole.put(slice(row), row));
        List<JsonObject> told = rows(json("--limit", "0", part, "latency"), "longest");
        assertThat(told).isNotEmpty().allSatisfy(row -> {
            if (!row.get("culprit").isJsonNull()) {
                JsonObject expected = whole.get(slice(row)).deepCopy();
                if (option.equals("--min-duration")
                        && row.get("culpritRunningNanos").isJsonNull()) {
                    expected.add("culpritRunningNanos", JsonNull.INSTANCE);
                }
                assertThat(row).isEqualTo(expected);
            }
        });
        if (option.equals("--min-duration")) {
            assertThat(told).anyMatch(row -> !row.get("culprit").isJsonNull());
        }
    }

    private static String slice(JsonObject latency) {
        return latency.get("thread") + " " + latency.get("start") + " " + latency.get("readyNanos");
    }

    /** What a processor did all in all does not depend on whose part of it is told. */
    @Test
    void processorsOfChosenThreads() {
        List<JsonObject> all = rows(json(recording, "processors"), "processors");
        List<JsonObject> java = rows(json(recording, "processors", "--process", "java*"), "processors");
        List<JsonObject> rest = rows(json(recording, "processors", "--process", restOfProcesses()), "processors");
        for (int i = 0; i < all.size(); i++) {
            for (String added : List.of("runningNanos", "threads", "arrivals")) {
                assertThat(java.get(i).get(added).getAsLong()
                                + rest.get(i).get(added).getAsLong())
                        .as(added)
                        .isEqualTo(all.get(i).get(added).getAsLong());
            }
            for (String same : List.of("load", "idleNanos", "unknownNanos")) {
                assertThat(java.get(i).get(same)).isEqualTo(all.get(i).get(same));
            }
            assertThat(java.get(i).get("othersNanos")).isEqualTo(rest.get(i).get("runningNanos"));
            assertThat(all.get(i).get("othersNanos").getAsLong()).isZero();
        }
    }

    @Test
    void switchesOfChosenThreads() {
        long ofProcessors = sum(rows(json(recording, "processors", "--process", "java*"), "processors"), "switches");
        long ofThreads = sum(rows(json(recording, "threads", "--process", "java*"), "threads"), "switches");
        assertThat(ofProcessors).isEqualTo(ofThreads).isPositive();
    }

    /** Of those between threads that were left out, nothing is told; of all, where only short slices were. */
    @ParameterizedTest
    @CsvSource({"--thread, csrss*, false", "--process, java*, false", "--min-duration, 2ms, true"})
    void switchesOfAPartAreNoneOfTheProcessors(String option, String value, boolean isAll) {
        Path part = directory.resolve("part.jfr");
        Program.run("--quiet", option, value, TRACE, part).succeeded();
        List<JsonElement> all = rows(json(recording, "processors"), "processors").stream()
                .map(row -> row.get("switches"))
                .toList();
        assertThat(rows(json(part, "processors"), "processors"))
                .extracting(row -> row.get("switches"))
                .isEqualTo(isAll ? all : List.of(JsonNull.INSTANCE, JsonNull.INSTANCE));
    }

    private static long sum(List<JsonObject> rows, String column) {
        return rows.stream().mapToLong(row -> row.get(column).getAsLong()).sum();
    }

    private static String restOfProcesses() {
        return rows(json(recording), "processes").stream()
                .map(row -> row.get("process").getAsString())
                .filter(process -> !process.startsWith("java"))
                .collect(Collectors.joining(","));
    }

    @Test
    void mapOfChosenThreads() {
        String map = view(recording, "map", "--thread", "17377");
        assertThat(map).contains("shown: 1 of 143 threads").containsPattern("(?m)^A csrss \\(17377\\) .*#");
        assertThat(map).containsPattern("(?m)^CPU 0 .*\\+").doesNotContainPattern("(?m)^B ");
        assertThat(rows(json(recording, "map", "--thread", "17377"), "cells"))
                .extracting(row -> row.get("thread").isJsonNull()
                        ? null
                        : row.get("thread").getAsString())
                .contains("csrss (17377)")
                .containsOnly("csrss (17377)", null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--process nobody.exe | no process 'nobody.exe' | summary",
                "--thread java*,999999 | no thread 999999 | threads",
                // It lists the threads as well.
                "--process java.exe,a --thread b | no process 'a', no thread 'b' | summary"
            })
    void threadsThatAreNotThere(String arguments, String message, String list) {
        Object[] all = Stream.concat(Stream.of(recording), Stream.of((Object[]) arguments.split(" ", -1)))
                .toArray();
        assertThat(error(1, all)).isEqualTo("%s: %s in it; the view '%s' lists them", recording, message, list);
        // A view of all that it lists.
        assertThat(view("--limit", "0", recording, list)).contains("java.exe (17321)");
    }

    @Test
    void chosenEventsOfTheJvm() {
        List<JsonObject> all = rows(json("--limit", "0", MERGED, "explain"), "longest");
        for (String list : List.of("GCPhasePause,threadsleep", "jdk.GCPhasePause,*Sleep")) {
            List<JsonObject> chosen = rows(json("--limit", "0", "--event", list, MERGED, "explain"), "longest");
            assertThat(chosen)
                    .hasSizeGreaterThan(50)
                    .containsExactlyElementsOf(all.stream()
                            .filter(row -> Set.of("jdk.GCPhasePause", "jdk.ThreadSleep")
                                    .contains(row.get("javaEvent").getAsString()))
                            .toList());
        }
        assertThat(error(1, "--event", "GC*", MERGED, "waits"))
                .isEqualTo("waits is not about events of the JVM; see --help");
        assertThat(error(1, "--event", "SocketRead", MERGED, "critical-path"))
                .startsWith(MERGED + ": no such events of the JVM in it; there are jdk.ExecuteVMOperation, ");
        assertThat(error(1, "--event", "Bread", MERGED, "explain"))
                .isEqualTo("'Bread' is not an event that is explained; see the table 'events' of the view"
                        + " 'explain'; see --help");
        assertThat(error(1, "--event", "GCPause", MERGED, "explain"))
                .startsWith("'GCPause' is not an event that is explained (did you mean GCPhasePause?)");
        assertThat(error(1, "--event", "GC*,ThreadPakr", MERGED, "explain"))
                .isEqualTo("'ThreadPakr' is not an event that is explained (did you mean ThreadPark?); see --help");
    }

    /** As the table of code has it, by class, method or line, with its package or without. */
    @Test
    void chosenCode() {
        List<JsonObject> all = rows(json("--limit", "0", MERGED, "explain"), "longest");
        for (String list : List.of("Workload.lambda$main$0", "Workload.lambda$main$0:11", "*main$0:*", "none,*$0:11")) {
            assertThat(rows(json("--limit", "0", "--code", list, MERGED, "explain"), "longest"))
                    .hasSize(84)
                    .containsExactlyElementsOf(all.stream()
                            .filter(row -> !row.get("code").isJsonNull()
                                    && row.get("code").getAsString().equals("Workload.lambda$main$0:11"))
                            .toList());
        }
        assertThat(rows(json("--limit", "0", "--code", "workload", MERGED, "explain"), "code"))
                .containsExactlyElementsOf(rows(json("--limit", "0", MERGED, "explain"), "code").stream()
                        .filter(row -> !row.get("code").isJsonNull()
                                && row.get("code").getAsString().startsWith("Workload."))
                        .toList());
        assertThat(rows(
                        json("--code", "*$0:11", "--event", "Java*", "--limit", "0", MERGED, "critical-path"),
                        "longest"))
                .hasSize(84)
                .allSatisfy(row -> assertThat(row.get("code").getAsString()).endsWith("$0:11"));
        assertThat(error(1, "--code", "Wokload", MERGED, "explain"))
                .isEqualTo(MERGED + ": no events of the JVM in such code; see the table 'code' of the view"
                        + " 'explain'");
        assertThat(error(1, "--code", "Workload", MERGED, "waits"))
                .isEqualTo("waits is not about events of the JVM; see --help");
    }

    /** The others' doings are there, whichever threads and time are chosen, and the whole of the events. */
    @Test
    void criticalPathsOfAPart() {
        JsonObject all = json("--limit", "0", MERGED, "critical-path");
        JsonObject some = json(
                "--thread",
                "VM Thread",
                "--from",
                "1.793098",
                "--to",
                "1.793099",
                MERGED,
                "critical-path",
                "--sort",
                "duration");
        assertThat(rows(some, "longest")).hasSize(2);
        for (int number : List.of(1, 2)) {
            JsonObject event = rows(some, "longest").get(number - 1);
            int sameOfAll = rows(all, "longest").stream()
                    .filter(row -> row.get("javaEvent").equals(event.get("javaEvent"))
                            && row.get("start").equals(event.get("start")))
                    .findFirst()
                    .orElseThrow()
                    .get("event")
                    .getAsInt();
            assertThat(steps(some, number)).hasSizeGreaterThan(3).isEqualTo(steps(all, sameOfAll));
        }
    }

    private static List<JsonObject> steps(JsonObject view, int event) {
        List<JsonObject> steps = rows(view, "steps").stream()
                .filter(row -> row.get("event").getAsInt() == event)
                .map(JsonObject::deepCopy)
                .toList();
        steps.forEach(row -> row.remove("event"));
        return steps;
    }

    @Test
    void threadsOfNoneOfTheProcesses() {
        assertThat(error(1, "--process", "java", "--thread", "allocator,csrss", MERGED))
                .isEqualTo(MERGED + ": no thread 'csrss' of process 'java' in it, only of others; the view 'threads'"
                        + " lists them");
        assertThat(error(1, "--process", "java", "--thread", "csrss,nobody", MERGED))
                .isEqualTo(MERGED + ": no thread 'nobody' in it; the view 'threads' lists them");
    }

    @Test
    void listThatNamesNothing() {
        assertThat(error(1, recording, "--thread", ",")).isEqualTo("',' names nothing for --thread; see --help");
    }

    /** All else is shown, and nothing is loaded to find out. */
    @Test
    void findingsOfARecordingThatIsTooLarge() throws Exception {
        Path trace = directory.resolve("large.etl");
        Files.write(trace, new SyntheticTrace(1).switches(250_000).toTrace(new TraceOptions()));
        Path absolute = directory.resolve("large.jfr").toAbsolutePath();
        Program.run("--quiet", trace, absolute).succeeded();
        List<String> little = List.of("-Xmx40m");
        String missing =
                "findings were not looked for: for [0-9]{3},[0-9]{3} events the rules need more memory; try java"
                        + " -Xmx1g -jar etl2jfr.jar, or convert a part of the trace with --from and --to";
        Result text = Program.runProcess(directory, little, "view", absolute, "findings", "--width", 400);
        assertThat(text.exitCode()).isZero();
        assertThat(text.err()).isEmpty();
        assertThat(text.out().lines().reduce("", (before, last) -> last)).matches(missing);
        Result json = Program.runProcess(directory, little, "view", absolute, "findings", "--json");
        JsonObject told = JsonParser.parseString(json.out()).getAsJsonObject();
        assertThat("findings were not looked for: " + told.get("missing").getAsString())
                .matches(missing);
        assertThat(told.getAsJsonArray("findings")).isEmpty();
        Result csv = Program.runProcess(directory, little, "view", absolute, "findings", "--csv");
        assertThat(csv.exitCode()).isZero();
        assertThat(csv.out().lines()).hasSize(1);
        assertThat(csv.err().strip()).matches(missing);
        Path page = directory.resolve("large.html");
        Result report = Program.runProcess(directory, little, "report", "--max-slices", 1000, absolute, page);
        assertThat(report.exitCode()).isZero();
        assertThat(Files.readString(page))
                .containsPattern("<p>" + missing + "</p>")
                .contains("id=\"threads-threads\"");
    }

    /** The same as of other views: what tells nothing of the scheduler is no stack trace, nor what is damaged. */
    @Test
    void findingsOfWhatCannotBeShown() throws IOException {
        assertThat(error(3, JVM, "findings")).startsWith(JVM + ": no windows.* events in it, so it does not say when");
        byte[] whole = Files.readAllBytes(recording);
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length / 2));
        assertThat(error(3, cut, "findings")).startsWith(cut + ": recording is cut off: ");
    }

    /** Be they about a time in which one of the JVMs did nothing. */
    @Test
    void findingsDoNotDependOnTheTime() {
        Path slices = directory.resolve("slices.jfr");
        Program.run("--quiet", "--events", "slices", TRACE, slices).succeeded();
        String whole = view("--width", "400", slices, "findings");
        String two = "note: findings are about 2 JVMs, java.exe (17321), java.exe (17397); ";
        assertThat(whole).contains(two);
        assertThat(view("--width", "400", "--from", "3.99", slices, "findings"))
                .endsWith(whole.substring(whole.indexOf(two)));
    }

    /** Of the two that the trace has, or one whose program is called otherwise. */
    @Test
    void findingsAboutChosenJvms() {
        assertThat(view("--width", "400", recording, "findings"))
                .contains("note: findings are about 2 JVMs, java.exe (17321), java.exe (17397); --jvm chooses among");
        assertThat(view("--width", "400", "--jvm", "17397", recording, "findings"))
                .contains("Thread java (17398) had the longest such time: ")
                .doesNotContain("note: ", "java.exe (17335)");
        assertThat(view("--width", "400", "--jvm", "lsass*", recording, "findings"))
                .contains("note: findings are about 3 JVMs, lsass.exe (17253), ")
                .doesNotContain("java.exe (17335)");
        // What stands for processors is no process.
        assertThat(view("--width", "400", "--jvm", "*", recording, "findings"))
                .contains("note: findings are about 30 JVMs, ")
                .doesNotContain("Processors,");
        assertThat(error(1, "--jvm", "Processors", recording, "findings"))
                .isEqualTo(recording + ": no process 'Processors' in it; the view 'summary' lists them");
        assertThat(error(1, "--jvm", "4711", recording, "findings"))
                .isEqualTo(recording + ": no process '4711' in it; the view 'summary' lists them");
        assertThat(error(1, "--jvm", "java", MERGED, "findings"))
                .isEqualTo(MERGED + ": it has a JVM's own events: findings are about that JVM; leave --jvm out");
    }

    /** Tables fill 120 columns where nobody says how wide it is, and hold no commands for a terminal. */
    @Test
    void intoAFile() {
        assertThat(view(MERGED, "explain"))
                .isEqualTo(view(MERGED, "explain", "--width", "120"))
                .doesNotContain("\033");
    }

    /** Else a program would get something else on another terminal. */
    @ParameterizedTest
    @ValueSource(strings = {"--json", "--csv"})
    void programsGetTheSameInATerminalOfAnyWidth(String format) throws Exception {
        Sandbox sandbox = new Sandbox(directory, shared);
        Result narrow = sandbox.run("COLUMNS=60 " + Sandbox.PROGRAM, "view", format, recording.toAbsolutePath(), "map");
        assertThat(narrow.out()).isEqualTo(view(format, recording, "map"));
        assertThat(view(format, recording, "map", "--width", "60")).isNotEqualTo(narrow.out());
    }

    @Test
    void help() {
        String help = view("--help");
        // A console of Windows has 30.
        assertThat(help.lines().count()).isLessThanOrEqualTo(28);
        assertThat(help.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(help)
                .contains(
                        "summary", "findings", "latency", "waits", "processors", "map", "explain", "threads", "slices");
        assertThat(Program.run("--help").out()).contains("etl2jfr view");
        Matcher example = Pattern.compile("Example: etl2jfr (.*)").matcher(help);
        assertThat(example.find()).isTrue();
        String arguments = example.group(1).strip().replace("out.jfr", recording.toString());
        assertThat(Program.run((Object[]) arguments.split(" +", -1)).succeeded().out())
                .contains("Threads");
    }

    /** Whoever names a program may name it anything. */
    @ParameterizedTest
    @ValueSource(strings = {"summary", "latency", "waits", "processors", "map", "threads"})
    void namesCannotCommandTheTerminal(String view) throws IOException {
        String image = "\033[2J\033]0;x\007\u009b31m,\"evil\"";
        Path file = Files.write(directory.resolve("evil.etl"), NamedProgram.trace(image));
        Path converted = directory.resolve("evil.jfr");
        Program.run("--quiet", file, converted).succeeded();
        for (String format : List.of("--width=200", "--csv", "--json")) {
            String out = view(converted, view, format, "--limit", "0");
            assertThat(out.replaceAll("\\R", "").chars()).as(format).noneMatch(Character::isISOControl);
            // In that trace nobody was ever ready for long.
            if (!view.equals("latency")) {
                assertThat(out).as(format).contains("evil");
            }
        }
        JsonObject json = json(converted, "threads");
        assertThat(json.getAsJsonArray("threads")
                        .get(0)
                        .getAsJsonObject()
                        .get("process")
                        .getAsString())
                .startsWith("\033[2J\033]0;x\007\u009b31m,\"evil\"");
    }
}
