package io.github.etl2jfr.views.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.text.Width;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is different between two recordings. */
class CompareViewTest {
    private static final TraceReader.Window ALL = trace -> trace;

    /** Of unequal lengths. */
    private static final TraceReader.Window FIRST = trace -> new Span(trace.start(), trace.start() + 700_000_000);

    private static final TraceReader.Window REST = trace -> new Span(trace.start() + 700_000_000, trace.end());

    @TempDir
    private Path directory;

    private static Report compared(
            Path before, TraceReader.Window its, Path after, TraceReader.Window others, int width) throws Exception {
        Report report = Report.comparison(new Layout(width, false), null, null, 0);
        report.readBefore(new JdkRecording(before), its, ThreadChoice.ALL);
        report.read(new JdkRecording(after), others, ThreadChoice.ALL);
        return report;
    }

    private JsonObject compared(MadeRecording before, MadeRecording after) throws Exception {
        return JsonParser.parseString(compared(write("before.jfr", before), ALL, write("after.jfr", after), ALL, 80)
                        .json())
                .getAsJsonObject();
    }

    private Path write(String name, MadeRecording made) throws Exception {
        return Files.write(directory.resolve(name), made.bytes());
    }

    private static JsonObject row(JsonObject json, String table, String column, String value) {
        return json.getAsJsonArray(table).asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(row -> row.get(column).getAsString().equals(value))
                .reduce((row, other) -> {
                    throw new AssertionError(row + " and " + other);
                })
                .orElseThrow();
    }

    /** In milliseconds; null stands for what is not told. */
    private static List<Double> times(JsonObject row, String key) {
        List<Double> times = new ArrayList<>();
        for (String when : List.of("Before", "After")) {
            JsonElement time = row.get(key + when + "Nanos");
            times.add(time.isJsonNull() ? null : time.getAsLong() / 1e6);
        }
        return times;
    }

