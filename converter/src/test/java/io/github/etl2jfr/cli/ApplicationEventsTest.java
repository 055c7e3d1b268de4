package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.merge.RealRun;
import io.github.etl2jfr.testing.Recordings;
import io.github.etl2jfr.views.text.Amount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that an application defines are explained like the JVM's own. */
class ApplicationEventsTest {
    private static final String EVENT = "app.Everything";

    @TempDir
    private static Path directory;

    private static RealRun run;
    private static Path merged;

    @BeforeAll
    static void merge() throws Exception {
        run = RealRun.of(Recordings.run(), directory);
        merged = merge(run, "all");
    }

    private static Path merge(RealRun run, String events) throws IOException {
        Path merged = Files.createTempDirectory(directory, events).resolve("merged.jfr");
        Program.run("-q", "--all", "--events", events, "--jfr", run.recording(), run.trace(), merged)
                .succeeded();
        return merged;
    }

    private static List<JsonObject> explained(Path recording, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("view", "--json", "--limit", "0"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(recording, "explain"));
        return JsonParser.parseString(
                        Program.run(arguments.toArray()).succeeded().out())
                .getAsJsonObject()
                .getAsJsonArray("longest")
                .asList()
                .stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    private static List<JsonObject> of(String type, List<JsonObject> rows) {
        return rows.stream()
                .filter(row -> row.get("javaEvent").getAsString().equals(type))
                .toList();
    }

    /** By the JVM's recording, the events of platform threads. */
    private static List<RecordedEvent> recorded() throws Exception {
        return RecordingFile.readAllEvents(run.recording()).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT)
                        && event.getThread().getOSThreadId() > 0
                        && !RealRun.isVirtual(event.getThread()))
                .toList();
    }

    @Test
    void eachIsExplained() throws Exception {
        List<JsonObject> rows = of(EVENT, explained(merged));
        assertThat(rows).hasSameSizeAs(recorded()).hasSizeGreaterThan(100);
        assertThat(rows).allMatch(row -> row.get("detail").getAsString().contains("long enough for the pool"));
        // How much of it is what, depends on how long each took in this run.
        assertThat(rows)
                .allMatch(row -> row.get("durationNanos").getAsLong()
                        == Stream.of("runningNanos", "readyNanos", "waitingNanos", "unknownNanos")
                                .mapToLong(part -> row.get(part).getAsLong())
                                .sum())
                .allMatch(row -> row.get("unknownNanos").getAsLong() == 0);
        assertThat(rows)
                .extracting(row -> row.get("code").getAsString())
                .allMatch(code -> code.startsWith("io.github.etl2jfr.testing.Workload.record"));
    }

    /** Of virtual threads nobody knows when they ran; before JDK 21 there are none. */
    @Test
    void thoseOfVirtualThreadsAreCounted() throws Exception {
        String json = Program.run(
                        "--all", "--json", "--jfr", run.recording(), run.trace(), directory.resolve("counted.jfr"))
                .succeeded()
                .out();
        long counted = JsonParser.parseString(json)
                .getAsJsonObject()
                .getAsJsonObject("merge")
                .get("latenciesOfVirtualThreads")
                .getAsLong();
        assertThat(counted).isEqualTo(ofVirtualThreads(EVENT, "jdk.ThreadPark"));
        assertThat(counted > 0).isEqualTo(Runtime.version().feature() >= 21);
    }

    private static long ofVirtualThreads(String... types) throws IOException {
        return RecordingFile.readAllEvents(run.recording()).stream()
                .filter(event -> Set.of(types).contains(event.getEventType().getName())
                        && RealRun.isVirtual(event.getThread())
                        && !event.getDuration().isZero())
                .count();
    }

    /** Nobody shall take what is explained for all that there is. */
    @ParameterizedTest
    @ValueSource(strings = {"explain", "bottlenecks"})
    void viewsTellOfThoseOfVirtualThreads(String view) throws Exception {
        for (Path recording : List.of(merged, merge(run, "slices"))) {
            assertThat(notes(recording, view)).isEqualTo(noteOn(ofVirtualThreads(EVENT, "jdk.ThreadPark")));
            assertThat(notes(recording, view, "--event", EVENT)).isEqualTo(noteOn(ofVirtualThreads(EVENT)));
        }
    }

    private static List<String> notes(Path recording, String view, String... options) {
        List<Object> arguments = new ArrayList<>(List.of("view", "--json"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(recording, view));
        return JsonParser.parseString(
                        Program.run(arguments.toArray()).succeeded().out())
                .getAsJsonObject()
                .getAsJsonArray("notes")
                .asList()
                .stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    private static List<String> noteOn(long events) {
        return events == 0
                ? List.of()
                : List.of("the recording has %s of virtual threads, which Windows does not know: not explained"
                        .formatted(Amount.of(events, "event")));
    }

    /** They may be why there are no others. */
    @ParameterizedTest
    @ValueSource(strings = {"explain", "bottlenecks", "critical-path"})
    void viewsWithoutEventsTellOfThoseOfVirtualThreads(String view) throws Exception {
        Program.Result result = Program.run("view", "--event", EVENT, "--over", "9000s", merged, view);
        assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(result.error())
                .containsPattern("no such event of the JVM in it took .* or more; the longest took [0-9,.]* ms")
                .endsWith(noteOn(ofVirtualThreads(EVENT)).stream().findFirst().orElse(" ms"));
    }

    /** What the converter tells, a view finds out where it was left out. */
    @Test
    void viewExplainsThemItself() throws Exception {
        List<JsonObject> with = of(EVENT, explained(merged));
        List<JsonObject> without = of(EVENT, explained(merge(run, "slices")));
        assertThat(without).containsExactlyInAnyOrderElementsOf(with);
    }

    /** JFR records the calls of a method, from JDK 25 on. */
    @Test
    @EnabledForJreRange(minVersion = 25)
    void tracedMethods(@TempDir Path own) throws Exception {
        Recordings.Run traced = Recordings.run(own, "method-trace=io.github.etl2jfr.testing.Workload::contend");
        List<JsonObject> rows = of("jdk.MethodTrace", explained(merge(RealRun.of(traced, own), "all")));
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.get("detail").getAsString()).contains("contend");
            // Of the monitor that another thread has for 15 ms.
            assertThat(row.get("waitingNanos").getAsLong()).isGreaterThan(5_000_000);
        });
    }

    /** By the name of the class, or the whole name. */
    @ParameterizedTest
    @ValueSource(strings = {"Everything", "everyth*", EVENT, "app.*", "a.Everything"})
    void oneChoosesThem(String name) {
        Set<String> types = explained(merged, "--event", name).stream()
                .map(row -> row.get("javaEvent").getAsString())
                .collect(Collectors.toSet());
        assertThat(types).containsExactly(EVENT);
    }

    @Test
    void namesThatAreNone() {
        Program.Result result = Program.run("view", "--event", "Everythin", merged, "explain");
        assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(result.error())
                .isEqualTo("'Everythin' is not an event that is explained (did you mean Everything?); see --help");
    }

    @Test
    void tablesHaveAShortName() {
        String table = Program.run("view", "--table", "events", merged, "explain")
                .succeeded()
                .out();
        assertThat(table.lines().map(String::strip)).anyMatch(line -> line.startsWith("a.Everything "));
        assertThat(table).doesNotContain(EVENT);
    }
}
