package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.etl2jfr.recording.AsyncProfiler;
import io.github.etl2jfr.recording.Chunks;
import io.github.etl2jfr.recording.Readers;
import io.github.etl2jfr.recording.Row;
import io.github.etl2jfr.recording.SmallChunks;
import io.github.etl2jfr.testing.JfrTool;
import io.github.etl2jfr.testing.MissionControl;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.IMCThread;

/** Every reader that people have is right about both halves of a merged recording, the JVM's and the trace's. */
class MergedReadersTest {
    private static final String OURS = "windows.";

    /** What the summary of any recording has, other than events. */
    private static final Set<String> NOT_COUNTED =
            Set.of("jdk.Metadata", "jdk.CheckPoint", "jdk.Checkpoint", "Chunks:");

    @TempDir
    private static Path directory;

    enum Sort {
        /** Each chunk of the JVM's once. */
        WHOLE,
        /** With more chunks after most of them. */
        SPLIT,
        /** The last of these is empty. */
        SPLIT_ENDING_EMPTY;

        Path path() {
            return directory.resolve(this + ".jfr");
        }
    }

    private static Path trace;
    private static MergeOptions options;

    @BeforeAll
    static void merge() throws Exception {
        JvmRun jvm = JvmRun.read(MergedRun.original());
        MergedRun merged =
                MergedRun.merge(jvm, MergedRun.around(jvm, 3_000_000, 0), SwitchForm.EVENTS, null, directory);
        Files.copy(merged.merged(), Sort.WHOLE.path());
        trace = merged.trace();
        options = new MergeOptions(MergedRun.original(), OptionalLong.empty(), Duration.ofMillis(3), true);
        SmallChunks.merge(trace, options, Sort.SPLIT.path(), false);
        SmallChunks.merge(trace, options, Sort.SPLIT_ENDING_EMPTY.path(), true);
    }

    private static boolean isOurs(String type) {
        return type.startsWith(OURS);
    }

    private static List<Row> ours(List<Row> rows) {
        return Row.sorted(rows.stream().filter(row -> isOurs(row.type())).toList());
    }