    /** A pool has more threads than before; one of a single thread is none. */
    @Test
    void pools() throws Exception {
        Who first = new Who("pool-1-thread-1 (8)", 8, null, -8, "app.exe (7)");
        Who second = new Who("pool-1-thread-12 (9)", 9, null, -9, "app.exe (7)");
        Who other = new Who("pool-2-thread-1 (10)", 10, null, -10, "app.exe (7)");
        JsonObject json = compared(
                new MadeRecording()
                        .session(0, 2000)
                        .running(first, 0, 500, 0)
                        .running(other, 500, 1000, 0)
                        .ready(other, 400, 500, 0, "Readied"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(first, 0, 300, 0)
                        .running(second, 300, 500, 0)
                        .ready(second, 290, 300, 0, "Readied")
                        .ready(first, 300, 330, 0, "Preempted")
                        .running(other, 500, 600, 0));
        assertThat(json.getAsJsonArray("pools")).hasSize(1);
        JsonObject pool = row(json, "pools", "pool", "pool-1-thread-*");
        assertThat(pool.get("program").getAsString()).isEqualTo("app.exe");
        assertThat(List.of(
                        pool.get("threadsBefore").getAsInt(),
                        pool.get("threadsAfter").getAsInt()))
                .containsExactly(1, 2);
        assertThat(times(pool, "readyPerSecond")).containsExactly(0.0, 40.0);
        assertThat(times(pool, "runningPerSecond")).containsExactly(250.0, 500.0);
        assertThat(times(pool, "longestReady")).containsExactly(0.0, 30.0);
    }

    /** Two seconds against one, in which the program is held up by another. */
    @Test
    void sumsAreInASecond() throws Exception {
        Who app = Who.of("app.exe (7)", 8);
        Who sameApp = Who.of("app.exe (9)", 12);
        // It got an id that another thread has in the JVM's recording.
        Who itsSecond = new Who("app.exe (16)", (1L << 33) + 1, null, -16, "app.exe (9)");
        Who scanner = Who.of("scan.exe (3)", 4);
        JsonObject json = compared(
                new MadeRecording()
                        .session(0, 2000)
                        .running(app, 0, 500, 0)
                        .running(scanner, 500, 700, 0)
                        .ready(app, 500, 700, 0, "Preempted")
                        .running(app, 700, 1000, 0)
                        .idle(0, 1000, 2000),
                new MadeRecording()
                        .session(0, 1000)
                        .running(sameApp, 0, 300, 0)
                        .running(scanner, 300, 800, 0)
                        .ready(sameApp, 300, 800, 0, "Preempted")
                        .running(sameApp, 800, 900, 0)
                        .running(itsSecond, 900, 1000, 0)
                        .ready(itsSecond, 800, 900, 0, "Readied"));
        JsonObject program = row(json, "processes", "program", "app.exe");
        assertThat(times(program, "readyPerSecond")).containsExactly(100.0, 600.0);
        assertThat(program.get("changeNanos").getAsLong()).isEqualTo(500_000_000);
        assertThat(program.get("changeShare").getAsDouble()).isEqualTo(5);
        assertThat(times(program, "runningPerSecond")).containsExactly(400.0, 500.0);
        assertThat(times(program, "longestReady")).containsExactly(200.0, 500.0);
        // Threads without names of their own are called as their programs.
        assertThat(times(row(json, "threads", "thread", "app.exe"), "readyPerSecond"))
                .containsExactly(100.0, 600.0);
        assertThat(times(row(json, "displacers", "program", "scan.exe"), "displacedPerSecond"))
                .containsExactly(100.0, 500.0);
        assertThat(times(row(json, "displacers", "program", "app.exe"), "displacedPerSecond"))
                .containsExactly(0.0, 100.0);
        Map<String, String> all = new TreeMap<>();
        json.getAsJsonArray("times").forEach(each -> {
            JsonObject row = each.getAsJsonObject();
            all.put(
                    row.get("what").getAsString(),
                    row.get("beforeNanos") + " " + row.get("afterNanos") + " " + row.get("changeNanos"));
        });
        assertThat(all)
                .containsEntry("ran, in each second", "500000000 1000000000 500000000")
                .containsEntry("were ready, in each second", "100000000 600000000 500000000")
                .containsEntry("processors were idle, in each second", "500000000 0 -500000000")
                .containsEntry("mean, each time ready", "200000000 300000000 100000000")
                .containsEntry("longest, each time ready", "200000000 500000000 300000000");
        assertThat(json.getAsJsonObject("before").get("traceEnd").getAsString())
                .isNotEqualTo(json.getAsJsonObject("after").get("traceEnd").getAsString());
    }

    @Test
    void eventsOnAverage() throws Exception {
        Who main = Who.java("main", 8);
        JsonObject json = compared(
                merged(main)
                        .breakdown(main, "jdk.ThreadPark", 0, 40, 10, 10, 20, null)
                        .breakdown(main, "jdk.ThreadPark", 100, 120, 0, 0, 15, null),
                merged(main)
                        .breakdown(main, "jdk.ThreadPark", 0, 100, 10, 80, 10, null)
                        .breakdown(main, "jdk.ThreadSleep", 200, 210, 0, 0, 10, null));
        JsonObject parks = row(json, "events", "javaEvent", "jdk.ThreadPark");
        assertThat(times(parks, "durationPerSecond")).containsExactly(60.0, 100.0);
        assertThat(times(parks, "meanDuration")).containsExactly(30.0, 100.0);
        assertThat(times(parks, "meanReady")).containsExactly(5.0, 80.0);
        assertThat(times(parks, "meanWaiting")).containsExactly(17.5, 10.0);
        assertThat(times(parks, "meanRunning")).containsExactly(5.0, 10.0);
        assertThat(times(parks, "meanUnknown")).containsExactly(2.5, 0.0);
        assertThat(times(parks, "longest")).containsExactly(40.0, 100.0);
        assertThat(parks.get("countBefore").getAsLong()).isEqualTo(2);
        assertThat(parks.get("countAfter").getAsLong()).isEqualTo(1);
        // There were none: that is known of their time, but they have no mean.
        JsonObject sleeps = row(json, "events", "javaEvent", "jdk.ThreadSleep");
        assertThat(times(sleeps, "durationPerSecond")).containsExactly(0.0, 10.0);
        assertThat(times(sleeps, "meanDuration")).containsExactly(null, 10.0);
        assertThat(sleeps.get("changeNanos").getAsLong()).isEqualTo(10_000_000);
        assertThat(sleeps.get("changeShare").isJsonNull()).isTrue();
        assertThat(json.getAsJsonArray("events").get(0)).isEqualTo(parks);
    }

    /** No thread is in one for more than all of a second. */
    @Test
    void eventsInPartOfTheTime() throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording all = merged(main).breakdown(main, "jdk.ThreadPark", 100, 900, 0, 0, 800, null);
        Path file = write("all.jfr", all);
        JsonObject json = JsonParser.parseString(
                        compared(file, trace -> new Span(trace.start() + 600_000_000, trace.end()), file, ALL, 80)
                                .json())
                .getAsJsonObject();
        JsonObject parks = row(json, "events", "javaEvent", "jdk.ThreadPark");
        assertThat(times(parks, "durationPerSecond")).containsExactly(750.0, 800.0);
        assertThat(times(parks, "meanDuration")).containsExactly(800.0, 800.0);
    }

