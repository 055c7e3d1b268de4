package io.github.etl2jfr.views.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.text.Width;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each view of the sample. */
class ReportTest {
    private static final Path EXPECTED = Path.of("src", "test", "resources", "views");

    /** Set it to write what is expected anew; look at what changed. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-views";

    @TempDir
    private Path directory;

    static Stream<Arguments> viewsInAllWidths() {
        return Stream.of(View.values()).flatMap(view -> Stream.of(60, 80, 120).map(width -> Arguments.of(view, width)));
    }

    @ParameterizedTest
    @MethodSource("viewsInAllWidths")
    void looksAsItShould(View view, int width) throws Exception {
        check(view.command() + "-" + width, text(Samples.MERGED, view, width), width);
    }

    /** When it was is told before whose it was, and what stands for what, too; threads are told from each other. */
    @Test
    void narrowest() throws Exception {
        String text = text(Samples.MERGED, View.EXPLAIN, 40);
        assertThat(text.lines()).allSatisfy(line -> assertThat(Width.of(line)).isLessThanOrEqualTo(40));
        assertThat(text)
                .contains("The longest: # ran, ! was ready, .\nwaited, ? unknown\n")
                .contains("\n0.118988    115.916  JavaMonitorEnter\n");
        assertThat(text(Samples.MERGED, View.EXPLAIN, 50)).contains("  contender-1\n", "  contender-2\n");
    }

    /** What there is no room for is named. */
    @ParameterizedTest
    @EnumSource(View.class)
    void narrowTables(View view) throws Exception {
        for (int width : List.of(40, 44, 50, 58)) {
            check(text(Samples.MERGED, view, width), width);
        }
        assertThat(text(Samples.PLAIN, View.PROCESSORS, 40))
                .contains("want of width: Switches,\nArrivals, Threads, Busiest thread, it\nran)");
        assertThat(text(Samples.MERGED, View.LATENCY, 40)).contains("for want of width: Together,\n90 %)");
    }

    /** As far as moments are told apart, and no step of time is none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "60; 20000;     Who ran longest in 500 ns: ;   |1.000010 s         |+10.0 µs  +20.0 µs|",
                "60; 39000000;  Who ran longest in 0.975 ms: ; |1.000 s            |1.020 s    1.039 s|",
                "60; 10;        Who ran longest in 1 ns: ;     |1.000010 s         |+5 ns       +10 ns|",
                "40; 20000;     Who ran longest in 1.0 µs: ;   |1.000010 s+20.0 µs|",
                "60; 120000000; Who ran longest in 3.000 ms: ; |1.000 s            |1.060 s    1.120 s|"
            })
    void mapOfShortTime(int width, long length, String heading, String ruler) throws Exception {
        Report report = new Report(View.MAP, new Layout(width, false), null, null, null);
        report.read(
                new JdkRecording(Samples.MERGED),
                trace -> new Span(trace.start() + 1_000_010_000, trace.start() + 1_000_010_000 + length),
                ThreadChoice.ALL);
        assertThat(report.text()).contains("\n" + heading, ruler + "\nCPU 0 ");
        check(report.text(), width);
    }

    /** That one knows when processors were idle. */
    @Test
    void traceAlone() throws Exception {
        check("processors-plain", text(Samples.PLAIN, View.PROCESSORS, 120), 120);
    }

    /** What is not told of a processor's time may have been load, too; little of it makes no difference. */
    @Test
    void noLoadWhereTimeIsNotTold() throws Exception {
        Who thread = Who.of("java.exe (7)", 8);
        Path recording = directory.resolve("made.jfr");
        Files.write(
                recording,
                new MadeRecording()
                        .session(0, 1000)
                        .running(thread, 0, 995, 0)
                        .running(thread, 0, 400, 1)
                        .idle(1, 400, 1000)
                        .running(thread, 0, 900, 2)
                        .bytes());
        Report report = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        List<String> loads = new ArrayList<>();
        for (JsonElement row :
                JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray("processors")) {
            loads.add(row.getAsJsonObject().get("load").toString());
        }
        assertThat(loads).containsExactly("1.0", "0.4", "null");
        assertThat(report.text()).containsPattern("(?m)^  2 +- +900\\.000 +0\\.000 +100\\.000");
    }

    /** Whose load it is, is told where it is not all of those that are looked at. */
    @Test
    void loadOfOthers() throws Exception {
        Path recording = Files.write(
                directory.resolve("others.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 300, 0)
                        .running(Who.java("other", 9), 300, 800, 0)
                        .idle(0, 800, 1000)
                        .bytes());
        Report ofOne = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
        ofOne.read(
                new JdkRecording(recording),
                trace -> trace,
                all -> thread -> thread.name().equals("main"));
        assertThat(ofOne.text())
                .containsPattern("CPU +Load % +Running +Others +Idle ")
                .containsPattern("(?m)^  0 +80\\.0 .* 300\\.000 +500\\.000 +200\\.000 ");
        assertThat(text(recording, View.PROCESSORS, 120))
                .doesNotContain("Others")
                .containsPattern("(?m)^  0 +80\\.0 .* 800\\.000 +200\\.000 +0\\.000 ");
        Report sorted = new Report(View.PROCESSORS, new Layout(80, false), null, "others", null);
        sorted.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(sorted.text()).contains("Others");
    }

    /** Nine are too few to tell which are slow. */
    @Test
    void whyThereAreNoSlowest() throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording made =
                new MadeRecording().mergedSession("Events", 0, 1, 0, 9).running(main, 0, 1000, 0);
        for (int i = 0; i < 9; i++) {
            made.breakdown(main, "jdk.ThreadPark", 100L * i, 100L * i + 50, 0, 0, 0, null);
        }
        Path recording = Files.write(directory.resolve("few.jfr"), made.bytes());
        assertThat(text(recording, View.EXPLAIN, 100))
                .containsPattern("(?m)^Event +Slowest %.*\\Rnone: there are no 10 events of a type$");
        assertThat(text(recording, View.WAITS, 100)).containsPattern("(?m)^none$");
    }

