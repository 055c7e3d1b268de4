package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.sum;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who ran while others were ready. */
class DisplacersViewTest {
    @TempDir
    private Path directory;

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
        record Part(int processor, long thread, long start, long end, int priority) {}
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
                                nanos(event.getEndTime()),
                                event.hasField("priority") ? event.getShort("priority") : -1));
            }
        }
        Map<Long, Long> expected = new HashMap<>();
        Map<Long, IntSummaryStatistics> priorities = new HashMap<>();
        for (Part each : ready) {
            for (Part run : running) {
                long time = Math.min(each.end, run.end) - Math.max(each.start, run.start);
                if (time > 0 && each.processor == run.processor) {
                    expected.merge(run.thread, time, Long::sum);
                    if (run.priority >= 0) {
                        priorities
                                .computeIfAbsent(run.thread, key -> new IntSummaryStatistics())
                                .accept(run.priority);
                    }
                }
            }
        }
        Report report = new Report(View.DISPLACERS, new Layout(80, false), null, null, 0);
        report.read(new JdkRecording(Samples.PLAIN), trace -> trace, ThreadChoice.ALL);
        Map<Long, Long> found = new HashMap<>();
        Map<Long, String> foundPriorities = new HashMap<>();
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        for (JsonElement row : json.getAsJsonArray("threads")) {
            JsonObject told = row.getAsJsonObject();
            long thread = Long.parseLong(told.get("thread").getAsString().replaceAll(".*\\((\\d+)\\)$", "$1"));
            found.merge(thread, told.get("totalNanos").getAsLong(), Long::sum);
            if (!told.get("lowestPriority").isJsonNull()) {
                foundPriorities.put(thread, told.get("lowestPriority") + "-" + told.get("highestPriority"));
            }
        }
        assertThat(found).isEqualTo(expected);
        Map<Long, String> expectedPriorities = new HashMap<>();
        priorities.forEach((thread, its) -> expectedPriorities.put(thread, its.getMin() + "-" + its.getMax()));
        assertThat(foundPriorities)
                .isEqualTo(expectedPriorities)
                .containsValues("8-8", "8-10", "11-13")
                // It ran with others, too, but then nobody was ready there.
                .containsEntry(17403L, "8-8");
        long sum = expected.values().stream().mapToLong(Long::longValue).sum();
        assertThat(sum(numbers(report, "processes", "totalNanos"))).isEqualTo(sum);
    }

    private static long nanos(Instant time) {
        return Duration.between(Instant.EPOCH, time).toNanos();
    }
}
