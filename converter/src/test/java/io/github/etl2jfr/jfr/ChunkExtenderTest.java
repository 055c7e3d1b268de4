package io.github.etl2jfr.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.JfrTool;
import io.github.etl2jfr.testing.MissionControl;
import io.github.etl2jfr.testing.Recordings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Every reader is right about both halves of an extended recording: the JVM's, which is what it was, and ours. */
class ChunkExtenderTest {
    private static final Duration ROUNDING = Duration.ofNanos(1000);
    private static final long CLOCKS_NANOS = 100_000;
    private static final String OURS = "windows.";

    @TempDir
    private static Path directory;

    private static final Map<Source, AddedEvents> ADDED = new HashMap<>();

    enum Source {
        /** One chunk, of JDK 17. */
        SAMPLE,
        /** Several chunks, of the JDK that runs the test. */
        RUN,
        /** The same, with chunks of ours between them. */
        SPLIT;

        Path original() throws IOException, InterruptedException {
            return this == SAMPLE ? Recordings.SAMPLE : Recordings.run().recording();
        }

        Path extended() {
            return directory.resolve(name() + ".jfr");
        }

        List<AddedEvents.Slice> slices() {
            return ADDED.get(this).slices();
        }
    }

    @BeforeAll
    static void extend() throws Exception {
        for (Source source : Source.values()) {
            ADDED.put(source, new AddedEvents().extend(source.original(), source.extended(), source == Source.SPLIT));
            assertThat(source.slices()).hasSizeGreaterThan(50);
        }
    }

    private static boolean isOurs(String type) {
        return type.startsWith(OURS);
    }

