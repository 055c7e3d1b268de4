package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** Events that an application defines, whatever is in them. */
class OwnEventsTest {
    private static final String TRACE = """
                  0 rundown process 100 java.exe
                  0 rundown process 200 other.exe
                  0 rundown thread 7 in 100
                  0 rundown thread 9 in 200
            cpu0  50 switch 9->7 ready WrPreempted
            cpu0 300 switch 7->9 wait UserRequest
            cpu0 900 switch 9->0 wait UserRequest
            """;

    @TempDir
    private Path directory;

    private List<RecordedEvent> explained(Map<String, Object> fields) throws Exception {
        List<RecordedEvent> merged = MadeUpRun.merge(
                directory,
                TRACE,
                1000,
                jvm -> {
                    TypedValue thread = jvm.thread("main", 7);
                    jvm.event("jdk.GarbageCollection", 100, 10, thread, Map.of("gcId", 0L, "cause", "System.gc()"));
                    jvm.event("com.acme.Request", 200, 300, thread, fields);
                },
                Duration.ZERO);
        return MadeUpRun.latencies(merged).stream()
                .filter(event -> event.getString("javaEvent").equals("com.acme.Request"))
                .toList();
    }

    private String detail(Map<String, Object> fields) throws Exception {
        return explained(fields).get(0).getString("detail");
    }

    @Test
    void theirTimeIsTheTrace() throws Exception {
        assertThat(explained(Map.of())).singleElement().satisfies(event -> {
            assertThat(event.getDuration("runningTime").toNanos()).isEqualTo(10_000);
            assertThat(event.getDuration("waitingTime").toNanos()).isEqualTo(20_000);
            assertThat(event.getString("detail")).isNull();
        });
    }

    @Test
    void allTextsCount() throws Exception {
        assertThat(detail(new TreeMap<>(Map.of("a", "GET", "b", "", "c", 7L, "d", "/orders"))))
                .isEqualTo("GET, /orders");
    }

    @Test
    void longTextsAreCut() throws Exception {
        assertThat(detail(Map.of("text", "x".repeat(200)))).isEqualTo("x".repeat(200));
        assertThat(detail(Map.of("text", "x".repeat(201)))).isEqualTo("x".repeat(199) + "…");
    }

    /** It is no garbage collection's. */
    @Test
    void aFieldMayHaveANameOfTheJvms() throws Exception {
        assertThat(detail(new TreeMap<>(Map.of("gcId", 0L, "text", "mine")))).isEqualTo("mine");
        assertThat(detail(Map.of("gcId", "my own"))).isEqualTo("my own");
    }
}
