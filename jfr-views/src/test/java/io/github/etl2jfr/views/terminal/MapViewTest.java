package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.assertFits;
import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.ofSample;
import static io.github.etl2jfr.views.terminal.Shown.sum;
import static io.github.etl2jfr.views.terminal.Shown.whole;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The picture: its steps of time, its lanes, and the same in numbers. */
class MapViewTest {
    @TempDir
    private Path directory;

    /** As far as moments are told apart, and no step of time is none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "60; 20000;     Who ran longest in 500 ns: ;   |1.000010 s         |+10.0 µs  +20.0 µs|",
                "60; 39000000;  Who ran longest in 0.975 ms: ; |1.000 s            |1.020 s    1.039 s|",
                "60; 10;        Who ran longest in 1 ns: ;     |1.000010 s         |+5 ns       +10 ns|",
                "40; 20000;     Who ran longest in 1.0 µs: ;   |1.000010 s+20.0 µs|",
                "60; 120000000; Who ran longest in 3.000 ms: ; |1.000 s            |1.060 s    1.120 s|"
            })
    void mapOfShortTime(int width, long length, String heading, String ruler) throws Exception {
        Report report = new Report(View.MAP, new Layout(width, false), null, null, null);
        report.read(
                new JdkRecording(Samples.MERGED),
                trace -> new Span(trace.start() + 1_000_010_000, trace.start() + 1_000_010_000 + length),
                ThreadChoice.ALL);
        assertThat(report.text()).contains("\n" + heading, ruler + "\nCPU 0 ");
        assertFits(report.text(), width);
    }

    /** A point is a point, wherever it runs. */
    @Test
    void rulerInAnyLanguage() throws Exception {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            mapOfShortTime(
                    60, 120_000_000, "Who ran longest in 3.000 ms: ", "|1.000 s            |1.060 s    1.120 s|");
        } finally {
            Locale.setDefault(usual);
        }
    }

    /** What is not told is neither that somebody ran nor that nobody did. */
    @Test
    void unknownIsBlank() throws Exception {
        Who main = Who.java("main", 8);
        Path recording = Files.write(
                directory.resolve("made.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(main, 0, 400, 0)
                        .idle(0, 400, 600)
                        .running(main, 900, 1000, 0)
                        .bytes());
        Report report = whole(recording, View.MAP, 30);
        assertThat(report.text()).contains("\nCPU 0               AAAAAAAA....      AA\n");
        assertThat(report.json()).contains("\"runningNanos\": 0", "\"runningNanos\": null");
    }

    /** A line for each thread, past the alphabet too; those that processors show have a name. */
    @Test
    void limitsThePicture() throws Exception {
        List<String> few = ofSample(View.MAP, null, null, 3).text().lines().toList();
        int lanes = few.indexOf("What the busiest did most: # ran, ! was ready, . waited") + 2;
        assertThat(few.subList(lanes, lanes + 4))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("A "),
                        line -> assertThat(line).startsWith("B "),
                        line -> assertThat(line).startsWith("C "),
                        line -> assertThat(line).isEmpty());
        assertThat(few.get(lanes + 4)).startsWith("D ").contains("  E ");

        List<String> all = ofSample(View.MAP, null, null, 0).text().lines().toList();
        assertThat(all.subList(0, lanes + 3)).isEqualTo(few.subList(0, lanes + 3));
        int threads = numbers(ofSample(View.THREADS, null, null, 0), "threads", "runningNanos")
                .size();
        assertThat(all).hasSize(lanes + threads);
        assertThat(all.get(lanes + 26)).startsWith("+ ");
    }

    /** What the picture shows of threads is in numbers, too: also of those that only waited. */
    @Test
    void statesOfTheMap() throws Exception {
        Report map = ofSample(View.MAP, "states", null, 0);
        Report threads = ofSample(View.THREADS, null, null, 0);
        for (String column : List.of("runningNanos", "readyNanos", "waitingNanos")) {
            assertThat(sum(numbers(map, "states", column)))
                    .as(column)
                    .isEqualTo(sum(numbers(threads, "threads", column)));
        }
    }
}
