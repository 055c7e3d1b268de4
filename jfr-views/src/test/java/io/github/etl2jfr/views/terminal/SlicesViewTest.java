package io.github.etl2jfr.views.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.table.Layout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesViewTest {
    /** All that the recording has, and of each what it has. */
    @Test
    void areThoseOfTheRecording() throws Exception {
        List<String> recorded = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(Samples.MERGED)) {
            String line =
                    switch (event.getEventType().getName()) {
                        case "windows.ThreadRunning" -> {
                            boolean ended = "Terminated".equals(event.getString("endState"));
                            yield line(event, "ran", event.getInt("priority"), ended ? "Terminated" : null, null);
                        }
                        case "windows.ThreadReady" ->
                            line(event, "ready", null, event.getString("cause"), event.getValue("runningInstead"));
                        case "windows.ThreadWaiting" ->
                            line(event, "waited", null, event.getString("waitReason"), null);
                        default -> null;
                    };
            if (line != null) {
                recorded.add(line);
            }
        }
        List<JsonObject> rows = rows(null, 0);
        assertThat(rows)
                .hasSizeGreaterThan(20_000)
                .isSortedAccordingTo(Comparator.comparing(row -> Instant.parse(text(row, "start"))));
        assertThat(rows.stream().map(SlicesViewTest::line)).containsExactlyInAnyOrderElementsOf(recorded);
    }

    private static String line(
            RecordedEvent event, String did, Integer priority, String reason, RecordedThread instead) {
        return Stream.of(
                        event.getStartTime(),
                        event.getDuration().toNanos(),
                        name(event.getThread()),
                        did,
                        event.getInt("processor") < 0 ? null : event.getInt("processor"),
                        priority,
                        reason,
                        event.hasField("readiedBy") ? name(event.getValue("readiedBy")) : null,
                        name(instead))
                .map(Objects::toString)
                .collect(Collectors.joining(" "));
    }

    private static String name(RecordedThread thread) {
        return thread == null ? null : thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    }

    private static String line(JsonObject row) {
        return Stream.of(
                        "start",
                        "durationNanos",
                        "thread",
                        "state",
                        "processor",
                        "priority",
                        "reason",
                        "readiedBy",
                        "runningInstead")
                .map(column -> text(row, column))
                .map(Objects::toString)
                .collect(Collectors.joining(" "));
    }

    /** The view of the ready times says of each who ran longest meanwhile. */
    @Test
    void agreeWithLatency() throws Exception {
        Map<List<String>, List<String>> latencies = rows(View.LATENCY, "longest", null, 0).stream()
                .collect(Collectors.toMap(SlicesViewTest::key, SlicesViewTest::culprit));
        List<JsonObject> ready = rows(null, 0).stream()
                .filter(row -> text(row, "state").equals("ready"))
                .toList();
        assertThat(ready.stream().collect(Collectors.toMap(SlicesViewTest::key, SlicesViewTest::culprit)))
                .isEqualTo(latencies)
                .hasSizeGreaterThan(5000);
    }

    private static List<String> key(JsonObject row) {
        return List.of(text(row, "start"), text(row, "thread"), text(row, "process"));
    }

    private static List<String> culprit(JsonObject row) {
        return List.of("" + text(row, "culprit"), "" + text(row, "culpritRunningNanos"));
    }

    /** Of all there are, not of those that would have been there unsorted. */
    @ParameterizedTest
    @CsvSource({"start", "time", "priority", "-start", "-time", "-priority"})
    void sortsAll(String sort) throws Exception {
        assertThat(rows(sort, 7)).isEqualTo(rows(sort, 0).subList(0, 7));
    }

    @Test
    void longestFirst() throws Exception {
        assertThat(rows("time", 10))
                .isSortedAccordingTo(Comparator.comparing(
                        (JsonObject row) ->
                                Duration.ofNanos(row.get("durationNanos").getAsLong()),
                        Comparator.reverseOrder()));
    }

    private static List<JsonObject> rows(String sort, int limit) throws Exception {
        return rows(View.SLICES, "slices", sort, limit);
    }

    private static List<JsonObject> rows(View view, String table, String sort, int limit) throws Exception {
        Report report = new Report(view, new Layout(80, false), table, sort, limit);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        return JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray(table).asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    /** Null if it has none. */
    private static String text(JsonObject row, String column) {
        return row.get(column).isJsonNull() ? null : row.get(column).getAsString();
    }
}
