package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.testing.Clock;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.Events;
import io.github.etl2jfr.testing.Kernel;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.ThreadRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.item.ItemToolkit;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.LinearKindOfQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Every reader that people have shows the same recording: the same events, times, threads and values. */
class ReadersTest {
    private static final int EVENTS_PER_CHUNK = 50_000;
    private static final int SWITCHES = 120_000;

    private static final Map<String, List<String>> FIELDS = Map.ofEntries(
            fields(
                    "windows.ContextSwitch",
                    "startTime eventThread processor newThread oldThreadPriority newThreadPriority oldThreadState"
                            + " waitReason waitMode newThreadWaitTime previousCState idealProcessor remainingQuantum"),
            fields(
                    "windows.ThreadRunning",
                    "startTime duration eventThread processor priority endState waitReason nextThread clipped"),
            fields(
                    "windows.ThreadReady",
                    "startTime duration eventThread processor cause readiedBy runningInstead clipped"),
            fields(
                    "windows.ThreadWaiting",
                    "startTime duration eventThread processor waitReason waitMode readiedBy clipped"),
            fields("windows.ProcessorIdle", "startTime duration eventThread processor cState"),
            fields("windows.ProcessorRunning", "startTime duration eventThread processor thread process priority"),
            fields(
                    "windows.ThreadStatistics",
                    "startTime eventThread contextSwitchCount involuntarySwitchCount waitReasonBitMap waitReasons"
                            + " runningTime readyTime waitingTime longestReady processorMigrations longestReadyStart"),
            fields(
                    "windows.ProcessorStatistics",
                    "startTime processor periodStart period runningTime idleTime unknownTime contextSwitchCount"),
            fields(
                    "windows.ThreadProfile",
                    "startTime eventThread contextSwitchCount waitReasonBitMap waitReasons cycleTime retryCount"
                            + " hardwareCounters"),
            fields(
                    "windows.TraceSession",
                    "startTime file loggerName osBuild osVersion processors processorSpeed clock clockFrequency"
                            + " bootTime traceStart traceEnd timerResolution eventsLost buffersLost"
                            + " compactContextSwitches readyEvents clockOffset clockOffsetUncertainty clockDrift clockOffsetSource"
                            + " clockOffsetEvidence clockOffsetOfEvents jvmProcess minDuration leftOutBefore leftOutAfter onlyProcesses onlyThreads"
                            + " onlyEvents"),
            fields(
                    "windows.LatencyBreakdown",
                    "startTime duration eventThread stackTrace javaEvent detail runningTime readyTime waitingTime"
                            + " unknownTime longestReady waitReason displacedBy displacedTime vmThread vmThreadRunningTime"
                            + " vmThreadReadyTime vmThreadWaitingTime vmThreadUnknownTime vmThreadDisplacedBy"),
            fields("windows.DataLoss", "startTime processor reason amount fileOffset cause severity"),
            fields("windows.ProcessStart", "startTime pid parentPid image commandLine session"),
            fields("windows.ProcessEnd", "startTime pid parentPid image commandLine session exitCode"),
            fields("jdk.OSInformation", "startTime osVersion"),
            fields("jdk.SystemProcess", "startTime pid commandLine"));

    private static Map.Entry<String, List<String>> fields(String type, String names) {
        return Map.entry(type, List.of(names.split(" ", -1)));
    }

    /** Recordings to read. */
    enum Sort {
        /** A sample trace. */
        SAMPLE,
        /** One with all that can be in a recording. */
        STORY,
        /** A synthetic trace in several chunks. */
        CHUNKS
    }

    private static final Map<Sort, List<Row>> ROWS = new EnumMap<>(Sort.class);

    @TempDir
    private static Path directory;

    @BeforeAll
    static void write() throws Exception {
        ConversionOptions all = ConversionOptions.all(EventSelection.of(List.of("all")), null);
        new Conversion(Path.of("samples", "contention-full.etl"), path(Sort.SAMPLE), all, bytes -> {}).run();
        Path story = directory.resolve("story.etl");
        Files.write(story, story());
        convert(story, path(Sort.STORY));
        Path synthetic = directory.resolve("synthetic.etl");
        Files.write(
                synthetic,
                new SyntheticTrace(7)
                        .threads(60)
                        .switches(SWITCHES)
                        .churnPerMille(5)
                        .toTrace(new TraceOptions().processors(4)));
        SmallChunks.write(synthetic, path(Sort.CHUNKS), EVENTS_PER_CHUNK);
    }

    @AfterAll
    static void forget() {
        ROWS.clear();
    }

    /** What {@link RecordingFile} reads, once. */
    private static List<Row> rows(Sort sort) throws IOException {
        List<Row> rows = ROWS.get(sort);
        if (rows == null) {
            rows = List.copyOf(Readers.recordingFile(path(sort)));
            ROWS.put(sort, rows);
        }
        return rows;
    }

    private static Path path(Sort sort) {
        return directory.resolve(sort + ".jfr");
    }

