package io.github.etl2jfr.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slices of the samples against the truth that was recorded beside them. */
class SliceTruthTest {
    private static final Path SAMPLES = Path.of("samples");
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** By Windows' name; what the samples hold. */
    private static final Map<String, Integer> WAIT_REASONS = Map.of(
            "Executive",
            0,
            "DelayExecution",
            4,
            "UserRequest",
            6,
            "WrUserRequest",
            13,
            "WrQueue",
            15,
            "WrAlertByThreadId",
            37);

    private static final Map<String, Integer> STATES = Map.of("Ready", 1, "Terminated", 4);

    /** A line of the truth: kind, start, end, thread, processor, cause, other thread. */
    private record Line(String kind, Instant start, Instant end, long thread, int processor, String cause, long other) {
        Line withWakerOf(Map<Ready, Long> wakers) {
            Long waker = null;
            if (kind.equals("Waiting")) {
                waker = wakers.get(new Ready(end, thread));
            } else if (cause.equals("Readied")) {
                waker = wakers.get(new Ready(start, thread));
            }
            return waker == null ? this : new Line(kind, start, end, thread, processor, cause, waker);
        }
    }

    /** What the truth's times mean. */
    private record Clock(Instant origin, long first, Duration tick) {
        static Clock of(long skewNanos) throws IOException {
            String[] meta =
                    Files.readString(SAMPLES.resolve("contention.meta")).strip().split("\\s+", 3);
            return new Clock(
                    Instant.EPOCH.plusNanos(Long.parseLong(meta[1]) + skewNanos),
                    Long.parseLong(meta[0]),
                    Duration.ofNanos(NANOS_PER_SECOND / Long.parseLong(meta[2])));
        }

