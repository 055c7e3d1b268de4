package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two recordings compared as one asks for it on the command line. */
class CompareTest {
    private static final Path TRACE = Path.of("samples", "contention-full.etl");
    private static final Path JVM = Path.of("samples", "contention.jfr");

    @TempDir
    private static Path shared;

    /** Parts of one run. */
    private static Path first;

    private static Path second;

    @TempDir
    private Path directory;

    @BeforeAll
    static void convert() {
        first = shared.resolve("first.jfr");
        second = shared.resolve("second.jfr");
        Program.run("--quiet", "--jfr", JVM, "--to", "1.0103985", TRACE, first).succeeded();
        Program.run("--quiet", "--jfr", JVM, "--from", "1.0103985", TRACE, second)
                .succeeded();
    }

    private static Result compare(Object... arguments) {
        return Program.run(
                Stream.concat(Stream.of("compare"), Stream.of(arguments)).toArray());
    }

    private static JsonObject json(Object... arguments) {
        Result result = compare(Stream.concat(Stream.of("--json", "--limit", "0"), Stream.of(arguments))
                .toArray());
        return JsonParser.parseString(result.succeeded().out()).getAsJsonObject();
    }

    private static String error(int exitCode, Object... arguments) {
        Result result = compare(arguments);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        return result.error();
    }

    /** With itself, nothing has; from there and back, by as much. */
    @Test
    void whatHasChanged() {
        JsonObject there = json(first, second);
        JsonObject back = json(second, first);
        JsonObject same = json(first, first);
        for (String table : there.getAsJsonObject("rows").keySet()) {
            assertThat(there.getAsJsonArray(table)).isNotEmpty();
            assertThat(changes(there, table))
                    .containsExactlyElementsOf(
                            changes(back, table).map(change -> -change).toList());
            assertThat(changes(there, table).mapToLong(Math::abs).sum()).isPositive();
            assertThat(changes(same, table)).isNotEmpty().containsOnly(0L);
        }
        assertThat(there.get("before")).isEqualTo(back.get("after"));
    }

    /** All threads of the JVM are told: one that is not there did nothing. Others may have been of no concern. */
    @Test
    void threadsOfOnePart() {
        Map<String, String> changes = new HashMap<>();
        for (JsonElement each : json("--table", "threads", first, second).getAsJsonArray("threads")) {
            JsonObject row = each.getAsJsonObject();
            changes.put(
                    row.get("thread").getAsString() + " of "
                            + row.get("program").getAsString(),
                    row.get("readyPerSecondBeforeNanos") + " " + row.get("readyPerSecondAfterNanos"));
        }
        assertThat(changes.get("JFR Shutdown Hook of java.exe")).matches("0 [1-9][0-9]+");
        assertThat(changes.get("C1 CompilerThre of lsass.exe")).matches("[1-9][0-9]+ null");
    }

    private static Stream<Long> changes(JsonObject json, String table) {
        return json.getAsJsonArray(table).asList().stream()
                .map(row -> row.getAsJsonObject().get("changeNanos"))
                .filter(change -> !change.isJsonNull())
                .map(JsonElement::getAsLong);
    }

    /** As for views, they are converted before. */
    @Test
    void traces() {
        Path recording = directory.resolve("sample.jfr");
        Program.run("--quiet", TRACE, recording).succeeded();
        String compact = Path.of("samples", "contention-compact.etl").toString();
        assertThat(json(TRACE, compact)).isEqualTo(json(recording, compact));
        assertThat(compare("--width", "120", TRACE, compact).succeeded().out())
                .contains("before: contention-full.etl: ", "after: contention-compact.etl: ", "no ReadyThread events");
    }

    /** It is in one of them. */
    @Test
    void threadsOfEither() {
        // Another JVM's, which ended before.
        JsonObject chosen = json("--process", "java*,lsass*", "--thread", "VM Thread*", first, second);
        assertThat(chosen.getAsJsonArray("threads").asList())
                .extracting(row -> row.getAsJsonObject().get("program").getAsString())
                .containsExactlyInAnyOrder("java.exe", "lsass.exe");
        assertThat(error(1, "--process", "java*", "--thread", "producer,Teams*", first, second))
                .isEqualTo(second + ": no thread 'Teams*' of process 'java*' in either, only of others; the view"
                        + " 'threads' lists them");
        assertThat(error(1, "--thread", "producer,nobody", first, second))
                .isEqualTo(second + ": no thread 'nobody' in either; the view 'threads' lists them");
        String producer = compare("--csv", "--table", "threads", "--thread", "producer", first, second)
                .succeeded()
                .out();
        assertThat(producer.lines()).hasSize(2);
    }

    /** One that is not there at a time did nothing; of one that has its name in the other recording alone nobody knows. */
    @Test
    void threadsOfOneAlone() {
        Path early = directory.resolve("early.jfr");
        Path late = directory.resolve("late.jfr");
        Program.run("--quiet", "--to", "2", TRACE, early).succeeded();
        Program.run("--quiet", "--from", "2", TRACE, late).succeeded();
        // It begins later.
        JsonArray times =
                json("--thread", "17198", "--table", "times", early, late).getAsJsonArray("times");
        assertThat(times.asList().subList(0, 2)).allSatisfy(row -> {
            assertThat(row.getAsJsonObject().get("beforeNanos").getAsLong()).isZero();
            assertThat(row.getAsJsonObject().get("afterNanos").getAsLong()).isPositive();
        });
        JsonObject named = json("--process", "java.exe", "--thread", "GC*", TRACE, first);
        for (String table : List.of("processes", "pools", "threads", "displacers")) {
            assertThat(named.getAsJsonArray(table)).as(table).isNotEmpty().allSatisfy(row -> assertThat(
                            row.getAsJsonObject().get("changeNanos").isJsonNull())
                    .isTrue());
        }
    }