    private static void convert(Path trace, Path recording) throws Exception {
        new Conversion(trace, recording, ConversionOptions.DEFAULT, bytes -> {}).run();
    }

    // What there is to tell: times are ticks of 100 ns after the start.
    private static final Instant STORY_START = Instant.parse("2026-11-21T11:04:46.459773800Z");
    private static final int APP = 100;
    private static final int CHILD = 200;
    private static final int WORKER = 104;
    private static final int OTHER_WORKER = 108;
    private static final int CHILD_THREAD = 204;

    /** Two threads of one name, a process that starts and ends, events and a buffer lost. */
    private static byte[] story() {
        TraceOptions options = new TraceOptions();
        Events events = options.events();
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        TraceBuilder builder = trace.builder();
        for (ProcessRecord process : List.of(
                ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                        .processId(4)
                        .image("System"),
                ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                        .processId(APP)
                        .parentId(4)
                        .session(1)
                        .image("app.exe")
                        .commandLine("\"C:\\Program Files\\app.exe\" --größe 世界"))) {
            builder.append(0, events.process(options.ticks(10), 0, 0, process));
        }
        for (int worker : List.of(WORKER, OTHER_WORKER)) {
            builder.append(
                    0,
                    events.thread(
                            options.ticks(10),
                            0,
                            0,
                            ThreadRecord.of(ThreadRecord.Kind.RUNDOWN_AT_START)
                                    .processId(APP)
                                    .threadId(worker)
                                    .name("worker")));
        }
        builder.append(
                0, contextSwitch(options, 100, new ContextSwitch().oldIdle(2).newThread(WORKER, 8)));
        ProcessRecord child = ProcessRecord.of(ProcessRecord.Kind.START)
                .processId(CHILD)
                .parentId(APP)
                .session(2)
                .image("child.exe")
                .commandLine("child");
        builder.append(0, events.process(options.ticks(150), WORKER, APP, child));
        builder.append(
                0,
                events.thread(
                        options.ticks(150),
                        WORKER,
                        APP,
                        ThreadRecord.of(ThreadRecord.Kind.START)
                                .processId(CHILD)
                                .threadId(CHILD_THREAD)
                                .name("")));
        builder.append(
                0,
                contextSwitch(
                        options,
                        200,
                        new ContextSwitch()
                                .oldThread(WORKER, 9)
                                .waiting(6)
                                .waitMode(1)
                                .newThread(OTHER_WORKER, 8)
                                .newWaitTicks(2)
                                .quantum(77)
                                .idealProcessor(1)));
        builder.append(
                0,
                contextSwitch(
                        options,
                        300,
                        new ContextSwitch()
                                .oldThread(OTHER_WORKER, 8)
                                .state(Kernel.READY)
                                .waitReason(Kernel.WR_PREEMPTED)
                                .newThread(CHILD_THREAD, 10)));
        ProcessRecord end = ProcessRecord.of(ProcessRecord.Kind.END)
                .processId(CHILD)
                .parentId(APP)
                .session(2)
                .exitStatus(-3)
                .image("child.exe")
                .commandLine("child");
        builder.append(0, events.process(options.ticks(350), CHILD_THREAD, CHILD, end));
        builder.append(
                0,
                contextSwitch(
                        options,
                        400,
                        new ContextSwitch()
                                .oldThread(CHILD_THREAD, 10)
                                .state(Kernel.TERMINATED)
                                .newThread(0, 0)));
        builder.flush(0);
        builder.append(
                0, contextSwitch(options, 500, new ContextSwitch().oldIdle(1).newThread(WORKER, 8)));
        builder.drop(0);
        builder.loseEvents(1, 5);
        builder.append(
                1, contextSwitch(options, 600, new ContextSwitch().oldIdle(1).newThread(WORKER, 8)));
        return trace.finish();
    }

    private static io.github.etl2jfr.testing.EventBytes contextSwitch(
            TraceOptions options, long time, ContextSwitch contextSwitch) {
        return options.events().contextSwitch(options.ticks(time), contextSwitch);
    }

    // The same from each.

    @ParameterizedTest
    @EnumSource
    void eventStreamShowsTheSame(Sort sort) throws IOException {
        List<Row> streamed = Readers.eventStream(path(sort));
        assertThat(streamed).isSortedAccordingTo(Comparator.comparingLong(Row::end));
        assertSame(Row.sorted(streamed), Row.sorted(rows(sort)));
    }

    @ParameterizedTest
    @EnumSource
    void missionControlShowsTheSame(Sort sort) throws Exception {
        List<Row> rows = Readers.missionControl(path(sort));
        List<Row> expected = rows(sort);
        assertThat(new HashSet<>(rows)).hasSameSizeAs(new HashSet<>(expected));
        assertSame(Row.sorted(rows), Row.sorted(expected));
    }

    @ParameterizedTest
    @EnumSource
    void asyncProfilerShowsTheSame(Sort sort) throws IOException {
        List<Row> expected = rows(sort).stream().map(Row::withoutGroups).toList();
        assertSame(AsyncProfiler.read(path(sort)), expected);
    }

