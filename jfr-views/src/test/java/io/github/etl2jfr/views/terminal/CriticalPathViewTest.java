package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.nanos;
import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.ofSample;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.WantedLatencies;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.SortOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads waited for, event by event, or thread by thread. */
class CriticalPathViewTest {
    @TempDir
    private Path directory;

    /** What an event's own thread did on its path is what the converter says that it did. */
    @Test
    void criticalPathsAgreeWithBreakdowns() throws Exception {
        JsonObject json = JsonParser.parseString(
                        ofSample(View.CRITICAL_PATH, null, null, 0).json())
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

    @ParameterizedTest
    @ValueSource(strings = {"parts", "steps"})
    void oneTableOfPaths(String table) throws Exception {
        JsonObject all = JsonParser.parseString(
                        ofSample(View.CRITICAL_PATH, null, "ready", 2).json())
                .getAsJsonObject();
        JsonObject one = JsonParser.parseString(
                        ofSample(View.CRITICAL_PATH, table, null, 2).json())
                .getAsJsonObject();
        assertThat(one.getAsJsonArray(table)).hasSizeGreaterThan(10);
        assertThat(one.has("longest")).isFalse();
        assertThat(all.getAsJsonArray(table)).isNotEqualTo(one.getAsJsonArray(table));
        assertThat(JsonParser.parseString(
                                ofSample(View.CRITICAL_PATH, null, null, 2).json())
                        .getAsJsonObject()
                        .get(table))
                .isEqualTo(one.get(table));
    }

    /** How many rows the others would have, nobody knows without following their paths. */
    @ParameterizedTest
    @ValueSource(strings = {"parts", "steps"})
    void tableOfPathsTellsThatEventsAreLeftOut(String table) throws Exception {
        Report usual = ofSample(View.CRITICAL_PATH, table, null, null);
        assertThat(usual.csv().lines()).hasSizeGreaterThan(10);
        assertThat(usual.csvNote()).isEqualTo("rows of 3 of 3,644 in the table 'longest'; --limit 0 shows all");
        assertThat(usual.text()).contains("\n(and those of 3,641 more; --limit 0 shows all)");
        JsonObject rows = JsonParser.parseString(usual.json())
                .getAsJsonObject()
                .getAsJsonObject("rows")
                .getAsJsonObject(table);
        assertThat(rows.get("shown").getAsInt()).isGreaterThan(10);
        assertThat(rows.get("total").isJsonNull()).isTrue();
        assertThat(ofSample(View.CRITICAL_PATH, table, null, 5).csvNote()).isNull();
        Report all = ofSample(View.CRITICAL_PATH, table, null, 0);
        assertThat(all.csvNote()).isNull();
        JsonObject allRows = JsonParser.parseString(all.json())
                .getAsJsonObject()
                .getAsJsonObject("rows")
                .getAsJsonObject(table);
        assertThat(allRows.get("total")).isEqualTo(allRows.get("shown"));
    }

    /** Which of the events left out are pauses, nobody knows either. */
    @Test
    void tableOfThoseBesideThePathTellsThatEventsAreLeftOut() throws Exception {
        assertThat(ofSample(View.CRITICAL_PATH, "beside", null, null).csvNote())
                .isEqualTo("rows of 3 of 3,644 in the table 'longest'; --limit 0 shows all");
    }

    /** The longest is as long as the recording; what is left out is said to be, and has no parts. */
    @Test
    void pathWithMoreSlicesThanThereIsRoomFor() throws Exception {
        CriticalPathView view = new CriticalPathView(5_000);
        Overview overview = view.overview(SortOrder.USUAL, 3);
        view.look(
                TraceReader.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL, overview),
                overview);
        view.fill(overview);
        String text = String.join("\n", view.picture(new Layout(120, false), null));
        assertThat(text)
                .startsWith("JavaMonitorWait of main (java.lang.Thread) in Workload.main:19: 1,969.028 ms from"
                        + " 0.064247 s\n(more slices in its time than there is memory for; try java -Xmx4g"
                        + " -jar etl2jfr.jar)")
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
                .withMessageEndingWith("OUT.jfr; for the path of a thread, name it: --thread");
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
    void pathsOfAThreadWithoutEvents() throws Exception {
        Report report = new Report(View.CRITICAL_PATH, new Layout(80, false), null, null, null);
        report.read(
                new JdkRecording(Samples.MERGED),
                trace -> trace,
                all -> thread -> thread.name().equals("cpu-hog"));
        assertThat(report.text()).contains("\ncpu-hog: 2,102.311 ms from 0.000000 s\n", " ran ");
    }

    /** The trace need not cover all of an event. */
    @Test
    void pathOfAPart() throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording made = new MadeRecording()
                .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0)
                .running(main, 800, 1000, 0)
                .breakdown(main, "jdk.ThreadPark", 800, 1500, 200, 0, 0, null);
        assertThat(text(Files.write(directory.resolve("part.jfr"), made.bytes()), View.CRITICAL_PATH, 100))
                .contains("ThreadPark of main: 700.000 ms from 0.800000 s, 200.000 ms of it here")
                .containsPattern("200\\.000 +100\\.0 +main");
    }

    /** Whether it is the type, the code or the length that is chosen. */
    @ParameterizedTest
    @EnumSource(names = {"EXPLAIN", "CRITICAL_PATH", "BOTTLENECKS"})
    void otherThreadsHaveSuchEvents(View view) {
        for (Consumer<WantedLatencies> choice : List.<Consumer<WantedLatencies>>of(
                wanted -> wanted.keepTypes("jdk.ThreadPark"::equals),
                wanted -> wanted.keepCode(call -> call.names().anyMatch("Workload"::equals)),
                wanted -> wanted.keepLong(100_000_000))) {
            assertThatExceptionOfType(RecordingException.class)
                    .isThrownBy(() -> ofCpuHog(view, choice))
                    .withMessage("no such events of these threads of the JVM in it; others have them");
        }
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> ofCpuHog(view, wanted -> wanted.keepLong(10_000_000_000L)))
                .withMessage(
                        "no such event of the JVM in it took 10,000.000 ms or more; the longest took 1,969.028 ms");
    }

    private static void ofCpuHog(View view, Consumer<WantedLatencies> choice) throws Exception {
        Report report = new Report(view, new Layout(80, false), null, null, null);
        report.chooseLatencies(choice);
        report.read(
                new JdkRecording(Samples.MERGED),
                trace -> trace,
                all -> thread -> thread.name().equals("cpu-hog"));
    }

    @Test
    void pathsOfChosenEvents() throws Exception {
        Report report = new Report(View.CRITICAL_PATH, new Layout(100, false), null, "ready", 2);
        report.chooseLatencies(wanted -> wanted.keepTypes("jdk.GCPhasePause"::equals));
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        assertThat(report.text())
                .containsPattern("(?s)GCPhasePause of VM Thread .*GCPhasePause of VM Thread .*and 53 more")
                .doesNotContain("JavaMonitor");
        assertThat(numbers(report, "longest", "readyNanos")).hasSize(2).isSortedAccordingTo(Comparator.reverseOrder());
        Report none = new Report(View.EXPLAIN, new Layout(100, false), null, null, null);
        none.chooseLatencies(wanted -> wanted.keepTypes("jdk.GCPhase"::equals));
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> none.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL))
                .withMessageStartingWith("no such events of the JVM in it; there are jdk.ExecuteVMOperation, jdk.GC");
        Report others = new Report(View.EXPLAIN, new Layout(100, false), null, null, null);
        others.chooseLatencies(wanted -> wanted.keepTypes("jdk.JavaMonitorEnter"::equals));
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> others.read(
                        new JdkRecording(Samples.MERGED),
                        trace -> trace,
                        all -> thread -> thread.name().equals("sleeper")))
                .withMessage("no such events of these threads of the JVM in it; others have them");
    }

    @Test
    void pathsAreNotSortedByNames() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.CRITICAL_PATH, null, "thread", null))
                .withMessage("critical-path is sorted by times, not by 'thread'; to choose events: --event, --thread");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.CRITICAL_PATH, null, "raedy", null))
                .withMessage("critical-path has no column 'raedy' to sort by (did you mean ready?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.CRITICAL_PATH, null, "share", null))
                .withMessage("critical-path has no column 'share' to sort by;"
                        + " there are start, duration, running, ready, waiting, unknown");
    }
}