    @Test
    void events() {
        JsonObject chosen = json("--event", "GCPhasePause", first, second);
        assertThat(chosen.getAsJsonArray("events")).hasSize(1);
        JsonObject code = json("--code", "Workload.main", first, second);
        assertThat(code.getAsJsonArray("code")).hasSize(1);
        assertThat(error(1, "--event", "GCPause", first, second))
                .startsWith("'GCPause' is not an event that is explained (did you mean GCPhasePause?");
        assertThat(error(1, "--code", "Nothing.*", first, second)).contains("no events of the JVM in such code");
        assertThat(error(3, "--event", "GCPhasePause", TRACE, TRACE)).contains("no latencies of a JVM in it");
        // There is something to compare with.
        JsonObject pauses = json("--event", "GCPhasePause", TRACE, first);
        assertThat(pauses.getAsJsonArray("events")).hasSize(1);
        assertThat(pauses.getAsJsonArray("notes").toString()).contains("only one is in a JVM's recording");
        assertThat(json(first, second).getAsJsonArray("notes")).isEmpty();
        // Beside CSV, a line for each.
        assertThat(compare("--csv", TRACE, first).err().lines()).hasSize(2);
    }

    /** Either can be; the tables are there all the same. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void damaged(boolean isBefore) throws Exception {
        byte[] bytes = Files.readAllBytes(TRACE);
        Path cut = directory.resolve("cut.etl");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1000));
        Result result = isBefore ? compare(cut, TRACE) : compare(TRACE, cut);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("All threads together", "lost: nothing\n");
    }

    @Test
    void wrongFiles() throws Exception {
        assertThat(error(1)).isEqualTo("name the file: BEFORE.jfr" + SEE_HELP);
        assertThat(error(1, first)).isEqualTo("name the file: AFTER.jfr" + SEE_HELP);
        assertThat(error(1, first, second, first)).startsWith("one argument too many: ");
        Path missing = directory.resolve("missing.jfr");
        Path text = Files.writeString(directory.resolve("text"), "no recording");
        for (Path[] files : new Path[][] {{missing, first}, {first, missing}}) {
            assertThat(error(3, (Object[]) files)).isEqualTo(missing + ": no such file");
        }
        for (Path[] files : new Path[][] {{text, first}, {first, text}}) {
            assertThat(error(3, (Object[]) files)).startsWith(text + ": neither a flight recording nor a trace");
        }
        assertThat(error(3, first, JVM)).startsWith(JVM + ": no windows.* events in it");
        assertThat(error(1, "-", first)).isEqualTo("-: etl2jfr reads files, not streams; name one" + SEE_HELP);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--table nothing | compare has no table 'nothing'; there are times, events, code, processes, pools,"
                        + " threads, displacers",
                "--table event | compare has no table 'event' (did you mean events?)",
                "--csv --sort longest | CSV has only the table 'times', which cannot be sorted by 'longest'; for"
                        + " one that is: --table events or code",
                "--jvm app | '--jvm' is not an option of compare, but of view, report",
                "--width 7 | --width is at least 40"
            })
    void wrongOptions(String options, String message) {
        Object[] arguments = Stream.concat(Stream.of((Object[]) options.split(" ", -1)), Stream.of(first, second))
                .toArray();
        assertThat(error(1, arguments)).isEqualTo(message + SEE_HELP);
    }

    /** The first is the shorter one. */
    @Test
    void timesOfOne() {
        String message = ": --from is not before the end of the trace, 2026-11-21T11:04:48.559774460Z;"
                + " it lasts 1.010399 s" + SEE_HELP;
        assertThat(error(1, "--from", "1.05", first, second)).isEqualTo(first + message);
        assertThat(error(1, "--from", "1.05", second, first)).isEqualTo(first + message);
    }

    /** Where the time begins and ends within periods, more may have been idle than is certain. */
    @Test
    void idleTimeThatIsNotCertain() {
        String idle = "processors were idle, in each second";
        assertThat(times(idle, first, second)).hasSize(2).doesNotContain("null");
        assertThat(times(idle, "--from", "0.0626", "--to", "0.0686", second, second))
                .isEmpty();
    }

    private static List<String> times(String what, Object... arguments) {
        return json(arguments).getAsJsonArray("times").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(row -> row.get("what").getAsString().equals(what))
                .flatMap(row -> Stream.of(row.get("beforeNanos"), row.get("afterNanos")))
                .map(JsonElement::toString)
                .toList();
    }

    /** The compact sample has no ReadyThread events. */
    @Test
    void readyTimesThatDoNotCompare() {
        Path compact = TRACE.resolveSibling("contention-compact.etl");
        assertThat(json(TRACE, compact).get("notes").toString())
                .contains("only the trace before has ReadyThread events: in the other, threads count as waiting");
        assertThat(json(compact, TRACE).get("notes").toString())
                .contains("only the trace after has ReadyThread events");
        assertThat(json(compact, compact).get("notes").toString()).doesNotContain("ReadyThread");
    }

    /** Of threads that were left out when it was merged, a recording does not tell that they have no events. */
    @Test
    void whatIsLeftOut() {
        Path main = directory.resolve("main.jfr");
        Program.run("--quiet", "--jfr", JVM, "--thread", "main", TRACE, main).succeeded();
        JsonObject parks = json("--event", "ThreadPark", main, second)
                .getAsJsonArray("events")
                .get(0)
                .getAsJsonObject();
        assertThat(parks.get("durationPerSecondBeforeNanos").isJsonNull()).isTrue();
        assertThat(parks.get("durationPerSecondAfterNanos").getAsLong()).isPositive();
        assertThat(changes(json(main, main), "threads")).containsExactly(0L);
    }
}