    /** Where it is not told when processors are idle, it is no load, and not known to be none. */
    @Test
    void noLoadWhereIdleTimeIsNotTold() throws Exception {
        Who main = Who.java("main", 8);
        assertThat(processors(new MadeRecording()
                        .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0)
                        .running(main, 0, 995, 0)
                        .running(main, 0, 1000, 1)))
                .containsPattern("(?m)^  0 +- +995\\.000 +- +5\\.000")
                .containsPattern("(?m)^  1 +100\\.0 .* 1,000\\.000 +- +0\\.000");
        assertThat(processors(new MadeRecording().session(0, 1000).running(main, 0, 1000, 0)))
                .containsPattern("(?m)^  0 +100\\.0 .* 1,000\\.000 +0\\.000 +0\\.000");
    }

    /** Nothing is missing: so there was no such time, which has no median. */
    @Test
    void neverReady() throws Exception {
        Path recording = directory.resolve("made.jfr");
        MadeRecording made = new MadeRecording().session(0, 1000).running(Who.java("main", 8), 0, 1000, 0);
        Files.write(recording, made.bytes());
        assertThat(text(recording, View.LATENCY, 80)).containsPattern("(?m)^ +0 +0\\.000( +-){5}$");
        assertThat(text(recording, View.THREADS, 100))
                .containsPattern("(?m)^main .* 1,000\\.000 +100\\.0 +0\\.000 +0\\.000 ");
    }

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
        assertThat(processors(new MadeRecording().agentSession(100, 0).running(Who.java("main", 8), 0, 100, 0)))
                .doesNotContain("clock: ");
    }

    /** An agent tells of the trace whenever a chunk ends, also when it has not come far. */
    @Test
    void recordingOfAnAgent() throws Exception {
        assertThat(processors(new MadeRecording()
                        .agentSession(1, 20)
                        .running(Who.java("main", 8), 0, 995, 0)
                        .agentSession(999, 40)))
                .startsWith("followed.etl: 0.999000 s from ")
                .contains("left out: slices shorter than 40.000 ms, which sums lack\n")
                .containsPattern("(?m)^  0 +- .* 995\\.000 ");
    }

    /** One that came again and found nothing to write says nothing of what is there. */
    @Test
    void runOfAnAgentThatWroteNothing() throws Exception {
        assertThat(processors(new MadeRecording()
                        .agentSession(1, 20, 0)
                        .running(Who.java("main", 8), 0, 995, 0)
                        .agentSession(999, 40, 1)
                        .agentSession(999, 60, 0)))
                .contains("left out: slices shorter than 40.000 ms, which sums lack\n");
        assertThat(processors(new MadeRecording()
                        .running(Who.java("main", 8), 0, 995, 0)
                        .agentSession(999, 60, 0)))
                .contains("left out: slices shorter than 60.000 ms, which sums lack\n");
    }

    /** The last slice is later than the time up to which the agent told that it had come. */
    @Test
    void timeOfWhatAnAgentFed() throws Exception {
        assertThat(processors(new MadeRecording()
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
        String asked = "no slices of threads in it; the agent that was to write them says with --status why it did not";
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
                "no slices of threads in it; convert the trace with --events slices,switches and without"
                        + " --min-duration");
    }

    private void assertRefused(MadeRecording made, View view, TraceReader.Window window, String message)
            throws Exception {
        Path recording = Files.write(directory.resolve("refused.jfr"), made.bytes());
        Report report = new Report(view, new Layout(80, false), null, null, null);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> report.read(new JdkRecording(recording), window, ThreadChoice.ALL))
                .withMessage(message);
    }

    private String processors(MadeRecording made) throws Exception {
        return text(Files.write(directory.resolve("made.jfr"), made.bytes()), View.PROCESSORS, 80);
    }

    private static String text(Path recording, View view, int width) throws Exception {
        Report report = new Report(view, new Layout(width, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        return report.text() + "\n";
    }

    private static void check(String text, int width) {
        assertThat(text.lines()).allSatisfy(line -> assertThat(Width.of(line)).isLessThanOrEqualTo(width));
    }

    private static void check(String name, String text, int width) throws IOException {
        check(text, width);
        // These two are written otherwise where a console lacks them.
        assertThat(text.replaceAll("[±µ]", "")).isASCII();
        Path file = EXPECTED.resolve(name + ".txt");
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.createDirectories(EXPECTED);
            Files.writeString(file, text);
        } else {
            assertThat(text)
                    .as("to update: mvn -pl jfr-views test -Dtest=ReportTest -D%s=true", UPDATE_PROPERTY)
                    .isEqualTo(Files.readString(file));
        }
    }

    @ParameterizedTest
    @EnumSource(View.class)
    void csvHasTheRowsOfTheFirstTableInJson(View view) throws Exception {
        Report report = read(view, null, null, null);
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        assertThat(json.get("view").getAsString()).isEqualTo(view.command());
        assertThat(json.get("traceStart").getAsString()).isEqualTo("2026-11-21T11:04:47.549375960Z");
        List<String> lines = report.csv().lines().toList();
        String first = view.content(new Layout(80, false)).tables().get(0).name();
        List<JsonElement> rows = json.getAsJsonArray(first).asList();
        assertThat(lines).hasSize(rows.size() + 1);
        assertThat(List.of(lines.get(0).split(",", -1)))
                .containsExactlyElementsOf(rows.get(0).getAsJsonObject().keySet());
    }

    /** A line for each thread, past the alphabet too; those that processors show have a name. */
    @Test
    void limitsThePicture() throws Exception {
        List<String> few = read(View.MAP, null, null, 3).text().lines().toList();
        int lanes = few.indexOf("What the busiest did most: # ran, ! was ready, . waited") + 2;
        assertThat(few.subList(lanes, lanes + 4))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("A "),
                        line -> assertThat(line).startsWith("B "),
                        line -> assertThat(line).startsWith("C "),
                        line -> assertThat(line).isEmpty());
        assertThat(few.get(lanes + 4)).startsWith("D ").contains("  E ");

        List<String> all = read(View.MAP, null, null, 0).text().lines().toList();
        assertThat(all.subList(0, lanes + 3)).isEqualTo(few.subList(0, lanes + 3));
        int threads = numbers(read(View.THREADS, null, null, 0), "threads", "runningNanos")
                .size();
        assertThat(all).hasSize(lanes + threads);
        assertThat(all.get(lanes + 26)).startsWith("+ ");
    }

    /** Another JVM of the sample is called csrss.exe, and has a VM thread, too. */
    @Test
    void displacersAreNotTakenForThoseOfAnotherProcess() throws Exception {
        Set<String> displacers = new HashSet<>();
        for (JsonElement each : JsonParser.parseString(
                        read(View.EXPLAIN, "longest", null, 0).json())
                .getAsJsonObject()
                .getAsJsonArray("longest")) {
            JsonObject row = each.getAsJsonObject();
            assertThat(row.get("displacedByProcess").isJsonNull())
                    .isEqualTo(row.get("displacedBy").isJsonNull());
            if (!row.get("displacedBy").isJsonNull()) {
                displacers.add(row.get("displacedBy").getAsString() + " of "
                        + row.get("displacedByProcess").getAsString());
            }
        }
        assertThat(displacers).contains("VM Thread of java.exe (17321)", "VM Thread (17375) of csrss.exe (17356)");
    }

    /** Of all there are, not of those that would have been there unsorted; as many as there are it says. */
    @ParameterizedTest
    @CsvSource({
        "LATENCY, start", "LATENCY, ready", "LATENCY, processor", "LATENCY, culpritRunningNanos", "LATENCY, thread",
        "EXPLAIN, start", "EXPLAIN, RUNNING", "EXPLAIN, ready", "EXPLAIN, waiting", "EXPLAIN, displaced",
        "EXPLAIN, unknown", "EXPLAIN, duration", "EXPLAIN, detail"
    })
    void sortsAllLatencies(View view, String sort) throws Exception {
        JsonArray all = longest(read(view, "longest", sort, 0));
        assertThat(all).hasSizeGreaterThan(1000);
        assertThat(longest(read(view, "longest", sort, 5)))
                .containsExactlyElementsOf(all.asList().subList(0, 5));
        Report usual = read(view, null, sort, null);
        assertThat(longest(usual)).containsExactlyElementsOf(all.asList().subList(0, 1000));
        assertThat(JsonParser.parseString(usual.json())
                        .getAsJsonObject()
                        .getAsJsonObject("rows")
                        .get("longest"))
                .isEqualTo(JsonParser.parseString("{\"shown\": 1000, \"total\": %d}".formatted(all.size())));
    }

    private static JsonArray longest(Report report) {
        return JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray("longest");
    }

    @Test
    void sortsAndLimits() throws Exception {
        Report report = read(View.THREADS, null, "longestReady", 5);
        List<Long> longest = numbers(report, "threads", "longestReadyNanos");
        assertThat(longest).hasSize(5).isSortedAccordingTo(Comparator.reverseOrder());
        List<Long> all = numbers(read(View.THREADS, null, null, 0), "threads", "longestReadyNanos");
        all.sort(Comparator.reverseOrder());
        assertThat(longest).isEqualTo(all.subList(0, 5));
    }

    @Test
    void histogramIsNeitherSortedNorLimited() throws Exception {
        List<Long> from = numbers(read(View.LATENCY, null, "ready", 2), "histogram", "fromNanos");
        assertThat(from).hasSizeGreaterThan(10).isSorted();
    }

    /** No column is there to be typed in place of another. */
    @ParameterizedTest
    @ValueSource(strings = {"percentiles", "histogram"})
    void tableThatCannotBeSorted(String table) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.LATENCY, table, "count", null))
                .withMessage("table '%s' of latency cannot be sorted", table);
    }

    /** An order that nobody sees is none. */
    @Test
    void whatIsNotShownIsNotSorted() {
        Layout layout = new Layout(80, false);
        Report csv = new Report(View.EXPLAIN, layout, null, "displaced", null);
        csv.requireSortedText();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(csv::requireSortedCsv)
                .withMessage("CSV has the table 'events' alone, which cannot be sorted by 'displaced';"
                        + " for one that is: --table longest");
        new Report(View.EXPLAIN, layout, "longest", "displaced", null).requireSortedCsv();
        Report map = new Report(View.MAP, layout, null, "running", null);
        map.requireSortedCsv();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(map::requireSortedText)
                .withMessage("map is a picture, which is not sorted; for one that is: --table cells or states");
        new Report(View.MAP, layout, "states", "waiting", null).requireSortedText();
    }

    @Test
    void oneTable() throws Exception {
        Report report = read(View.WAITS, "wakers", null, null);
        assertThat(report.csv()).startsWith("waker,process,");
        assertThat(JsonParser.parseString(report.json()).getAsJsonObject().has("reasons"))
                .isFalse();
    }

    @Test
    void viewsAgree() throws Exception {
        long threads = sum(numbers(read(View.THREADS, null, null, 0), "threads", "runningNanos"));
        assertThat(sum(numbers(read(View.SUMMARY, null, null, 0), "threads", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(read(View.SUMMARY, null, null, 0), "processes", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(read(View.POOLS, null, null, 0), "pools", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(read(View.PROCESSORS, null, null, 0), "processors", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(read(View.MAP, null, null, 0), "cells", "runningNanos")))
                .isEqualTo(threads);
        long ready = sum(numbers(read(View.THREADS, null, null, 0), "threads", "readyNanos"));
        assertThat(sum(numbers(read(View.LATENCY, null, null, 0), "percentiles", "totalNanos")))
                .isEqualTo(ready);
        assertThat(sum(numbers(read(View.LATENCY, null, null, 0), "histogram", "totalNanos")))
                .isEqualTo(ready);
        assertThat(sum(numbers(read(View.LATENCY, null, null, 0), "longest", "readyNanos")))
                .isEqualTo(ready);
        assertThat(sum(numbers(read(View.WAITS, null, null, 0), "reasons", "totalNanos")))
                .isEqualTo(sum(numbers(read(View.THREADS, null, null, 0), "threads", "waitingNanos")));
        Report explain = read(View.EXPLAIN, null, null, 0);
        for (String column : List.of("durationNanos", "runningNanos", "readyNanos", "waitingNanos", "unknownNanos")) {
            assertThat(sum(numbers(explain, "events", column)))
                    .as(column)
                    .isEqualTo(sum(numbers(explain, "longest", column)));
        }
    }

    @Test
    void codeIsWhatItsEventsAreTogether() throws Exception {
        JsonObject explain =
                JsonParser.parseString(read(View.EXPLAIN, null, null, 0).json()).getAsJsonObject();
        Map<String, Map<String, Long>> expected = new HashMap<>();
        for (JsonElement element : explain.getAsJsonArray("longest")) {
            JsonObject event = element.getAsJsonObject();
            Map<String, Long> sums = expected.computeIfAbsent(event.get("code").toString(), key -> new HashMap<>());
            sums.merge("count", 1L, Long::sum);
            sums.merge("longestNanos", event.get("durationNanos").getAsLong(), Math::max);
            for (String column :
                    List.of("durationNanos", "runningNanos", "readyNanos", "waitingNanos", "unknownNanos")) {
                sums.merge(column, event.get(column).getAsLong(), Long::sum);
            }
        }
        Map<String, Map<String, Long>> told = new HashMap<>();
        for (JsonElement element : explain.getAsJsonArray("code")) {
            Map<String, Long> sums = new HashMap<>();
            element.getAsJsonObject().entrySet().stream()
                    .filter(cell -> !cell.getKey().equals("code"))
                    .forEach(cell -> sums.put(cell.getKey(), cell.getValue().getAsLong()));
            told.put(element.getAsJsonObject().get("code").toString(), sums);
        }
        assertThat(told)
                .isEqualTo(expected)
                .containsKeys("\"Workload.main:19\"", "\"Workload.lambda$main$0:11\"", "null");
    }

    /** What an event's own thread did on its path is what the converter says that it did. */
    @Test
    void criticalPathsAgreeWithBreakdowns() throws Exception {
        JsonObject json = JsonParser.parseString(
                        read(View.CRITICAL_PATH, null, null, 0).json())
                .getAsJsonObject();
        Map<Integer, JsonObject> events = new HashMap<>();
        json.getAsJsonArray("longest")
                .forEach(each -> events.put(each.getAsJsonObject().get("event").getAsInt(), each.getAsJsonObject()));
        assertThat(events).hasSize(3644);
        Map<Integer, Map<String, Long>> own = new HashMap<>();
        Map<Integer, Long> ends = new HashMap<>();
        for (JsonElement each : json.getAsJsonArray("steps")) {
            JsonObject step = each.getAsJsonObject();
            int number = step.get("event").getAsInt();
            long start = nanos(step.get("start"));
            long duration = step.get("durationNanos").getAsLong();
            // One after the other without a gap.
            assertThat(start)
                    .isEqualTo(
                            ends.getOrDefault(number, nanos(events.get(number).get("start"))));
            ends.put(number, start + duration);
            boolean isOwn = step.get("woke").isJsonNull();
            String did = isOwn ? step.get("state").getAsString() : "waited";
            own.computeIfAbsent(number, key -> new HashMap<>()).merge(did, duration, Long::sum);
        }
        events.forEach((number, event) -> {
            long duration = event.get("durationNanos").getAsLong();
            assertThat(ends.get(number)).isEqualTo(nanos(event.get("start")) + duration);
            Map<String, Long> did = own.get(number);
            Map<String, String> columns = Map.of(
                    "ran", "runningNanos", "ready", "readyNanos", "waited", "waitingNanos", "unknown", "unknownNanos");
            columns.forEach((what, column) -> assertThat(did.getOrDefault(what, 0L))
                    .as("event %d %s", number, what)
                    .isEqualTo(event.get(column).getAsLong()));
        });
        assertThat(json.getAsJsonArray("steps").size()).isGreaterThan(10_000);
    }

    /** Event by event, as the other view tells it. */
    @Test
    void bottlenecksAddUpCriticalPaths() throws Exception {
        JsonObject paths = JsonParser.parseString(
                        read(View.CRITICAL_PATH, null, null, 0).json())
                .getAsJsonObject();
        JsonObject bottlenecks = JsonParser.parseString(
                        read(View.BOTTLENECKS, null, null, null).json())
                .getAsJsonObject();
        Map<Integer, String> types = new HashMap<>();
        paths.getAsJsonArray("longest")
                .forEach(each -> types.put(
                        each.getAsJsonObject().get("event").getAsInt(),
                        each.getAsJsonObject().get("javaEvent").getAsString()));
        Map<List<Object>, Long> times = new HashMap<>();
        Map<List<Object>, Set<Integer>> events = new HashMap<>();
        for (JsonElement each : paths.getAsJsonArray("parts")) {
            JsonObject part = each.getAsJsonObject();
            int event = part.get("event").getAsInt();
            String type = types.get(event);
            String state = part.get("state").getAsString();
            long time = part.get("totalNanos").getAsLong();
            List<Object> key = List.of(type, part.get("thread"), state, part.get("waitReason"));
            times.merge(key, time, Long::sum);
            events.computeIfAbsent(key, any -> new HashSet<>()).add(event);
            times.merge(List.of(type, state), time, Long::sum);
            times.merge(List.of(type), time, Long::sum);
            events.computeIfAbsent(List.of(type), any -> new HashSet<>()).add(event);
        }
        assertThat(bottlenecks.getAsJsonArray("events").size())
                .isEqualTo(Set.copyOf(types.values()).size());
        for (JsonElement each : bottlenecks.getAsJsonArray("events")) {
            JsonObject row = each.getAsJsonObject();
            String type = row.get("javaEvent").getAsString();
            assertThat(row.get("followed").getAsLong())
                    .isEqualTo(row.get("count").getAsLong())
                    .isEqualTo(events.get(List.of(type)).size());
            assertThat(row.get("durationNanos").getAsLong()).isEqualTo(times.get(List.of(type)));
            Map.of(
                            "runningNanos", "ran",
                            "readyNanos", "ready",
                            "waitingNanos", "waited",
                            "absentNanos", "not started",
                            "unknownNanos", "unknown")
                    .forEach((column, state) -> assertThat(row.get(column).getAsLong())
                            .isEqualTo(times.getOrDefault(List.of(type, state), 0L)));
        }
        assertThat(bottlenecks.getAsJsonArray("parts").size()).isEqualTo(324);
        for (JsonElement each : bottlenecks.getAsJsonArray("parts")) {
            JsonObject row = each.getAsJsonObject();
            String type = row.get("javaEvent").getAsString();
            List<Object> key = List.of(type, row.get("thread"), row.get("state").getAsString(), row.get("waitReason"));
            assertThat(row.get("totalNanos").getAsLong()).isEqualTo(times.get(key));
            assertThat(row.get("count").getAsInt()).isEqualTo(events.get(key).size());
            assertThat(row.get("share").getAsDouble()).isEqualTo((double) times.get(key) / times.get(List.of(type)));
        }
    }

    /** What is not followed is said to be not. */
    @Test
    void bottlenecksOfMoreThanThereIsRoomFor() throws Exception {
        BottlenecksView ofFewEvents = new BottlenecksView(100, Long.MAX_VALUE);
        assertThat(followed(ofFewEvents)).isEqualTo(100);
        assertThat(ofFewEvents.notes())
                .containsExactly("all but the number of events is about the 100 of 3,644 events that could be followed,"
                        + " the longest");
        BottlenecksView ofFewSlices = new BottlenecksView(Integer.MAX_VALUE, 30_000);
        // Not the one in which main waited for the others to end, and some of its kind.
        assertThat(followed(ofFewSlices)).isEqualTo(3583);
        assertThat(ofFewSlices.notes())
                .containsExactly("all but the number of events is about the 3,583 of 3,644 events that could be"
                        + " followed; java -Xmx4g -jar etl2jfr.jar has memory for more");
    }

    private static long followed(BottlenecksView view) throws Exception {
        Overview overview = view.overview(null, 0);
        view.look(
                TraceReader.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL, overview),
                overview);
        view.fill(overview);
        List<List<Object>> rows = view.tables().get(0).rows();
        assertThat(rows).hasSize(12);
        assertThat(rows.stream().mapToLong(row -> (Long) row.get(1)).sum()).isEqualTo(3644);
        // Nothing is known of those of which none is.
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.get(3) == null).isEqualTo(((Number) row.get(2)).longValue() == 0));
        return rows.stream().mapToLong(row -> ((Number) row.get(2)).longValue()).sum();
    }

    /** Nobody knows what is outside of the recording, nor of whose event it is. */
    @Test
    void bottlenecksOfWhatIsNotKnown() throws Exception {
        Who main = Who.java("main", 8);
        Who worker = Who.java("worker", 9);
        MadeRecording made = new MadeRecording()
                .mergedSession("JvmEvents", 0, 1, 0, 5)
                .running(main, 0, 200, 0)
                .waiting(main, 200, 600, "UserRequest", worker)
                .ready(worker, 300, 500, 0, "Started")
                .running(worker, 500, 600, 0)
                .running(main, 600, 1000, 0)
                .breakdown(main, "jdk.ThreadPark", 100, 1400, 0, 0, 0, null)
                .breakdown(null, "jdk.ThreadSleep", 100, 200, 0, 0, 0, null);
        Report report = new Report(View.BOTTLENECKS, new Layout(100, false), null, null, null);
        report.read(
                new JdkRecording(Files.write(directory.resolve("made.jfr"), made.bytes())),
                trace -> trace,
                ThreadChoice.ALL);
        assertThat(report.text()).endsWith("""
                for --from and --to.
                note: all but the number of events is about the 1 of 2 events that could be followed; the threads of
                the others are unknown

                The JVM's events, and what their threads, and those that these waited for, did
                Event        Events  Followed       Took      ran    ready  waited  not there  unknown
                ThreadPark        1         1  1,300.000  600.000  200.000   0.000    100.000  400.000
                ThreadSleep       1         0          -        -        -       -          -        -

                Which threads did that
                Event          Time     %  Events  Thread  Process  did          Displaced by  displaced  waited for
                ThreadPark  500.000  38.5       1  main    JVM      ran          -                     -  -
                ThreadPark  200.000  15.4       1  worker  JVM      ready        -                     -  -
                ThreadPark  100.000   7.7       1  worker  JVM      ran          -                     -  -
                ThreadPark  100.000   7.7       1  worker  JVM      not started  -                     -  -
                (not shown for want of width: woken by)

                Programs behind which those were ready
                Event       Process  Threads  Behind it  % of ready
                ThreadPark  -              -    200.000       100.0""");
    }

    @Test
    void bottlenecksOfChosenEvents() throws Exception {
        Report report = new Report(View.BOTTLENECKS, new Layout(100, false), "displacers", "share", 2);
        report.keepLatencies("jdk.GCPhasePause"::equals);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        assertThat(report.text()).contains("\nGCPhasePause  java.exe (17321)", "\n(and 11 more;");
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(Samples.PLAIN, View.BOTTLENECKS, 80))
                .withMessageStartingWith("no latencies of a JVM in it; ");
        Report others = new Report(View.BOTTLENECKS, new Layout(100, false), null, null, null);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> others.read(
                        new JdkRecording(Samples.MERGED),
                        trace -> trace,
                        all -> thread -> thread.name().equals("cpu-hog")))
                .withMessage("no events of these threads of the JVM in it; others have them");
    }

    private static long nanos(JsonElement moment) {
        Instant instant = Instant.parse(moment.getAsString());
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parts", "steps"})
    void oneTableOfPaths(String table) throws Exception {
        JsonObject all = JsonParser.parseString(
                        read(View.CRITICAL_PATH, null, "ready", 2).json())
                .getAsJsonObject();
        JsonObject one = JsonParser.parseString(
                        read(View.CRITICAL_PATH, table, null, 2).json())
                .getAsJsonObject();
        assertThat(one.getAsJsonArray(table)).hasSizeGreaterThan(10);
        assertThat(one.has("longest")).isFalse();
        assertThat(all.getAsJsonArray(table)).isNotEqualTo(one.getAsJsonArray(table));
        assertThat(JsonParser.parseString(
                                read(View.CRITICAL_PATH, null, null, 2).json())
                        .getAsJsonObject()
                        .get(table))
                .isEqualTo(one.get(table));
    }

    /** The longest is as long as the recording; what is left out is said to be, and has no parts. */
    @Test
    void pathWithMoreSlicesThanThereIsRoomFor() throws Exception {
        CriticalPathView view = new CriticalPathView(5_000);
        Overview overview = view.overview(null, 3);
        view.look(
                TraceReader.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL, overview),
                overview);
        view.fill(overview);
        String text = String.join("\n", view.picture(new Layout(120, false), null));
        assertThat(text)
                .startsWith(
                        "JavaMonitorWait of main (java.lang.Thread) in Workload.main:19: 1,969.028 ms from 0.064247 s\n"
                                + "(more slices in its time than there is memory for; java -Xmx4g -jar etl2jfr.jar has more)")
                .contains("JavaMonitorEnter of contender-0 (java.lang.Object) in Workload.lambda$main$0:11: 115.916 ms"
                        + " from 0.118988 s\n  Time ");
        assertThat(view.tables().get(1).rows())
                .extracting(row -> row.get(0))
                .contains(2, 3)
                .doesNotContain(1);
    }

    /** Of a trace alone, or an agent's recording; a thread's own part is what the other views say that it did. */
    @Test
    void pathsOfThreadsWhereThereAreNoEvents() throws Exception {
        Set<Long> chosen = Set.of(17349L, 17350L);
        ThreadChoice choice = all -> thread -> chosen.contains(thread.osThreadId());
        TraceReader.Window window = trace -> new Span(trace.start() + 1_200_000_000, trace.start() + 1_350_000_000);
        Report paths = new Report(View.CRITICAL_PATH, new Layout(100, false), null, null, null);
        paths.read(new JdkRecording(Samples.PLAIN), window, choice);
        Report threads = new Report(View.THREADS, new Layout(100, false), null, "ready", null);
        threads.read(new JdkRecording(Samples.PLAIN), window, choice);
        for (String column : List.of("runningNanos", "readyNanos", "waitingNanos")) {
            assertThat(numbers(paths, "longest", column)).hasSize(2).isEqualTo(numbers(threads, "threads", column));
        }
        assertThat(numbers(paths, "longest", "durationNanos")).containsExactly(150_000_000L, 150_000_000L);
        Map<String, Long> own = new HashMap<>();
        Map<Integer, Long> all = new HashMap<>();
        for (JsonElement each :
                JsonParser.parseString(paths.json()).getAsJsonObject().getAsJsonArray("parts")) {
            JsonObject part = each.getAsJsonObject();
            int number = part.get("event").getAsInt();
            all.merge(number, part.get("totalNanos").getAsLong(), Long::sum);
            if (part.get("woke").isJsonNull()) {
                own.put(
                        number + part.get("state").getAsString(),
                        part.get("totalNanos").getAsLong());
            }
        }
        assertThat(all).isEqualTo(Map.of(1, 150_000_000L, 2, 150_000_000L));
        for (int number : List.of(1, 2)) {
            assertThat(own.get(number + "ran"))
                    .isEqualTo(numbers(threads, "threads", "runningNanos").get(number - 1));
            assertThat(own.get(number + "ready"))
                    .isEqualTo(numbers(threads, "threads", "readyNanos").get(number - 1));
        }
        assertThat(paths.text()).contains("\njava.exe (17349): 150.000 ms from 1.200000 s\n", " java.exe (17329)\n");
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(Samples.PLAIN, View.CRITICAL_PATH, 80))
                .withMessageStartingWith("no latencies of a JVM in it; ")
                .withMessageEndingWith("OUT.jfr; for the path of a thread name it: --thread");
    }

    @Test
    void pathOfAThreadInAnAgentsRecording() throws Exception {
        Who main = Who.java("main", 8);
        Who worker = Who.java("worker", 9);
        MadeRecording made = new MadeRecording()
                .agentSession(1, 0)
                .running(main, 0, 20, 0)
                .running(worker, 20, 60, 0)
                .waiting(main, 20, 60, "UserRequest", worker)
                .running(main, 60, 100, 0)
                .agentSession(100, 0);
        Report report = new Report(View.CRITICAL_PATH, new Layout(80, false), null, null, null);
        report.read(
                new JdkRecording(Files.write(directory.resolve("made.jfr"), made.bytes())),
                trace -> trace,
                all -> thread -> thread.name().equals("main"));
        assertThat(report.text()).endsWith("""
                main: 100.000 ms from 0.000000 s
                  Time     %  Thread  did  woke
                60.000  60.0  main    ran  -
                40.000  40.0  worker  ran  main""");
    }

    /** Whoever names it wants its path. */
    @Test
    void pathOfTheOnlyThread() throws Exception {
        MadeRecording made = new MadeRecording().session(0, 1000).running(Who.of("only.exe (7)", 8), 0, 1000, 0);
        Report report = new Report(View.CRITICAL_PATH, new Layout(80, false), null, null, null);
        report.read(
                new JdkRecording(Files.write(directory.resolve("made.jfr"), made.bytes())),
                trace -> trace,
                all -> thread -> thread.osThreadId() == 8);
        assertThat(report.text()).contains("\nonly.exe (8): 1,000.000 ms from 0.000000 s\n");
    }

    @Test
    void pathsAreNotSortedByNames() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.CRITICAL_PATH, null, "thread", null))
                .withMessage("critical-path is sorted by times, not by 'thread'; to choose events: --event, --thread");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.CRITICAL_PATH, null, "raedy", null))
                .withMessage("critical-path has no column 'raedy' to sort by (did you mean ready?)");
    }

    @Test
    void pathsOfAThreadWithoutEvents() throws Exception {
        Report report = new Report(View.CRITICAL_PATH, new Layout(80, false), null, null, null);
        report.read(
                new JdkRecording(Samples.MERGED),
                trace -> trace,
                all -> thread -> thread.name().equals("cpu-hog"));
        assertThat(report.text()).contains("\ncpu-hog: 2,102.311 ms from 0.000000 s\n", " ran ");
    }

    @Test
    void pathsOfChosenEvents() throws Exception {
        Report report = new Report(View.CRITICAL_PATH, new Layout(100, false), null, "ready", 2);
        report.keepLatencies("jdk.GCPhasePause"::equals);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        assertThat(report.text())
                .containsPattern("(?s)GCPhasePause of VM Thread .*GCPhasePause of VM Thread .*and 53 more")
                .doesNotContain("JavaMonitor");
        assertThat(numbers(report, "longest", "readyNanos")).hasSize(2).isSortedAccordingTo(Comparator.reverseOrder());
        Report none = new Report(View.EXPLAIN, new Layout(100, false), null, null, null);
        none.keepLatencies("jdk.GCPhase"::equals);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> none.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL))
                .withMessageStartingWith("no such events of the JVM in it; there are jdk.ExecuteVMOperation, jdk.GC");
        Report others = new Report(View.EXPLAIN, new Layout(100, false), null, null, null);
        others.keepLatencies("jdk.JavaMonitorEnter"::equals);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> others.read(
                        new JdkRecording(Samples.MERGED),
                        trace -> trace,
                        all -> thread -> thread.name().equals("sleeper")))
                .withMessage("no such events of these threads of the JVM in it; others have them");
    }

    /** First one runs, then two; of the first of the ready times it is not told who did at its end. */
    @Test
    void displacers() throws Exception {
        Who ready = Who.of("java.exe (7)", 8);
        Who one = Who.of("one.exe (1)", 11);
        Who two = Who.of("two.exe (2)", 12);
        Who another = Who.of("two.exe (2)", 13);
        Path recording = Files.write(
                directory.resolve("made.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .idle(0, 0, 100)
                        .running(one, 100, 140, 0)
                        .running(two, 0, 150, 1)
                        .ready(ready, 90, 150, 0, "Readied")
                        .running(two, 150, 200, 0)
                        .running(one, 200, 230, 0)
                        .running(another, 230, 235, 0)
                        .running(two, 235, 265, 0)
                        .ready(ready, 160, 265, 0, "Preempted")
                        .bytes());
        Report report = new Report(View.DISPLACERS, new Layout(80, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(report.text()).endsWith("""

                        Programs that ran on the processors that ready threads got in the end
                        Process      Threads  Behind it  Longest
                        two.exe (2)        2     75.000   75.000
                        one.exe (1)        1     70.000   40.000

                        The same by thread
                        Thread        Process      Times  Behind it  Longest  Min prio  Max prio
                        one.exe (11)  one.exe (1)      2     70.000   40.000         -         -
                        two.exe (12)  two.exe (2)      1     70.000   70.000         -         -
                        two.exe (13)  two.exe (2)      1      5.000    5.000         -         -

                        All the time that threads were ready
                        Together  Behind threads  Processor idle  Unknown
                         165.000         145.000          10.000   10.000""");
    }

    /** By looking at each ready time and each run. */
    @Test
    void displacersOfTheSample() throws Exception {
        record Part(int processor, long thread, long start, long end) {}
        List<Part> ready = new ArrayList<>();
        List<Part> running = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(Samples.PLAIN)) {
            String type = event.getEventType().getName();
            if (type.equals("windows.ThreadReady") || type.equals("windows.ThreadRunning")) {
                (type.equals("windows.ThreadReady") ? ready : running)
                        .add(new Part(
                                event.getInt("processor"),
                                event.getThread("eventThread").getOSThreadId(),
                                nanos(event.getStartTime()),
                                nanos(event.getEndTime())));
            }
        }
        Map<Long, Long> expected = new HashMap<>();
        for (Part each : ready) {
            for (Part run : running) {
                long time = Math.min(each.end, run.end) - Math.max(each.start, run.start);
                if (time > 0 && each.processor == run.processor) {
                    expected.merge(run.thread, time, Long::sum);
                }
            }
        }
        Report report = new Report(View.DISPLACERS, new Layout(80, false), null, null, 0);
        report.read(new JdkRecording(Samples.PLAIN), trace -> trace, ThreadChoice.ALL);
        Map<Long, Long> found = new HashMap<>();
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        for (JsonElement row : json.getAsJsonArray("threads")) {
            String thread = row.getAsJsonObject().get("thread").getAsString();
            found.merge(
                    Long.parseLong(thread.replaceAll(".*\\((\\d+)\\)$", "$1")),
                    row.getAsJsonObject().get("totalNanos").getAsLong(),
                    Long::sum);
        }
        assertThat(found).isEqualTo(expected);
        long sum = expected.values().stream().mapToLong(Long::longValue).sum();
        assertThat(sum(numbers(report, "processes", "totalNanos"))).isEqualTo(sum);
    }

    private static long nanos(Instant time) {
        return Duration.between(Instant.EPOCH, time).toNanos();
    }

    /** What the picture shows of threads is in numbers, too: also of those that only waited. */
    @Test
    void statesOfTheMap() throws Exception {
        Report map = read(View.MAP, "states", null, 0);
        Report threads = read(View.THREADS, null, null, 0);
        for (String column : List.of("runningNanos", "readyNanos", "waitingNanos")) {
            assertThat(sum(numbers(map, "states", column)))
                    .as(column)
                    .isEqualTo(sum(numbers(threads, "threads", column)));
        }
    }

    /** A wait that goes on at the end of the time was not ended in it; nobody left a processor, which is no unknown. */
    @Test
    void nothingThatComesLaterIsCounted() throws Exception {
        Who sleeper = Who.java("sleeper", 8);
        Who waker = Who.java("waker", 9);
        Path recording = Files.write(
                directory.resolve("made.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .waiting(sleeper, 100, 300, "UserRequest", waker)
                        .waiting(sleeper, 400, 900, "UserRequest", waker)
                        .contextSwitch(sleeper, 400)
                        .bytes());
        for (long[] endAndWaits : new long[][] {{1000, 2, 2}, {600, 1, 2}, {300, 1, 1}, {299, 0, 1}}) {
            long end = endAndWaits[0] * 1_000_000;
            Report waits = new Report(View.WAITS, new Layout(80, false), null, null, null);
            waits.read(
                    new JdkRecording(recording),
                    trace -> new Span(trace.start(), trace.start() + end),
                    ThreadChoice.ALL);
            long wakes = 0;
            for (JsonElement row :
                    JsonParser.parseString(waits.json()).getAsJsonObject().getAsJsonArray("wakers")) {
                boolean isKnown = !row.getAsJsonObject().get("waker").isJsonNull();
                wakes += isKnown ? row.getAsJsonObject().get("count").getAsLong() : 0;
            }
            assertThat(wakes).isEqualTo(endAndWaits[1]);
            assertThat(sum(numbers(waits, "wakers", "count"))).isEqualTo(endAndWaits[2]);
            Report threads = new Report(View.THREADS, new Layout(80, false), null, null, null);
            threads.read(
                    new JdkRecording(recording),
                    trace -> new Span(trace.start(), trace.start() + end),
                    ThreadChoice.ALL);
            assertThat(numbers(threads, "threads", "switches")).containsOnly(end < 400_000_000 ? 0L : 1L);
        }
    }

    /** What is between two parts of the time is in one of them. */
    @Test
    void switchesOfPartsAddUp() throws Exception {
        Who main = Who.java("main", 8);
        Path recording = Files.write(
                directory.resolve("made.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(main, 0, 400, 0)
                        .contextSwitch(main, 400)
                        .running(main, 500, 1000, 0)
                        .contextSwitch(main, 1000)
                        .bytes());
        for (long[] part : new long[][] {{0, 400, 0}, {400, 1000, 2}, {0, 1000, 2}}) {
            Report threads = new Report(View.THREADS, new Layout(80, false), null, null, null);
            threads.read(
                    new JdkRecording(recording),
                    trace -> new Span(trace.start() + part[0] * 1_000_000, trace.start() + part[1] * 1_000_000),
                    ThreadChoice.ALL);
            assertThat(numbers(threads, "threads", "switches")).containsExactly(part[2]);
        }
    }

    /** Buffers, files and places in a file do not add up. */
    @Test
    void lossesOfEachKind() throws Exception {
        String text = processors(new MadeRecording()
                .session(0, 1000)
                .running(Who.java("main", 8), 0, 1000, 0)
                .loss("Truncated", 3, "BuffersMissingAtEnd", "Loss")
                .loss("Truncated", 1, "SessionNotEnded", "Loss")
                .loss("Truncated", 2));
        assertThat(text).contains("\nlost: 3 BuffersMissingAtEnd, 1 SessionNotEnded, 2 Truncated; what threads");
    }

    /** Halves of the time add up to all of it. */
    @Test
    void timeCanBeCut() throws Exception {
        List<Long> running = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            int which = part;
            Report report = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
            report.read(
                    new JdkRecording(Samples.PLAIN),
                    trace -> {
                        long middle = trace.start() + trace.length() / 3;
                        return which == 0
                                ? trace
                                : which == 1 ? new Span(trace.start(), middle) : new Span(middle, trace.end());
                    },
                    ThreadChoice.ALL);
            running.add(sum(numbers(report, "processors", "runningNanos")));
            assertThat(sum(numbers(report, "processors", "unknownNanos"))).isZero();
        }
        assertThat(running.get(1) + running.get(2)).isEqualTo(running.get(0));
        assertThat(running.get(1)).isBetween(1L, running.get(0));
    }

    /** Pauses, unless others are wanted; each as its event tells, cut where a step ends. */
    @ParameterizedTest
    @CsvSource({"jdk.GCPhasePause, 55", "jdk.JavaMonitorEnter, 84", "jdk.ThreadPark, 77"})
    void loadHasEventsOfTheJvm(String type, int count) throws Exception {
        JsonArray events = JsonParser.parseString(
                        read(View.EXPLAIN, "longest", null, 0).json())
                .getAsJsonObject()
                .getAsJsonArray("longest");
        Report load = new Report(View.LOAD, new Layout(100, false), null, null, null);
        load.setStep(Duration.ofMillis(30).toNanos());
        boolean isUsual = type.equals("jdk.GCPhasePause");
        if (!isUsual) {
            load.keepLatencies(type::equals);
        }
        load.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        JsonObject json = JsonParser.parseString(load.json()).getAsJsonObject();
        assertThat(json.getAsJsonArray("notes").size()).isEqualTo(isUsual ? 1 : 0);
        long all = 0;
        for (JsonElement each : json.getAsJsonArray("steps")) {
            JsonObject step = each.getAsJsonObject();
            long start = nanos(step.get("start"));
            long end = nanos(step.get("end"));
            long time = 0;
            long begun = 0;
            long longest = 0;
            for (JsonElement row : events) {
                JsonObject event = row.getAsJsonObject();
                if (event.get("javaEvent").getAsString().equals(type)) {
                    long from = nanos(event.get("start"));
                    long took = event.get("durationNanos").getAsLong();
                    time += Math.max(0, Math.min(from + took, end) - Math.max(from, start));
                    begun += from >= start && from < end ? 1 : 0;
                    longest = Math.max(longest, from >= start && from < end ? took : 0);
                }
            }
            assertThat(step.get("javaEventsNanos").getAsLong()).isEqualTo(time);
            assertThat(step.get("begunJavaEvents").getAsLong()).isEqualTo(begun);
            assertThat(step.get("longestJavaEventNanos").getAsLong()).isEqualTo(longest);
            all += begun;
        }
        assertThat(all).isEqualTo(count);
    }

    /** They stop those that are chosen, too. */
    @Test
    void loadOfChosenThreadsHasPauses() throws Exception {
        Report all = read(View.LOAD, null, null, null);
        Report chosen = new Report(View.LOAD, new Layout(100, false), null, null, null);
        chosen.read(
                new JdkRecording(Samples.MERGED),
                trace -> trace,
                threads -> thread -> thread.name().equals("allocator"));
        assertThat(numbers(chosen, "steps", "javaEventsNanos")).isEqualTo(numbers(all, "steps", "javaEventsNanos"));
        assertThat(sum(numbers(chosen, "steps", "runningNanos"))).isEqualTo(322_693_400L);
        assertThat(sum(numbers(chosen, "steps", "othersNanos")))
                .isEqualTo(sum(numbers(all, "steps", "runningNanos"))
                        + sum(numbers(all, "steps", "othersNanos"))
                        - 322_693_400L);
        assertThat(chosen.text()).contains("#++++", "+!");
    }

    /** Nothing is told of what threads did while events were lost: that is not that they did nothing. */
    @Test
    void loadOfTimeThatIsNotTold() throws Exception {
        Who thread = Who.of("java.exe (7)", 8);
        Path recording = directory.resolve("made.jfr");
        Files.write(
                recording,
                new MadeRecording()
                        .session(0, 400)
                        .running(thread, 0, 50, 0)
                        .running(thread, 250, 400, 0)
                        .ready(thread, 50, 100, 0, "Preempted")
                        .loss("EventsLost", 1)
                        .bytes());
        Report load = new Report(View.LOAD, new Layout(100, false), null, null, null);
        load.setStep(100_000_000);
        load.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(load.csv().replaceAll("(?m)^[^,]*,[^,]*,", "")).isEqualTo("""
                        load,runningNanos,othersNanos,unknownNanos,readyNanos,longestReadyNanos,timesReady,switches,javaEventsNanos,begunJavaEvents,longestJavaEventNanos
                        ,50000000,0,50000000,50000000,50000000,1,,,,
                        ,,,100000000,,,,,,,
                        ,50000000,0,50000000,0,0,0,,,,
                        1.000000,100000000,0,0,0,0,0,,,,""".replace("\r", ""));
    }

    /** Slices tell what threads did in all events of the JVM that an agent's recording has: none then is no pause. */
    @Test
    void loadOfAnAgentsRecordingWhileThereWasNoPause() throws Exception {
        Who main = Who.java("main", 8);
        Path recording = directory.resolve("made.jfr");
        Files.write(
                recording,
                new MadeRecording()
                        .running(main, 0, 200, 0)
                        .waiting(main, 200, 400, "DelayExecution", null)
                        .sleep(main, 200, 400)
                        .agentSession(400, 0)
                        .bytes());
        for (long length : List.of(100L, 400L)) {
            Report load = new Report(View.LOAD, new Layout(100, false), null, null, null);
            load.read(
                    new JdkRecording(recording),
                    trace -> new Span(trace.start(), trace.start() + length * 1_000_000),
                    ThreadChoice.ALL);
            assertThat(numbers(load, "steps", "javaEventsNanos")).isNotEmpty().containsOnly(0L);
        }
    }

    /** In this part one of them is not told of. */
    @Test
    void loadOfAllProcessors() throws Exception {
        Report load = new Report(View.LOAD, new Layout(100, false), null, null, null);
        load.read(
                new JdkRecording(Samples.MERGED),
                trace -> new Span(trace.start() + 1_030_000_000, trace.start() + 1_035_000_000),
                ThreadChoice.ALL);
        assertThat(numbers(load, "steps", "runningNanos")).containsOnly(500_000L);
        assertThat(load.json().lines().filter(line -> line.contains("\"load\": null")))
                .hasSize(10);
    }

    /** The same events that one finds by their durations among all. */
    @Test
    void longEvents() throws Exception {
        long least = 40_000_000;
        Report all = read(View.EXPLAIN, "longest", null, 0);
        long expected = numbers(all, "longest", "durationNanos").stream()
                .filter(duration -> duration >= least)
                .count();
        assertThat(expected).isEqualTo(39);
        for (View view : List.of(View.EXPLAIN, View.CRITICAL_PATH, View.BOTTLENECKS)) {
            Report some = new Report(view, new Layout(100, false), null, null, 0);
            some.keepLongLatencies(least);
            some.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
            String table = view == View.CRITICAL_PATH ? "longest" : "events";
            List<Long> counts = numbers(some, table, view == View.CRITICAL_PATH ? "durationNanos" : "count");
            assertThat(view == View.CRITICAL_PATH ? counts.size() : sum(counts)).isEqualTo(expected);
        }
        Report none = new Report(View.EXPLAIN, new Layout(100, false), null, null, null);
        none.keepLatencies("jdk.JavaMonitorEnter"::equals);
        none.keepLongLatencies(least * 3);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> none.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL))
                .withMessage("no such event of the JVM in it took 120.000 ms or more; the longest took 115.916 ms");
        Report waits = new Report(View.WAITS, new Layout(100, false), null, null, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> waits.keepLongLatencies(1))
                .withMessage("waits is not about events of the JVM");
    }

    @Test
    void loadOfEventsThatAreNotThere() throws Exception {
        Report none = new Report(View.LOAD, new Layout(100, false), null, null, null);
        none.keepLatencies("jdk.SocketRead"::equals);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> none.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL))
                .withMessageStartingWith("no such events of the JVM in it; there are jdk.");
    }

    /** As long as are easy to count, from the trace's start, and no more than people take in at once. */
    @ParameterizedTest
    @CsvSource({
        "0, 2102311000, 200 ms (shorter where the time begins or ends), 11",
        "0, 20000, 1 µs, 20",
        "995000, 1995000, 100 µs (shorter where the time begins or ends), 11",
        "1, 21, 1 ns, 20"
    })
    void usualSteps(long from, long to, String step, int rows) throws Exception {
        Report load = new Report(View.LOAD, new Layout(100, false), null, null, null);
        load.read(
                new JdkRecording(Samples.MERGED),
                trace -> new Span(trace.start() + from, trace.start() + to),
                ThreadChoice.ALL);
        assertThat(load.text().replace('\n', ' ')).contains("Times are in ms, in steps of " + step + ";");
        assertThat(numbers(load, "steps", "runningNanos")).hasSize(rows);
    }

    @Test
    void mistypedNames() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("sumary"))
                .withMessage("there is no view 'sumary' (did you mean summary?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("proc"))
                .withMessage("there is no view 'proc' (did you mean processors?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("Wiats"))
                .withMessage("there is no view 'Wiats' (did you mean waits?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("gantt"))
                .withMessage("there is no view 'gantt'; there are summary, findings, latency, displacers, waits,"
                        + " processors, load, map, explain, critical-path, bottlenecks, pools, threads,"
                        + " slices");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("finding"))
                .withMessage("there is no view 'finding' (did you mean findings?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.FINDINGS, null, "score", null))
                .withMessage("table 'findings' of findings cannot be sorted");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.SUMMARY, null, "size", null))
                .withMessage("summary has no column 'size' to sort by;"
                        + " there are process, threads, running, ready, waiting, switches, longestReady, thread");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.SUMMARY, null, "runing", null))
                .withMessage("summary has no column 'runing' to sort by (did you mean running?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.WAITS, "people", null, null))
                .withMessage("waits has no table 'people'; there are reasons, wakers");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> read(View.WAITS, "waiters", null, null))
                .withMessage("waits has no table 'waiters' (did you mean wakers?)");
    }

    @Test
    void traceThatEndsBeforeItStarts() throws IOException {
        Path recording = directory.resolve("backwards.jfr");
        Files.write(recording, new MadeRecording().session(200, 100).bytes());
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(recording, View.SUMMARY, 80))
                .withMessage("damaged recording: its trace ends before it begins");
    }

    /** The second is from a century past to one to come, which no number of nanoseconds is enough for. */
    @ParameterizedTest
    @CsvSource({"0, 316000000000", "-9000000000000, 7000000000000"})
    void traceOfYears(long fromMillis, long toMillis) throws IOException {
        Path recording = directory.resolve("years.jfr");
        Files.write(recording, new MadeRecording().session(fromMillis, toMillis).bytes());
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(recording, View.SUMMARY, 80))
                .withMessage("damaged recording: its trace takes more than ten years");
    }

    /** More than Windows has, or less than none: where it was is not known. */
    @Test
    void processorsThatCannotBe() throws Exception {
        Path recording = Files.write(
                directory.resolve("processors.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 100, 2047)
                        .running(Who.java("main", 8), 100, 300, 2048)
                        .running(Who.java("main", 8), 300, 600, Integer.MAX_VALUE)
                        .running(Who.java("main", 8), 600, 1000, Integer.MIN_VALUE)
                        .bytes());
        Report report = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(numbers(report, "processors", "processor")).containsExactly(-1L, 2047L);
        assertThat(numbers(report, "processors", "runningNanos")).containsExactly(900_000_000L, 100_000_000L);
    }

    /** As only a damaged recording tells of events. */
    @Test
    void partLongerThanTheWhole() throws Exception {
        Path recording = Files.write(
                directory.resolve("part.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 100, 0)
                        .breakdown(Who.java("main", 8), "jdk.ThreadPark", 0, 1, 100_000, 0, 0, null)
                        .bytes());
        assertThat(text(recording, View.EXPLAIN, 120)).contains(" ########## ").doesNotContain("#".repeat(11));
    }

    @Test
    void eventsThatEndBeforeTheyBeginAreNone() throws Exception {
        MadeRecording made = new MadeRecording()
                .session(0, 1000)
                .running(Who.java("main", 8), 0, 1000, 0)
                .breakdown(Who.java("main", 8), "jdk.ThreadPark", 100, 120, 20, 0, 0, null);
        for (int i = 0; i < 12; i++) {
            made.breakdown(Who.java("main", 8), "jdk.ThreadPark", 500, 400, 0, 0, 0, null);
        }
        Path recording = Files.write(directory.resolve("negative.jfr"), made.bytes());
        assertThat(text(recording, View.EXPLAIN, 120))
                .containsPattern("\nThreadPark +1 +20\\.000 +20\\.000 ")
                .doesNotContain("-100");
    }

    @Test
    void whatTellsNothingOfTheScheduler() {
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(Samples.JVM, View.SUMMARY, 80))
                .withMessage(
                        "no windows.* events in it, so it does not say when its threads ran; to add those of a trace:"
                                + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr; an agent that was to write them says with"
                                + " --status why it did not");
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(Samples.PLAIN, View.EXPLAIN, 80))
                .withMessage("no latencies of a JVM in it; to add those of its recording:"
                        + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr");
    }

    @Test
    void onlySomeFindings() throws Exception {
        Report report = new Report(View.FINDINGS, new Layout(200, false), null, null, 2);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        String whole = text(Samples.MERGED, View.FINDINGS, 200);
        long all = Pattern.compile("^(warning|info): ", Pattern.MULTILINE)
                .matcher(whole)
                .results()
                .count();
        assertThat(report.text())
                .containsPattern("(?s)\nwarning: .*\nwarning: .*\n\n\\(and %d more; --limit 0 shows all\\)\n\n"
                        .formatted(all - 2))
                .doesNotContain("\ninfo: ")
                .endsWith(whole.substring(whole.indexOf("\nnothing found: ")).stripTrailing());
    }

    @Test
    void onlySomeFindingsForPrograms() throws Exception {
        Report some = read(View.FINDINGS, null, null, 2);
        JsonObject json = JsonParser.parseString(some.json()).getAsJsonObject();
        assertThat(json.getAsJsonArray("findings")).hasSize(2);
        assertThat(json.getAsJsonObject("rows").get("findings"))
                .isEqualTo(JsonParser.parseString("{\"shown\": 2, \"total\": 10}"));
        assertThat(some.csv().lines()).hasSize(3);
        assertThat(read(View.FINDINGS, "findings", null, 2).text()).contains("\n(and 8 more; --limit 0 shows all)\n");
    }

    /** Rules know nothing of what the user chose. */
    @Test
    void findingsAreOfTheWholeRecording() throws Exception {
        Report part = new Report(View.FINDINGS, new Layout(200, false), null, null, null);
        part.read(
                new JdkRecording(Samples.MERGED),
                trace -> new Span(trace.start(), trace.start() + 1_000_000),
                ThreadChoice.ALL);
        String note =
                "\n\nnote: findings are about the whole recording, not only the time and threads chosen\n\nwarning: ";
        String whole = text(Samples.MERGED, View.FINDINGS, 200);
        assertThat(part.text()).contains("shown: 0.000000 s to 0.001000 s\n", note);
        assertThat(part.text())
                .endsWith(whole.substring(whole.indexOf("\n\nwarning: ")).stripTrailing());
        Report chosen = new Report(View.FINDINGS, new Layout(200, false), null, null, null);
        chosen.read(
                new JdkRecording(Samples.MERGED),
                trace -> trace,
                all -> thread -> thread.name().equals("producer"));
        assertThat(chosen.text()).contains(note);
        assertThat(whole).doesNotContain("note: ");
    }

    /** What is not worth telling is told all the same, in fewer words; names are not taken for commands. */
    @Test
    void findingsOfALittle() throws Exception {
        MadeRecording made = new MadeRecording()
                .session(0, 1000)
                .running(Who.java("ma\033[2Jin", 8), 0, 1000, 0)
                .waiting(Who.java("ma\033[2Jin", 8), 100, 120, "PageIn", null);
        Path recording = Files.write(directory.resolve("made.jfr"), made.bytes());
        String text = text(recording, View.FINDINGS, 2000);
        assertThat(text)
                .contains("\ninfo: Long Waits for Pages of Memory\n  The JVM's threads waited up to 20 ms for a page")
                .contains("befell thread ma\\u001b[2Jin at 0.100000 s.\n")
                .contains("\n\nnothing found: Trace Lost Data\nnot applicable: Garbage Collection Paused for Want of")
                .contains("; Safepoint Held Up by a Thread Without a Processor (the recording has no events of type")
                .doesNotContain("\033", "\u00a0");
        Path nothing = Files.write(
                directory.resolve("nothing.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 1000, 0)
                        .bytes());
        assertThat(text(nothing, View.FINDINGS, 2000))
                .contains("\n\nnothing is worth a look to the 1 of 10 rules that are applicable\nnothing found: ");
    }

    /** It may be a service, whose program is called anything; views have no preferences. */
    @Test
    void findingsWithoutAJvm() throws Exception {
        Path recording = Files.write(
                directory.resolve("service.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.of("tomcat9.exe (7)", 8), 0, 1000, 0)
                        .ready(Who.of("tomcat9.exe (7)", 9), 0, 900, 0, "Preempted")
                        .waiting(Who.of("tomcat9.exe (7)", 9), 900, 1000, "PageIn", null)
                        .bytes());
        assertThat(text(recording, View.FINDINGS, 1000))
                .containsOnlyOnce("the recording has no thread of a JVM. Those are java.exe and javaw.exe, those that"
                        + " --jvm names, or the one whose recording is merged in: --jfr)")
                .doesNotContain("preference");
        assertThat(findings(recording, "tomcat9.exe (7)"))
                .contains("befell thread tomcat9.exe (9)")
                .doesNotContain("note: ");
    }

    private static String findings(Path recording, String jvm) throws Exception {
        Report report = new Report(View.FINDINGS, new Layout(1000, false), null, null, null);
        report.chooseJvms(all -> thread -> thread.process().equals(jvm));
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        return report.text();
    }

    @Test
    void findingsAboutOneJvmOfSeveral() throws Exception {
        Path recording = Files.write(
                directory.resolve("several.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .waiting(Who.of("java.exe (7)", 8), 0, 100, "PageIn", null)
                        .waiting(Who.of("java.exe (9)", 10), 0, 200, "PageIn", null)
                        .bytes());
        String note = "findings are about 2 JVMs, java.exe (7), java.exe (9); --jvm chooses among them";
        assertThat(text(recording, View.FINDINGS, 1000))
                .contains("\n\nnote: " + note + "\n\n")
                .contains("waited up to 200 ms for a page");
        Report all = new Report(View.FINDINGS, new Layout(80, false), null, null, null);
        all.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(all.csvNote()).isEqualTo(note);
        assertThat(JsonParser.parseString(all.json()).getAsJsonObject().getAsJsonArray("notes"))
                .containsExactly(new JsonPrimitive(note));
        assertThat(findings(recording, "java.exe (7)"))
                .contains("waited up to 100 ms for a page")
                .doesNotContain("note: ");
    }

    /** Neither another name nor a merge makes it that of a JVM: it is merged. */
    @Test
    void findingsWhereTheJvmWasLeftOut() throws Exception {
        Path recording = Files.write(
                directory.resolve("left-out.jfr"),
                new MadeRecording()
                        .jvm(4711)
                        .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0, "lsass.exe")
                        .waiting(Who.of("lsass.exe (7)", 9), 900, 1000, "PageIn", null)
                        .bytes());
        assertThat(text(recording, View.FINDINGS, 1000))
                .containsOnlyOnce("(the recording has no thread of a JVM. Those of the one whose recording is merged in"
                        + " were left out; convert the trace without --process and --thread)")
                .doesNotContain("--jvm");
    }

    @Test
    void findingsAboutAnotherJvmThanTheRecordings() {
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> findings(Samples.MERGED, "java.exe (17397)"))
                .withMessage("it has a JVM's own events: findings are about that JVM; leave --jvm out");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Report(View.WAITS, new Layout(80, false), null, null, null).chooseJvms(ThreadChoice.ALL))
                .withMessage("--jvm is for findings; waits chooses with --process");
    }

    @Test
    void findingsForPrograms() throws Exception {
        JsonObject json = JsonParser.parseString(
                        read(View.FINDINGS, null, null, null).json())
                .getAsJsonObject();
        assertThat(json.get("missing")).isEqualTo(JsonNull.INSTANCE);
        JsonArray findings = json.getAsJsonArray("findings");
        assertThat(findings).hasSize(10);
        JsonObject pause = findings.asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(finding -> finding.get("id").getAsString().equals("WindowsPauseHeldUp"))
                .findFirst()
                .orElseThrow();
        assertThat(pause.keySet())
                .containsExactly(
                        "severity", "rule", "summary", "explanation", "solution", "score", "start", "thread", "id");
        assertThat(pause.get("severity").getAsString()).isEqualTo("info");
        assertThat(pause.get("summary").getAsString())
                .isEqualTo(
                        "In a garbage collection pause of 26.742 ms, thread GC Thread#1 had no processor for 26.338 ms.");
        assertThat(pause.get("thread").getAsString()).isEqualTo("GC Thread#1");
        Instant start = Instant.parse(json.get("traceStart").getAsString());
        assertThat(Duration.between(start, Instant.parse(pause.get("start").getAsString())))
                .isBetween(Duration.ofNanos(1_793_152_500), Duration.ofNanos(1_793_153_500));
        JsonObject last = findings.get(9).getAsJsonObject();
        assertThat(last.get("severity").getAsString()).isEqualTo("not applicable");
        assertThat(last.get("score")).isEqualTo(JsonNull.INSTANCE);
        assertThat(read(View.FINDINGS, null, null, null).csv().lines().findFirst())
                .contains("severity,rule,summary,explanation,solution,score,start,thread,id");
    }

    private static Report read(View view, String table, String sort, Integer limit) throws Exception {
        Report report = new Report(view, new Layout(80, false), table, sort, limit);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        return report;
    }

    private static List<Long> numbers(Report report, String table, String column) {
        List<Long> numbers = new ArrayList<>();
        for (JsonElement row :
                JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray(table)) {
            numbers.add(row.getAsJsonObject().get(column).getAsLong());
        }
        return numbers;
    }

    private static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }
}
