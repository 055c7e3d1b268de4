package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What views of the sample trace say, against what really happened, to the nanosecond. A fifth of a second is left out
 * at both ends: there the tables do not tell what an edge of the trace cuts off.
 */
class ViewTruthTest {
    private static final Path SAMPLES = Path.of("samples");
    private static final Path TRACE = SAMPLES.resolve("contention-full.etl");
    private static final int WAITING = 5;
    private static final int CULPRITS = 50;

    /** By the number of the truth; what the sample holds. */
    private static final Map<String, String> WAIT_REASONS = Map.of(
            "0",
            "Executive",
            "4",
            "DelayExecution",
            "6",
            "UserRequest",
            "13",
            "WrUserRequest",
            "15",
            "WrQueue",
            "37",
            "WrAlertByThreadId");

    private static long from;
    private static long to;
    private static List<Slice> slices;
    private static List<Slice> openWaits;
    private static List<String[]> switches;

    /** A line of the truth; times are nanoseconds since 1970. */
    private record Slice(String kind, long start, long end, long thread, int processor, String cause) {
        long length() {
            return Math.max(0, Math.min(end, to) - Math.max(start, from));
        }
    }

    @BeforeAll
    static void readTruth() throws IOException {
        JsonObject json = view("summary");
        from = nanos(json.get("from"));
        to = nanos(json.get("to"));
        assertThat(to - from).isBetween(3_500_000_000L, 3_700_000_000L);
        String[] meta =
                Files.readString(SAMPLES.resolve("contention.meta")).strip().split(" ", -1);
        long origin = Long.parseLong(meta[0]);
        long originNanos = Long.parseLong(meta[1]);
        long tick = TimeUnit.SECONDS.toNanos(1) / Long.parseLong(meta[2]);
        List<Slice> all = new ArrayList<>();
        for (String[] column : rows("contention.slices.tsv.gz")) {
            all.add(new Slice(
                    column[0],
                    originNanos + (Long.parseLong(column[1]) - origin) * tick,
                    originNanos + (Long.parseLong(column[2]) - origin) * tick,
                    Long.parseLong(column[3]),
                    Integer.parseInt(column[4]),
                    column[5]));
        }
        slices = all.stream().filter(slice -> slice.length() > 0).toList();
        switches = new ArrayList<>();
        for (String[] column : rows("contention.tsv.gz")) {
            column[0] = Long.toString(originNanos + (Long.parseLong(column[0]) - origin) * tick);
            switches.add(column);
        }
        openWaits = openWaits(all);
    }

    /** Waits that the end of the trace cuts off: their threads are not seen again. */
    private static List<Slice> openWaits(List<Slice> all) {
        Map<Long, Long> lastSeen = new HashMap<>();
        all.forEach(slice -> lastSeen.merge(slice.thread, slice.end, Math::max));
        List<Slice> waits = new ArrayList<>();
        for (String[] column : switches) {
            long thread = Long.parseLong(column[2]);
            long time = Long.parseLong(column[0]);
            if (Integer.parseInt(column[6]) == WAITING && lastSeen.getOrDefault(thread, time) == time) {
                waits.add(new Slice("Waiting", time, Long.MAX_VALUE, thread, -1, column[7]));
            }
        }
        return waits.stream().filter(slice -> slice.length() > 0).toList();
    }

