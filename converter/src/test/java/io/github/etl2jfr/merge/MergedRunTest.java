package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.etl2jfr.merge.Slice.Kind;
import io.github.etl2jfr.merge.Timetable.TraceThread;
import io.github.etl2jfr.testing.SwitchForm;
import java.nio.file.Path;
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
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real JVM's recording with a trace of its run, whose every switch is known: where everything is, and when. */
class MergedRunTest {
    /** Each time is rounded to the trace's ticks of 100 ns. */
    private static final long ROUNDING_NANOS = 200;

    @TempDir
    private static Path directory;

    private static final Map<Case, MergedRun> MERGED = new EnumMap<>(Case.class);

    enum Case {
        AHEAD(730_000_123, 0, SwitchForm.EVENTS),
        BEHIND(-1_000_000_000, 0, SwitchForm.BATCHES),
        FAST(250_000_000, 50e-6, SwitchForm.EVENTS),
        SLOW(-1_234_567, -50e-6, SwitchForm.BATCHES_FROM_PREVIOUS),
        /** The trace begins after the recording, and ends before it. */
        PART(1, 0, SwitchForm.EVENTS);

        private final long skewNanos;
        private final double drift;
        private final SwitchForm form;

        Case(long skewNanos, double drift, SwitchForm form) {
            this.skewNanos = skewNanos;
            this.drift = drift;
            this.form = form;
        }
    }

