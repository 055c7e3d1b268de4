package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.nanos;
import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.ofSample;
import static io.github.etl2jfr.views.terminal.Shown.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load from step to step, and the events of the JVM beside it. */
class LoadViewTest {
    @TempDir
    private Path directory;

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

    /** Those between threads that were left out are not there, so all of a processor's are not known. */
    @Test
    void noSwitchesWhereThreadsWereLeftOut() throws Exception {
        assertThat(ofSample(View.LOAD, null, null, 0).json())
                .contains("\"switches\": null")
                .doesNotContainPattern("\"switches\": [0-9]");
    }

    /** Pauses, unless others are wanted; each as its event tells, cut where a step ends. */
    @ParameterizedTest
    @CsvSource({"jdk.GCPhasePause, 55", "jdk.JavaMonitorEnter, 84", "jdk.ThreadPark, 77"})
    void loadHasEventsOfTheJvm(String type, int count) throws Exception {
        JsonArray events = JsonParser.parseString(
                        ofSample(View.EXPLAIN, "longest", null, 0).json())
                .getAsJsonObject()
                .getAsJsonArray("longest");
        Report load = new Report(View.LOAD, new Layout(100, false), null, null, null);
        load.setStep(Duration.ofMillis(30).toNanos());
        boolean isUsual = type.equals("jdk.GCPhasePause");
        if (!isUsual) {
            load.chooseLatencies(wanted -> wanted.keepTypes(type::equals));
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
        Report all = ofSample(View.LOAD, null, null, null);
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

    @Test
    void loadOfEventsThatAreNotThere() throws Exception {
        Report none = new Report(View.LOAD, new Layout(100, false), null, null, null);
        none.chooseLatencies(wanted -> wanted.keepTypes("jdk.SocketRead"::equals));
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> none.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL))
                .withMessageStartingWith("no such events of the JVM in it; there are jdk.");
    }
}
