package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** Pauses that a collector's own thread tells of, while the VM thread does the work. */
class PauseOfVmThreadTest {
    private static final String TRACE = """
                  0 rundown process 100 java.exe
                  0 rundown process 200 other.exe
                  0 rundown thread 7 in 100
                  0 rundown thread 8 in 100
                  0 rundown thread 9 in 200
            cpu1  50 switch 8->0 wait WrAlertByThreadId
            cpu0 100 switch 7->9 ready WrPreempted
            cpu0 500 switch 9->7 ready WrPreempted
            cpu0 600 switch 7->9 wait WrAlertByThreadId
            cpu0 800 switch 9->7 ready WrPreempted
            cpu0 850 switch 7->9 ready WrPreempted
            cpu1 900 switch 0->0
            """;

    @TempDir
    private Path directory;

    private static String told(RecordedEvent event) {
        RecordedThread who = event.getThread("vmThread");
        RecordedThread by = event.getThread("vmThreadDisplacedBy");
        return event.getString("javaEvent")
                + " of " + event.getThread().getOSThreadId() + ": " + (who == null ? "itself" : who.getOSThreadId())
                + " ran " + ticks(event, "vmThreadRunningTime")
                + ", ready " + ticks(event, "vmThreadReadyTime") + ", waited " + ticks(event, "vmThreadWaitingTime")
                + ", unknown " + ticks(event, "vmThreadUnknownTime")
                + ", by " + (by == null ? "?" : by.getOSThreadId());
    }

    private static String ticks(RecordedEvent event, String field) {
        return String.valueOf(event.getDuration(field).toNanos() / 100);
    }

    private List<String> told(long vmThread) throws Exception {
        return MadeUpRun.merge(
                        directory,
                        TRACE,
                        1000,
                        jvm -> {
                            TypedValue vm = jvm.nativeThread("VM Thread", vmThread);
                            TypedValue marker = jvm.nativeThread("G1 Main Marker", 8);
                            // It ends while the VM thread is ready, which is told 40 later.
                            jvm.event("jdk.GCPhasePause", 60, 400, marker, Map.of());
                            jvm.event("jdk.GCPhasePauseLevel1", 520, 290, marker, Map.of());
                            // Ready until the trace ends.
                            jvm.event("jdk.GCPhasePauseLevel2", 820, 60, marker, Map.of());
                            jvm.event("jdk.GCPhaseConcurrent", 60, 400, marker, Map.of());
                            jvm.event("jdk.GCPhasePauseLevel3", 60, 400, vm, Map.of());
                        },
                        Duration.ZERO)
                .stream()
                .filter(event -> event.getEventType().getName().equals("windows.LatencyBreakdown"))
                .map(PauseOfVmThreadTest::told)
                .toList();
    }

    @Test
    void whatTheVmThreadDidIsTold() throws Exception {
        assertThat(told(7))
                .containsExactlyInAnyOrder(
                        "jdk.GCPhasePause of 8: 7 ran 40, ready 360, waited 0, unknown 0, by 9",
                        "jdk.GCPhasePauseLevel1 of 8: 7 ran 90, ready 0, waited 200, unknown 0, by ?",
                        "jdk.GCPhasePauseLevel2 of 8: 7 ran 30, ready 30, waited 0, unknown 0, by ?",
                        "jdk.GCPhaseConcurrent of 8: itself ran 0, ready 0, waited 0, unknown 0, by ?",
                        "jdk.GCPhasePauseLevel3 of 7: itself ran 0, ready 0, waited 0, unknown 0, by ?");
    }

    @Test
    void whatAVmThreadDidThatTheTraceDoesNotKnowIsUnknown() throws Exception {
        assertThat(told(70)).contains("jdk.GCPhasePause of 8: 70 ran 0, ready 0, waited 0, unknown 400, by ?");
    }

    /** At its end the thread that tells of it need not run yet: that says nothing about the clocks. */
    @Test
    void thePausesOwnThreadWasNotSeenToRun() throws Exception {
        Random random = new Random(1);
        List<Integer> runs = new ArrayList<>();
        StringBuilder trace = new StringBuilder("0 rundown process 100 java.exe\n0 rundown thread 8 in 100\n");
        for (int time = 10_000; runs.size() < 200; time += 5000 + random.nextInt(20_000)) {
            runs.add(time);
            trace.append(
                    "cpu0 %d switch 0->8%ncpu0 %d switch 8->0 wait WrAlertByThreadId%n".formatted(time, time + 50));
        }
        List<RecordedEvent> events = MadeUpRun.merge(
                directory,
                trace.toString(),
                runs.get(199) + 10_000,
                jvm -> {
                    TypedValue vm = jvm.nativeThread("VM Thread", 7);
                    TypedValue driver = jvm.nativeThread("ZDriver", 8);
                    jvm.event("jdk.ExecuteVMOperation", 100, 100, vm, Map.of());
                    // It gets a processor later only, always as much.
                    runs.forEach(time -> jvm.event("jdk.GCPhasePause", time - 4000, 1000, driver, Map.of()));
                },
                null);
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .singleElement()
                .extracting(session -> session.getString("clockOffsetSource"))
                .isEqualTo("Headers");
    }
}