    @ParameterizedTest
    @EnumSource(names = "CHUNKS", mode = EnumSource.Mode.EXCLUDE)
    void jfrPrintShowsTheSame(Sort sort) throws Exception {
        List<Row> rows = Readers.jfrPrint(path(sort));
        List<Row> expected = rows(sort);
        // Since JDK 22 it sorts.
        assertSame(Row.sorted(rows), Row.sorted(expected));
        assertThat(Readers.jfr(
                        "print", "--events", "windows.TraceSession", path(sort).toString()))
                .contains("loggerName = \"NT Kernel Logger\"", "clockFrequency = 10000000 Hz", "clockOffset = N/A");
    }

    private static final Pattern SUMMARY_LINE = Pattern.compile(" (\\S+) +(\\d+) +(\\d+)\\s*");

    @ParameterizedTest
    @EnumSource
    void jfrSummaryCountsTheSame(Sort sort) throws Exception {
        Map<String, Long> expected =
                new TreeMap<>(rows(sort).stream().collect(Collectors.groupingBy(Row::type, Collectors.counting())));
        FIELDS.keySet().forEach(type -> expected.putIfAbsent(type, 0L));

        String summary = Readers.jfr("summary", path(sort).toString());
        Map<String, Long> actual = new TreeMap<>();
        summary.lines().map(SUMMARY_LINE::matcher).filter(Matcher::matches).forEach(line -> {
            actual.put(line.group(1), Long.parseLong(line.group(2)));
        });
        List<Chunks.Chunk> chunks = Chunks.of(path(sort));
        assertThat(actual.remove("jdk.Metadata")).isEqualTo(chunks.size());
        // Spelt in one way or the other.
        actual.keySet().removeIf("jdk.CheckPoint"::equalsIgnoreCase);
        assertThat(actual).isEqualTo(expected);
        assertThat(summary).containsPattern("Chunks: " + chunks.size() + "\\s");
    }

    @ParameterizedTest
    @EnumSource
    void jfrMetadataDescribesTypes(Sort sort) throws Exception {
        assertThat(Readers.jfr("metadata", path(sort).toString()))
                .contains(
                        FIELDS.keySet().stream().map("@Name(\"%s\")"::formatted).toList())
                .contains(
                        "@Category({\"Operating System\", \"Windows\", \"Scheduler\"})",
                        "@Label(\"New Thread Wait Time\")",
                        "@Timespan(\"NANOSECONDS\")",
                        "Thread newThread;");
    }

    @Test
    void jfrTakesApartAndJoins() throws Exception {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        Path chunks = path(Sort.CHUNKS);
        Readers.jfr("disassemble", "--output", parts.toString(), "--max-chunks", "1", chunks.toString());
        Path joined = directory.resolve("joined.jfr");
        Readers.jfr("assemble", parts.toString(), joined.toString());
        assertThat(joined).hasSameBinaryContentAs(chunks);
    }

