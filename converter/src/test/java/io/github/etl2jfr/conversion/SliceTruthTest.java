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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
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
    private record Line(String kind, Instant start, Instant end, long thread, int processor, String cause, long other)
            implements Comparable<Line> {
        @Override
        public int compareTo(Line line) {
            return toString().compareTo(line.toString());
        }
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "contention-full.etl, contention.slices.tsv.gz, 0",
        "contention-skewed.etl, contention.slices.tsv.gz, 7300000",
        "contention-full-systime.etl, contention.slices.tsv.gz, 0",
        "contention-compact.etl, contention-compact.slices.tsv.gz, 0",
        "contention-compact-lznt1-32bit-win7.etl, contention-compact.slices.tsv.gz, 0",
        "contention-compact-cycles-win11.etl, contention-compact.slices.tsv.gz, 0",
    })
    void everySliceIsThatOfTheTruth(String trace, String truth, long skewNanos) throws Exception {
        Path recording = directory.resolve("out.jfr");
        new Conversion(SAMPLES.resolve(trace), recording, ConversionOptions.DEFAULT, bytes -> {}).run();
        Set<Line> found = new TreeSet<>();
        List<RecordedEvent> clipped = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.hasField("clipped")) {
                if (event.getBoolean("clipped")) {
                    clipped.add(event);
                } else {
                    assertThat(found.add(line(event))).isTrue();
                }
            }
        }
        Set<Line> expected = truth(truth, skewNanos);
        assertThat(difference(expected, found)).as("missing").isEmpty();
        assertThat(difference(found, expected)).as("too many").isEmpty();
        assertThat(found).hasSameSizeAs(expected);
        Instant first = clipped.stream()
                .map(RecordedEvent::getStartTime)
                .min(Instant::compareTo)
                .orElseThrow();
        Instant last = clipped.stream()
                .map(RecordedEvent::getEndTime)
                .max(Instant::compareTo)
                .orElseThrow();
        assertThat(clipped).allSatisfy(event -> assertThat(
                        event.getStartTime().equals(first) || event.getEndTime().equals(last))
                .isTrue());
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
        return state.equals("Waiting") ? code(event.getString("waitReason")) : "-" + STATES.get(state);
    }

    private static String readyCause(String cause) {
        return Set.of("QuantumEnd", "Yielded").contains(cause) ? "Preempted" : cause;
    }

    private static String code(String waitReason) {
        return String.valueOf(WAIT_REASONS.get(waitReason));
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
        String[] meta =
                Files.readString(SAMPLES.resolve("contention.meta")).strip().split("\\s+", 3);
        Instant origin = Instant.EPOCH.plusNanos(Long.parseLong(meta[1]) + skewNanos);
        long first = Long.parseLong(meta[0]);
        Duration tick = Duration.ofNanos(NANOS_PER_SECOND / Long.parseLong(meta[2]));
        Set<Line> lines = new TreeSet<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(name))), StandardCharsets.UTF_8))) {
            reader.lines().map(line -> line.split("\t", -1)).forEach(column -> {
                assertThat(column).hasSize(7);
                if (!column[0].equals("kind")) {
                    lines.add(new Line(
                            column[0],
                            origin.plus(tick.multipliedBy(Long.parseLong(column[1]) - first)),
                            origin.plus(tick.multipliedBy(Long.parseLong(column[2]) - first)),
                            Long.parseLong(column[3]),
                            Integer.parseInt(column[4]),
                            column[5],
                            Long.parseLong(column[6])));
                }
            });
        }
        return lines;
    }
}
