package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.ThreadRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever names a process, a session or a file has no say in what a terminal or a spreadsheet does. */
@DisabledOnOs(OS.WINDOWS) // whose files have no such names
class HostileNamesTest {
    private static final String IMAGE = "=\033[2J\033]0;x\007\u009b31m\r\nroot.exe";
    private static final String COMMAND_LINE = "run \u202Eexe.txt\u2066 \u2028 \u007f\u0085 \033[31m\n";
    private static final String SESSION = "session\033[8m\n\u202E";
    private static final String FILE = "a\033[31m\nb.etl";

    @TempDir
    private Path directory;

    private Path trace;
    private Path recording;

    @BeforeEach
    void write() throws IOException {
        TraceOptions options = new TraceOptions().processors(1).loggerName(SESSION);
        TraceBuilder.InMemory built = TraceBuilder.inMemory(options);
        ProcessRecord process = ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                .processId(100)
                .image(IMAGE)
                .commandLine(COMMAND_LINE);
        built.builder().append(0, options.events().process(options.ticks(1), 0, 0, process));
        for (int id : new int[] {104, 108}) {
            ThreadRecord thread = ThreadRecord.of(ThreadRecord.Kind.RUNDOWN_AT_START)
                    .processId(100)
                    .threadId(id);
            built.builder().append(0, options.events().thread(options.ticks(2), 0, 0, thread));
        }
        for (int i = 0; i < 4; i++) {
            ContextSwitch contextSwitch = new ContextSwitch()
                    .oldThread(i % 2 == 0 ? 104 : 108, 8)
                    .waiting(6)
                    .newThread(i % 2 == 0 ? 108 : 104, 8);
            built.builder().append(0, options.events().contextSwitch(options.ticks(100 + i * 100), contextSwitch));
        }
        trace = Files.write(directory.resolve(FILE), built.finish());
        recording = directory.resolve("out\033[31m\n.jfr");
    }

    /** The id behind it is what views, and those who choose by it, go by. */
    @ParameterizedTest
    @ValueSource(strings = {"a", ""})
    void idOfALongName(String start) throws IOException {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory built = TraceBuilder.inMemory(options);
        for (int id : new int[] {100, 200}) {
            ProcessRecord process = ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                    .processId(id)
                    .image("x".repeat(1500));
            built.builder().append(0, options.events().process(options.ticks(1), 0, 0, process));
            ThreadRecord thread = ThreadRecord.of(ThreadRecord.Kind.RUNDOWN_AT_START)
                    .processId(id)
                    .threadId(id + 4)
                    .name(start + "\uD83D\uDE00".repeat(1000));
            built.builder().append(0, options.events().thread(options.ticks(2), 0, 0, thread));
        }
        for (int i = 0; i < 3; i++) {
            ContextSwitch contextSwitch = new ContextSwitch()
                    .oldThread(i % 2 == 0 ? 104 : 204, 8)
                    .waiting(6)
                    .newThread(i % 2 == 0 ? 204 : 104, 8);
            built.builder().append(0, options.events().contextSwitch(options.ticks(100 + i * 100), contextSwitch));
        }
        Files.write(trace, built.finish());
        Program.run("--force", trace, recording).succeeded();
        String csv = Program.run("view", "--csv", "--process", "200", recording, "threads")
                .succeeded()
                .out();
        assertThat(csv.lines().skip(1)).singleElement().asString().contains("\uD83D\uDE00 (204),", "x (200),");
    }

    private static void assertHarmless(String printed) {
        assertThat(printed.codePoints().filter(character -> character != '\n').boxed())
                .noneMatch(character -> Character.isISOControl(character)
                        || character >= 0x2028 && character <= 0x202E
                        || character >= 0x2066 && character <= 0x2069);
    }

