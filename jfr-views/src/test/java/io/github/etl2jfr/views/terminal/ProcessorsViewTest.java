package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.processors;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static io.github.etl2jfr.views.terminal.Shown.whole;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is load and what is none, of whom, and where it is not told. */
class ProcessorsViewTest {
    @TempDir
    private Path directory;

    /** What is not told of a processor's time may have been load, too; little of it makes no difference. */
    @Test
    void noLoadWhereTimeIsNotTold() throws Exception {
        Who thread = Who.of("java.exe (7)", 8);
        Path recording = directory.resolve("made.jfr");
        Files.write(
                recording,
                new MadeRecording()
                        .session(0, 1000)
                        .running(thread, 0, 995, 0)
                        .running(thread, 0, 400, 1)
                        .idle(1, 400, 1000)
                        .running(thread, 0, 900, 2)
                        .bytes());
        Report report = whole(recording, View.PROCESSORS, 80);
        List<String> loads = new ArrayList<>();
        for (JsonElement row :
                JsonParser.parseString(report.json()).getAsJsonObject().getAsJsonArray("processors")) {
            loads.add(row.getAsJsonObject().get("load").toString());
        }
        assertThat(loads).containsExactly("1.0", "0.4", "null");
        assertThat(report.text()).containsPattern("(?m)^  2 +- +900\\.000 +0\\.000 +100\\.000");
    }

    /** Where it is not told when processors are idle, it is no load, and not known to be none. */
    @Test
    void noLoadWhereIdleTimeIsNotTold() throws Exception {
        Who main = Who.java("main", 8);
        assertThat(processors(
                        directory,
                        new MadeRecording()
                                .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0)
                                .running(main, 0, 995, 0)
                                .running(main, 0, 1000, 1)))
                .containsPattern("(?m)^  0 +- +995\\.000 +- +5\\.000")
                .containsPattern("(?m)^  1 +100\\.0 .* 1,000\\.000 +- +0\\.000");
        assertThat(processors(directory, new MadeRecording().session(0, 1000).running(main, 0, 1000, 0)))
                .containsPattern("(?m)^  0 +100\\.0 .* 1,000\\.000 +0\\.000 +0\\.000");
    }

    /** Whose load it is, is told where it is not all of those that are looked at. */
    @Test
    void loadOfOthers() throws Exception {
        Path recording = Files.write(
                directory.resolve("others.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 300, 0)
                        .running(Who.java("other", 9), 300, 800, 0)
                        .idle(0, 800, 1000)
                        .bytes());
        Report ofOne = new Report(View.PROCESSORS, new Layout(80, false), null, null, null);
        ofOne.read(
                new JdkRecording(recording),
                trace -> trace,
                all -> thread -> thread.name().equals("main"));
        assertThat(ofOne.text())
                .containsPattern("CPU +Load % +Running +Others +Idle ")
                .containsPattern("(?m)^  0 +80\\.0 .* 300\\.000 +500\\.000 +200\\.000 ");
        assertThat(text(recording, View.PROCESSORS, 120))
                .doesNotContain("Others")
                .containsPattern("(?m)^  0 +80\\.0 .* 800\\.000 +200\\.000 +0\\.000 ");
        Report sorted = new Report(View.PROCESSORS, new Layout(80, false), null, "others", null);
        sorted.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(sorted.text()).contains("Others");
    }
}
