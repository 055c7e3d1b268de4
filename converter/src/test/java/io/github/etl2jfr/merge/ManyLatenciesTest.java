package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.MadeUpRecording;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** More of a JVM's events in one chunk than are in memory at once. */
class ManyLatenciesTest {
    private static final Instant START = Instant.ofEpochSecond(0, MadeUpRecording.START_NANOS);
    private static final int EVENTS = 80_000;
    private static final int THREADS = 4;

    /** Events that a thread writes out at once. */
    private static final int AT_ONCE = 5_000;

    /** Each event's number is the unit of time at which it begins. */
    private static final long DURATION = THREADS - 1;

    /** Of events that begin while the others do, and are written into the second chunk. */
    private static final long DISTANCE = 10_000;

    private static final String TRACE = """
                  0 rundown process 100 java.exe
                  0 rundown thread 10 in 100
                  0 rundown thread 11 in 100
                  0 rundown thread 12 in 100
                  0 rundown thread 13 in 100
                  0 rundown thread 14 in 100
            cpu0  5 switch 0->10
            cpu1  5 switch 0->14
            cpu0 50001 switch 10->11 wait UserRequest
            cpu1 76000 switch 14->0 wait UserRequest
            cpu1 77000 switch 0->14
            cpu0 80100 switch 11->0 wait UserRequest
            cpu1 80100 switch 14->0 wait UserRequest
            """;

    @TempDir
    private Path directory;

    private static TypedValue[] threads(MadeUpRecording made) {
        TypedValue[] threads = new TypedValue[THREADS + 1];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = made.thread("thread " + i, 10 + i);
        }
        return threads;
    }

    private static void event(MadeUpRecording made, int start, long duration, TypedValue thread) {
        made.event("com.acme.Request", start, duration, thread, Map.of("text", "of " + start));
    }

    private static void first(MadeUpRecording made) {
        TypedValue[] threads = threads(made);
        for (int from = 0; from < EVENTS; from += THREADS * AT_ONCE) {
            for (int thread = 0; thread < THREADS; thread++) {
                for (int i = 0; i < AT_ONCE; i++) {
                    event(made, from + i * THREADS + thread, DURATION, threads[thread]);
                }
            }
        }
    }

    private static void second(MadeUpRecording made) {
        TypedValue last = threads(made)[THREADS];
        for (int start = (int) DISTANCE / 2; start < EVENTS; start += (int) DISTANCE) {
            event(made, start, DISTANCE / 2, last);
        }
    }

    private static String told(long start, long duration, String thread, long running, String detail) {
        return "%d+%d %s ran %d, %s".formatted(start, duration, thread, running, detail);
    }

    private static String told(RecordedEvent latency) {
        return told(
                units(Duration.between(START, latency.getStartTime())),
                units(latency.getDuration()),
                latency.getThread().getOSName(),
                units(latency.getDuration("runningTime")),
                latency.getString("detail"));
    }

    private static long units(Duration duration) {
        return duration.toNanos() / 100;
    }

    /** How much of an event a time is. */
    private static long share(long start, long duration, long from, long to) {
        return Math.max(0, Math.min(start + duration, to) - Math.max(start, from));
    }

    @Test
    void eachIsExplained() throws Exception {
        byte[] jvm = MadeUpRecording.joined(
                MadeUpRecording.chunk(0, EVENTS, ManyLatenciesTest::first),
                MadeUpRecording.chunk(EVENTS, 100, ManyLatenciesTest::second));
        List<String> expected = new ArrayList<>();
        for (int start = 0; start < EVENTS; start++) {
            int thread = start % THREADS;
            long running = thread == 0
                    ? share(start, DURATION, 5, 50_001)
                    : thread == 1 ? share(start, DURATION, 50_001, 80_100) : 0;
            expected.add(told(start, DURATION, "thread " + thread, running, "of " + start));
        }
        for (long start = DISTANCE / 2; start < EVENTS; start += DISTANCE) {
            long running = DISTANCE / 2 - share(start, DISTANCE / 2, 76_000, 77_000);
            expected.add(told(start, DISTANCE / 2, "thread " + THREADS, running, "of " + start));
        }
        List<RecordedEvent> merged = MadeUpRun.merge(directory, TRACE, jvm, Duration.ZERO);
        assertThat(MadeUpRun.latencies(merged).stream()
                        .map(ManyLatenciesTest::told)
                        .sorted()
                        .toList())
                .isEqualTo(expected.stream().sorted().toList());
    }
}
