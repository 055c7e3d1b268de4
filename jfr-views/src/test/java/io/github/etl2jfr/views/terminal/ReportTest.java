package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.assertFits;
import static io.github.etl2jfr.views.terminal.Shown.numbers;
import static io.github.etl2jfr.views.terminal.Shown.ofSample;
import static io.github.etl2jfr.views.terminal.Shown.sum;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.text.Width;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all views have in common: what they look like, how tables are chosen and sorted, and that they agree. */
class ReportTest {
    private static final Path EXPECTED = Path.of("src", "test", "resources", "views");

    /** Set it to write what is expected anew; look at what changed. */
    private static final String UPDATE_PROPERTY = "etl2jfr.update-views";

    @TempDir
    private Path directory;

    static Stream<Arguments> viewsInAllWidths() {
        return Stream.of(View.values()).flatMap(view -> Stream.of(60, 80, 120).map(width -> Arguments.of(view, width)));
    }

    @ParameterizedTest
    @MethodSource("viewsInAllWidths")
    void looksAsItShould(View view, int width) throws Exception {
        check(view.command() + "-" + width, text(Samples.MERGED, view, width), width);
    }

    /** That one knows when processors were idle. */
    @Test
    void traceAlone() throws Exception {
        check("processors-plain", text(Samples.PLAIN, View.PROCESSORS, 120), 120);
    }

    private static void check(String name, String text, int width) throws IOException {
        assertFits(text, width);
        // These two are written otherwise where a console lacks them.
        assertThat(text.replaceAll("[±µ]", "")).isASCII();
        Path file = EXPECTED.resolve(name + ".txt");
        if (Boolean.getBoolean(UPDATE_PROPERTY)) {
            Files.createDirectories(EXPECTED);
            Files.writeString(file, text);
        } else {
            assertThat(text)
                    .as("to update: mvn -pl jfr-views test -Dtest=ReportTest -D%s=true", UPDATE_PROPERTY)
                    .isEqualTo(Files.readString(file));
        }
    }

    /** When it was is told before whose it was, and what stands for what, too; threads are told from each other. */
    @Test
    void narrowest() throws Exception {
        String text = text(Samples.MERGED, View.EXPLAIN, 40);
        assertThat(text.lines()).allSatisfy(line -> assertThat(Width.of(line)).isLessThanOrEqualTo(40));
        assertThat(text)
                .contains("The longest: # ran, ! was ready, .\nwaited, ? unknown\n")
                .contains("\n0.118988    115.916  JavaMonitorEnter\n");
        assertThat(text(Samples.MERGED, View.EXPLAIN, 50)).contains("  contender-1\n", "  contender-2\n");
    }

    /** What there is no room for is named. */
    @ParameterizedTest
    @EnumSource(View.class)
    void narrowTables(View view) throws Exception {
        for (int width : List.of(40, 44, 50, 58)) {
            assertFits(text(Samples.MERGED, view, width), width);
        }
        assertThat(text(Samples.PLAIN, View.PROCESSORS, 40))
                .contains("fit the width: Switches,\nArrivals, Threads, Busiest thread, it\nran)");
        assertThat(text(Samples.MERGED, View.LATENCY, 40)).contains("to fit the width: Together, 90\n%)");
    }

    /** Nothing is missing: so there was no such time, which has no median. */
    @Test
    void neverReady() throws Exception {
        Path recording = directory.resolve("made.jfr");
        MadeRecording made = new MadeRecording().session(0, 1000).running(Who.java("main", 8), 0, 1000, 0);
        Files.write(recording, made.bytes());
        assertThat(text(recording, View.LATENCY, 80)).containsPattern("(?m)^ +0 +0\\.000( +-){5}$");
        assertThat(text(recording, View.THREADS, 100))
                .containsPattern("(?m)^main .* 1,000\\.000 +100\\.0 +0\\.000 +0\\.000 ");
    }