    @BeforeAll
    static void merge() throws Exception {
        JvmRun jvm = JvmRun.read(MergedRun.original());
        for (Case run : Case.values()) {
            TraceOfRun truth = run == Case.PART
                    ? MergedRun.within(jvm, run.skewNanos, run.drift)
                    : MergedRun.around(jvm, run.skewNanos, run.drift);
            MERGED.put(run, MergedRun.merge(jvm, truth, run.form, null, directory));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theClocksAreBroughtTogether(Case run) {
        MergedRun merged = MERGED.get(run);
        RecordedEvent session = merged.session();
        assertThat(session.getString("clockOffsetSource")).isEqualTo("Events");
        long uncertainty = session.getLong("clockOffsetUncertainty");
        assertThat(uncertainty).isBetween(1L, 100_000L);
        Span common = merged.common();
        double truth = merged.truth().clock().offsetNanos((common.start() + common.end()) / 2.0);
        assertThat((double) session.getLong("clockOffset"))
                .isCloseTo(truth, within(uncertainty + (double) ROUNDING_NANOS));
        assertThat(session.getLong("clockDrift") * 1e-9)
                .isCloseTo(
                        run.drift, within(uncertainty / merged.truth().clock().nanos(common.length() / 2.0)));
    }

    @ParameterizedTest
    @EnumSource
    void theCommonTimeIsTold(Case run) {
        MergedRun merged = MERGED.get(run);
        List<Long> edges = merged.jvm().chunkEdges();
        TrueClock clock = merged.truth().clock();
        long tolerance = tolerance(merged);
        Span common = merged.common();
        if (run == Case.PART) {
            assertThat(common.start()).isCloseTo(clock.jvm(merged.truth().span().start()), within(tolerance));
            assertThat(common.end())
                    .isLessThanOrEqualTo(clock.jvm(merged.truth().span().end()) + tolerance);
        } else {
            assertThat(common.start()).isCloseTo(edges.get(0), within(tolerance));
            assertThat(common.end()).isCloseTo(edges.get(edges.size() - 1), within(tolerance));
        }
    }

    private static long tolerance(MergedRun merged) {
        long uncertainty = merged.session().getLong("clockOffsetUncertainty");
        return merged.truth().clock().ticks(uncertainty + (double) ROUNDING_NANOS);
    }

    // The JVM's half.

    @ParameterizedTest
    @EnumSource
    void theJvmsEventsAreWhatTheyWere(Case run) throws Exception {
        assertThat(MERGED.get(run).events(event -> !isOurs(event)).stream().map(Object::toString))
                .containsExactlyElementsOf(RecordingFile.readAllEvents(MergedRun.original()).stream()
                        .map(Object::toString)
                        .toList());
    }

    private static boolean isOurs(RecordedEvent event) {
        return event.getEventType().getName().startsWith("windows.");
    }

    // The slices.

    /** A slice as it should be told, or is. */
    private record Told(Kind kind, String thread, Span time, Map<String, String> fields) {
        boolean isAs(Told other, Span common, long tolerance) {
            boolean isSame = fields.entrySet().containsAll(other.fields.entrySet())
                    || startsAtEdge(this, common, tolerance)
                            && withoutClipped()
                                    .entrySet()
                                    .containsAll(other.withoutClipped().entrySet())
                    || endsAtEdge(this, common, tolerance)
                            && !fields.get("clipped").equals(other.fields.get("clipped"));
            return isSame && isWhen(other, tolerance);
        }

        boolean isWhen(Told other, long tolerance) {
            return Math.abs(time.start() - other.time.start()) <= tolerance
                    && Math.abs(time.end() - other.time.end()) <= tolerance;
        }

        private Map<String, String> withoutClipped() {
            Map<String, String> rest = new HashMap<>(fields);
            rest.remove("clipped");
            return rest;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everySliceIsThereOnce(Case run) {
        MergedRun merged = MERGED.get(run);
        long tolerance = tolerance(merged);
        Map<String, List<Told>> expected = byThread(merged.truth().slices().stream()
                .map(slice -> expected(slice, merged))
                .filter(told -> told.time.start() <= told.time.end())
                .toList());
        Map<String, List<Told>> found = byThread(merged.events(event -> event.hasField("clipped")).stream()
                .map(event -> found(event, merged))
                .toList());
        Set<String> threads = new TreeSet<>(expected.keySet());
        threads.addAll(found.keySet());
        for (String thread : threads) {
            List<Told> expectedOfThread = expected.getOrDefault(thread, List.of());
            List<Told> foundOfThread = found.getOrDefault(thread, List.of());
            List<Told> slices = comparable(expectedOfThread, foundOfThread, merged.common(), tolerance);
            List<Told> ofThread = comparable(foundOfThread, expectedOfThread, merged.common(), tolerance);
            assertThat(ofThread).as(thread).hasSameSizeAs(slices);
            for (int i = 0; i < slices.size(); i++) {
                Told slice = slices.get(i);
                if (!ofThread.get(i).isAs(slice, merged.common(), tolerance)) {
                    // Assertions for each would take seconds.
                    assertThat(ofThread.get(i)).isEqualTo(slice);
                }
            }
        }
        assertThat(expected.keySet().stream().map(thread -> thread.split(" ", -1)[0]))
                .contains("RUNNING", "READY", "WAITING");
    }

    private static Map<String, List<Told>> byThread(List<Told> slices) {
        return slices.stream()
                .sorted(Comparator.comparingLong(told -> told.time.start()))
                .collect(Collectors.groupingBy(
                        told -> told.kind + " " + told.thread, TreeMap::new, Collectors.toList()));
    }

    /** Whether it is whole depends on how exactly the clocks were brought together. */
    private static boolean startsAtEdge(Told told, Span common, long tolerance) {
        return Math.abs(told.time.start() - common.start()) <= tolerance;
    }

    private static boolean endsAtEdge(Told told, Span common, long tolerance) {
        return Math.abs(told.time.end() - common.end()) <= tolerance;
    }

    /**
     * The slices of a thread without those that the other side lacks and may lack: at an edge of the common time, and so
     * short that whether they lie within depends on how exactly the clocks were brought together.
     */
    private static List<Told> comparable(List<Told> slices, List<Told> other, Span common, long tolerance) {
        return slices.stream()
                .filter(told -> !isAtEdge(told, common, 2 * tolerance)
                        || other.stream().anyMatch(candidate -> candidate.isWhen(told, tolerance)))
                .toList();
    }

    private static boolean isAtEdge(Told told, Span common, long tolerance) {
        return common.share(told.time.start(), told.time.end()) <= tolerance
                && (told.time.start() - tolerance <= common.start() || told.time.end() + tolerance >= common.end());
    }

    private static Told expected(Slice slice, MergedRun merged) {
        Span common = merged.common();
        TrueClock clock = merged.truth().clock();
        Span time =
                new Span(clock.jvm(slice.time().start()), clock.jvm(slice.time().end()));
        boolean isCutAtEnd = time.end() > common.end()
                || slice.time().end() == merged.truth().span().end();
        boolean isCut = isCutAtEnd || time.start() < common.start();
        Span cut = new Span(Math.max(time.start(), common.start()), Math.min(time.end(), common.end()));
        Map<String, String> fields = new HashMap<>();
        fields.put("clipped", Boolean.toString(isCut));
        switch (slice.kind()) {
            case RUNNING -> {
                fields.put("processor", Integer.toString(slice.processor()));
                fields.put("endState", isCutAtEnd ? null : slice.why());
                // A batch does not tell who comes.
                boolean isUntold = isCutAtEnd
                        || merged.session().getBoolean("compactContextSwitches")
                                && merged.truth().isLast(slice);
                fields.put("nextThread", isUntold ? null : name(slice.other(), cut.end(), "CPU " + slice.processor()));
            }
            case READY -> {
                fields.put("processor", Integer.toString(isCutAtEnd ? -1 : slice.processor()));
                fields.put("cause", slice.why());
                boolean isPreempted = "Preempted".equals(slice.why());
                fields.put("readiedBy", isPreempted ? null : name(slice.other(), cut.end(), null));
                fields.put("runningInstead", isPreempted ? name(slice.other(), cut.end(), null) : null);
            }
            case WAITING -> {
                fields.put("waitReason", slice.why());
                fields.put("readiedBy", isCutAtEnd ? null : name(slice.other(), cut.end(), null));
            }
        }
        return new Told(slice.kind(), name(slice.thread(), cut.end(), null), cut, fields);
    }

    private static Told found(RecordedEvent event, MergedRun merged) {
        Kind kind = null;
        for (Kind candidate : Kind.values()) {
            if (candidate.typeName().equals(event.getEventType().getName())) {
                kind = candidate;
            }
        }
        Function<String, String> thread = field -> name(event.getThread(field), merged);
        Map<String, String> fields = new HashMap<>();
        fields.put("clipped", Boolean.toString(event.getBoolean("clipped")));
        fields.put("processor", Integer.toString(event.getInt("processor")));
        switch (kind) {
            case RUNNING -> {
                fields.put("endState", event.getString("endState"));
                fields.put("nextThread", thread.apply("nextThread"));
            }
            case READY -> {
                fields.put("cause", event.getString("cause"));
                fields.put("readiedBy", thread.apply("readiedBy"));
                fields.put("runningInstead", thread.apply("runningInstead"));
            }
            case WAITING -> {
                fields.put("waitReason", event.getString("waitReason"));
                fields.put("readiedBy", thread.apply("readiedBy"));
            }
        }
        return new Told(kind, thread.apply("eventThread"), new Span(JvmRun.start(event), JvmRun.end(event)), fields);
    }

    /** The JVM's by their keys, which name one constant in all chunks; others by their names, which are unique here. */
    private static String name(RecordedThread thread, MergedRun merged) {
        if (thread == null) {
            return null;
        }
        return merged.jvm().keys().contains(thread.getId()) ? "JVM's " + thread.getId() : thread.getOSName();
    }

    private static String name(TraceThread thread, long tick, String nobody) {
        if (thread == null) {
            return nobody;
        }
        return thread.jvm() == null
                ? thread.name() + " (" + thread.threadId() + ")"
                : "JVM's " + thread.jvm().identityAt(tick).getId();
    }

    // The threads.

    /** What runs {@code main} is another of Java's threads when that has ended. */
    @Test
    void oneThreadWasTwoOfJavas() {
        // JDK 17 has no event of the second.
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        assertThat(MERGED.values().iterator().next().jvm().threads())
                .filteredOn(thread -> thread.identities() > 1)
                .isNotEmpty();
    }

    /** Java thread ids are unique too, as another Mission Control may go by them. */
    @ParameterizedTest
    @EnumSource
    void threadsHaveIdsOfTheirOwn(Case run) throws Exception {
        Set<RecordedThread> threads = new HashSet<>();
        MERGED.get(run).events(event -> true).forEach(event -> threads.addAll(threads(event)));
        Map<Long, Set<String>> byKey = new HashMap<>();
        threads.forEach(thread ->
                byKey.computeIfAbsent(thread.getId(), key -> new HashSet<>()).add(thread.toString()));
        assertThat(byKey).allSatisfy((key, texts) -> assertThat(texts).hasSize(1));
        Set<Long> jvms = new HashSet<>();
        RecordingFile.readAllEvents(MergedRun.original())
                .forEach(event -> threads(event).forEach(thread -> jvms.add(thread.getId())));
        List<RecordedThread> others = threads.stream()
                .filter(thread -> !jvms.contains(thread.getId()))
                .collect(Collectors.toMap(RecordedThread::getId, thread -> thread, (a, b) -> a))
                .values()
                .stream()
                .toList();
        assertThat(others).hasSizeGreaterThan(10);
        for (String id : List.of("osThreadId", "javaThreadId")) {
            List<Long> ids =
                    others.stream().map(thread -> thread.<Long>getValue(id)).toList();
            assertThat(ids).as(id).doesNotHaveDuplicates().doesNotContain(0L);
            assertThat(threads.stream()
                            .filter(thread -> jvms.contains(thread.getId()))
                            .map(thread -> thread.<Long>getValue(id)))
                    .as(id)
                    .doesNotContainAnyElementsOf(ids);
        }
        assertThat(others.stream().map(RecordedThread::getOSName))
                .anyMatch(name -> name.startsWith("before it"))
                .anyMatch(name -> name.startsWith("after it"));
    }

    private static List<RecordedThread> threads(RecordedEvent event) {
        return event.getFields().stream()
                .filter(field -> field.getTypeName().equals("java.lang.Thread"))
                .map(field -> event.getThread(field.getName()))
                .filter(thread -> thread != null)
                .toList();
    }
}
