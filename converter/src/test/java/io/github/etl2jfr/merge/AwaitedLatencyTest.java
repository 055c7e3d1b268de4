package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/**
 * Events that end while a thread of them is ready, as where the clocks disagree: told later, but those of a thread in
 * the order of their ends.
 */
class AwaitedLatencyTest {
    private static final String TRACE = """
                     0 rundown process 100 java.exe
                     0 rundown process 200 other.exe
                     0 rundown thread 7 in 100
                     0 rundown thread 9 in 200
            cpu0   100 switch 7->9 ready WrPreempted
            cpu0 90000 switch 9->7 ready WrPreempted
            cpu1 99000 switch 0->0
            """;

    /** More than may be open at once: they are not. */
    private static final int EVENTS = 1500;

    @TempDir
    private Path directory;

    @Test
    void areInTheOrderOfTheirEnds() throws Exception {
        List<RecordedEvent> told = MadeUpRun.latencies(MadeUpRun.merge(
                directory,
                TRACE,
                100_000,
                jvm -> {
                    TypedValue main = jvm.thread("main", 7);
                    for (int i = 0; i < EVENTS; i++) {
                        jvm.event("jdk.ThreadPark", 200 + 20L * i, 10, main, Map.of());
                    }
                },
                Duration.ZERO));
        assertThat(told).hasSize(EVENTS);
        assertThat(told.stream().map(RecordedEvent::getEndTime)).isSorted();
        assertThat(told)
                .allMatch(event -> event.getDuration("readyTime").equals(event.getDuration())
                        && event.getThread("displacedBy").getOSName().equals("other.exe (9)"));
    }

    /** Of the first one it is the VM thread, which does its work, that is ready; of the next ones nobody is. */
    @Test
    void nextOnesOfTheThreadWaitForTheirTurn() throws Exception {
        List<RecordedEvent> told = MadeUpRun.latencies(MadeUpRun.merge(
                directory,
                TRACE,
                100_000,
                jvm -> {
                    jvm.event("jdk.ThreadPark", 150, 10, jvm.nativeThread("VM Thread", 7), Map.of());
                    TypedValue marker = jvm.nativeThread("G1 Main Marker", 8);
                    jvm.event("jdk.GCPhasePause", 200, 100, marker, Map.of());
                    jvm.event("jdk.GCPhaseConcurrent", 300, 100, marker, Map.of());
                    jvm.event("jdk.GCPhaseConcurrent", 90_100, 100, marker, Map.of());
                },
                Duration.ZERO));
        assertThat(told)
                .filteredOn(event -> event.getThread().getOSThreadId() == 8)
                .extracting(event -> event.getString("javaEvent"))
                .containsExactly("jdk.GCPhasePause", "jdk.GCPhaseConcurrent", "jdk.GCPhaseConcurrent");
        assertThat(told)
                .filteredOn(event -> event.getString("javaEvent").equals("jdk.GCPhasePause"))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.getDuration("vmThreadReadyTime")).isEqualTo(event.getDuration()));
    }

    /** Who took processor 0 last, the trace does not tell: it may have been the one that waited. */
    @Test
    void aWaitThatMayBeOverIsTakenForOneOnlyWhereItEnds() throws Exception {
        String trace = """
                         0 rundown process 100 java.exe
                         0 rundown thread 7 in 100
                         0 rundown thread 8 in 100
                         0 rundown thread 9 in 100
                cpu0    10 switch 0->7
                cpu1    10 switch 0->8
                cpu0 30000 switch 7->9 wait UserRequest
                cpu0 40000 switch 9->0 wait UserRequest
                cpu0 50000 switch 0->7
                cpu1 60000 switch 8->0 wait UserRequest
                cpu1 70000 switch 0->9
                cpu1 80000 switch 9->8 wait UserRequest
                """;
        List<RecordedEvent> told = MadeUpRun.latencies(MadeUpRun.mergeBatches(directory, trace, 100_000, jvm -> {
            jvm.event("jdk.ThreadPark", 20_000, 45_000, jvm.thread("back unseen", 7), Map.of());
            jvm.event("jdk.ThreadPark", 35_000, 30_000, jvm.thread("back later", 9), Map.of());
        }));
        assertThat(told)
                .extracting(
                        event -> event.getThread().getJavaName(),
                        event -> units(event, "runningTime"),
                        event -> units(event, "waitingTime"),
                        event -> units(event, "unknownTime"))
                .containsExactlyInAnyOrder(
                        tuple("back unseen", 10_000L, 20_000L, 15_000L), tuple("back later", 5_000L, 25_000L, 0L));
    }

    private static long units(RecordedEvent event, String field) {
        return event.getDuration(field).toNanos() / 100;
    }
}
