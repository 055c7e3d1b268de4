package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.ofSample;
import static io.github.etl2jfr.views.terminal.Shown.sum;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of the JVM, and what their threads did. */
class ExplainViewTest {
    @TempDir
    private Path directory;

    /** Another JVM of the sample is called csrss.exe, and has a VM thread, too. */
    @Test
    void displacersAreNotTakenForThoseOfAnotherProcess() throws Exception {
        Set<String> displacers = new HashSet<>();
        for (JsonElement each : JsonParser.parseString(
                        ofSample(View.EXPLAIN, "longest", null, 0).json())
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

    @Test
    void codeIsWhatItsEventsAreTogether() throws Exception {
        JsonObject explain = JsonParser.parseString(
                        ofSample(View.EXPLAIN, null, null, 0).json())
                .getAsJsonObject();
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

    /** Of twelve, ten of which took equally long, no half is slower than the other; two are. */
    @Test
    void slowestAreFewerThanThoseAbove() throws Exception {
        Who main = Who.java("main", 8);
        MadeRecording made =
                new MadeRecording().mergedSession("Events", 0, 1, 0, 9).running(main, 0, 1000, 0);
        for (int i = 0; i < 12; i++) {
            made.breakdown(main, "jdk.ThreadPark", 80L * i, 80L * i + 50, 0, 0, 0, null);
            made.breakdown(main, "jdk.ThreadSleep", 80L * i, 80L * i + (i < 2 ? 70 : 50), 0, 0, 0, null);
        }
        Path file = Files.write(directory.resolve("equal.jfr"), made.bytes());
        Report explain = new Report(View.EXPLAIN, new Layout(100, false), "slowest", null, null);
        explain.read(new JdkRecording(file), trace -> trace, ThreadChoice.ALL);
        assertThat(numbers(explain, "slowest", "count")).containsExactlyInAnyOrder(12L, 12L, 2L);
    }

    /** The same events that one finds by their durations among all. */
    @Test
    void longEvents() throws Exception {
        long least = 40_000_000;
        Report all = ofSample(View.EXPLAIN, "longest", null, 0);
        long expected = numbers(all, "longest", "durationNanos").stream()
                .filter(duration -> duration >= least)
                .count();
        assertThat(expected).isEqualTo(39);
        for (View view : List.of(View.EXPLAIN, View.CRITICAL_PATH, View.BOTTLENECKS)) {
            Report some = new Report(view, new Layout(100, false), null, null, 0);
            some.chooseLatencies(wanted -> wanted.keepLong(least));
            some.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
            String table = view == View.CRITICAL_PATH ? "longest" : "events";
            List<Long> counts = numbers(some, table, view == View.CRITICAL_PATH ? "durationNanos" : "count");
            assertThat(view == View.CRITICAL_PATH ? counts.size() : sum(counts)).isEqualTo(expected);
        }
        Report none = new Report(View.EXPLAIN, new Layout(100, false), null, null, null);
        none.chooseLatencies(wanted -> wanted.keepTypes("jdk.JavaMonitorEnter"::equals));
        none.chooseLatencies(wanted -> wanted.keepLong(least * 3));
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> none.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL))
                .withMessage("no such event of the JVM in it took 120.000 ms or more; the longest took 115.916 ms");
        Report waits = new Report(View.WAITS, new Layout(100, false), null, null, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> waits.chooseLatencies(wanted -> wanted.keepLong(1)))
                .withMessage("waits is not about events of the JVM");
    }
}