    private static List<String[]> rows(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(name))), StandardCharsets.UTF_8))) {
            return new ArrayList<>(reader.lines()
                    .map(line -> line.split("\t", -1))
                    .filter(column -> !column[0].equals("time"))
                    .toList());
        }
    }

    private static JsonObject view(String view, Object... options) {
        return view(TRACE, view, options);
    }

    private static JsonObject view(Path file, String view, Object... options) {
        Object[] arguments = Stream.concat(
                        Stream.of("view", file, view, "--from", "0.2", "--to", "-0.2", "--json"), Stream.of(options))
                .toArray();
        String json = Program.run(arguments).succeeded().out();
        return JsonParser.parseString(json).getAsJsonObject();
    }

    private static List<JsonObject> rows(JsonObject json, String table) {
        List<JsonObject> rows = new ArrayList<>();
        json.getAsJsonArray(table).forEach(row -> rows.add(row.getAsJsonObject()));
        return rows;
    }

    private static long nanos(JsonElement instant) {
        Instant time = Instant.parse(instant.getAsString());
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }

    @Test
    void threads() {
        for (String kind : List.of("Running", "Ready")) {
            Map<Long, Long> expected = new TreeMap<>();
            slices.stream()
                    .filter(slice -> slice.kind.equals(kind))
                    .forEach(slice -> expected.merge(slice.thread, slice.length(), Long::sum));
            Map<Long, Long> told = new TreeMap<>();
            String column = kind.equals("Running") ? "runningNanos" : "readyNanos";
            rows(view("threads"), "threads")
                    .forEach(row -> told.merge(
                            row.get("osThreadId").getAsLong(), row.get(column).getAsLong(), Long::sum));
            told.values().removeIf(time -> time == 0);
            assertThat(told).as(kind).hasSizeGreaterThan(50).isEqualTo(expected);
        }
    }

    /** By names as the threads' own view has them. */
    @Test
    void pools() {
        Map<Long, String> pools = new HashMap<>();
        Map<String, Long> threads = new TreeMap<>();
        for (JsonObject row : rows(view("threads"), "threads")) {
            String name = row.get("thread").getAsString().replaceFirst(" \\(\\d+\\)$", "");
            String pool = "%s of %s".formatted(name.replaceFirst("\\d+$", "*"), row.get("process"));
            pools.put(row.get("osThreadId").getAsLong(), pool);
            threads.merge(pool, 1L, Long::sum);
        }
        Map<String, Long> running = new TreeMap<>();
        slices.stream()
                .filter(slice -> slice.kind.equals("Running"))
                .forEach(slice -> running.merge(pools.get(slice.thread), slice.length(), Long::sum));
        Map<String, Long> longestReady = new TreeMap<>();
        slices.stream()
                .filter(slice -> slice.kind.equals("Ready"))
                .forEach(slice -> longestReady.merge(pools.get(slice.thread), slice.length(), Math::max));
        assertThat(threads).containsEntry("GC Thread#* of \"lsass.exe (17253)\"", 2L);
        for (JsonObject row : rows(view("pools"), "pools")) {
            String pool = "%s of %s".formatted(row.get("pool").getAsString(), row.get("process"));
            assertThat(row.get("threads").getAsLong()).as(pool).isEqualTo(threads.remove(pool));
            assertThat(row.get("runningNanos").getAsLong()).as(pool).isEqualTo(running.getOrDefault(pool, 0L));
            assertThat(row.get("longestReadyNanos").getAsLong())
                    .as(pool)
                    .isEqualTo(longestReady.getOrDefault(pool, 0L));
        }
        assertThat(threads).isEmpty();
    }

    /** What each had as it left a processor. */
    @Test
    void priorities() {
        Map<String, Integer> leftWith = new HashMap<>();
        switches.forEach(column -> leftWith.put(column[0] + " on " + column[1], Integer.parseInt(column[4])));
        Map<Long, IntSummaryStatistics> expected = slices.stream()
                .filter(slice -> slice.kind.equals("Running"))
                .collect(Collectors.groupingBy(
                        Slice::thread,
                        Collectors.summarizingInt(slice -> leftWith.get(slice.end + " on " + slice.processor))));
        Map<Long, String> told = new HashMap<>();
        for (JsonObject row : rows(view("threads"), "threads")) {
            if (!row.get("lowestPriority").isJsonNull()) {
                told.put(
                        row.get("osThreadId").getAsLong(),
                        row.get("lowestPriority") + "-" + row.get("highestPriority"));
            }
        }
        assertThat(told).containsValues("8-8", "8-10", "11-13");
        expected.forEach((thread, priorities) ->
                assertThat(told).containsEntry(thread, priorities.getMin() + "-" + priorities.getMax()));
        assertThat(told).hasSameSizeAs(expected);
    }

    @Test
    void processors() {
        Map<Integer, Long> running = new TreeMap<>();
        Map<Integer, Long> arrivals = new TreeMap<>();
        Map<Integer, Set<Long>> threads = new TreeMap<>();
        Map<Long, Integer> last = new HashMap<>();
        slices.stream()
                .filter(slice -> slice.kind.equals("Running"))
                .sorted(Comparator.comparingLong(Slice::end))
                .forEach(slice -> {
                    running.merge(slice.processor, slice.length(), Long::sum);
                    threads.computeIfAbsent(slice.processor, key -> new HashSet<>())
                            .add(slice.thread);
                    Integer before = last.put(slice.thread, slice.processor);
                    if (before != null && before != slice.processor) {
                        arrivals.merge(slice.processor, 1L, Long::sum);
                    }
                });
        List<JsonObject> told = rows(view("processors"), "processors");
        assertThat(told).hasSize(2);
        for (JsonObject row : told) {
            int processor = row.get("processor").getAsInt();
            assertThat(row.get("runningNanos").getAsLong()).isEqualTo(running.get(processor));
            assertThat(row.get("idleNanos").getAsLong()).isEqualTo(to - from - running.get(processor));
            assertThat(row.get("unknownNanos").getAsLong()).isZero();
            assertThat(row.get("arrivals").getAsLong()).isEqualTo(arrivals.get(processor));
            assertThat(row.get("threads").getAsLong())
                    .isEqualTo(threads.get(processor).size());
            assertThat(row.get("switches").getAsLong())
                    .isEqualTo(switches.stream()
                            .filter(column -> Integer.parseInt(column[1]) == processor)
                            .map(column -> Long.parseLong(column[0]))
                            .filter(time -> time >= from && time <= to)
                            .count());
        }
    }

    @Test
    void processorsOfChosenThreads() {
        Map<Integer, Map<Long, Long>> running = slices.stream()
                .filter(slice -> slice.kind.equals("Running"))
                .collect(Collectors.groupingBy(
                        Slice::processor, Collectors.groupingBy(Slice::thread, Collectors.summingLong(Slice::length))));
        Set<Long> chosen = running.get(0).keySet().stream().limit(9).collect(Collectors.toSet());
        String ids = chosen.stream().map(String::valueOf).collect(Collectors.joining(","));
        assertProcessors(view("processors", "--thread", ids), running, chosen);
        // The threads of the process are its own id and those after it, up to the id of the next process.
        Set<Long> ofProcess = LongStream.range(17360, 17376).boxed().collect(Collectors.toSet());
        assertProcessors(view("processors", "--process", "17356", "--thread", "1736*,1737*"), running, ofProcess);
    }

    private static void assertProcessors(JsonObject view, Map<Integer, Map<Long, Long>> running, Set<Long> chosen) {
        for (JsonObject row : rows(view, "processors")) {
            Map<Long, Long> all = running.get(row.get("processor").getAsInt());
            long total = all.values().stream().mapToLong(Long::longValue).sum();
            long ofChosen =
                    chosen.stream().mapToLong(id -> all.getOrDefault(id, 0L)).sum();
            assertThat(ofChosen).isPositive();
            assertThat(row.get("runningNanos").getAsLong()).isEqualTo(ofChosen);
            assertThat(row.get("othersNanos").getAsLong()).isEqualTo(total - ofChosen);
            assertThat(row.get("idleNanos").getAsLong()).isEqualTo(to - from - total);
            assertThat(row.get("load").getAsDouble()).isEqualTo((double) total / (to - from));
        }
    }

    @ParameterizedTest
    @CsvSource({"3ms, 1202", "70ms, 53", "100s, 1"})
    void load(String step, int count) {
        JsonObject json = view("load", "--step", step);
        List<JsonObject> told = rows(json, "steps");
        long next = from;
        for (JsonObject row : told) {
            long start = nanos(row.get("start"));
            long end = nanos(row.get("end"));
            assertThat(start).isEqualTo(next);
            next = end;
            assertThat(row.get("runningNanos").getAsLong()).isEqualTo(time("Running", start, end));
            assertThat(row.get("othersNanos").getAsLong()).isZero();
            assertThat(row.get("unknownNanos").getAsLong()).isZero();
            assertThat(row.get("load").getAsDouble()).isEqualTo(time("Running", start, end) / 2.0 / (end - start));
            assertThat(row.get("readyNanos").getAsLong()).isEqualTo(time("Ready", start, end));
            LongSummaryStatistics begun = slices.stream()
                    .filter(slice -> slice.kind.equals("Ready"))
                    .filter(slice -> Math.max(slice.start, from) >= start && Math.max(slice.start, from) < end)
                    .collect(Collectors.summarizingLong(Slice::length));
            assertThat(row.get("timesReady").getAsLong()).isEqualTo(begun.getCount());
            assertThat(row.get("longestReadyNanos").getAsLong()).isEqualTo(Math.max(0, begun.getMax()));
            assertThat(row.get("switches").getAsLong())
                    .isEqualTo(switches.stream()
                            .map(column -> Long.parseLong(column[0]))
                            .filter(time -> time >= start && (time < end || time == end && end == to))
                            .count());
            assertThat(row.get("javaEventsNanos").isJsonNull()).isTrue();
        }
        assertThat(next).isEqualTo(to);
        assertThat(told).hasSize(count);
    }

    /** Of whole periods, which are 10 ms long, it is exact; of others as much as is certain. */
    @ParameterizedTest
    @CsvSource({"10ms, true", "100ms, true", "3ms, false", "15ms, false"})
    void loadWhereSlicesAreLeftOut(String step, boolean isOfWholePeriods, @TempDir Path directory) {
        Path recording = directory.resolve("few.jfr");
        Program.run("--process", "lsass.exe", "--min-duration", "1ms", TRACE, recording)
                .succeeded();
        int known = 0;
        for (JsonObject row : rows(view(recording, "load", "--step", step), "steps")) {
            long start = nanos(row.get("start"));
            long end = nanos(row.get("end"));
            long ran =
                    row.get("runningNanos").getAsLong() + row.get("othersNanos").getAsLong();
            long unknown = row.get("unknownNanos").getAsLong();
            long running = time("Running", start, end);
            long all = 2 * (end - start);
            assertThat(ran).isLessThanOrEqualTo(running);
            assertThat(all - ran - unknown).isLessThanOrEqualTo(all - running);
            if (isOfWholePeriods && end != to) {
                assertThat(unknown).isZero();
                assertThat(row.get("load").getAsDouble()).isEqualTo((double) running / all);
            }
            if (!row.get("load").isJsonNull()) {
                assertThat(row.get("load").getAsDouble()).isCloseTo((double) running / all, within(0.01));
                known++;
            }
        }
        assertThat(known).isGreaterThan(10);
        for (JsonObject row : rows(view(recording, "processors"), "processors")) {
            int processor = row.get("processor").getAsInt();
            long running = slices.stream()
                    .filter(slice -> slice.kind.equals("Running") && slice.processor == processor)
                    .mapToLong(Slice::length)
                    .sum();
            assertThat(row.get("load").getAsDouble()).isCloseTo((double) running / (to - from), within(0.001));
            assertThat(row.get("unknownNanos").getAsLong()).isBetween(0L, 10_000_000L);
        }
    }

    private static long time(String kind, long start, long end) {
        return slices.stream()
                .filter(slice -> slice.kind.equals(kind))
                .mapToLong(slice -> Math.max(0, Math.min(slice.end, end) - Math.max(slice.start, start)))
                .sum();
    }

    @Test
    void waits() {
        Map<String, Long> times = new TreeMap<>();
        Map<String, Long> counts = new TreeMap<>();
        List<Slice> waits = new ArrayList<>(openWaits);
        slices.stream().filter(slice -> slice.kind.equals("Waiting")).forEach(waits::add);
        for (Slice wait : waits) {
            times.merge(WAIT_REASONS.get(wait.cause), wait.length(), Long::sum);
            counts.merge(WAIT_REASONS.get(wait.cause), 1L, Long::sum);
        }
        Map<String, Long> toldTimes = new TreeMap<>();
        Map<String, Long> toldCounts = new TreeMap<>();
        for (JsonObject row : rows(view("waits"), "reasons")) {
            if (!row.get("reason").isJsonNull()) {
                toldTimes.put(
                        row.get("reason").getAsString(), row.get("totalNanos").getAsLong());
                toldCounts.put(row.get("reason").getAsString(), row.get("count").getAsLong());
            }
        }
        assertThat(toldTimes).isEqualTo(times);
        assertThat(toldCounts).isEqualTo(counts);
    }

    @Test
    void latency() {
        List<Slice> ready = slices.stream()
                .filter(slice -> slice.kind.equals("Ready"))
                .sorted(Comparator.comparingLong(Slice::length))
                .toList();
        JsonObject json = view("latency");
        JsonObject told = rows(json, "percentiles").get(0);
        assertThat(told.get("count").getAsInt()).isEqualTo(ready.size());
        assertThat(told.get("totalNanos").getAsLong())
                .isEqualTo(ready.stream().mapToLong(Slice::length).sum());
        assertThat(told.get("longestNanos").getAsLong())
                .isEqualTo(ready.get(ready.size() - 1).length());
        Map<String, Double> shares = Map.of("p50Nanos", 0.5, "p90Nanos", 0.9, "p99Nanos", 0.99, "p999Nanos", 0.999);
        shares.forEach((column, share) -> assertThat(told.get(column).getAsLong())
                .as(column)
                .isCloseTo(ready.get((int) Math.ceil(share * ready.size()) - 1).length(), within(1000L)));
        long soFar = 0;
        for (JsonObject bin : rows(json, "histogram")) {
            long upTo = bin.get("toNanos").getAsLong();
            soFar += bin.get("count").getAsLong();
            assertThat(soFar)
                    .isEqualTo(ready.stream()
                            .filter(slice -> slice.length() < upTo)
                            .count());
        }
        assertThat(soFar).isEqualTo(ready.size());
    }

    @Test
    void culprits() {
        List<JsonObject> longest = rows(view("latency"), "longest").subList(0, CULPRITS);
        for (JsonObject row : longest) {
            long start = nanos(row.get("start"));
            long end = start + row.get("readyNanos").getAsLong();
            Map<Long, Long> meanwhile = new HashMap<>();
            for (Slice slice : slices) {
                long time = Math.min(slice.end, end) - Math.max(slice.start, start);
                if (slice.kind.equals("Running")
                        && slice.processor == row.get("processor").getAsInt()
                        && time > 0) {
                    meanwhile.merge(slice.thread, time, Long::sum);
                }
            }
            long most = meanwhile.values().stream().max(Long::compare).orElse(0L);
            assertThat(row.get("culpritRunningNanos").getAsLong()).isEqualTo(most);
            String culprit = row.get("culprit").getAsString();
            long thread = Long.parseLong(culprit.replaceFirst(".*\\((\\d+)\\)$", "$1"));
            assertThat(meanwhile).containsEntry(thread, most);
        }
    }
}
