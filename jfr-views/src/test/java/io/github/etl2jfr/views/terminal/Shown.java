package io.github.etl2jfr.views.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.text.Width;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What views show of a recording: all of it, or what a test looks at. */
final class Shown {
    private Shown() {}

    /** The whole of a view, as it is printed. */
    static String text(Path recording, View view, int width) throws Exception {
        return whole(recording, view, width).text() + "\n";
    }

    /** A view of all the time and all threads. */
    static Report whole(Path recording, View view, int width) throws Exception {
        Report report = new Report(view, new Layout(width, false), null, null, null);
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        return report;
    }

    /** The view of processors, of a recording that is made. */
    static String processors(Path directory, MadeRecording made) throws Exception {
        return text(Files.write(directory.resolve("made.jfr"), made.bytes()), View.PROCESSORS, 80);
    }

    /** A view of the sample, with what the user may want of it, or null. */
    static Report ofSample(View view, String table, String sort, Integer limit) throws Exception {
        Report report = new Report(view, new Layout(80, false), table, sort, limit);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        return report;
    }

    /** A column of a table, as JSON has it. */
    static List<Long> numbers(Report report, String table, String column) {
        List<Long> numbers = new ArrayList<>();
        for (JsonElement row :
                JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray(table)) {
            numbers.add(row.getAsJsonObject().get(column).getAsLong());
        }
        return numbers;
    }

    static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }

    /** A moment in JSON, since 1970. */
    static long nanos(JsonElement moment) {
        Instant instant = Instant.parse(moment.getAsString());
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }

    static void assertFits(String text, int width) {
        assertThat(text.lines()).allSatisfy(line -> assertThat(Width.of(line)).isLessThanOrEqualTo(width));
    }
}
