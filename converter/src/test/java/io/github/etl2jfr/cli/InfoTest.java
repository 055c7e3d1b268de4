package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a trace's header tells, and what is in the trace. */
class InfoTest extends SampleTest {
    @Test
    void info() {
        String text = run("info", SAMPLE).succeeded().out();
        assertThat(text)
                .startsWith(SAMPLE + System.lineSeparator())
                .containsPattern("system +Windows 10 \\(10\\.0\\.19045\\), 2 processors, 64 bit\\R")
                .containsPattern("session +NT Kernel Logger\\R")
                .containsPattern("clock +QPC, 10,000,000 ticks/s; timer tick 15\\.6250 ms\\R")
                .containsPattern("span +4\\.002 s, %s to %s\\R".formatted(sample.start(), sample.end()))
                .containsPattern("buffers +19 of 65\\.5 KB in 441\\.9 KB\\R")
                .containsPattern("lost +0 events, 0 buffers, says the header\\R")
                .containsPattern("0524 CSwitch +19,768\\R")
                .containsPattern("0532 ReadyThread +10,979\\R")
                .doesNotContain("java.exe");
        assertThat(run("info", "--processes", SAMPLE).succeeded().out())
                .startsWith(text)
                .containsPattern("\\R +17321 +java\\.exe +java -Xmx256m -XX:StartFlightRecording Workload\\R");
    }

    @Test
    void infoAsJson() {
        JsonObject json = JsonParser.parseString(
                        run("info", "--json", SAMPLE).succeeded().out())
                .getAsJsonObject();
        assertThat(json.has("processes")).isFalse();
        JsonObject all = JsonParser.parseString(
                        run("info", "--json", "--processes", SAMPLE).succeeded().out())
                .getAsJsonObject();
        Map<String, Object> expected = Map.ofEntries(
                Map.entry("file", SAMPLE.toString()),
                Map.entry("fileBytes", "441906"),
                Map.entry("osVersion", "Windows 10 (10.0.19045)"),
                Map.entry("osBuild", "19045"),
                Map.entry("processors", "2"),
                Map.entry("pointerSize", "8"),
                Map.entry("session", "NT Kernel Logger"),
                Map.entry("clock", "QPC"),
                Map.entry("clockFrequency", "10000000"),
                Map.entry("traceStart", sample.start().toString()),
                Map.entry("traceEnd", sample.end().toString()),
                Map.entry("buffers", "19"),
                Map.entry("bufferBytes", "65536"),
                Map.entry("eventsLost", "0"),
                Map.entry("buffersLost", "0"));
        for (JsonObject object : List.of(json, all)) {
            expected.forEach((name, value) ->
                    assertThat(object.get(name).getAsString()).as(name).isEqualTo(value));
            assertThat(object.getAsJsonObject("events").get("0524 CSwitch").getAsLong())
                    .isEqualTo(19_768);
            assertThat(object.getAsJsonArray("damage")).isEmpty();
        }
        assertThat(all.getAsJsonArray("processes")).hasSize(85).anySatisfy(element -> {
            JsonObject process = element.getAsJsonObject();
            assertThat(process.get("pid").getAsLong()).isEqualTo(17321);
            assertThat(process.get("image").getAsString()).isEqualTo("java.exe");
            assertThat(process.get("commandLine").getAsString()).startsWith("java -Xmx256m");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void lengthOfATimerTickThatCannotBe(int resolution) throws IOException {
        Path path = directory.resolve("ticks.etl");
        Files.write(path, new SyntheticTrace(1).switches(10).toTrace(new TraceOptions().timerResolution(resolution)));
        assertThat(run("info", path).succeeded().out())
                .contains(" ticks/s; timer tick unknown" + System.lineSeparator());
    }
}
