package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** Who ran instead of a JVM's thread, where not all of that is known: not known is not zero. */
class DisplacementTest {
    /** Thread 7 gets its processor back once; when the trace ends it is ready. */
    private static final String TRACE = """
                  0 rundown process 100 java.exe
                  0 rundown process 200 other.exe
                  0 rundown thread 7 in 100
                  0 rundown thread 9 in 200
            cpu0 100 switch 7->9 ready WrPreempted
            cpu0 500 switch 9->7 ready WrPreempted
            cpu0 600 switch 7->9 ready WrPreempted
            cpu1 900 switch 0->0
            """;

    @TempDir
    private Path directory;

    private static String displaced(RecordedEvent event) {
        RecordedThread by = event.getThread("displacedBy");
        long time = event.getLong("displacedTime");
        return event.getString("javaEvent") + " ready "
                + event.getDuration("readyTime").toNanos() / 100 + ": "
                + (by == null ? "?" : by.<Long>getValue("osThreadId")) + " for "
                + (time == Long.MIN_VALUE
                        ? "?"
                        : event.getDuration("displacedTime").toNanos() / 100);
    }

    @Test
    void byWhomATraceTells() throws Exception {
        List<RecordedEvent> events = MadeUpRun.merge(
                directory,
                TRACE,
                1000,
                jvm -> {
                    TypedValue main = jvm.thread("main", 7);
                    jvm.event("jdk.JavaMonitorEnter", 50, 500, main, Map.of());
                    // Until the moment at which it is ready, but not in it.
                    jvm.event("jdk.JavaMonitorWait", 510, 90, main, Map.of());
                    // Ended, but not told before it is known who ran until it had a processor.
                    jvm.event("jdk.ThreadPark", 550, 100, main, Map.of());
                    jvm.event("jdk.ThreadSleep", 60, 800, main, Map.of());
                    // Longer than the trace.
                    jvm.event("jdk.GCPhasePause", 520, 450, main, Map.of());
                },
                Duration.ZERO);

        assertThat(MadeUpRun.latencies(events).stream().map(DisplacementTest::displaced))
                .containsExactlyInAnyOrder(
                        "jdk.JavaMonitorEnter ready 400: 9 for 400",
                        "jdk.JavaMonitorWait ready 0: ? for 0",
                        "jdk.ThreadPark ready 50: ? for ?",
                        "jdk.ThreadSleep ready 660: ? for ?",
                        "jdk.GCPhasePause ready 300: ? for ?");
    }
}