        Instant instant(long time) {
            return origin.plus(tick.multipliedBy(time - first));
        }
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "contention-full.etl, true, 0",
        "contention-skewed.etl, true, 7300000",
        "contention-full-systime.etl, false, 0",
    })
    void everySliceOfAFullTraceIsThatOfTheTruth(String trace, boolean wakersImplied, long skewNanos) throws Exception {
        Set<Line> expected = truth("contention.slices.tsv.gz", skewNanos);
        if (wakersImplied) {
            // Plain ReadyThread events have no waker: it is whoever runs on their processor. For 17 of 10,979
            // the recorded waker was not the thread that, by the recorded switches, ran there.
            Map<Ready, Long> impliedWakers = contradictedWakers(skewNanos);
            assertThat(impliedWakers).hasSize(17);
            expected = expected.stream()
                    .map(line -> line.withWakerOf(impliedWakers))
                    .collect(Collectors.toSet());
        }
        Slices slices = convert(trace);
        assertSame(slices.whole, expected);
        assertClippedAtEdges(slices.clipped);
    }

    @Test
    void everySliceOfACompactTraceIsThatOfTheTruth() throws Exception {
        Set<Line> expected = truth("contention-compact.slices.tsv.gz", 0);
        Slices slices = convert("contention-compact.etl");
        // A processor's last switch may end anybody's wait: a batch does not tell whose.
        Set<Instant> lastSwitches = lastSwitches();
        Set<Line> endedByLastSwitch = expected.stream()
                .filter(line -> lastSwitches.contains(line.end))
                .filter(line -> !line.kind.equals("Running"))
                .collect(Collectors.toSet());
        assertThat(endedByLastSwitch).hasSize(1);
        expected.removeAll(endedByLastSwitch);
        assertSame(slices.whole, expected);
        Instant first =
                slices.clipped.stream().map(Line::start).min(Instant::compareTo).orElseThrow();
        Instant firstOfLast = lastSwitches.stream().min(Instant::compareTo).orElseThrow();
        Instant last = lastSwitches.stream().max(Instant::compareTo).orElseThrow();
        assertThat(slices.clipped)
                .anyMatch(line -> line.end.equals(firstOfLast))
                .allMatch(line -> line.start.equals(first)
                        || line.end.equals(last)
                        || line.end.equals(firstOfLast) && line.kind.equals("Waiting"));
    }

    /** Of each processor. */
    private static Set<Instant> lastSwitches() throws IOException {
        Map<String, Long> byProcessor = new HashMap<>();
        for (String[] column : rows("contention.tsv.gz")) {
            byProcessor.merge(column[1], Long.parseLong(column[0]), Math::max);
        }
        Clock clock = Clock.of(0);
        return byProcessor.values().stream().map(clock::instant).collect(Collectors.toSet());
    }

    private static void assertSame(Set<Line> found, Set<Line> expected) {
        assertThat(difference(expected, found)).as("missing").isEmpty();
        assertThat(difference(found, expected)).as("too many").isEmpty();
    }

    private static void assertClippedAtEdges(Set<Line> clipped) {
        Instant first =
                clipped.stream().map(Line::start).min(Instant::compareTo).orElseThrow();
        Instant last = clipped.stream().map(Line::end).max(Instant::compareTo).orElseThrow();
        assertThat(clipped).allMatch(line -> line.start.equals(first) || line.end.equals(last));
    }

    /** The slices of a recording; those cut off by an edge of the trace apart. */
    private record Slices(Set<Line> whole, Set<Line> clipped) {}

    private Slices convert(String trace) throws Exception {
        Path recording = directory.resolve("out.jfr");
        new Conversion(SAMPLES.resolve(trace), recording, ConversionOptions.DEFAULT, bytes -> {}).run();
        Slices slices = new Slices(new HashSet<>(), new HashSet<>());
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.hasField("clipped")) {
                Set<Line> target = event.getBoolean("clipped") ? slices.clipped : slices.whole;
                assertThat(target.add(line(event))).isTrue();
            }
        }
        return slices;
    }

    /** A thread made ready. */
    private record Ready(Instant time, long thread) {}

    /** The ReadyThread events whose recorded waker did not run on their processor, and who ran there. */
    private static Map<Ready, Long> contradictedWakers(long skewNanos) throws IOException {
        Map<String, TreeMap<Long, Long>> runningByProcessor = new HashMap<>();
        for (String[] column : rows("contention.tsv.gz")) {
            runningByProcessor
                    .computeIfAbsent(column[1], processor -> new TreeMap<>())
                    .put(Long.parseLong(column[0]), Long.parseLong(column[3]));
        }
        Clock clock = Clock.of(skewNanos);
        Map<Ready, Long> contradicted = new HashMap<>();
        for (String[] column : rows("contention.ready.tsv.gz")) {
            long time = Long.parseLong(column[0]);
            long waker = Long.parseLong(column[2]);
            long running = runningByProcessor.get(column[1]).floorEntry(time).getValue();
            if (waker >= 0 && waker != running) {
                contradicted.put(new Ready(clock.instant(time), Long.parseLong(column[3])), running);
            }
        }
        return contradicted;
    }

    private static Set<Line> difference(Set<Line> a, Set<Line> b) {
        return a.stream().filter(line -> !b.contains(line)).limit(5).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Line line(RecordedEvent event) {
        String kind = event.getEventType().getName().replace("windows.Thread", "");
        return new Line(
                kind,
                event.getStartTime(),
                event.getEndTime(),
                event.getThread().getOSThreadId(),
                event.getInt("processor"),
                switch (kind) {
                    case "Running" -> runningCause(event);
                    case "Ready" -> readyCause(event.getString("cause"));
                    default -> code(event.getString("waitReason"));
                },
                other(event, kind));
    }

    private static String runningCause(RecordedEvent event) {
        String state = event.getString("endState");
        if (state == null) {
            return "";
        }
        return state.equals("Waiting") ? code(event.getString("waitReason")) : "-" + STATES.get(state);
    }

    private static String readyCause(String cause) {
        return Set.of("QuantumEnd", "Yielded").contains(cause) ? "Preempted" : cause;
    }

    private static String code(String waitReason) {
        return waitReason == null ? "" : String.valueOf(WAIT_REASONS.get(waitReason));
    }

    /** The truth names one: who ran instead after a preemption, else who made it ready. */
    private static long other(RecordedEvent event, String kind) {
        if (kind.equals("Running")) {
            return 0;
        }
        RecordedThread thread = event.getThread(
                kind.equals("Ready") && readyCause(event.getString("cause")).equals("Preempted")
                        ? "runningInstead"
                        : "readiedBy");
        return thread == null || thread.getOSThreadId() > 0xFFFF_FFFFL ? 0 : thread.getOSThreadId();
    }

    private static Set<Line> truth(String name, long skewNanos) throws IOException {
        Clock clock = Clock.of(skewNanos);
        Set<Line> lines = new HashSet<>();
        for (String[] column : rows(name)) {
            lines.add(new Line(
                    column[0],
                    clock.instant(Long.parseLong(column[1])),
                    clock.instant(Long.parseLong(column[2])),
                    Long.parseLong(column[3]),
                    Integer.parseInt(column[4]),
                    column[5],
                    Long.parseLong(column[6])));
        }
        return lines;
    }

    /** The lines of a truth table in columns, without its heading if it has one. */
    private static List<String[]> rows(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(name))), StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(line -> line.split("\t", -1))
                    .filter(column -> !column[0].equals("time"))
                    .toList();
        }
    }
}