    @Test
    void whatTellsNothingOfTheScheduler() {
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(Samples.JVM, View.SUMMARY, 80))
                .withMessage("no windows.* events in it, so it does not say when its threads ran; to add those of a"
                        + " trace: etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr; if an agent was to write them,"
                        + " its --status says why it did not");
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> text(Samples.PLAIN, View.EXPLAIN, 80))
                .withMessage("no latencies of a JVM in it; to add those of its recording:"
                        + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr");
    }

    @ParameterizedTest
    @EnumSource(View.class)
    void csvHasTheRowsOfTheFirstTableInJson(View view) throws Exception {
        Report report = ofSample(view, null, null, null);
        JsonObject json = JsonParser.parseString(report.json()).getAsJsonObject();
        assertThat(json.get("view").getAsString()).isEqualTo(view.command());
        assertThat(json.get("traceStart").getAsString()).isEqualTo("2026-11-21T11:04:47.549375960Z");
        List<String> lines = report.csv().lines().toList();
        String first = view.content(new Layout(80, false)).tables().get(0).name();
        List<JsonElement> rows = json.getAsJsonArray(first).asList();
        assertThat(lines).hasSize(rows.size() + 1);
        assertThat(List.of(lines.get(0).split(",", -1)))
                .containsExactlyElementsOf(rows.get(0).getAsJsonObject().keySet());
    }

    @Test
    void sortsAndLimits() throws Exception {
        Report report = ofSample(View.THREADS, null, "longestReady", 5);
        List<Long> longest = numbers(report, "threads", "longestReadyNanos");
        assertThat(longest).hasSize(5).isSortedAccordingTo(Comparator.reverseOrder());
        List<Long> all = numbers(ofSample(View.THREADS, null, null, 0), "threads", "longestReadyNanos");
        all.sort(Comparator.reverseOrder());
        assertThat(longest).isEqualTo(all.subList(0, 5));
    }

    /** What is not known comes last, whichever comes first. */
    @Test
    void sortsTheOtherWayRound() throws Exception {
        List<Long> ready = numbers(ofSample(View.THREADS, null, "-longestReady", 5), "threads", "longestReadyNanos");
        List<Long> all = numbers(ofSample(View.THREADS, null, null, 0), "threads", "longestReadyNanos");
        assertThat(ready).isEqualTo(all.stream().sorted().limit(5).toList());
        List<JsonElement> displaced = longest(ofSample(View.EXPLAIN, "longest", "-displaced", 0)).asList().stream()
                .map(row -> row.getAsJsonObject().get("displacedNanos"))
                .toList();
        List<JsonElement> known =
                displaced.stream().takeWhile(time -> !time.isJsonNull()).toList();
        assertThat(known)
                .hasSizeGreaterThan(100)
                .extracting(JsonElement::getAsLong)
                .isSorted();
        assertThat(displaced.subList(known.size(), displaced.size()))
                .isNotEmpty()
                .allMatch(JsonElement::isJsonNull);
    }

    /** Of all there are, not of those that would have been there unsorted; as many as there are it says. */
    @ParameterizedTest
    @CsvSource({
        "LATENCY, start",
        "LATENCY, ready",
        "LATENCY, processor",
        "LATENCY, culpritRunningNanos",
        "LATENCY, thread",
        "EXPLAIN, start",
        "EXPLAIN, RUNNING",
        "EXPLAIN, ready",
        "EXPLAIN, waiting",
        "EXPLAIN, displaced",
        "EXPLAIN, unknown",
        "EXPLAIN, duration",
        "EXPLAIN, detail",
        "LATENCY, -start",
        "LATENCY, -ready",
        "LATENCY, -processor",
        "LATENCY, -culpritRunningNanos",
        "EXPLAIN, -ready",
        "EXPLAIN, -displaced",
        "EXPLAIN, -detail"
    })
    void sortsAllLatencies(View view, String sort) throws Exception {
        JsonArray all = longest(ofSample(view, "longest", sort, 0));
        assertThat(all).hasSizeGreaterThan(1000);
        assertThat(longest(ofSample(view, "longest", sort, 5)))
                .containsExactlyElementsOf(all.asList().subList(0, 5));
        Report usual = ofSample(view, null, sort, null);
        assertThat(longest(usual)).containsExactlyElementsOf(all.asList().subList(0, 1000));
        assertThat(JsonParser.parseString(usual.json())
                        .getAsJsonObject()
                        .getAsJsonObject("rows")
                        .get("longest"))
                .isEqualTo(JsonParser.parseString("{\"shown\": 1000, \"total\": %d}".formatted(all.size())));
    }

    private static JsonArray longest(Report report) {
        return JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray("longest");
    }

    @Test
    void histogramIsNeitherSortedNorLimited() throws Exception {
        List<Long> from = numbers(ofSample(View.LATENCY, null, "ready", 2), "histogram", "fromNanos");
        assertThat(from).hasSizeGreaterThan(10).isSorted();
    }

    /** No column is there to be typed in place of another. */
    @ParameterizedTest
    @ValueSource(strings = {"percentiles", "histogram"})
    void tableThatCannotBeSorted(String table) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.LATENCY, table, "count", null))
                .withMessage("table '%s' of latency cannot be sorted", table);
    }

    /** An order that nobody sees is none. */
    @Test
    void whatIsNotShownIsNotSorted() {
        Layout layout = new Layout(80, false);
        Report csv = new Report(View.EXPLAIN, layout, null, "displaced", null);
        csv.requireSortedText();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(csv::requireSortedCsv)
                .withMessage("CSV has only the table 'events', which cannot be sorted by 'displaced'; for one that"
                        + " is: --table longest");
        new Report(View.EXPLAIN, layout, "longest", "displaced", null).requireSortedCsv();
        Report map = new Report(View.MAP, layout, null, "running", null);
        map.requireSortedCsv();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(map::requireSortedText)
                .withMessage("map is a picture, which is not sorted; for one that is: --table cells or states");
        new Report(View.MAP, layout, "states", "waiting", null).requireSortedText();
    }

    @Test
    void oneTable() throws Exception {
        Report report = ofSample(View.WAITS, "wakers", null, null);
        assertThat(report.csv()).startsWith("waker,process,");
        assertThat(JsonParser.parseString(report.json()).getAsJsonObject().has("reasons"))
                .isFalse();
    }

    @Test
    void mistypedNames() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("sumary"))
                .withMessage("there is no view 'sumary' (did you mean summary?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("proc"))
                .withMessage("there is no view 'proc' (did you mean processors?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("Wiats"))
                .withMessage("there is no view 'Wiats' (did you mean waits?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("gantt"))
                .withMessage("there is no view 'gantt'; there are summary, findings, latency, displacers, waits,"
                        + " processors, load, map, explain, critical-path, bottlenecks, pools, threads,"
                        + " slices");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> View.of("finding"))
                .withMessage("there is no view 'finding' (did you mean findings?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.FINDINGS, null, "score", null))
                .withMessage("table 'findings' of findings cannot be sorted");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.SUMMARY, null, "size", null))
                .withMessage("summary has no column 'size' to sort by;"
                        + " there are process, threads, running, ready, waiting, switches, longestReady, thread");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.SUMMARY, null, "runing", null))
                .withMessage("summary has no column 'runing' to sort by (did you mean running?)");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.WAITS, "people", null, null))
                .withMessage("waits has no table 'people'; there are reasons, wakers");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ofSample(View.WAITS, "waiters", null, null))
                .withMessage("waits has no table 'waiters' (did you mean wakers?)");
    }

    @Test
    void viewsAgree() throws Exception {
        long threads = sum(numbers(ofSample(View.THREADS, null, null, 0), "threads", "runningNanos"));
        assertThat(sum(numbers(ofSample(View.SUMMARY, null, null, 0), "threads", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(ofSample(View.SUMMARY, null, null, 0), "processes", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(ofSample(View.POOLS, null, null, 0), "pools", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(ofSample(View.PROCESSORS, null, null, 0), "processors", "runningNanos")))
                .isEqualTo(threads);
        assertThat(sum(numbers(ofSample(View.MAP, null, null, 0), "cells", "runningNanos")))
                .isEqualTo(threads);
        long ready = sum(numbers(ofSample(View.THREADS, null, null, 0), "threads", "readyNanos"));
        assertThat(sum(numbers(ofSample(View.LATENCY, null, null, 0), "percentiles", "totalNanos")))
                .isEqualTo(ready);
        assertThat(sum(numbers(ofSample(View.LATENCY, null, null, 0), "histogram", "totalNanos")))
                .isEqualTo(ready);
        assertThat(sum(numbers(ofSample(View.LATENCY, null, null, 0), "longest", "readyNanos")))
                .isEqualTo(ready);
        assertThat(sum(numbers(ofSample(View.WAITS, null, null, 0), "reasons", "totalNanos")))
                .isEqualTo(sum(numbers(ofSample(View.THREADS, null, null, 0), "threads", "waitingNanos")));
        Report explain = ofSample(View.EXPLAIN, null, null, 0);
        for (String column : List.of("durationNanos", "runningNanos", "readyNanos", "waitingNanos", "unknownNanos")) {
            assertThat(sum(numbers(explain, "events", column)))
                    .as(column)
                    .isEqualTo(sum(numbers(explain, "longest", column)));
        }
    }
}
