package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings that say what cannot be, as only damaged ones do. */
class ImpossibleRecordingTest {
    @TempDir
    private Path directory;

    @Test
    void traceThatEndsBeforeItStarts() throws IOException {
        Path recording = directory.resolve("backwards.jfr");
        Files.write(recording, new MadeRecording().session(200, 100).bytes());
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(recording, View.SUMMARY, 80))
                .withMessage("damaged recording: its trace ends before it begins");
    }

    /** The second is from a century past to one to come, which no number of nanoseconds is enough for. */
    @ParameterizedTest
    @CsvSource({"0, 316000000000", "-9000000000000, 7000000000000"})
    void traceOfYears(long fromMillis, long toMillis) throws IOException {
        Path recording = directory.resolve("years.jfr");
        Files.write(recording, new MadeRecording().session(fromMillis, toMillis).bytes());
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(recording, View.SUMMARY, 80))
                .withMessage("damaged recording: its trace takes more than ten years");
    }

    /** More than Windows has, or less than none: where it was is not known. */
    @Test
    void processorsThatCannotBe() throws Exception {
        Path recording = Files.write(
                directory.resolve("processors.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 100, 2047)
                        .running(Who.java("main", 8), 100, 300, 2048)
                        .running(Who.java("main", 8), 300, 600, Integer.MAX_VALUE)
                        .running(Who.java("main", 8), 600, 1000, Integer.MIN_VALUE)
                        .bytes());
        Report report = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(numbers(report, "processors", "processor")).containsExactly(-1L, 2047L);
        assertThat(numbers(report, "processors", "runningNanos")).containsExactly(900_000_000L, 100_000_000L);
    }

    /** As only a damaged recording tells of events. */
    @Test
    void partLongerThanTheWhole() throws Exception {
        Path recording = Files.write(
                directory.resolve("part.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 100, 0)
                        .breakdown(Who.java("main", 8), "jdk.ThreadPark", 0, 1, 100_000, 0, 0, null)
                        .bytes());
        assertThat(text(recording, View.EXPLAIN, 120)).contains(" ########## ").doesNotContain("#".repeat(11));
    }

    @Test
    void eventsThatEndBeforeTheyBeginAreNone() throws Exception {
        MadeRecording made = new MadeRecording()
                .session(0, 1000)
                .running(Who.java("main", 8), 0, 1000, 0)
                .breakdown(Who.java("main", 8), "jdk.ThreadPark", 100, 120, 20, 0, 0, null);
        for (int i = 0; i < 12; i++) {
            made.breakdown(Who.java("main", 8), "jdk.ThreadPark", 500, 400, 0, 0, 0, null);
        }
        Path recording = Files.write(directory.resolve("negative.jfr"), made.bytes());
        assertThat(text(recording, View.EXPLAIN, 120))
                .containsPattern("\nThreadPark +1 +20\\.000 +20\\.000 ")
                .doesNotContain("-100");
    }
}