    private static MadeRecording merged(Who runs) {
        return new MadeRecording().mergedSession("Events", 0, 1, 0, 9).running(runs, 0, 1000, 0);
    }

    /** It does not become less than nothing was before. */
    @Test
    void whatIsNotToldHasNoChange() throws Exception {
        Who main = Who.java("main", 8);
        JsonObject json = compared(
                new MadeRecording().session(0, 1000).running(main, 0, 1000, 0),
                merged(main).breakdown(main, "jdk.ThreadPark", 0, 40, 10, 10, 20, null));
        JsonObject parks = row(json, "events", "javaEvent", "jdk.ThreadPark");
        assertThat(times(parks, "durationPerSecond")).containsExactly(null, 40.0);
        assertThat(parks.get("changeNanos").isJsonNull()).isTrue();
        assertThat(parks.get("countBefore").isJsonNull()).isTrue();
        assertThat(parks.get("countAfter").getAsLong()).isEqualTo(1);
    }

    /** What only one recording tells of may have changed most. */
    @Test
    void threadsThatAreLeftOut() throws Exception {
        Who java = Who.of("java.exe (5)", 8);
        Who scanner = Who.of("scan.exe (3)", 4);
        JsonObject json = compared(
                mergedWith("java*").running(java, 0, 990, 0).ready(java, 990, 1000, 0, "Preempted"),
                merged(java)
                        .running(scanner, 500, 990, 1)
                        .ready(scanner, 0, 500, 1, "Preempted")
                        .ready(java, 500, 990, 1, "Preempted"));
        JsonObject scan = json.getAsJsonArray("processes").get(0).getAsJsonObject();
        assertThat(scan.get("program").getAsString()).isEqualTo("scan.exe");
        assertThat(times(scan, "readyPerSecond")).containsExactly(null, 500.0);
        assertThat(times(scan, "runningPerSecond")).containsExactly(null, 490.0);
        assertThat(scan.get("changeNanos").isJsonNull()).isTrue();
        assertThat(times(row(json, "threads", "thread", "scan.exe"), "readyPerSecond"))
                .containsExactly(null, 500.0);
        assertThat(times(row(json, "displacers", "program", "scan.exe"), "displacedPerSecond"))
                .containsExactly(null, 490.0);
        assertThat(json.getAsJsonArray("notes").toString())
                .contains("one recording has slices that the other leaves out");
    }

    /** Only a JVM's recording tells their names: without it they did not do nothing, but are called otherwise. */
    @Test
    void threadsOfAJvmBesideATraceAlone() throws Exception {
        Who main = Who.java("main", 8);
        Who other = Who.of("scan.exe (3)", 4);
        MadeRecording alone = new MadeRecording()
                .session(0, 1000)
                .running(Who.of("java.exe (5)", 8), 0, 1000, 0)
                .running(other, 0, 1000, 1);
        JsonObject json = compared(merged(main).running(other, 0, 1000, 1), alone);
        assertThat(times(row(json, "threads", "thread", "main"), "runningPerSecond"))
                .containsExactly(1000.0, null);
        assertThat(times(row(json, "threads", "thread", "java.exe"), "runningPerSecond"))
                .containsExactly(null, 1000.0);
        assertThat(times(row(json, "threads", "thread", "scan.exe"), "runningPerSecond"))
                .containsExactly(1000.0, 1000.0);
        assertThat(json.getAsJsonArray("notes").toString()).contains("only one is in a JVM's recording");
    }

    /** What the JVM's events took their time for follows from the slices that it wrote. */
    @Test
    void recordingsOfAgents() throws Exception {
        Who main = Who.java("main", 8);
        JsonObject json = compared(ofAgent(main, 40, 100), ofAgent(main, 60, 200));
        JsonObject sleep = row(json, "events", "javaEvent", "jdk.ThreadSleep");
        assertThat(times(sleep, "durationPerSecond")).containsExactly(100.0, 200.0);
        assertThat(times(sleep, "meanReady")).containsExactly(40.0, 60.0);
        assertThat(times(sleep, "meanWaiting")).containsExactly(60.0, 140.0);
        assertThat(times(row(json, "threads", "thread", "main"), "readyPerSecond"))
                .containsExactly(40.0, 60.0);
        assertThat(json.getAsJsonArray("notes")).isEmpty();
    }

