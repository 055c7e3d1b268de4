package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.Program.run;
import static io.github.etl2jfr.cli.SampleEvents.SWITCH;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.views.text.Amount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/** What a conversion prints at its end, as text and as JSON. */
class ClosingReportTest extends SampleTest {
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
        assertThat(json.get("traceEnd").getAsString()).isEqualTo(sample.end().toString());
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
        JsonObject json = JsonParser.parseString(run("--json", "--force", "--from", "-1", "--to", "-0.5", SAMPLE, out)
                        .out())
                .getAsJsonObject();
        assertThat(json.get("spanSeconds").getAsDouble()).isEqualTo(0.5);
        assertThat(json.get("from").getAsString()).isEqualTo(from.toString());
        assertThat(json.get("to").getAsString()).isEqualTo(to.toString());
        assertThat(json.get("traceStart").getAsString())
                .isEqualTo(sample.start().toString());
        assertThat(json.get("traceEnd").getAsString()).isEqualTo(sample.end().toString());
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
                        .formatted(
                                Amount.number(json.get("contextSwitchesWritten").getAsLong())));
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
        assertThat(damage.get("explanation").getAsString()).isEqualTo("buffers within which the file ends");
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
                .containsPattern(
                        "  loss +FileEndsInBuffer: 1 \\(buffers within which the file ends\\); first at offset %d\\R"
                                .formatted(offset));
        Result quiet = run("--quiet", "--force", trace, out);
        assertThat(quiet.exitCode()).isEqualTo(2);
        assertThat(quiet.out() + quiet.err()).isEmpty();
        Result info = run("info", trace);
        assertThat(info.exitCode()).isEqualTo(2);
        assertThat(info.out())
                .contains("  lost        0 events, 0 buffers")
                .contains("  loss        FileEndsInBuffer: 1 (buffers");
        assertThat(filesLeft(directory)).containsExactly("cut.etl", "out.jfr");
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

    /** Digits and separators are the same for everybody, in reports and in recordings. */
    @Test
    void sameInEveryLanguage() throws IOException, InterruptedException {
        SampleEvents.copyTrace(directory, "trace.etl");
        List<String> arabic = List.of("-Duser.language=ar", "-Duser.country=EG");
        assertThat(Program.runProcess(directory, arabic, "trace.etl", "out.jfr")
                        .succeeded()
                        .out())
                .containsPattern("switches +19,768\\R");
        SampleEvents.assertSame(
                SampleEvents.written(out, SWITCH), SampleEvents.texts(sample.all(), SWITCH, event -> true));
        SampleEvents.assertSame(
                SampleEvents.written(out, "jdk.OSInformation"),
                SampleEvents.texts(sample.all(), "jdk.OSInformation", event -> true));
        assertThat(Program.runProcess(directory, arabic, "info", "trace.etl")
                        .succeeded()
                        .out())
                .containsPattern("system +Windows 10 \\(10\\.0\\.19045\\), 2 processors, 64 bit\\R")
                .containsPattern("0524 CSwitch +19,768\\R");
    }
}
