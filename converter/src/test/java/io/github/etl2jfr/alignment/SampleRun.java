package io.github.etl2jfr.alignment;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** The sample's run: its slices from the truth about every switch, its JVM events from the recording. */
final class SampleRun {
    private static final Path SAMPLES = Path.of("samples");
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final Set<String> WAITS =
            Set.of("jdk.ThreadSleep", "jdk.ThreadPark", "jdk.JavaMonitorWait", "jdk.JavaMonitorEnter");

    /** Events that their own thread commits. */
    private static final Set<String> OWN =
            Set.of("jdk.ObjectAllocationSample", "jdk.GCPhaseParallel", "jdk.ExecuteVMOperation");

    private static Run known;

    private final Map<Long, Integer> threads = new HashMap<>();
    private final List<List<Run.Span>> slices = new ArrayList<>();
    private final List<Run.Wait> waits = new ArrayList<>();
    private final List<Run.Instant> instants = new ArrayList<>();
    private long start = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;
    private long recordingStart = Long.MAX_VALUE;
    private long recordingEnd = Long.MIN_VALUE;

    private SampleRun() {}

    /** Both sides by the same clock; read once. */
    static synchronized Run read() throws IOException {
        if (known == null) {
            known = readFiles();
        }
        return known;
    }

    private static Run readFiles() throws IOException {
        SampleRun run = new SampleRun();
        run.readSwitches();
        run.readEvents();
        return new Run(run.start, run.end, run.recordingStart, run.recordingEnd, run.slices, run.waits, run.instants);
    }

    private void readSwitches() throws IOException {
        String[] meta =
                Files.readString(SAMPLES.resolve("contention.meta")).strip().split(" ", -1);
        long origin = Long.parseLong(meta[0]);
        long originNanos = Long.parseLong(meta[1]);
        long nanosPerTick = NANOS_PER_SECOND / Long.parseLong(meta[2]);
        Map<String, Long> runningSince = new HashMap<>();
        Map<String, Long> running = new HashMap<>();
        for (String[] column : rows("contention.tsv.gz")) {
            long time = originNanos + (Long.parseLong(column[0]) - origin) * nanosPerTick;
            start = Math.min(start, time);
            end = Math.max(end, time);
            ran(Long.parseLong(column[2]), runningSince.getOrDefault(column[1], start), time);
            runningSince.put(column[1], time);
            running.put(column[1], Long.parseLong(column[3]));
        }
        running.forEach((processor, thread) -> ran(thread, runningSince.get(processor), end));
        slices.forEach(ofThread -> ofThread.sort(Comparator.comparingLong(Run.Span::start)));
    }

    private void ran(long threadId, long switchIn, long switchOut) {
        if (threadId != 0) {
            int thread = threads.computeIfAbsent(threadId, id -> threads.size());
            while (slices.size() <= thread) {
                slices.add(new ArrayList<>());
            }
            slices.get(thread).add(new Run.Span(switchIn, switchOut));
        }
    }

    private void readEvents() throws IOException {
        for (RecordedEvent event : RecordingFile.readAllEvents(SAMPLES.resolve("contention.jfr"))) {
            recordingStart = Math.min(recordingStart, nanos(event.getStartTime()));
            recordingEnd = Math.max(recordingEnd, nanos(event.getEndTime()));
            RecordedThread eventThread = event.hasField("eventThread") ? event.getThread() : null;
            Integer thread = eventThread == null ? null : threads.get(eventThread.getOSThreadId());
            if (thread == null) {
                continue;
            }
            String type = event.getEventType().getName();
            if (WAITS.contains(type)) {
                waits.add(new Run.Wait(thread, nanos(event.getStartTime()), nanos(event.getEndTime())));
            } else if (OWN.contains(type)) {
                instants.add(new Run.Instant(thread, nanos(event.getStartTime())));
            }
        }
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    }

    private static List<String[]> rows(String name) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(name))), StandardCharsets.US_ASCII));
                Stream<String> rows = lines.lines()) {
            return rows.skip(1).map(line -> line.split("\t", -1)).toList();
        }
    }
}