    /** A thread that slept, and was ready at the end of that. */
    private static MadeRecording ofAgent(Who who, long ready, long taken) {
        return new MadeRecording()
                .running(who, 0, 300, 0)
                .waiting(who, 300, 300 + taken - ready, "UserRequest", null)
                .ready(who, 300 + taken - ready, 300 + taken, 0, "Readied")
                .running(who, 300 + taken, 1000, 0)
                .sleep(who, 300, 300 + taken)
                .agentSession(1000, 0);
    }

    /** Nor are their events told, but of a JVM's threads that are all there. */
    @Test
    void eventsThatAreLeftOut() throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording parks = merged(main).breakdown(main, "jdk.ThreadPark", 0, 40, 10, 10, 20, null);
        MadeRecording some = mergedWith("java*").running(main, 0, 1000, 0);
        some.breakdown(main, "jdk.ThreadSleep", 0, 1, 0, 0, 1, null);
        JsonObject json = compared(some, parks);
        assertThat(times(row(json, "events", "javaEvent", "jdk.ThreadPark"), "durationPerSecond"))
                .containsExactly(null, 40.0);
        assertThat(times(row(json, "events", "javaEvent", "jdk.ThreadSleep"), "durationPerSecond"))
                .containsExactly(1.0, 0.0);
        assertThat(times(
                        row(compared(merged(main), parks), "events", "javaEvent", "jdk.ThreadPark"),
                        "durationPerSecond"))
                .containsExactly(0.0, 40.0);
    }

    private static MadeRecording mergedWith(String onlyProcesses) {
        return new MadeRecording().mergedSession("Events", 0, 1, 0, 9, onlyProcesses);
    }

    /** What two parts of the sample have is what the views of each say. */
    @Test
    void isWhatTheViewsOfEachShow() throws Exception {
        JsonObject json = JsonParser.parseString(compared(Samples.MERGED, FIRST, Samples.MERGED, REST, 80)
                        .json())
                .getAsJsonObject();
        List<TraceReader.Window> windows = List.of(FIRST, REST);
        for (int i = 0; i < windows.size(); i++) {
            String when = i == 0 ? "Before" : "After";
            double seconds = i == 0 ? 0.7 : 2.102311 - 0.7;
            Map<String, Long> summary = sums(view(View.SUMMARY, windows.get(i)), "processes", "process", "readyNanos");
            assertThat(summary).hasSizeGreaterThan(9);
            assertPerSecond(json, "processes", "program", "readyPerSecond" + when, summary, seconds);
            Map<String, Long> displacers =
                    sums(view(View.DISPLACERS, windows.get(i)), "processes", "process", "totalNanos");
            assertPerSecond(json, "displacers", "program", "displacedPerSecond" + when, displacers, seconds);
            JsonObject explained = view(View.EXPLAIN, windows.get(i));
            assertMeans(json, "events", "javaEvent", when, explained);
            assertMeans(json, "code", "code", when, explained);
            Map<String, Long> slowest = new TreeMap<>();
            explained.getAsJsonArray("slowest").forEach(each -> {
                JsonObject row = each.getAsJsonObject();
                if (row.get("share").getAsDouble() == 0.01) {
                    slowest.put(
                            row.get("javaEvent").getAsString(),
                            row.get("atLeastNanos").getAsLong());
                }
            });
            Map<String, Long> found = sums(json, "events", "javaEvent", "p99" + when + "Nanos");
            found.values().removeIf(time -> time == 0);
            assertThat(found).isNotEmpty().isEqualTo(slowest);
            JsonObject percentiles = view(View.LATENCY, windows.get(i))
                    .getAsJsonArray("percentiles")
                    .get(0)
                    .getAsJsonObject();
            Map.of("median", "p50", "90 %", "p90", "99 %", "p99", "99.9 %", "p999", "longest", "longest")
                    .forEach((what, key) -> assertThat(row(json, "times", "what", what + ", each time ready")
                                    .get(when.toLowerCase(Locale.ROOT) + "Nanos"))
                            .isEqualTo(percentiles.get(key + "Nanos")));
        }
    }

    /** By what is left of a name without ids and lines. */
    private static Map<String, Long> sums(JsonObject view, String table, String name, String amount) {
        Map<String, Long> sums = new TreeMap<>();
        view.getAsJsonArray(table).forEach(each -> {
            JsonObject row = each.getAsJsonObject();
            String key = row.get(name).isJsonNull()
                    ? ""
                    : row.get(name).getAsString().replaceFirst("( \\([0-9]+\\)|:[0-9]+)$", "");
            sums.merge(key, row.get(amount).isJsonNull() ? 0 : row.get(amount).getAsLong(), Long::sum);
        });
        return sums;
    }

    private static void assertPerSecond(
            JsonObject json, String table, String name, String amount, Map<String, Long> sums, double seconds) {
        Map<String, Long> found = sums(json, table, name, amount + "Nanos");
        assertThat(found.keySet()).containsAll(sums.keySet());
        found.forEach((key, perSecond) -> assertThat(perSecond * seconds)
                .as("%s of %s", amount, key)
                // The recording's length is above in microseconds.
                .isCloseTo(sums.getOrDefault(key, 0L), within(1 + 1e-6 * perSecond)));
    }

    private static void assertMeans(JsonObject json, String table, String name, String when, JsonObject explained) {
        Map<String, Long> means = sums(json, table, name, "meanDuration" + when + "Nanos");
        Map<String, Long> counts = sums(json, table, name, "count" + when);
        sums(explained, table, name, "durationNanos").forEach((key, sum) -> assertThat((double) sum)
                .isCloseTo((double) means.get(key) * counts.get(key), within(0.5 * counts.get(key))));
    }

    private static JsonObject view(View view, TraceReader.Window window) throws Exception {
        Report report = new Report(view, new Layout(80, false), null, null, 0);
        report.read(new JdkRecording(Samples.MERGED), window, ThreadChoice.ALL);
        return JsonParser.parseString(report.json()).getAsJsonObject();
    }

    /** An amount without the other one tells nothing. */
    @ParameterizedTest
    @ValueSource(ints = {40, 50, 60, 70, 80, 90, 100, 120, 150, 200, 220})
    void amountsStayTogether(int width) throws Exception {
        String text =
                compared(Samples.MERGED, FIRST, Samples.MERGED, REST, width).text();
        assertThat(text.lines()).allSatisfy(line -> assertThat(Width.of(line)).isLessThanOrEqualTo(width));
        List<String> titles =
                text.lines().filter(line -> line.contains(" Change")).toList();
        assertThat(titles).hasSize(7).allSatisfy(line -> assertThat(line)
                .matches("[A-Za-z.]* +([Pa-z.]+ +)?(Before|Ready) +after +Change( +%)?"
                        + "( +(Took|ready|99 %|waited|ran|Longest|Events|unknown|Longest ready|Threads) +after)*"));
        // What tells them apart is not cut off.
        assertThat(text).contains(width < 50 ? "\nmed" : "\nmedian, ");
        assertThat(titles.get(1).contains("unknown")).isEqualTo(width > 200);
    }

    /** By any column; people see that one then. */
    @Test
    void sorted() throws Exception {
        Report report = Report.comparison(new Layout(60, false), "events", "countAfter", 3);
        report.readBefore(new JdkRecording(Samples.MERGED), FIRST, ThreadChoice.ALL);
        report.read(new JdkRecording(Samples.MERGED), REST, ThreadChoice.ALL);
        assertThat(report.text())
                .containsPattern("(?m)^Event +Before +after +Change( +%)? +Events +after$")
                .containsPattern("(?m)^GCPhasePar[.]+ .*\\R.*\\R.*\\R\\(and ");
        List<Long> counts = new ArrayList<>();
        JsonParser.parseString(report.json())
                .getAsJsonObject()
                .getAsJsonArray("events")
                .forEach(row ->
                        counts.add(row.getAsJsonObject().get("countAfter").getAsLong()));
        assertThat(counts).hasSize(3).isSortedAccordingTo((one, other) -> Long.compare(other, one));
    }

    /** Either may be what is wrong. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void withoutSlices(boolean isBefore) throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording good = new MadeRecording().session(0, 1000).running(main, 0, 1000, 0);
        MadeRecording bad = new MadeRecording().session(0, 1000).idle(0, 0, 1000);
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> compared(isBefore ? bad : good, isBefore ? good : bad))
                .withMessageStartingWith("no slices of threads in it");
        assertThat(compared(good, good).getAsJsonArray("processes")).hasSize(1);
        assertThat(compared(write("good.jfr", good), ALL, directory.resolve("good.jfr"), ALL, 80)
                        .text())
                .contains("\nnone: no recording of a JVM was merged into either\n");
    }
}
