package io.github.etl2jfr.conversion;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** What really happened while a sample trace was recorded: its table of switches, and what its clock means. */
final class SampleTruth {
    static final Path SAMPLES = Path.of("samples");

    static final long NANOS_PER_SECOND = 1_000_000_000;

    /** A line of the table. */
    record Switch(
            long time,
            int processor,
            long oldThreadId,
            long newThreadId,
            int oldPriority,
            int newPriority,
            int oldState,
            int oldWaitReason,
            int newWaitTicks) {}

    private final long origin;
    private final long originNanos;
    private final long frequency;
    private final Map<Integer, List<Switch>> switches = new TreeMap<>();

    private SampleTruth(long origin, long originNanos, long frequency) {
        this.origin = origin;
        this.originNanos = originNanos;
        this.frequency = frequency;
    }

    /**
     * @param name of the files with the truth
     * @param skewNanos added to the wall clock
     */
    static SampleTruth read(String name, long skewNanos) throws IOException {
        String[] meta =
                Files.readString(SAMPLES.resolve(name + ".meta")).strip().split(" ", -1);
        SampleTruth truth =
                new SampleTruth(Long.parseLong(meta[0]), Long.parseLong(meta[1]) + skewNanos, Long.parseLong(meta[2]));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(name + ".tsv.gz"))),
                StandardCharsets.US_ASCII))) {
            lines.lines().skip(1).map(line -> line.split("\t", -1)).forEach(truth::add);
        }
        return truth;
    }

    private void add(String[] columns) {
        Switch line = new Switch(
                Long.parseLong(columns[0]),
                Integer.parseInt(columns[1]),
                Long.parseLong(columns[2]),
                Long.parseLong(columns[3]),
                Integer.parseInt(columns[4]),
                Integer.parseInt(columns[5]),
                Integer.parseInt(columns[6]),
                Integer.parseInt(columns[7]),
                Integer.parseInt(columns[8]));
        switches.computeIfAbsent(line.processor(), key -> new ArrayList<>()).add(line);
    }

    /** All switches, in order, by processor. */
    Map<Integer, List<Switch>> switches() {
        return switches;
    }

    /** Ticks of the trace's clock a second. */
    long frequency() {
        return frequency;
    }

    /** When a value of the trace's clock was, rounded down to nanoseconds. */
    Instant instant(long time) {
        long nanos = Math.floorDiv(Math.multiplyExact(time - origin, NANOS_PER_SECOND), frequency);
        return Instant.EPOCH.plusNanos(originNanos + nanos);
    }
}
