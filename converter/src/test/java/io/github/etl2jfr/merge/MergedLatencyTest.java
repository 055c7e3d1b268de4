package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.etl2jfr.recording.JvmLatency;
import io.github.etl2jfr.testing.SwitchForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the events of a real JVM are made of, against what its threads did in truth. The clocks' offset is given. */
class MergedLatencyTest {
    private static final long SKEW_NANOS = 123_456_700;

    /** A few ticks of the trace. */
    private static final double TOLERANCE_NANOS = 500;

    private static final String OF_APPLICATION = "app.Everything";

    private static final Set<String> TYPES = Stream.concat(
                    Stream.of(OF_APPLICATION),
                    Arrays.stream(JvmLatency.values()).map(JvmLatency::typeName))
            .collect(Collectors.toSet());

    private static final Comparator<RecordedEvent> ORDER = Comparator.comparing(MergedLatencyTest::key);

    @TempDir
    private static Path directory;

    private static MergedRun around;
    private static MergedRun within;

    enum Case {
        AROUND,
        /** Some events are under way when the trace begins, and some when it ends. */
        WITHIN;

        MergedRun merged() {
            return this == AROUND ? around : within;
        }
    }

    @BeforeAll
    static void merge() throws Exception {
        JvmRun jvm = JvmRun.read(MergedRun.original());
        Duration offset = Duration.ofNanos(SKEW_NANOS);
        around = MergedRun.merge(jvm, MergedRun.around(jvm, SKEW_NANOS, 0), SwitchForm.BATCHES, offset, directory);
        within = MergedRun.merge(jvm, MergedRun.within(jvm, SKEW_NANOS, 0), SwitchForm.EVENTS, offset, directory);
    }

    private static String key(RecordedEvent event) {
        String type = event.hasField("javaEvent")
                ? event.getString("javaEvent")
                : event.getEventType().getName();
        return type + " of " + event.getThread().getId() + " from " + JvmRun.start(event) + " to " + JvmRun.end(event);
    }

    private static List<RecordedEvent> toExplain(MergedRun merged) {
        Span common = merged.common();
        return merged.jvm().events().stream()
                .filter(event -> TYPES.contains(event.getEventType().getName())
                        && event.hasField("eventThread")
                        && JvmRun.isKnownToTheSystem(event.getThread())
                        && common.share(JvmRun.start(event), JvmRun.end(event)) > 0)
                .sorted(ORDER)
                .toList();
    }

    private static List<RecordedEvent> explained(MergedRun merged) {
        return merged.events("windows.LatencyBreakdown").stream().sorted(ORDER).toList();
    }

    @ParameterizedTest
    @EnumSource
    void eachEventIsExplainedOnce(Case run) {
        MergedRun merged = run.merged();
        assertThat(explained(merged).stream().map(MergedLatencyTest::key))
                .containsExactlyElementsOf(
                        toExplain(merged).stream().map(MergedLatencyTest::key).toList());
        assertThat(merged.report().latencies()).isEqualTo(explained(merged).size());
        assertThat(explained(merged).stream().map(event -> event.getString("javaEvent")))
                .contains(
                        "jdk.ThreadSleep",
                        "jdk.ThreadPark",
                        "jdk.JavaMonitorEnter",
                        "jdk.JavaMonitorWait",
                        "jdk.SocketRead",
                        "jdk.GCPhasePause",
                        "jdk.ExecuteVMOperation",
                        OF_APPLICATION);
    }

    @Test
    void theApplicationsEventsTellAllTheirTexts() {
        List<String> details = explained(around).stream()
                .filter(event -> event.getString("javaEvent").equals(OF_APPLICATION))
                .map(event -> event.getString("detail"))
                .toList();
        assertThat(details)
                .containsExactlyElementsOf(toExplain(around).stream()
                        .filter(event -> event.getEventType().getName().equals(OF_APPLICATION))
                        .map(event -> Stream.of(event.getString("shortText"), event.getString("text"))
                                .filter(text -> text != null && !text.isEmpty())
                                .collect(Collectors.joining(", ")))
                        .toList())
                .anyMatch(detail -> detail.startsWith("ü, long enough"));
    }

    @ParameterizedTest
    @EnumSource
    void thePartsAddUp(Case run) {
        for (RecordedEvent event : explained(run.merged())) {
            long sum = 0;
            for (String part : List.of("runningTime", "readyTime", "waitingTime", "unknownTime")) {
                assertThat(event.getLong(part)).as(part).isNotNegative();
                sum += event.getLong(part);
            }
            assertThat(sum).isEqualTo(JvmRun.duration(event));
        }
    }

    @ParameterizedTest
    @EnumSource
    void thePartsAreTheTruth(Case run) {
        MergedRun merged = run.merged();
        long tolerance = merged.truth().clock().ticks(TOLERANCE_NANOS);
        for (RecordedEvent event : explained(merged)) {
            TrueLatency truth = TrueLatency.of(
                    merged.truth(),
                    event.getThread().getId(),
                    new Span(JvmRun.start(event), JvmRun.end(event)),
                    merged.common());
            String name = key(event);
            assertThat(event.getLong("runningTime"))
                    .as("running, %s", name)
                    .isCloseTo(truth.running(), within(tolerance));
            assertThat(event.getLong("readyTime")).as("ready, %s", name).isCloseTo(truth.ready(), within(tolerance));
            assertThat(event.getLong("waitingTime"))
                    .as("waiting, %s", name)
                    .isCloseTo(truth.waiting(), within(tolerance));
            assertThat(event.getLong("unknownTime"))
                    .as("unknown, %s", name)
                    .isCloseTo(truth.unknown(), within(tolerance));
            assertThat(event.getLong("longestReady"))
                    .as("longest, %s", name)
                    .isCloseTo(truth.longestReady(), within(tolerance));
            assertThat(event.getLong("displacedTime"))
                    .as("displaced, %s", name)
                    .isCloseTo(truth.displaced(), within(tolerance));
            if (truth.waiting() > tolerance) {
                assertThat(String.valueOf(event.getString("waitReason")))
                        .as(name)
                        .isIn(truth.waitReasons(tolerance));
            }
            if (truth.displaced() > tolerance) {
                assertThat(truth.displacedBy(tolerance))
                        .as(name)
                        .extracting(thread -> (long) thread.threadId())
                        .contains(event.getThread("displacedBy").<Long>getValue("osThreadId"));
            }
        }
    }

    /** Else the test would not be one. */
    @Test
    void thereIsSomethingToExplain() {
        List<RecordedEvent> explained = explained(around);
        assertThat(explained)
                .filteredOn(event -> event.getLong("readyTime") > 1_000_000)
                .hasSizeGreaterThan(20);
        assertThat(explained.stream()
                        .map(event -> event.getThread("displacedBy"))
                        .filter(thread -> thread != null)
                        .map(RecordedThread::getOSName))
                .anyMatch(name -> name.startsWith("busy"));
        List<Long> edges = around.jvm().chunkEdges();
        assertThat(explained).anyMatch(event -> edges.stream()
                .anyMatch(edge -> JvmRun.start(event) < edge - 1_000_000 && edge + 1_000_000 < JvmRun.end(event)));
        assertThat(explained(within))
                .anyMatch(event -> JvmRun.start(event) < within.common().start());
        assertThat(explained).noneMatch(event -> event.getThread().<Long>getValue("osThreadId") <= 0);
    }
}
