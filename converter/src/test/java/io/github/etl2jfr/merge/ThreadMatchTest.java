package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.MadeUpRecording;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** Whose lane a thread's slices are on where the JVM's own threads have one id, one right after the other. */
class ThreadMatchTest {
    /** Thread 7 ends; a fifth of a millisecond later there is another one, which runs a while before any event of it. */
    private static final String TRACE = """
                      0 rundown process 100 java.exe
                      0 rundown thread 5 in 100
            cpu0    100 switch 0->5
            cpu1   1000 thread 7 in 100 "one"
            cpu1   1010 switch 0->7
            cpu1  50000 end thread 7 in 100 "one"
            cpu1  50020 switch 7->0 state Terminated
            cpu1  52000 thread 7 in 100 "other"
            cpu1  52010 switch 0->7
            cpu1  53000 switch 7->0 wait Suspended
            cpu0  54000 ready 7
            cpu1  54010 switch 0->7
            cpu1  60000 switch 7->0 wait DelayExecution
            cpu0  90000 ready 7
            cpu1  90010 switch 0->7
            cpu1  95000 end thread 7 in 100 "other"
            cpu1  95020 switch 7->0 state Terminated
            cpu0 100000 switch 5->0 wait UserRequest
            """;

    @TempDir
    private Path directory;

    private static void first(MadeUpRecording jvm) {
        jvm.event("jdk.ThreadPark", 2000, 10_000, jvm.thread("first", 7), Map.of());
        jvm.event("jdk.ThreadPark", 40_000, 9900, jvm.thread("first", 7), Map.of());
    }

    private static void second(MadeUpRecording jvm) {
        jvm.event("jdk.ThreadSleep", 60_000, 30_000, jvm.thread("second", 7), Map.of());
    }

    /**
     * A compiler thread of JDK 19 and later that ends and comes again, by another id; who has the first one then is
     * another of the JVM's threads.
     */
    private static final String COMES_AGAIN = """
                      0 rundown process 100 java.exe
                      0 rundown thread 5 in 100
                      0 rundown thread 7 in 100
            cpu0    100 switch 0->5
            cpu1   1010 switch 0->7
            cpu1  10000 end thread 7 in 100
            cpu1  10020 switch 7->0 state Terminated
            cpu1  52000 thread 9 in 100
            cpu1  52010 switch 0->9
            cpu1  53000 switch 9->0 wait UserRequest
            cpu1  54000 thread 7 in 100
            cpu1  54010 switch 0->7
            cpu1  55000 switch 7->0 wait UserRequest
            cpu0  60000 ready 9
            cpu1  60010 switch 0->9
            cpu1  61000 end thread 9 in 100
            cpu1  61020 switch 9->0 state Terminated
            cpu0  70000 ready 7
            cpu1  70010 switch 0->7
            cpu1  71000 switch 7->0 wait UserRequest
            cpu0 100000 switch 5->0 wait UserRequest
            """;

