package io.github.etl2jfr.views.terminal;

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
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.SortOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Critical paths added up. */
class BottlenecksViewTest {
    @TempDir
    private Path directory;

    /** Event by event, as the other view tells it. */
    @Test
    void bottlenecksAddUpCriticalPaths() throws Exception {
        JsonObject paths = JsonParser.parseString(
                        ofSample(View.CRITICAL_PATH, null, null, 0).json())
                .getAsJsonObject();
        JsonObject bottlenecks = JsonParser.parseString(
                        ofSample(View.BOTTLENECKS, null, null, null).json())
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
        Overview overview = view.overview(SortOrder.USUAL, 0);
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

                The JVM's events, and what their threads and those they waited for did
                Event        Events  Followed       Took      ran    ready  waited  not there  unknown
                ThreadPark        1         1  1,300.000  600.000  200.000   0.000    100.000  400.000
                ThreadSleep       1         0          -        -        -       -          -        -

                Which threads did that
                Event          Time     %  Events  Thread  Process  did          Displaced by  displaced  waited for
                ThreadPark  500.000  38.5       1  main    JVM      ran          -                     -  -
                ThreadPark  200.000  15.4       1  worker  JVM      ready        -                     -  -
                ThreadPark  100.000   7.7       1  worker  JVM      ran          -                     -  -
                ThreadPark  100.000   7.7       1  worker  JVM      not started  -                     -  -
                (left out to fit the width: woken by)

                Programs that kept those from running
                Event       Process  Threads  Behind it  % of ready
                ThreadPark  -              -    200.000       100.0""");
    }

    @Test
    void bottlenecksOfChosenEvents() throws Exception {
        Report report = new Report(View.BOTTLENECKS, new Layout(100, false), "displacers", "share", 2);
        report.chooseLatencies(wanted -> wanted.keepTypes("jdk.GCPhasePause"::equals));
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
}