    /** Each chunk as a recording of its own: its times are then told by its own clock. */
    private static List<List<Row>> chunks(Sort sort) throws IOException {
        List<List<Row>> rows = new ArrayList<>();
        for (Chunks.Chunk chunk : Chunks.of(sort.path())) {
            Path alone = Files.write(directory.resolve("chunk.jfr"), chunk.bytes());
            rows.add(Readers.recordingFile(alone, MergedReadersTest::isOurs));
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource
    void everythingIsInTheChunkWhoseTimeHoldsItsEnd(Sort sort) throws Exception {
        List<Long> starts = Chunks.of(MergedRun.original()).stream()
                .map(Chunks.Chunk::startTicks)
                .toList();
        int empty = 0;
        int more = 0;
        for (Chunks.Chunk chunk : Chunks.of(sort.path())) {
            Path alone = Files.write(directory.resolve("chunk.jfr"), chunk.bytes());
            List<RecordedEvent> events = RecordingFile.readAllEvents(alone);
            long start = new TreeSet<>(starts).floor(chunk.startTicks());
            Long next = new TreeSet<>(starts).higher(chunk.startTicks());
            more += start < chunk.startTicks() ? 1 : 0;
            empty += events.isEmpty() ? 1 : 0;
            assertThat(events.stream()
                            .filter(event -> isOurs(event.getEventType().getName())))
                    .allSatisfy(event ->
                            assertThat(JvmRun.end(event)).isBetween(start, next == null ? Long.MAX_VALUE : next - 1));
        }
        assertThat(more > 0).isEqualTo(sort != Sort.WHOLE);
        assertThat(empty).isEqualTo(sort == Sort.SPLIT_ENDING_EMPTY ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void theJvmsEventsAreWhatTheyWere(Sort sort) throws Exception {
        assertThat(RecordingFile.readAllEvents(sort.path()).stream()
                        .filter(event -> !isOurs(event.getEventType().getName()))
                        .map(Object::toString))
                .containsExactlyElementsOf(RecordingFile.readAllEvents(MergedRun.original()).stream()
                        .map(Object::toString)
                        .toList());
    }

    /** What an event of the JVM and its explanation have in common. */
    private record Latency(String type, String thread, Instant start, Duration duration) {
        static Latency of(String type, RecordedEvent event) {
            return new Latency(
                    type, String.valueOf(event.getThread("eventThread")), event.getStartTime(), event.getDuration());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLatencyIsInTheCodeOfItsEvent(Sort sort) throws Exception {
        Map<Latency, String> stackTraces = new HashMap<>();
        int told = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(sort.path())) {
            String type = event.getEventType().getName();
            if (event.hasField("eventThread") && !isOurs(type) && event.getThread("eventThread") != null) {
                stackTraces.put(Latency.of(type, event), String.valueOf(event.getStackTrace()));
            }
        }
        for (RecordedEvent event : RecordingFile.readAllEvents(sort.path())) {
            if (event.getEventType().getName().equals("windows.LatencyBreakdown")) {
                Latency latency = Latency.of(event.getString("javaEvent"), event);
                assertThat(String.valueOf(event.getStackTrace()))
                        .as(latency.toString())
                        .isEqualTo(stackTraces.get(latency));
                told += event.getStackTrace() == null ? 0 : 1;
            }
        }
        assertThat(told).isGreaterThan(100);
    }

    /** As of one that ends while its thread is ready, which is told when that has a processor: its key means nothing. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void aLatencyInAnotherChunkThanItsEventHasNoStackTrace(int chunksAway) throws Exception {
        Path moved = directory.resolve("moved%d.jfr".formatted(chunksAway));
        SmallChunks.merge(trace, options, moved, false, chunksAway);
        assertThat(RecordingFile.readAllEvents(moved))
                .filteredOn(event -> event.getEventType().getName().equals("windows.LatencyBreakdown"))
                .hasSizeGreaterThan(100)
                .allMatch(event -> event.getStackTrace() == null);
    }

    @ParameterizedTest
    @EnumSource
    void streamsHandOutEverything(Sort sort) throws Exception {
        List<String> streamed = Collections.synchronizedList(new ArrayList<>());
        try (EventStream stream = EventStream.openFile(sort.path())) {
            stream.setReuse(false);
            stream.onEvent(event -> streamed.add(event.toString()));
            stream.start();
        }
        assertThat(streamed.stream().sorted())
                .containsExactlyElementsOf(RecordingFile.readAllEvents(sort.path()).stream()
                        .map(Object::toString)
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void printShowsBoth(Sort sort) throws Exception {
        assertThat(JfrTool.printed(sort.path()).stream().filter(event -> !isOurs(event)))
                .containsExactlyElementsOf(JfrTool.printed(MergedRun.original()));
        assertThat(Row.sorted(Readers.jfrPrint(sort.path(), "--events", "windows.*")))
                .containsExactlyElementsOf(Row.sorted(Readers.recordingFile(sort.path(), MergedReadersTest::isOurs)));
    }

    @ParameterizedTest
    @EnumSource
    void summaryCountsBoth(Sort sort) throws Exception {
        Map<String, Long> counts = new HashMap<>();
        RecordingFile.readAllEvents(sort.path())
                .forEach(event -> counts.merge(event.getEventType().getName(), 1L, Long::sum));
        Map<String, String> before = summary(MergedRun.original());
        Map<String, String> after = summary(sort.path());
        counts.forEach((type, count) -> assertThat(after.get(type)).as(type).startsWith(count + " "));
        after.keySet().removeIf(MergedReadersTest::isOurs);
        assertThat(after).isEqualTo(before).containsKey("Duration:");
    }

    private static Map<String, String> summary(Path recording) throws IOException, InterruptedException {
        Map<String, String> lines = JfrTool.summary(recording);
        lines.keySet().removeIf(name -> NOT_COUNTED.contains(name) || name.startsWith("="));
        return lines;
    }

    @ParameterizedTest
    @EnumSource
    void metadataShowsBoth(Sort sort) throws Exception {
        assertThat(JfrTool.types(sort.path()))
                .containsAll(JfrTool.types(MergedRun.original()))
                .anyMatch(type -> type.contains("class LatencyBreakdown extends"));
    }

    @ParameterizedTest
    @EnumSource
    void viewKnowsBoth(Sort sort) throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        assertThat(JfrTool.run("view", "gc-pauses", sort.path().toString()))
                .isEqualTo(JfrTool.run("view", "gc-pauses", MergedRun.original().toString()));
        assertThat(JfrTool.run(
                        "view",
                        "--width",
                        "250",
                        "windows.ThreadReady",
                        sort.path().toString()))
                .contains("Readied By", "restless", "Preempted");
        assertThat(JfrTool.run(
                        "view",
                        "--width",
                        "320",
                        "windows.LatencyBreakdown",
                        sort.path().toString()))
                .contains("jdk.ThreadSleep", "restless");
    }

    /** It tells each chunk's times by the chunk's own clock. */
    @ParameterizedTest
    @EnumSource
    void missionControlShowsBoth(Sort sort) throws Exception {
        Map<String, List<String>> after = MissionControl.values(sort.path());
        after.keySet().removeIf(MergedReadersTest::isOurs);
        assertThat(after).isEqualTo(MissionControl.values(MergedRun.original()));
        List<Row> shown = Row.sorted(Readers.missionControl(sort.path(), MergedReadersTest::isOurs));
        assertThat(shown)
                .containsExactlyElementsOf(
                        Row.sorted(chunks(sort).stream().flatMap(List::stream).toList()));
        // Where it doubles events, it loses others.
        assertThat(new HashSet<>(shown))
                .hasSameSizeAs(
                        new HashSet<>(Row.sorted(Readers.recordingFile(sort.path(), MergedReadersTest::isOurs))));
    }

    /** By osThreadId, which it compares, and by javaThreadId, which it may compare one day. */
    @ParameterizedTest
    @EnumSource
    void missionControlPutsAThreadsEventsOnOneLane(Sort sort) throws Exception {
        Map<String, Set<IMCThread>> before = MissionControl.threads(MergedRun.original(), type -> true);
        Map<String, Set<IMCThread>> after = MissionControl.threads(sort.path(), type -> true);
        assertThat(after).containsAllEntriesOf(before).allSatisfy((name, same) -> assertThat(same)
                .hasSize(1));
        Set<IMCThread> others = new HashSet<>();
        Set<IMCThread> jvms = new HashSet<>();
        after.forEach((name, same) -> (before.containsKey(name) ? jvms : others).addAll(same));
        assertThat(others)
                .hasSize(after.size() - before.size())
                .hasSizeGreaterThan(10)
                .doesNotContainAnyElementsOf(jvms);
    }

    @ParameterizedTest
    @EnumSource
    void asyncProfilerShowsBoth(Sort sort) throws Exception {
        List<Row> shown = ours(AsyncProfiler.read(sort.path()));
        List<Row> alone = chunks(sort).stream()
                .flatMap(List::stream)
                .map(Row::withoutGroups)
                .toList();
        assertThat(Row.sorted(shown.stream().map(Row::withoutStackTrace).toList()))
                .containsExactlyElementsOf(
                        Row.sorted(alone.stream().map(Row::withoutStackTrace).toList()));
        // A JVM may leave a stack trace in a chunk before its event's, where each reader of the whole looks in its own
        // way.
        assertThat(new HashSet<>(shown))
                .containsAll(alone.stream().filter(Row::hasStackTrace).toList());
        assertThat(AsyncProfiler.readKnown(sort.path()))
                .isNotEmpty()
                .containsExactlyElementsOf(AsyncProfiler.readKnown(MergedRun.original()));
    }
}