    private static void assertSame(List<Row> actual, List<Row> expected) {
        for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            assertThat(actual.get(i)).as("event %d", i).isEqualTo(expected.get(i));
        }
        assertThat(actual).hasSameSizeAs(expected);
        assertThat(expected).isNotEmpty();
    }

    // Chunks.

    @Test
    void thereAreSeveralChunks() throws IOException {
        assertThat(Chunks.of(path(Sort.CHUNKS))).hasSizeGreaterThanOrEqualTo(3);
        assertThat(rows(Sort.CHUNKS))
                .filteredOn(row -> row.type().equals("windows.ContextSwitch"))
                .hasSize(SWITCHES);
    }

    @ParameterizedTest
    @EnumSource
    void chunksAreInOrder(Sort sort) throws IOException {
        List<Chunks.Chunk> chunks = Chunks.of(path(sort));
        List<Row> separately = new ArrayList<>();
        Set<Long> starts = new HashSet<>();
        long previousEnd = Long.MIN_VALUE;
        for (Chunks.Chunk chunk : chunks) {
            assertThat(starts.add(chunk.startNanos())).isTrue();
            assertThat(chunk.startNanos()).isGreaterThanOrEqualTo(previousEnd);
            assertThat(chunk.endNanos()).isGreaterThanOrEqualTo(chunk.startNanos());
            previousEnd = chunk.endNanos();
            assertThat(chunk.metadata()).isEqualTo(chunks.get(0).metadata());
            assertThat(chunk.ticksPerSecond()).isEqualTo(chunks.get(0).ticksPerSecond());
            double seconds = (chunk.startTicks() - chunks.get(0).startTicks()) / (double) chunk.ticksPerSecond();
            assertThat((chunk.startNanos() - chunks.get(0).startNanos()) / 1e9).isCloseTo(seconds, within(2e-9));

            Path alone = directory.resolve(sort + "-" + starts.size() + ".jfr");
            Files.write(alone, chunk.bytes());
            List<Row> rows = Readers.recordingFile(alone);
            assertThat(rows).isNotEmpty().isSortedAccordingTo(Comparator.comparingLong(Row::end));
            // Slices may begin before.
            assertThat(rows.get(0).end()).isGreaterThanOrEqualTo(chunk.startNanos());
            // Both ends are rounded down.
            assertThat(rows.get(rows.size() - 1).end()).isBetween(chunk.endNanos() - 1, chunk.endNanos() + 1);
            separately.addAll(rows);
        }
        // The JDK reads the whole with the first chunk's clock and constants: they must mean the same in each.
        assertSame(separately, rows(sort));
    }

    /** No process is known and no processor idle: there are no groups at all. */
    @Test
    void threadsWithoutGroupAreReadByAll() throws Exception {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        for (int i = 0; i < 2; i++) {
            ContextSwitch contextSwitch =
                    new ContextSwitch().oldThread(WORKER, 8).waiting(6).newThread(WORKER, 8);
            trace.builder().append(0, contextSwitch(options, 100 + i, contextSwitch));
        }
        Path path = directory.resolve("nameless.etl");
        Files.write(path, trace.finish());
        Path recording = directory.resolve("nameless.jfr");
        convert(path, recording);

        List<Row> rows = Readers.recordingFile(recording);
        assertThat(rows).anySatisfy(row -> assertThat(row.fields())
                .startsWith("|eventThread=Unknown (104) in null|processor=0|newThread=Unknown (104) in null|"));
        assertSame(Row.sorted(Readers.eventStream(recording)), Row.sorted(rows));
        assertSame(Row.sorted(Readers.missionControl(recording)), Row.sorted(rows));
        assertSame(Row.sorted(Readers.jfrPrint(recording)), Row.sorted(rows));
        assertSame(
                AsyncProfiler.read(recording),
                rows.stream().map(Row::withoutGroups).toList());
    }

    /** Many switches at one time fill chunks that have no length; readers still tell them apart. */
    @ParameterizedTest
    @ValueSource(longs = {10_000_000, 2_500_000_000L, 3_333_000_000L})
    void chunksOfOneInstantHaveStartsOfTheirOwn(long frequency) throws Exception {
        TraceOptions options = new TraceOptions().processors(1).clock(Clock.CPU_CYCLES, frequency);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        ContextSwitch contextSwitch = new ContextSwitch()
                .oldThread(WORKER, 8)
                .state(Kernel.READY)
                .newThread(WORKER, 8)
                .quantum(-1);
        for (int i = 0; i < SWITCHES; i++) {
            trace.builder().append(0, contextSwitch(options, 100, contextSwitch));
        }
        Path path = directory.resolve("instant-" + frequency + ".etl");
        Files.write(path, trace.finish());
        Path recording = directory.resolve("instant-" + frequency + ".jfr");
        SmallChunks.write(path, recording, EVENTS_PER_CHUNK);

        List<Chunks.Chunk> chunks = Chunks.of(recording);
        assertThat(chunks).hasSizeGreaterThanOrEqualTo(3);
        assertThat(chunks).extracting(Chunks.Chunk::startNanos).doesNotHaveDuplicates();
        long shown = 0;
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            shown += items.getItemCount();
        }
        assertThat(shown).isEqualTo(Readers.recordingFile(recording).size());
    }

    // Types.

    @ParameterizedTest
    @EnumSource
    void everyTypeIsDescribed(Sort sort) throws IOException {
        try (RecordingFile file = new RecordingFile(path(sort))) {
            Map<String, EventType> types =
                    file.readEventTypes().stream().collect(Collectors.toMap(EventType::getName, Function.identity()));
            assertThat(types.keySet()).isEqualTo(FIELDS.keySet());
            for (EventType type : types.values()) {
                assertThat(type.getLabel()).as(type.getName()).isNotBlank();
                assertThat(type.getDescription()).as(type.getName()).isNotBlank();
                assertThat(type.getCategoryNames())
                        .as(type.getName())
                        .isNotEmpty()
                        .first()
                        .isEqualTo("Operating System");
                assertThat(type.getFields())
                        .extracting(ValueDescriptor::getName)
                        .isEqualTo(FIELDS.get(type.getName()));
                assertThat(type.getFields()).allSatisfy(field -> {
                    assertThat(field.getLabel()).as(field.getName()).isNotBlank();
                    assertThat(field.getTypeName()).as(field.getName()).isNotEqualTo("byte");
                });
            }
            assertThat(types.get("windows.ContextSwitch").getCategoryNames())
                    .containsExactly("Operating System", "Windows", "Scheduler");
            assertThat(types.get("windows.ProcessStart").getCategoryNames())
                    .containsExactly("Operating System", "Windows", "Processes");
            assertThat(types.get("windows.TraceSession").getCategoryNames())
                    .containsExactly("Operating System", "Windows");
        }
    }

    @ParameterizedTest
    @EnumSource
    void missionControlKnowsWhatFieldsMean(Sort sort) throws Exception {
        Map<String, ContentType<?>> contents = new HashMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(path(sort).toFile())) {
            String type = items.getType().getIdentifier();
            items.getType().getAccessorKeys().forEach((key, description) -> {
                assertThat(description.getName()).isNotBlank();
                if (ownFields(type).contains(key.getIdentifier())) {
                    assertThat(description.getDescription()).isNotBlank();
                }
                contents.put(type + "." + key.getIdentifier(), key.getContentType());
            });
            assertThat(items.getType().getDescription()).startsWith(known(type).description());
        }
        Map<String, ContentType<?>> expected = new HashMap<>();
        for (String field : List.of("startTime", "bootTime", "traceStart", "traceEnd")) {
            expected.put("windows.TraceSession." + field, UnitLookup.TIMESTAMP);
        }
        for (String field : List.of(
                "timerResolution",
                "clockOffset",
                "clockOffsetUncertainty",
                "clockDrift",
                "clockOffsetOfEvents",
                "minDuration",
                "leftOutBefore",
                "leftOutAfter")) {
            expected.put("windows.TraceSession." + field, UnitLookup.TIMESPAN);
        }
        expected.put("windows.TraceSession.clockFrequency", UnitLookup.FREQUENCY);
        expected.put("windows.TraceSession.compactContextSwitches", UnitLookup.FLAG);
        expected.put("windows.TraceSession.readyEvents", UnitLookup.FLAG);
        expected.put("windows.TraceSession.processors", UnitLookup.NUMBER);
        expected.put("windows.ContextSwitch.newThreadWaitTime", UnitLookup.TIMESPAN);
        expected.put("windows.ContextSwitch.eventThread", UnitLookup.THREAD);
        expected.put("windows.ContextSwitch.newThread", UnitLookup.THREAD);
        expected.put("windows.ContextSwitch.waitReason", UnitLookup.PLAIN_TEXT);
        expected.put("windows.ContextSwitch.processor", UnitLookup.NUMBER);
        for (String type : List.of("ThreadRunning", "ThreadReady", "ThreadWaiting", "ProcessorIdle")) {
            expected.put("windows." + type + ".startTime", UnitLookup.TIMESTAMP);
            expected.put("windows." + type + ".duration", UnitLookup.TIMESPAN);
            expected.put("windows." + type + ".eventThread", UnitLookup.THREAD);
            expected.put("windows." + type + ".processor", UnitLookup.NUMBER);
        }
        expected.put("windows.ThreadRunning.nextThread", UnitLookup.THREAD);
        expected.put("windows.ThreadRunning.clipped", UnitLookup.FLAG);
        expected.put("windows.ThreadReady.readiedBy", UnitLookup.THREAD);
        expected.put("windows.ThreadReady.runningInstead", UnitLookup.THREAD);
        expected.put("windows.ThreadReady.cause", UnitLookup.PLAIN_TEXT);
        expected.put("windows.ThreadWaiting.readiedBy", UnitLookup.THREAD);
        for (String field : List.of("runningTime", "readyTime", "waitingTime", "longestReady")) {
            expected.put("windows.ThreadStatistics." + field, UnitLookup.TIMESPAN);
        }
        for (String field : List.of("contextSwitchCount", "involuntarySwitchCount", "processorMigrations")) {
            expected.put("windows.ThreadStatistics." + field, UnitLookup.NUMBER);
        }
        expected.put("windows.ThreadStatistics.longestReadyStart", UnitLookup.TIMESTAMP);
        expected.put("windows.ContextSwitch.oldThreadPriority", UnitLookup.NUMBER);
        assertThat(contents).containsAllEntriesOf(expected);
    }

    private static io.github.etl2jfr.recording.EventType known(String type) {
        return Stream.of(io.github.etl2jfr.recording.EventType.values())
                .filter(known -> known.typeName().equals(type))
                .findAny()
                .orElseThrow();
    }

    /** But for those that the JDK's types have, too. */
    private static List<String> ownFields(String type) {
        return type.startsWith("windows.")
                ? known(type).fields().stream().map(Field::name).toList()
                : List.of();
    }

    // Slices.

    private static final List<String> SLICES = List.of(
            "windows.ThreadRunning",
            "windows.ThreadReady",
            "windows.ThreadWaiting",
            "windows.ProcessorIdle",
            "windows.ProcessorRunning");

    /** Where slices of a chunk are not in the order of their ends, it shows some twice and others not at all. */
    @ParameterizedTest
    @EnumSource
    void missionControlShowsEverySliceOnceOnItsLane(Sort sort) throws Exception {
        IItemCollection events = JfrLoaderToolkit.loadEvents(path(sort).toFile());
        List<Row> written = rows(sort);
        for (String type : SLICES) {
            Set<String> shown = new HashSet<>();
            long count = 0;
            for (IItemIterable items : events.apply(ItemFilters.type(type))) {
                for (IItem item : items) {
                    IMCThread thread = JfrAttributes.EVENT_THREAD
                            .getAccessor(items.getType())
                            .getMember(item);
                    assertThat(thread).as(type).isNotNull();
                    long start = nanos(JfrAttributes.START_TIME, item);
                    long end = nanos(JfrAttributes.END_TIME, item);
                    long duration = JfrAttributes.DURATION
                            .getAccessor(items.getType())
                            .getMember(item)
                            .longValueIn(UnitLookup.NANOSECOND);
                    assertThat(duration).as(type).isPositive().isEqualTo(end - start);
                    shown.add(start + " " + end + " " + thread.getThreadName());
                    count++;
                }
            }
            assertThat(count)
                    .as(type)
                    .isEqualTo(written.stream()
                            .filter(row -> row.type().equals(type))
                            .count());
            assertThat(shown).as(type).hasSize((int) count);
            assertThat(sort == Sort.STORY || count > 0).as(type).isTrue();
        }
    }

    private static long nanos(IAttribute<IQuantity> attribute, IItem item) throws Exception {
        return attribute
                .getAccessor(ItemToolkit.getItemType(item))
                .getMember(item)
                .longValueIn(UnitLookup.EPOCH_NS);
    }

    /** Counts and times can be added up, and come out as the JDK has them. */
    @ParameterizedTest
    @EnumSource
    void missionControlAddsUp(Sort sort) throws Exception {
        Map<String, Long> expected = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(path(sort))) {
            String type = event.getEventType().getName();
            if (isOfScheduler(type)) {
                for (ValueDescriptor field : event.getFields()) {
                    String name = field.getName();
                    if (field.getAnnotation(Timespan.class) != null && event.getLong(name) != Long.MIN_VALUE) {
                        expected.merge(
                                type + "." + name, event.getDuration(name).toNanos(), Long::sum);
                    } else if (List.of("int", "short").contains(field.getTypeName())) {
                        expected.merge(type + "." + name, event.getLong(name), Long::sum);
                    }
                }
            }
        }
        assertThat(expected)
                .containsKeys(
                        "windows.ThreadRunning.duration",
                        "windows.ThreadStatistics.contextSwitchCount",
                        "windows.ThreadStatistics.readyTime");

        IItemCollection events = JfrLoaderToolkit.loadEvents(path(sort).toFile());
        Map<String, Long> actual = new TreeMap<>();
        for (IItemIterable items : events) {
            String type = items.getType().getIdentifier();
            for (IAccessorKey<?> attribute : items.getType().getAccessorKeys().keySet()) {
                String name = type + "." + attribute.getIdentifier();
                if (expected.containsKey(name)) {
                    assertThat(attribute.getContentType())
                            .as(name)
                            .isInstanceOf(LinearKindOfQuantity.class)
                            .isIn(UnitLookup.TIMESPAN, UnitLookup.NUMBER);
                    actual.put(name, sum(events.apply(ItemFilters.type(type)), attribute));
                }
            }
        }
        assertThat(actual).isEqualTo(expected);
    }

    private static long sum(IItemCollection events, IAccessorKey<?> key) {
        if (key.getContentType() == UnitLookup.NUMBER) {
            IAttribute<IQuantity> number = Attribute.attr(key.getIdentifier(), null, UnitLookup.NUMBER);
            return events.getAggregate(Aggregators.sum(number)).longValue();
        }
        IAttribute<IQuantity> timespan = Attribute.attr(key.getIdentifier(), null, UnitLookup.TIMESPAN);
        // It knows none that is not known.
        IItemFilter known = ItemFilters.moreOrEqual(timespan, UnitLookup.NANOSECOND.quantity(0));
        IQuantity sum = events.apply(known).getAggregate(Aggregators.sum(timespan));
        return Math.round(sum.doubleValueIn(UnitLookup.NANOSECOND));
    }

    private static boolean isOfScheduler(String type) {
        return SLICES.contains(type)
                || List.of("windows.ContextSwitch", "windows.ThreadStatistics", "windows.ThreadProfile")
                        .contains(type);
    }

    /** Of a long without a unit it makes a thing that cannot be added or drawn: good for ids and bits alone. */
    @ParameterizedTest
    @EnumSource
    void missionControlTakesNoQuantityForARawNumber(Sort sort) throws Exception {
        Set<String> raw = new TreeSet<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(path(sort).toFile())) {
            for (IAccessorKey<?> attribute : items.getType().getAccessorKeys().keySet()) {
                if (attribute.getContentType() == UnitLookup.RAW_NUMBER) {
                    raw.add(items.getType().getIdentifier() + "." + attribute.getIdentifier());
                }
            }
        }
        assertThat(raw)
                .isSubsetOf(
                        "windows.ThreadStatistics.waitReasonBitMap",
                        "windows.ThreadProfile.waitReasonBitMap",
                        "windows.ThreadProfile.cycleTime",
                        "windows.DataLoss.fileOffset",
                        "windows.ProcessStart.pid",
                        "windows.ProcessStart.parentPid",
                        "windows.ProcessEnd.pid",
                        "windows.ProcessEnd.parentPid");
    }

    /** What a thread is said to have done all in all is what its slices show, and they never overlap. */
    @ParameterizedTest
    @EnumSource
    void statisticsAreTheSumOfTheSlices(Sort sort) throws IOException {
        Map<String, Duration> slices = new TreeMap<>();
        Map<String, Duration> statistics = new TreeMap<>();
        Map<Long, Instant> ends = new HashMap<>();
        List<RecordedEvent> events = RecordingFile.readAllEvents(path(sort));
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            if (List.of("windows.ThreadRunning", "windows.ThreadReady", "windows.ThreadWaiting")
                    .contains(type)) {
                long thread = event.getThread().getJavaThreadId();
                slices.merge(thread + " " + type, event.getDuration(), Duration::plus);
                Instant previous = ends.put(thread, event.getEndTime());
                assertThat(event.getStartTime()).isAfterOrEqualTo(previous == null ? Instant.MIN : previous);
                if (type.equals("windows.ThreadReady")) {
                    slices.merge(thread + " longest", event.getDuration(), ReadersTest::longer);
                }
            } else if (type.equals("windows.ThreadStatistics")) {
                long thread = event.getThread().getJavaThreadId();
                Map.of(
                                "windows.ThreadRunning", "runningTime",
                                "windows.ThreadReady", "readyTime",
                                "windows.ThreadWaiting", "waitingTime")
                        .forEach((slice, field) ->
                                statistics.merge(thread + " " + slice, event.getDuration(field), Duration::plus));
                statistics.merge(thread + " longest", event.getDuration("longestReady"), ReadersTest::longer);
            }
        }
        statistics.values().removeIf(Duration::isZero);
        assertThat(statistics).isNotEmpty().isEqualTo(slices);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** The same seen from the processor. */
    @ParameterizedTest
    @EnumSource(names = "STORY", mode = EnumSource.Mode.EXCLUDE)
    void processorsRunWhatThreadsRun(Sort sort) throws IOException {
        List<String> ofThreads = new ArrayList<>();
        List<String> ofProcessors = new ArrayList<>();
        Map<Long, Instant> ends = new HashMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(path(sort))) {
            String type = event.getEventType().getName();
            String what = event.getStartTime() + " " + event.getEndTime() + " ";
            if (type.equals("windows.ThreadRunning")) {
                ofThreads.add(what + event.getInt("processor") + " " + event.getShort("priority") + " "
                        + event.getThread().getOSName());
            } else if (type.equals("windows.ProcessorRunning")) {
                ofProcessors.add(what + event.getInt("processor") + " " + event.getShort("priority") + " "
                        + event.getThread("thread").getOSName());
            }
            if (type.equals("windows.ProcessorRunning") || type.equals("windows.ProcessorIdle")) {
                assertThat(event.getThread().getOSName()).isEqualTo("CPU " + event.getInt("processor"));
                Instant previous = ends.put(event.getThread().getJavaThreadId(), event.getEndTime());
                assertThat(event.getStartTime()).isAfterOrEqualTo(previous == null ? Instant.MIN : previous);
            }
        }
        assertThat(ofProcessors).isNotEmpty().isEqualTo(ofThreads);
    }

    // Threads and values.

    /** Lanes are equal threads: in Mission Control those of equal OS thread ids. */
    @Test
    void threadsOfOneNameHaveLanesOfTheirOwn() throws Exception {
        Map<String, Set<IMCThread>> lanes = new HashMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(path(Sort.STORY).toFile())) {
            for (IAccessorKey<?> key : items.getType().getAccessorKeys().keySet()) {
                if (key.getContentType() == UnitLookup.THREAD) {
                    for (IItem item : items) {
                        Object thread = items.getType().getAccessor(key).getMember(item);
                        if (thread != null) {
                            lanes.computeIfAbsent(((IMCThread) thread).getThreadName(), name -> new HashSet<>())
                                    .add((IMCThread) thread);
                        }
                    }
                }
            }
        }
        assertThat(lanes.keySet())
                .containsExactlyInAnyOrder("CPU 0", "CPU 1", "worker (104)", "worker (108)", "child.exe (204)");
        assertThat(lanes.values()).allSatisfy(threads -> assertThat(threads).hasSize(1));
        assertThat(lanes.values().stream().flatMap(Set::stream).distinct()).hasSize(lanes.size());
        assertThat(lanes.get("worker (104)"))
                .allSatisfy(
                        thread -> assertThat(thread.getThreadGroup().getName()).isEqualTo("app.exe (100)"));
    }

    @Test
    void storyIsToldInFull() throws IOException {
        assertThat(switches())
                .containsExactly(
                        "100 CPU 0 in Processors -> worker (104) in app.exe (100)",
                        "200 worker (104) in app.exe (100) -> worker (108) in app.exe (100)",
                        "300 worker (108) in app.exe (100) -> child.exe (204) in child.exe (200)",
                        "400 child.exe (204) in child.exe (200) -> null",
                        "600 CPU 1 in Processors -> null");
        assertThat(story("windows.ContextSwitch"))
                .element(1)
                .extracting(Row::fields)
                .asString()
                .endsWith("|oldThreadPriority=9|newThreadPriority=8|oldThreadState=Waiting|waitReason=UserRequest"
                        + "|waitMode=UserMode|newThreadWaitTime=31250000|previousCState=-1|idealProcessor=1"
                        + "|remainingQuantum=77");
        assertThat(story("windows.ContextSwitch"))
                .element(2)
                .extracting(Row::fields)
                .asString()
                .contains("|oldThreadState=Ready|waitReason=WrPreempted|");
        assertThat(story("windows.ContextSwitch"))
                .element(3)
                .extracting(Row::fields)
                .asString()
                .contains("|oldThreadState=Terminated|waitReason=null|");
        assertThat(story("windows.ContextSwitch"))
                .element(0)
                .extracting(Row::fields)
                .asString()
                .contains("|oldThreadState=Running|waitReason=null|", "|previousCState=2|");
        assertThat(story("jdk.SystemProcess"))
                .containsExactly(
                        new Row("jdk.SystemProcess", at(10), "|pid=4|commandLine=System"),
                        new Row(
                                "jdk.SystemProcess",
                                at(10),
                                "|pid=100|commandLine=\"C:\\Program Files\\app.exe\" --größe 世界"));
        assertThat(story("windows.ProcessStart"))
                .containsExactly(new Row(
                        "windows.ProcessStart",
                        at(150),
                        "|pid=200|parentPid=100|image=child.exe|commandLine=child|session=2"));
        assertThat(story("windows.ProcessEnd"))
                .containsExactly(new Row(
                        "windows.ProcessEnd",
                        at(350),
                        "|pid=200|parentPid=100|image=child.exe|commandLine=child|session=2|exitCode=-3"));
        assertThat(story("jdk.OSInformation"))
                .containsExactly(new Row("jdk.OSInformation", at(10), "|osVersion=Windows 10 (10.0.19045)"));
    }

    /** The buffer that came after was lost, as its missing sequence number tells. */
    @Test
    void nothingIsGuessedAfterALoss() throws IOException {
        assertThat(story("windows.ProcessorIdle"))
                .filteredOn(row -> row.fields().contains("eventThread=CPU 0 "))
                .extracting(Row::nanos)
                .doesNotContain(at(400));
    }

    @Test
    void storyTellsWhatTheTraceIs() throws IOException {
        long bootNanos = Row.epochNanos(STORY_START.minusSeconds(100));
        assertThat(story("windows.TraceSession"))
                .containsExactly(new Row.Fields()
                        .add("file", "story.etl")
                        .add("loggerName", "NT Kernel Logger")
                        .add("osBuild", 19045)
                        .add("osVersion", "Windows 10 (10.0.19045)")
                        .add("processors", 2)
                        .add("processorSpeed", 2000)
                        .add("clock", "QPC")
                        .add("clockFrequency", 10_000_000)
                        // In milliseconds.
                        .add("bootTime", bootNanos / 1_000_000 * 1_000_000)
                        .add("traceStart", at(10))
                        .add("traceEnd", at(600))
                        .add("timerResolution", 15_625_000)
                        .add("eventsLost", 5)
                        .add("buffersLost", 1)
                        .add("compactContextSwitches", false)
                        .add("readyEvents", false)
                        .add("clockOffset", Row.UNKNOWN)
                        .add("clockOffsetUncertainty", Row.UNKNOWN)
                        .add("clockDrift", Row.UNKNOWN)
                        .add("clockOffsetSource", null)
                        .add("clockOffsetEvidence", -1)
                        .add("clockOffsetOfEvents", Row.UNKNOWN)
                        .add("jvmProcess", null)
                        .add("minDuration", 0)
                        .add("leftOutBefore", 0)
                        .add("leftOutAfter", 0)
                        .add("onlyProcesses", null)
                        .add("onlyThreads", null)
                        .add("onlyEvents", null)
                        .toRow("windows.TraceSession", at(10)));
    }

    /** The sum of what was lost is what the trace's header says, and no single place is told twice. */
    @Test
    void storyTellsWhatWasLost() throws IOException {
        Map<String, Integer> lost = new TreeMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(path(Sort.STORY))) {
            if (event.getEventType().getName().equals("windows.DataLoss")) {
                lost.merge(event.getString("reason"), event.getInt("amount"), Integer::sum);
                assertThat(Row.epochNanos(event.getStartTime())).isBetween(at(10), at(600));
                assertThat(event.getInt("processor")).isBetween(-1, 1);
            }
        }
        assertThat(lost).isEqualTo(Map.of("EventsLost", 5, "BufferLost", 1));
    }

    private static long at(long time) {
        return Row.epochNanos(STORY_START) + time * 100;
    }

    private static List<Row> story(String type) throws IOException {
        return rows(Sort.STORY).stream().filter(row -> row.type().equals(type)).toList();
    }

    private static List<String> switches() throws IOException {
        Pattern threads = Pattern.compile("\\|eventThread=([^|]*)\\|.*\\|newThread=([^|]*)\\|.*");
        return story("windows.ContextSwitch").stream()
                .map(row -> {
                    Matcher matcher = threads.matcher(row.fields());
                    assertThat(matcher.matches()).isTrue();
                    return (row.nanos() - Row.epochNanos(STORY_START)) / 100 + " " + matcher.group(1) + " -> "
                            + matcher.group(2);
                })
                .toList();
    }
}
