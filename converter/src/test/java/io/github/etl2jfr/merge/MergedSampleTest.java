package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.EventSelection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.stacktrace.FrameSeparator;
import org.openjdk.jmc.flightrecorder.stacktrace.FrameSeparator.FrameCategorization;
import org.openjdk.jmc.flightrecorder.stacktrace.tree.Node;
import org.openjdk.jmc.flightrecorder.stacktrace.tree.StacktraceTreeModel;

/** The sample traces merged with the recording of the JVM that ran meanwhile, against what really happened. */
class MergedSampleTest {
    private static final Path SAMPLES = Path.of("samples");
    private static final Path JVM = SAMPLES.resolve("contention.jfr");
    private static final String OURS = "windows.";
    private static final String BREAKDOWN = "windows.LatencyBreakdown";
    private static final long VM_THREAD = 17_329;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** The events that are explained. Not by the converter's list, which may be wrong. */
    private static final Set<String> LATENCIES = Set.of(
            "jdk.GCPhasePause",
            "jdk.GCPhasePauseLevel1",
            "jdk.GCPhasePauseLevel2",
            "jdk.GCPhaseConcurrent",
            "jdk.GCPhaseConcurrentLevel1",
            "jdk.GCPhaseParallel",
            "jdk.SafepointBegin",
            "jdk.SafepointStateSynchronization",
            "jdk.ExecuteVMOperation",
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.ThreadSleep",
            "jdk.SocketRead",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.ClassLoad");

    @TempDir
    private static Path directory;

    private static final Map<Sample, Path> MERGED = new EnumMap<>(Sample.class);

    /** Traces of the same run. */
    enum Sample {
        FULL("contention-full.etl", 0, "contention.slices.tsv.gz"),
        SYSTEM_TIME("contention-full-systime.etl", 0, "contention.slices.tsv.gz"),
        SKEWED("contention-skewed.etl", 7_300_000, "contention.slices.tsv.gz"),
        COMPACT("contention-compact.etl", 0, "contention-compact.slices.tsv.gz");

        private final String file;
        private final long skewNanos;
        private final String truth;

        Sample(String file, long skewNanos, String truth) {
            this.file = file;
            this.skewNanos = skewNanos;
            this.truth = truth;
        }

        private Path merged() throws Exception {
            synchronized (MERGED) {
                Path merged = MERGED.get(this);
                if (merged == null) {
                    merged = merge(this, null, false);
                    MERGED.put(this, merged);
                }
                return merged;
            }
        }
    }

    private static Path merge(Sample sample, Duration clockOffset, boolean wholeMachine) throws Exception {
        Path merged = directory.resolve("%s-%s-%s.jfr".formatted(sample, clockOffset, wholeMachine));
        MergeOptions merge = new MergeOptions(JVM, OptionalLong.empty(), clockOffset, wholeMachine);
        ConversionOptions options = ConversionOptions.all(EventSelection.DEFAULT, merge);
        new Conversion(SAMPLES.resolve(sample.file), merged, options, bytes -> {}).run();
        return merged;
    }

    private static List<RecordedEvent> read(Path recording, boolean ours) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().startsWith(OURS) == ours)
                .toList();
    }

    private static RecordedEvent session(Path recording) throws IOException {
        List<RecordedEvent> sessions = read(recording, true).stream()
                .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .toList();
        assertThat(sessions).hasSize(1);
        return sessions.get(0);
    }

    @ParameterizedTest
    @EnumSource
    void theOffsetIsFound(Sample sample) throws Exception {
        RecordedEvent session = session(sample.merged());
        long offset = session.getDuration("clockOffset").toNanos();
        long uncertainty = session.getDuration("clockOffsetUncertainty").toNanos();
        assertThat(offset).isCloseTo(sample.skewNanos, within(3000L));
        assertThat(uncertainty).isLessThan(5000).isGreaterThanOrEqualTo(Math.abs(offset - sample.skewNanos));
        assertThat(session.getDuration("clockDrift")).isZero();
        assertThat(session.getString("clockOffsetSource")).isEqualTo("Events");
        assertThat(session.getInt("clockOffsetEvidence")).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource
    void theJvmsEventsAreWhatTheyWere(Sample sample) throws Exception {
        List<String> before =
                read(JVM, false).stream().map(RecordedEvent::toString).toList();
        List<String> after = read(sample.merged(), false).stream()
                .map(RecordedEvent::toString)
                .toList();
        assertThat(after).isEqualTo(before).hasSizeGreaterThan(3000);
    }

    /** All that a tool can know a thread by. */
    private record Identity(
            long key, String osName, long osThreadId, String javaName, long javaThreadId, String group) {
        static Identity of(RecordedThread thread) {
            return new Identity(
                    thread.getId(),
                    thread.getOSName(),
                    thread.getOSThreadId(),
                    thread.getJavaName(),
                    thread.<Long>getValue("javaThreadId"),
                    thread.getThreadGroup() == null
                            ? null
                            : thread.getThreadGroup().getName());
        }
    }

    private static List<RecordedThread> threads(RecordedEvent event) {
        return event.getFields().stream()
                .filter(field -> field.getTypeName().equals("java.lang.Thread"))
                .map(field -> event.getThread(field.getName()))
                .filter(thread -> thread != null)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void theJvmsThreadsAreOne(Sample sample) throws Exception {
        Map<Long, Set<Identity>> jvm = identities(read(JVM, false));
        Map<Long, Set<Identity>> ours = identities(read(sample.merged(), true));

        assertThat(jvm.values()).allMatch(identities -> identities.size() == 1);
        Map<Long, Set<Identity>> both = new TreeMap<>(ours);
        both.keySet().retainAll(jvm.keySet());
        assertThat(both).hasSizeGreaterThan(20);
        assertThat(jvm).containsAllEntriesOf(both);
    }

    /** By thread id. */
    private static Map<Long, Set<Identity>> identities(List<RecordedEvent> events) {
        return events.stream()
                .flatMap(event -> threads(event).stream())
                .map(Identity::of)
                .collect(Collectors.groupingBy(Identity::osThreadId, TreeMap::new, Collectors.toSet()));
    }

    @ParameterizedTest
    @EnumSource
    void otherThreadsAreOthersByEitherId(Sample sample) throws Exception {
        Set<Long> jvm = identities(read(JVM, false)).keySet();
        List<Identity> others = identities(read(sample.merged(), true)).values().stream()
                .flatMap(Set::stream)
                .filter(thread -> !jvm.contains(thread.osThreadId))
                .toList();
        assertThat(others).hasSizeGreaterThan(20).allMatch(thread -> thread.javaThreadId < 0);
        assertThat(others).extracting(Identity::osThreadId).doesNotHaveDuplicates();
        assertThat(others).extracting(Identity::javaThreadId).doesNotHaveDuplicates();
        assertThat(others).extracting(Identity::key).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void missionControlShowsOneLaneForAThread(Sample sample) throws Exception {
        // Lanes, as Mission Control tells threads apart, by their names; and the other way round.
        Map<String, Set<IMCThread>> lanes = new HashMap<>();
        Map<IMCThread, Set<String>> names = new HashMap<>();
        Map<String, Set<String>> halves = new HashMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(sample.merged().toFile())) {
            IMemberAccessor<IMCThread, IItem> thread = JfrAttributes.EVENT_THREAD.getAccessor(items.getType());
            if (thread == null) {
                continue;
            }
            String half = items.getType().getIdentifier().startsWith(OURS) ? "Windows" : "JVM";
            for (IItem item : items) {
                IMCThread lane = thread.getMember(item);
                if (lane != null) {
                    String name = lane.getThreadName() + " " + lane.getThreadId();
                    lanes.computeIfAbsent(name, key -> new HashSet<>()).add(lane);
                    names.computeIfAbsent(lane, key -> new HashSet<>()).add(name);
                    halves.computeIfAbsent(name, key -> new HashSet<>()).add(half);
                }
            }
        }
        assertThat(lanes).allSatisfy((name, ofName) -> assertThat(ofName).hasSize(1));
        assertThat(names).allSatisfy((lane, ofLane) -> assertThat(ofLane).hasSize(1));
        assertThat(halves.values().stream().filter(of -> of.size() == 2)).hasSizeGreaterThan(15);
    }

    /**
     * A slice as it really was.
     *
     * @param cause wait reason, or minus the state
     */
    private record Slice(String kind, Instant start, Instant end, long thread, int processor, String cause) {
        Duration share(Instant from, Instant to) {
            Instant shareStart = start.isBefore(from) ? from : start;
            Instant shareEnd = end.isAfter(to) ? to : end;
            return shareStart.isBefore(shareEnd) ? Duration.between(shareStart, shareEnd) : Duration.ZERO;
        }
    }

    /** By the JVM's clock, as the sample's clocks really agree. */
    private static List<Slice> truth(Sample sample) throws IOException {
        String[] meta =
                Files.readString(SAMPLES.resolve("contention.meta")).strip().split(" ", -1);
        long origin = Long.parseLong(meta[0]);
        long originNanos = Long.parseLong(meta[1]);
        long nanosPerTick = NANOS_PER_SECOND / Long.parseLong(meta[2]);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(sample.truth))), StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .map(line -> line.split("\t", -1))
                    .filter(column -> !column[0].equals("kind"))
                    .map(column -> new Slice(
                            column[0],
                            Instant.ofEpochSecond(0, originNanos + (Long.parseLong(column[1]) - origin) * nanosPerTick),
                            Instant.ofEpochSecond(0, originNanos + (Long.parseLong(column[2]) - origin) * nanosPerTick),
                            Long.parseLong(column[3]),
                            Integer.parseInt(column[4]),
                            column[5]))
                    .toList();
        }
    }

    /** Told to use the clocks as they are, the converter rounds no time. */
    private static Path mergedAsItIs(boolean wholeMachine) throws Exception {
        return merge(Sample.FULL, Duration.ZERO, wholeMachine);
    }

    @Test
    void everySliceOfTheJvmsThreadsIsThere() throws Exception {
        List<RecordedEvent> events = read(mergedAsItIs(false), true);
        RecordedEvent session = session(mergedAsItIs(false));
        Instant from = session.getInstant("traceStart");
        Instant to = session.getInstant("traceEnd");
        Set<Long> jvm = identities(read(JVM, false)).keySet();
        Set<Slice> expected = truth(Sample.FULL).stream()
                .filter(slice -> jvm.contains(slice.thread) && slice.start.isAfter(from) && slice.end.isBefore(to))
                .map(slice -> new Slice(slice.kind, slice.start, slice.end, slice.thread, slice.processor, null))
                .collect(Collectors.toSet());
        List<Slice> found = events.stream()
                .filter(event -> event.hasField("clipped")
                        && !event.getBoolean("clipped")
                        && jvm.contains(event.getThread().getOSThreadId()))
                .map(event -> new Slice(
                        event.getEventType().getName().replace("windows.Thread", ""),
                        event.getStartTime(),
                        event.getEndTime(),
                        event.getThread().getOSThreadId(),
                        event.getInt("processor"),
                        null))
                .toList();
        assertThat(found).doesNotHaveDuplicates().hasSizeGreaterThan(5000);
        assertThat(new HashSet<>(found)).isEqualTo(expected);
    }

    /** A thread that sleeps or parks is switched out after that begins, and in before it ends. */
    @ParameterizedTest
    @EnumSource
    void whoSleepsIsNotOnAProcessor(Sample sample) throws Exception {
        Map<Long, List<RecordedEvent>> running = read(sample.merged(), true).stream()
                .filter(event -> event.getEventType().getName().equals("windows.ThreadRunning"))
                .collect(Collectors.groupingBy(event -> event.getThread().getOSThreadId()));
        int checked = 0;
        for (RecordedEvent event : read(JVM, false)) {
            if (!Set.of("jdk.ThreadSleep", "jdk.ThreadPark")
                    .contains(event.getEventType().getName())) {
                continue;
            }
            List<RecordedEvent> slices = running.get(event.getThread().getOSThreadId()).stream()
                    .filter(slice -> slice.getEndTime().isAfter(event.getStartTime())
                            && slice.getStartTime().isBefore(event.getEndTime()))
                    .toList();
            // It ran when it began and when it ended, and not all the time between.
            assertThat(slices).hasSizeGreaterThanOrEqualTo(2);
            RecordedEvent first = slices.get(0);
            RecordedEvent last = slices.get(slices.size() - 1);
            assertThat(first.getStartTime()).isBefore(event.getStartTime());
            assertThat(first.getEndTime()).isBefore(event.getEndTime());
            assertThat(last.getStartTime()).isAfter(event.getStartTime());
            assertThat(last.getEndTime()).isAfter(event.getEndTime());
            checked++;
        }
        assertThat(checked).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource
    void thePartsOfALatencyAddUp(Sample sample) throws Exception {
        List<RecordedEvent> breakdowns = breakdowns(sample.merged());
        assertThat(breakdowns).hasSizeGreaterThan(3000).allSatisfy(event -> assertThat(event.getDuration("runningTime")
                        .plus(event.getDuration("readyTime"))
                        .plus(event.getDuration("waitingTime"))
                        .plus(event.getDuration("unknownTime")))
                .isEqualTo(event.getDuration()));
        // Nothing is lost in the samples.
        assertThat(breakdowns)
                .allMatch(event -> event.getDuration("unknownTime").isZero());
    }

    private static List<RecordedEvent> breakdowns(Path recording) throws IOException {
        return read(recording, true).stream()
                .filter(event -> event.getEventType().getName().equals(BREAKDOWN))
                .toList();
    }

    /** What an event of the JVM and its explanation have in common. */
    private record Latency(String type, long thread, Instant start, Instant end, String stackTrace) {
        Latency(String type, RecordedEvent event) {
            this(
                    type,
                    event.getThread().getOSThreadId(),
                    event.getStartTime(),
                    event.getEndTime(),
                    String.valueOf(event.getStackTrace()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachLatencyIsExplainedOnce(Sample sample) throws Exception {
        List<Latency> expected = read(JVM, false).stream()
                .filter(event -> LATENCIES.contains(event.getEventType().getName())
                        && !event.getDuration().isZero())
                .map(event -> new Latency(event.getEventType().getName(), event))
                .toList();
        List<Latency> found = breakdowns(sample.merged()).stream()
                .map(event -> new Latency(event.getString("javaEvent"), event))
                .toList();
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(expected)
                .anyMatch(latency -> latency.stackTrace.contains("ArrayBlockingQueue"));
    }

    /** Its flame graph, too, with the time in which the threads were ready as weight; the innermost calls at its root. */
    @ParameterizedTest
    @EnumSource
    void missionControlWeighsCodeByItsReadyTime(Sample sample) throws Exception {
        Map<String, Double> expected = new HashMap<>();
        for (RecordedEvent event : breakdowns(sample.merged())) {
            if (event.getStackTrace() != null && !event.getDuration("readyTime").isZero()) {
                String innermost =
                        event.getStackTrace().getFrames().get(0).getMethod().getName();
                expected.merge(
                        innermost, (double) event.getDuration("readyTime").toNanos(), Double::sum);
            }
        }
        IItemCollection breakdowns =
                JfrLoaderToolkit.loadEvents(sample.merged().toFile()).apply(ItemFilters.type(BREAKDOWN));
        StacktraceTreeModel flames = new StacktraceTreeModel(
                breakdowns,
                new FrameSeparator(FrameCategorization.METHOD, false),
                true,
                Attribute.attr("readyTime", "Ready Time", UnitLookup.TIMESPAN));
        Map<String, Double> shown = new HashMap<>();
        for (Node innermost : flames.getRoot().getChildren()) {
            shown.put(innermost.getFrame().getMethod().getMethodName(), innermost.getCumulativeWeight());
        }
        assertThat(shown.keySet()).isEqualTo(expected.keySet()).contains("sleep");
        shown.forEach((method, weight) ->
                assertThat(weight / sum(shown)).isCloseTo(expected.get(method) / sum(expected), within(1e-4)));
    }

    private static double sum(Map<String, Double> amounts) {
        return amounts.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** As if the clocks were a little apart, too: then events end while their threads are ready. */
    @ParameterizedTest
    @ValueSource(longs = {0, 20_000, -20_000})
    void aLatencyIsWhatItsThreadReallyDid(long offset) throws Exception {
        Map<Long, List<Slice>> byThread = truth(Sample.FULL).stream().collect(Collectors.groupingBy(Slice::thread));
        Map<Integer, List<Slice>> runningByProcessor = truth(Sample.FULL).stream()
                .filter(slice -> slice.kind.equals("Running"))
                .collect(Collectors.groupingBy(Slice::processor));
        int displaced = 0;
        int displacedVmThread = 0;
        Path merged = merge(Sample.FULL, Duration.ofNanos(offset), false);
        for (RecordedEvent event : breakdowns(merged)) {
            Instant start = event.getStartTime().plusNanos(offset);
            Instant end = event.getEndTime().plusNanos(offset);
            String about = event.toString();
            Doings own = Doings.of(event.getThread().getOSThreadId(), start, end, byThread, runningByProcessor);
            assertThat(event.getDuration("runningTime")).as(about).isEqualTo(own.share("Running"));
            assertThat(event.getDuration("readyTime")).as(about).isEqualTo(own.share("Ready"));
            assertThat(event.getDuration("waitingTime")).as(about).isEqualTo(own.share("Waiting"));
            assertThat(event.getDuration("longestReady")).as(about).isEqualTo(own.longestReady);
            assertThat(event.getDuration("displacedTime")).as(about).isEqualTo(own.longestDisplaced());
            displaced += own.assertDisplacedBy(event.getThread("displacedBy"), about);
            if (isPauseOfVmThread(event)) {
                assertThat(event.getThread("vmThread").getOSThreadId())
                        .as(about)
                        .isEqualTo(VM_THREAD);
                Doings vmThread = Doings.of(VM_THREAD, start, end, byThread, runningByProcessor);
                assertThat(event.getDuration("vmThreadRunningTime")).as(about).isEqualTo(vmThread.share("Running"));
                assertThat(event.getDuration("vmThreadReadyTime")).as(about).isEqualTo(vmThread.share("Ready"));
                assertThat(event.getDuration("vmThreadWaitingTime")).as(about).isEqualTo(vmThread.share("Waiting"));
                assertThat(event.getDuration("vmThreadUnknownTime")).as(about).isZero();
                displacedVmThread += vmThread.assertDisplacedBy(event.getThread("vmThreadDisplacedBy"), about);
            } else {
                assertThat(event.getThread("vmThread")).as(about).isNull();
                assertThat(event.getLong("vmThreadRunningTime")).as(about).isZero();
                assertThat(event.getLong("vmThreadReadyTime")).as(about).isZero();
                assertThat(event.getLong("vmThreadWaitingTime")).as(about).isZero();
                assertThat(event.getLong("vmThreadUnknownTime")).as(about).isZero();
                assertThat(event.getThread("vmThreadDisplacedBy")).as(about).isNull();
            }
        }
        assertThat(displaced).isGreaterThan(200);
        assertThat(displacedVmThread).isGreaterThan(4);
    }

    /** G1's concurrent pauses are told by the thread that asks for them. */
    private static boolean isPauseOfVmThread(RecordedEvent event) {
        return event.getString("javaEvent").startsWith("jdk.GCPhasePause")
                && event.getThread().getOSName().equals("G1 Main Marker");
    }

    /** What a thread did in a time, from the truth. */
    private record Doings(Map<String, Duration> shares, Duration longestReady, Map<Long, Duration> displacements) {
        static Doings of(
                long thread,
                Instant start,
                Instant end,
                Map<Long, List<Slice>> byThread,
                Map<Integer, List<Slice>> runningByProcessor) {
            Map<String, Duration> shares = new HashMap<>();
            Duration longestReady = Duration.ZERO;
            Map<Long, Duration> displacements = new HashMap<>();
            for (Slice slice : byThread.getOrDefault(thread, List.of())) {
                Duration share = slice.share(start, end);
                shares.merge(slice.kind, share, Duration::plus);
                if (slice.kind.equals("Ready") && !share.isZero()) {
                    longestReady = longestReady.compareTo(share) < 0 ? share : longestReady;
                    for (Slice run : runningByProcessor.get(slice.processor)) {
                        Duration instead = run.share(
                                start.isAfter(slice.start) ? start : slice.start,
                                end.isBefore(slice.end) ? end : slice.end);
                        if (!instead.isZero()) {
                            displacements.merge(run.thread, instead, Duration::plus);
                        }
                    }
                }
            }
            return new Doings(shares, longestReady, displacements);
        }

        Duration share(String kind) {
            return shares.getOrDefault(kind, Duration.ZERO);
        }

        Duration longestDisplaced() {
            return displacements.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
        }

        /** Returns how many threads displaced it for longest, one or none. */
        int assertDisplacedBy(RecordedThread thread, String about) {
            if (displacements.isEmpty()) {
                assertThat(thread).as(about).isNull();
                return 0;
            }
            assertThat(displacements.get(thread.getOSThreadId())).as(about).isEqualTo(longestDisplaced());
            return 1;
        }
    }

    @Test
    void onlyTheJvmsThreadsAndThoseInTheirWayAreKept() throws Exception {
        Set<Long> jvm = identities(read(JVM, false)).keySet();
        Set<Long> kept = new HashSet<>();
        Set<Long> inTheirWay = new HashSet<>();
        for (RecordedEvent event : read(mergedAsItIs(false), true)) {
            if (event.hasField("clipped")) {
                long thread = event.getThread().getOSThreadId();
                kept.add(thread);
                if (jvm.contains(thread)) {
                    for (String field : List.of("readiedBy", "runningInstead")) {
                        if (event.hasField(field) && event.getThread(field) != null) {
                            inTheirWay.add(event.getThread(field).getOSThreadId());
                        }
                    }
                }
            } else if (event.getEventType().getName().equals(BREAKDOWN) && event.getThread("displacedBy") != null) {
                inTheirWay.add(event.getThread("displacedBy").getOSThreadId());
            }
        }
        inTheirWay.removeIf(thread -> thread > 0xFFFF_FFFFL);
        assertThat(kept).containsAll(inTheirWay);
        Set<Long> whole = threadsOfSlices(mergedAsItIs(true));
        assertThat(whole).containsAll(kept).hasSizeGreaterThan(kept.size());
    }

    private static Set<Long> threadsOfSlices(Path recording) throws IOException {
        List<Long> threads = new ArrayList<>();
        for (RecordedEvent event : read(recording, true)) {
            if (event.hasField("clipped")) {
                threads.add(event.getThread().getOSThreadId());
            }
        }
        return new HashSet<>(threads);
    }
}
