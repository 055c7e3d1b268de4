package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.recording.Readers;
import io.github.etl2jfr.recording.Row;
import io.github.etl2jfr.testing.MadeUpRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** Texts of explained events, however many there are and wherever they are written. */
class MergedTextsTest {
    private static final String LATENCY = "windows.LatencyBreakdown";
    private static final int EVENTS_IN_A_CHUNK = 9_000;
    private static final int DISTANCE = 10;
    private static final long CHUNK = (long) EVENTS_IN_A_CHUNK * DISTANCE;

    private static final String TRACE = """
                  0 rundown process 100 java.exe
                  0 rundown thread 7 in 100
            cpu0  5 switch 0->7
            cpu0 180000 switch 7->0 wait UserRequest
            """;

    @TempDir
    private Path directory;

    /** Events of an application that begin each {@value #DISTANCE} units. */
    private static byte[] chunk(int first, IntFunction<String> texts) throws Exception {
        return MadeUpRecording.chunk(CHUNK * first / EVENTS_IN_A_CHUNK, CHUNK, made -> {
            TypedValue thread = made.thread("main", 7);
            for (int i = first; i < first + EVENTS_IN_A_CHUNK; i++) {
                made.event("com.acme.Request", 10 + (long) i * DISTANCE, 5, thread, Map.of("text", texts.apply(i)));
            }
        });
    }

    private Path merged() {
        return directory.resolve("merged.jfr");
    }

    private void merge(IntFunction<String> texts) throws Exception {
        byte[] jvm = MadeUpRecording.joined(chunk(0, texts), chunk(EVENTS_IN_A_CHUNK, texts));
        MadeUpRun.merge(directory, TRACE, jvm, Duration.ZERO);
    }

    /** Bytes that a merge adds. */
    private long added(IntFunction<String> texts) throws Exception {
        merge(texts);
        return Files.size(merged()) - Files.size(directory.resolve("jvm.jfr"));
    }

    /** Of each chunk more than a pool holds, and some of them again and again, in the same order or another. */
    private static String manyTexts(int event) {
        return event % 3 == 0 ? "again " + event % 1000 : event % 9 == 1 ? "äöü €" : "once " + event;
    }

    private static void assertTexts(List<Row> told) {
        List<Row> rows = Row.sorted(told);
        assertThat(rows).hasSize(2 * EVENTS_IN_A_CHUNK);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).fields()).contains("|javaEvent=com.acme.Request|detail=" + manyTexts(i) + "|");
        }
    }

    @Test
    void eachReaderFindsThem() throws Exception {
        merge(MergedTextsTest::manyTexts);
        assertTexts(Readers.recordingFile(merged(), LATENCY::equals));
        assertTexts(Readers.missionControl(merged(), LATENCY::equals));
        assertTexts(Readers.jfrPrint(merged(), "--events", LATENCY));
    }

    @Test
    void theyAreWrittenOnce() throws Exception {
        String text = "x".repeat(200);
        long without = added(event -> "");
        // A byte that says so, and a key.
        assertThat(added(event -> text) - without).isLessThan(2 * (EVENTS_IN_A_CHUNK * 4L + 210));
    }
}