    @Test
    void conversionReport() {
        String text = Program.run(trace, recording).succeeded().out();
        assertHarmless(text);
        assertThat(text).contains("a\\u001b[31m\\u000ab.etl -> ").contains("out\\u001b[31m\\u000a.jfr\n");
        String json =
                Program.run("--force", "--json", trace, recording).succeeded().out();
        assertHarmless(json);
        JsonObject object = JsonParser.parseString(json).getAsJsonObject();
        assertThat(object.get("input").getAsString()).isEqualTo(trace.toString());
        assertThat(object.get("output").getAsString()).isEqualTo(recording.toString());
    }

    @Test
    void info() {
        String text = Program.run("info", "--processes", trace).succeeded().out();
        assertHarmless(text);
        assertThat(text)
                .contains("session     session\\u001b[8m\\u000a\\u202e\n")
                .contains("=\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\u000d\\u000aroot.exe")
                .contains("run \\u202eexe.txt\\u2066 \\u2028 \\u007f\\u0085 \\u001b[31m\\u000a\n");
        String json =
                Program.run("info", "--processes", "--json", trace).succeeded().out();
        assertHarmless(json);
        JsonObject object = JsonParser.parseString(json).getAsJsonObject();
        assertThat(object.get("session").getAsString()).isEqualTo(SESSION);
        JsonObject process = object.getAsJsonArray("processes").get(0).getAsJsonObject();
        assertThat(process.get("image").getAsString()).isEqualTo(IMAGE);
        assertThat(process.get("commandLine").getAsString()).isEqualTo(COMMAND_LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--width=400", "--csv", "--json"})
    void view(String format) {
        String printed =
                Program.run("view", format, trace, "threads").succeeded().out();
        assertHarmless(printed);
        assertThat(printed).contains("root.exe");
    }

    /** An apostrophe, as spreadsheets have it; JSON tells the name as it is. */
    @Test
    void formulas() {
        String csv = Program.run("view", "--csv", trace, "threads").succeeded().out();
        List<String> cells = csv.lines()
                .skip(1)
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .toList();
        assertThat(cells).anyMatch(cell -> cell.startsWith("'=")).noneMatch(cell -> cell.startsWith("="));
        String json =
                Program.run("view", "--json", trace, "threads").succeeded().out();
        assertThat(JsonParser.parseString(json)
                        .getAsJsonObject()
                        .getAsJsonArray("threads")
                        .get(0)
                        .getAsJsonObject()
                        .get("process")
                        .getAsString())
                .isEqualTo(IMAGE + " (100)");
    }

    @Test
    void errors() throws IOException {
        Path none = Files.writeString(directory.resolve("none\033[31m\n.etl"), "no trace");
        Stream.of(
                        new Object[] {directory.resolve("missing\033[31m\n.etl"), recording},
                        new Object[] {none, recording},
                        new Object[] {"--jfr", none, trace, recording},
                        new Object[] {"--process", "x\033[31m\n", trace, recording},
                        new Object[] {"--events", "x\033[31m\n", trace, recording},
                        new Object[] {"--from", "x\033[31m\n", trace, recording},
                        new Object[] {"--x\033[31m\n", trace, recording},
                        new Object[] {"info", none},
                        new Object[] {"view", none},
                        new Object[] {"report", none},
                        new Object[] {"view", trace, "x\033[31m\n"},
                        new Object[] {"view", trace, "--table", "x\033[31m\n"})
                .forEach(arguments -> {
                    Result result = Program.run(arguments);
                    assertHarmless(result.err());
                    assertThat(result.error()).isNotBlank();
                    assertThat(result.exitCode()).isIn(1, 3);
                });
    }

    @Test
    void damage() throws IOException {
        byte[] whole = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(whole, whole.length - 1000));
        for (Object[] arguments :
                new Object[][] {{trace, recording}, {"info", trace}, {"view", trace}, {"report", trace}}) {
            Result result = Program.run(arguments);
            assertHarmless(result.out());
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).isEmpty();
        }
    }
}