    @Test
    void oneThatComesAgainByAnotherId() throws Exception {
        byte[] first = MadeUpRecording.chunk(0, 50_000, jvm -> {
            TypedValue compiler = jvm.thread("C2 CompilerThread1", 7);
            jvm.event("jdk.ThreadAllocationStatistics", 1500, 0, compiler, Map.of());
            jvm.event("jdk.ThreadEnd", 10_000, 0, compiler, Map.of());
        });
        byte[] second = MadeUpRecording.chunk(50_000, 50_000, jvm -> {
            TypedValue compiler = jvm.thread("C2 CompilerThread1", 9);
            jvm.event("jdk.ThreadStart", 52_005, 0, compiler, Map.of());
            jvm.event("jdk.GCPhaseConcurrent", 52_200, 500, compiler, Map.of());
            jvm.event("jdk.ThreadEnd", 61_000, 0, compiler, Map.of());
            jvm.event("jdk.ThreadPark", 55_000, 15_000, jvm.thread("worker", 7), Map.of());
        });
        List<RecordedEvent> merged =
                MadeUpRun.merge(directory, COMES_AGAIN, MadeUpRecording.joined(first, second), Duration.ZERO);
        assertThat(merged.stream()
                        .filter(event -> event.getEventType().getName().equals("windows.ThreadRunning"))
                        .filter(event -> event.getInt("processor") == 1)
                        .sorted(Comparator.comparing(RecordedEvent::getEndTime))
                        .map(event -> event.getThread().getOSName()))
                .containsExactly("C2 CompilerThread1", "C2 CompilerThread1", "worker", "C2 CompilerThread1", "worker");
        // Within one of its slices by the other id.
        assertThat(MadeUpRun.latencies(merged).stream()
                        .filter(event -> event.getString("javaEvent").equals("jdk.GCPhaseConcurrent")))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getDuration("runningTime")).isEqualTo(event.getDuration());
                    assertThat(event.getDuration("unknownTime")).isZero();
                });
    }

    /**
     * The same where the first of its threads waits for another one before it is gone, as it may for a library that is
     * being loaded, and runs once more meanwhile.
     */
    private static final String LINGERS = """
                      0 rundown process 100 java.exe
                      0 rundown thread 5 in 100
                      0 rundown thread 7 in 100
            cpu0    100 switch 0->5
            cpu1   1010 switch 0->7
            cpu1  10000 end thread 7 in 100
            cpu1  10020 switch 7->0 wait WrAlertByThreadId
            cpu1  52000 thread 9 in 100
            cpu1  52010 switch 0->9
            cpu0  54000 ready 7
            cpu0  54010 switch 5->7 ready WrPreempted
            cpu0  56000 switch 7->5 state Terminated
            cpu1  60000 switch 9->0 wait UserRequest
            cpu0 100000 switch 5->0 wait UserRequest
            """;

    private static byte[] comesAgain(boolean isToldWhen) throws Exception {
        byte[] first = MadeUpRecording.chunk(0, 50_000, jvm -> {
            TypedValue compiler = jvm.thread("C2 CompilerThread1", 7);
            jvm.event("jdk.GCPhaseConcurrent", 1500, 500, compiler, Map.of());
            if (isToldWhen) {
                jvm.event("jdk.ThreadEnd", 10_000, 0, compiler, Map.of());
            }
        });
        byte[] second = MadeUpRecording.chunk(50_000, 50_000, jvm -> {
            TypedValue compiler = jvm.thread("C2 CompilerThread1", 9);
            if (isToldWhen) {
                jvm.event("jdk.ThreadStart", 52_005, 0, compiler, Map.of());
            }
            jvm.event("jdk.GCPhaseConcurrent", 52_200, 500, compiler, Map.of());
            jvm.event("jdk.GCPhaseConcurrent", 53_000, 6000, compiler, Map.of());
        });
        return MadeUpRecording.joined(first, second);
    }

    @Test
    void oneThatComesAgainBeforeItsFirstThreadIsGone() throws Exception {
        List<RecordedEvent> merged = MadeUpRun.merge(directory, LINGERS, comesAgain(true), Duration.ZERO);
        assertThat(MadeUpRun.latencies(merged)).hasSize(3).allSatisfy(event -> {
            assertThat(event.getDuration("runningTime")).isEqualTo(event.getDuration());
            assertThat(event.getDuration("waitingTime")).isZero();
            assertThat(event.getDuration("readyTime")).isZero();
            assertThat(event.getDuration("unknownTime")).isZero();
        });
        assertThat(merged.stream()
                        .filter(event -> event.hasField("clipped"))
                        .filter(event -> event.getThread().getOSName().startsWith("C2"))
                        .filter(event -> event.getDuration().toNanos() / 100 > 100)
                        .map(event -> event.getEventType().getName() + " "
                                + event.getDuration().toNanos() / 100))
                .containsExactlyInAnyOrder(
                        "windows.ThreadRunning 9010", "windows.ThreadRunning 7990", "windows.ThreadWaiting 40000");
    }

    /** Nothing tells which of its two threads its events are of. */
    @Test
    void oneThatComesAgainNobodyKnowsWhen() throws Exception {
        List<RecordedEvent> merged = MadeUpRun.merge(directory, LINGERS, comesAgain(false), Duration.ZERO);
        assertThat(MadeUpRun.latencies(merged)).hasSize(3).allSatisfy(event -> assertThat(
                        event.getDuration("unknownTime"))
                .isEqualTo(event.getDuration()));
    }

    /** On whose lane thread 7 ran, one time after the other. */
    private List<String> lanes(Duration clockOffset, Consumer<MadeUpRecording> jvm) throws Exception {
        return MadeUpRun.merge(directory, TRACE, 100_000, jvm, clockOffset).stream()
                .filter(event -> event.getEventType().getName().equals("windows.ThreadRunning"))
                .filter(event -> event.getThread().getOSName().matches("first|second|third|.* \\(7\\)"))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .map(event -> event.getThread().getOSName())
                .toList();
    }

    /** Also where the clocks are not known as well as the threads are near to each other. */
    @ParameterizedTest
    @ValueSource(ints = {-300, -100, 0, 100, 300})
    void eachHasItsOwnSlices(int offsetMicros) throws Exception {
        List<String> lanes = lanes(Duration.ofNanos(1000L * offsetMicros), jvm -> {
            jvm.event("jdk.ThreadPark", 1000, 90_000, jvm.thread("main", 5), Map.of());
            first(jvm);
            second(jvm);
        });

        assertThat(lanes).containsExactly("first", "second", "second", "second");
    }

    /** It need not be one of those that the recording knows. */
    @Test
    void oneThatTheRecordingDoesNotKnow() throws Exception {
        List<String> lanes = lanes(Duration.ZERO, ThreadMatchTest::first);
        assertThat(lanes).containsExactly("first");

        lanes = lanes(Duration.ZERO, ThreadMatchTest::second);
        assertThat(lanes).containsExactly("second", "second", "second");
    }

    /** A pool's thread may have another for each request. */
    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void oneIsFoundByEachOfItsNames(String name) throws Exception {
        byte[] first = MadeUpRecording.chunk(
                0, 50_000, jvm -> jvm.event("jdk.ThreadPark", 90, 40_000, jvm.thread("before", 5), Map.of()));
        byte[] second = MadeUpRecording.chunk(
                50_000, 50_000, jvm -> jvm.event("jdk.ThreadPark", 60_000, 30_000, jvm.thread("after", 5), Map.of()));
        assertThat(MadeUpRun.merge(directory, TRACE, MadeUpRecording.joined(first, second), Set.of(name)))
                .filteredOn(event -> event.getEventType().getName().equals("windows.ThreadRunning"))
                .isNotEmpty()
                .allMatch(event -> event.getThread().getOSThreadId() == 5);
    }

    /** What its objects are is told when the recording ends, as if it were still there. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneWhoseObjectsOutliveIt(boolean isToldWhen) throws Exception {
        Map<String, Object> allocation = isToldWhen ? Map.of("allocationTime", 30_000L * 100) : Map.of();
        List<String> lanes = lanes(Duration.ZERO, jvm -> {
            first(jvm);
            second(jvm);
            jvm.event("jdk.OldObjectSample", 99_000, 0, jvm.thread("first", 7), allocation);
        });
        assertThat(lanes).containsExactly("first", "second", "second", "second");

        lanes = lanes(Duration.ZERO, jvm -> {
            first(jvm);
            jvm.event("jdk.OldObjectSample", 99_000, 0, jvm.thread("first", 7), allocation);
        });
        assertThat(lanes).containsExactly("first");
    }

    /** Nothing else tells of it. */
    @Test
    void oneOfWhichOnlyAnObjectIsLeft() throws Exception {
        List<String> lanes = lanes(Duration.ZERO, jvm -> {
            second(jvm);
            jvm.event(
                    "jdk.OldObjectSample", 99_000, 0, jvm.thread("first", 7), Map.of("allocationTime", 30_000L * 100));
        });
        assertThat(lanes).containsExactly("first", "second", "second", "second");
    }

    /** A thread that the JVM knows by two names, one after the other, is both. */
    @Test
    void oneThatWasTwoOfJavas() throws Exception {
        List<String> lanes = lanes(Duration.ZERO, jvm -> {
            first(jvm);
            jvm.event("jdk.ThreadPark", 53_000, 1000, jvm.thread("second", 7), Map.of());
            jvm.event("jdk.ThreadSleep", 60_000, 30_000, jvm.thread("second", 7), Map.of());
            jvm.event("jdk.ThreadPark", 90_100, 100, jvm.thread("third", 7), Map.of());
        });

        assertThat(lanes).containsExactly("first", "second", "second", "third");
    }
}