    private static List<RecordedEvent> read(Path recording, boolean ours) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> isOurs(event.getEventType().getName()) == ours)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void theJdkReadsTheJvmsEventsAsBefore(Source source) throws Exception {
        List<String> before =
                read(source.original(), false).stream().map(Object::toString).toList();
        List<String> after =
                read(source.extended(), false).stream().map(Object::toString).toList();
        assertThat(after).isEqualTo(before).hasSizeGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource
    void theJdkReadsOurEvents(Source source) throws Exception {
        List<RecordedEvent> events = read(source.extended(), true).stream()
                .filter(event -> event.getEventType().getName().equals(AddedEvents.READY))
                .toList();
        assertThat(events).hasSameSizeAs(source.slices());
        ChunkHeader first = firstHeader(source);
        for (int i = 0; i < events.size(); i++) {
            compare(events.get(i), source.slices().get(i), first);
        }
        assertThat(read(source.extended(), true))
                .filteredOn(event -> event.getEventType().getName().equals(AddedEvents.SESSION))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.getString("file")).isEqualTo("träce.etl"));
    }

    private static ChunkHeader firstHeader(Source source) throws IOException, InputException, InterruptedException {
        try (JvmRecording recording = JvmRecording.open(source.original())) {
            return recording.chunks().get(0).header();
        }
    }

    private static Instant instant(ChunkHeader clock, long ticks) {
        return Instant.ofEpochSecond(0, clock.epochNanos(ticks));
    }

    private static void compare(RecordedEvent event, AddedEvents.Slice slice, ChunkHeader clock) {
        assertThat(event.getStartTime()).isCloseTo(instant(clock, slice.startTicks()), within(ROUNDING));
        assertThat(event.getEndTime())
                .isCloseTo(instant(clock, slice.startTicks() + slice.durationTicks()), within(ROUNDING));
        compare(event.getThread(), slice.thread());
        assertThat(event.getInt("processor")).isEqualTo(slice.processor());
        assertThat(event.getString("cause")).isEqualTo(slice.cause());
        if (slice.readiedBy() == null) {
            assertThat(event.<Object>getValue("readiedBy")).isNull();
        } else {
            compare(event.getThread("readiedBy"), slice.readiedBy());
        }
        assertThat(event.getBoolean("clipped")).isEqualTo(slice.clipped());
        assertThat(event.getEventType().getCategoryNames()).containsExactly("Operating System", "Windows", "Scheduler");
        assertThat(event.getEventType().getLabel()).isEqualTo("Ready");
    }

    private static String name(ThreadConstant thread) {
        return thread.javaName() == null ? thread.osName() : thread.javaName();
    }

    private static void compare(RecordedThread thread, ThreadConstant expected) {
        assertThat(thread.getId()).isEqualTo(expected.key());
        assertThat(thread.getOSName()).isEqualTo(expected.osName());
        assertThat(thread.<Long>getValue("osThreadId")).isEqualTo(expected.osThreadId());
        assertThat(thread.getJavaName()).isEqualTo(expected.javaName());
        assertThat(thread.<Long>getValue("javaThreadId")).isEqualTo(expected.javaThreadId());
        assertThat(thread.getThreadGroup() == null).isEqualTo(expected.groupKey() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void streamsHandOutEverything(Source source) throws Exception {
        List<String> streamed = Collections.synchronizedList(new ArrayList<>());
        try (EventStream stream = EventStream.openFile(source.extended())) {
            stream.setReuse(false);
            stream.onEvent(event -> streamed.add(event.toString()));
            stream.start();
        }
        assertThat(streamed)
                .containsExactlyInAnyOrderElementsOf(RecordingFile.readAllEvents(source.extended()).stream()
                        .map(Object::toString)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void printShowsBoth(Source source) throws Exception {
        List<String> before = JfrTool.printed(source.original());
        List<String> after = JfrTool.printed(source.extended());
        assertThat(after.stream().filter(event -> !isOurs(event)).toList()).isEqualTo(before);
        assertThat(after.stream().filter(event -> event.startsWith(AddedEvents.READY)))
                .hasSameSizeAs(source.slices());
        ThreadConstant added = source.slices().get(source.slices().size() - 1).thread();
        assertThat(after)
                .anyMatch(event -> event.startsWith(AddedEvents.READY)
                        && event.contains("eventThread = \"%s\" (osThreadId = %d)"
                                .formatted(added.osName(), added.osThreadId())));
    }

    @ParameterizedTest
    @EnumSource
    void summaryCountsBothByTheirNames(Source source) throws Exception {
        Map<String, String> before = JfrTool.summary(source.original());
        Map<String, String> after = JfrTool.summary(source.extended());
        assertThat(after.get("windows.ThreadReady")).startsWith(source.slices().size() + " ");
        assertThat(after).doesNotContainKey("windows.Unused");
        for (Map<String, String> lines : List.of(before, after)) {
            // One more of each a chunk.
            lines.remove("jdk.Metadata");
            lines.keySet().removeIf(name -> name.equalsIgnoreCase("jdk.Checkpoint"));
            // Its line is as long as the longest name.
            lines.keySet().removeIf(name -> name.startsWith("="));
        }
        int chunks = Integer.parseInt(before.remove("Chunks:"));
        int more = source == Source.SPLIT ? (chunks - 1) * AddedEvents.MORE_CHUNKS : 0;
        assertThat(after.remove("Chunks:")).isEqualTo(Integer.toString(chunks + more));
        after.keySet().removeIf(ChunkExtenderTest::isOurs);
        assertThat(after).isEqualTo(before).containsKey("Duration:").containsKey("jdk.ThreadPark");
    }

    @ParameterizedTest
    @EnumSource
    void metadataShowsBoth(Source source) throws Exception {
        List<String> before = JfrTool.types(source.original());
        List<String> after = JfrTool.types(source.extended());
        assertThat(after).containsAll(before);
        assertThat(after.stream().filter(type -> type.contains("windows."))).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void viewKnowsBoth(Source source) throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        String pauses = JfrTool.run("view", "gc-pauses", source.extended().toString());
        assertThat(pauses)
                .isEqualTo(JfrTool.run("view", "gc-pauses", source.original().toString()));
        assertThat(pauses).contains("Number of Pauses");
        assertThat(JfrTool.run(
                        "view",
                        "--width",
                        "200",
                        AddedEvents.READY,
                        source.extended().toString()))
                .contains("Readied By", "idle.exe (1000002)", "Preempted");
        assertThat(JfrTool.run("view", "events-by-count", source.extended().toString()))
                .contains("Ready");
    }

    /** It writes the constants that are referred to, and no others. */
    @ParameterizedTest
    @EnumSource
    void scrubKeepsWhatItShould(Source source) throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(19);
        Path ours = directory.resolve(source + "-ours.jfr");
        JfrTool.run("scrub", "--include-events", "windows.*", source.extended().toString(), ours.toString());
        assertThat(RecordingFile.readAllEvents(ours).stream()
                        .map(Object::toString)
                        .toList())
                .isEqualTo(read(source.extended(), true).stream()
                        .map(Object::toString)
                        .toList());
        Path theirs = directory.resolve(source + "-theirs.jfr");
        JfrTool.run("scrub", "--exclude-events", "windows.*", source.extended().toString(), theirs.toString());
        assertThat(RecordingFile.readAllEvents(theirs).stream()
                        .map(Object::toString)
                        .toList())
                .isEqualTo(read(source.original(), false).stream()
                        .map(Object::toString)
                        .toList());
    }

    @Test
    void disassembledAndAssembledItIsTheSame() throws Exception {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        JfrTool.run(
                "disassemble",
                "--max-chunks",
                "1",
                "--output",
                parts.toString(),
                Source.RUN.extended().toString());
        Path whole = directory.resolve("assembled.jfr");
        JfrTool.run("assemble", parts.toString(), whole.toString());
        assertThat(whole).hasSameBinaryContentAs(Source.RUN.extended());
    }

    @ParameterizedTest
    @EnumSource
    void missionControlShowsBoth(Source source) throws Exception {
        Map<String, List<String>> before = MissionControl.values(source.original());
        Map<String, List<String>> after = MissionControl.values(source.extended());
        List<String> ours = after.remove(AddedEvents.READY);
        assertThat(ours).hasSameSizeAs(source.slices()).doesNotHaveDuplicates();
        after.keySet().removeIf(ChunkExtenderTest::isOurs);
        assertThat(after).isEqualTo(before);
    }

    /** By osThreadId, which it compares, and by javaThreadId, which it may compare one day. */
    @ParameterizedTest
    @EnumSource
    void missionControlPutsAThreadsEventsOnOneLane(Source source) throws Exception {
        Map<String, Set<IMCThread>> theirs = MissionControl.threads(source.extended(), type -> !isOurs(type));
        Map<String, Set<IMCThread>> ours = MissionControl.threads(source.extended(), ChunkExtenderTest::isOurs);
        assertThat(ours).allSatisfy((name, threads) -> assertThat(threads).hasSize(1));
        theirs.forEach((name, threads) -> {
            assertThat(threads).hasSize(1);
            assertThat(ours).containsEntry(name, threads);
        });
        assertThat(ours.size()).isGreaterThan(theirs.size());
    }

    @ParameterizedTest
    @EnumSource
    void missionControlShowsOurTimes(Source source) throws Exception {
        List<String> expected = new ArrayList<>();
        List<Long> expectedStarts = new ArrayList<>();
        ChunkHeader clock = firstHeader(source);
        for (AddedEvents.Slice slice : source.slices()) {
            expected.add(name(slice.thread()) + " " + slice.durationTicks() + " " + slice.cause());
            expectedStarts.add(clock.epochNanos(slice.startTicks()));
        }
        List<Long> starts = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(source.extended().toFile())) {
            if (!items.getType().getIdentifier().equals(AddedEvents.READY)) {
                continue;
            }
            Map<String, IMemberAccessor<?, IItem>> accessors = new HashMap<>();
            for (IAccessorKey<?> key : items.getType().getAccessorKeys().keySet()) {
                accessors.put(key.getIdentifier(), items.getType().getAccessor(key));
            }
            for (IItem item : items) {
                starts.add(((IQuantity) accessors.get("startTime").getMember(item)).longValueIn(UnitLookup.EPOCH_NS));
                shown.add(((IMCThread) accessors.get("eventThread").getMember(item)).getThreadName()
                        + " "
                        + ((IQuantity) accessors.get("duration").getMember(item)).longValue()
                        + " " + accessors.get("cause").getMember(item));
            }
        }
        assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
        Collections.sort(starts);
        Collections.sort(expectedStarts);
        for (int i = 0; i < starts.size(); i++) {
            // Each chunk has a clock of its own here, and they differ by what the JVM measured.
            assertThat(starts.get(i)).isCloseTo(expectedStarts.get(i), within(CLOCKS_NANOS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void asyncProfilerReadsBoth(Source source) throws Exception {
        List<String> expected = new ArrayList<>();
        for (AddedEvents.Slice slice : source.slices()) {
            expected.add(slice.startTicks() + " " + slice.durationTicks() + " " + name(slice.thread()) + " "
                    + slice.cause());
        }
        List<String> read = new ArrayList<>();
        try (JfrReader reader = new JfrReader(source.extended().toString())) {
            reader.registerEvent(AddedEvents.READY, Ready.class);
            for (Event event; (event = reader.readEvent()) != null; ) {
                if (event instanceof Ready ready) {
                    read.add(ready.text);
                }
            }
        }
        assertThat(read).isEqualTo(expected);
    }

    /** How async-profiler's reader wants an event: it finds the constructor by reflection. */
    public static final class Ready extends Event {
        private final String text;

        public Ready(JfrReader reader) {
            super(reader.getVarlong(), 0, 0);
            long duration = reader.getVarlong();
            String thread = reader.threads.get(reader.getVarlong());
            reader.getVarint(); // processor
            text = time + " " + duration + " " + thread + " " + reader.getString();
        }
    }

    @ParameterizedTest
    @EnumSource
    void extendedItIsStillARecordingForUs(Source source) throws Exception {
        try (JvmRecording before = JvmRecording.open(source.original());
                JvmRecording after = JvmRecording.open(source.extended())) {
            assertThat(startNanos(after)).isEqualTo(startNanos(before));
            assertThat(endNanos(after)).isEqualTo(endNanos(before));
            assertThat(after.threads()).containsAll(before.threads());
            Map<Long, ChunkMetadata> byId = new HashMap<>();
            for (Chunk chunk : after.chunks()) {
                assertThat(byId.computeIfAbsent(chunk.metadataId(), id -> chunk.metadata()))
                        .isSameAs(chunk.metadata());
                assertThat(chunk.eventType(AddedEvents.READY)).isNotNull();
                assertThat(chunk.eventType("windows.Unused")).isNull();
            }
            assertThat(after.chunks().stream().map(Chunk::metadata).distinct().count())
                    .isEqualTo(before.chunks().stream()
                            .map(Chunk::metadata)
                            .distinct()
                            .count());
        }
    }

    private static long startNanos(JvmRecording recording) {
        return recording.chunks().get(0).header().startNanos();
    }

    private static long endNanos(JvmRecording recording) {
        return recording.chunks().stream()
                .mapToLong(chunk -> chunk.header().startNanos() + chunk.header().durationNanos())
                .max()
                .orElseThrow();
    }

    /** What has the types already gets no more of them, and its events keep their ids. */
    @ParameterizedTest
    @EnumSource
    void extendedTwiceItHasTheTypesOnce(Source source) throws Exception {
        Path twice = directory.resolve(source + "-twice.jfr");
        AddedEvents added = new AddedEvents().extend(source.extended(), twice, false);
        assertThat(read(twice, true).stream()
                        .filter(event -> event.getEventType().getName().equals(AddedEvents.READY)))
                .hasSize(source.slices().size() + added.slices().size());
        try (JvmRecording recording = JvmRecording.open(twice)) {
            for (Chunk chunk : recording.chunks()) {
                assertThat(chunk.metadata().types().stream().filter(type -> isOurs(type.name())))
                        .hasSize(2);
            }
        }
    }

    @Test
    void aTypeOfOtherFieldsIsRefused() throws Exception {
        AddedEvents events = new AddedEvents();
        try (JvmRecording recording = JvmRecording.open(Source.SAMPLE.extended())) {
            MetadataElement type = events.metadata().typeElements().stream()
                    .filter(element -> AddedEvents.SESSION.equals(element.attribute("name")))
                    .findFirst()
                    .orElseThrow();
            type.children().removeIf(child -> "file".equals(child.attribute("name")));
            ChunkMetadata changed = new ChunkMetadata(
                    events.metadata().strings(), events.metadata().root());
            assertThatThrownBy(() -> MergedTypes.of(recording, changed, Set.of(AddedEvents.SESSION)))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("windows.TraceSession of its own, with other fields");
        }
    }

    @Test
    void withoutAnythingAddedNoConstantsAre() throws Exception {
        Path target = directory.resolve("nothing.jfr");
        try (JvmRecording recording = JvmRecording.open(Recordings.SAMPLE);
                FileChannel channel =
                        FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ChunkExtender extender = new ChunkExtender(
                    channel, MergedTypes.of(recording, new AddedEvents().metadata(), Set.of(AddedEvents.READY)));
            for (Chunk chunk : recording.chunks()) {
                extender.begin(chunk);
                extender.end(new AddedConstants(), Set.of());
            }
        }
        byte[] original = Files.readAllBytes(Recordings.SAMPLE);
        byte[] extended = Files.readAllBytes(target);
        assertThat(Arrays.copyOfRange(extended, ChunkHeader.SIZE, original.length))
                .isEqualTo(Arrays.copyOfRange(original, ChunkHeader.SIZE, original.length));
        assertThat(RecordingFile.readAllEvents(target)).hasSameSizeAs(RecordingFile.readAllEvents(Recordings.SAMPLE));
    }
}
