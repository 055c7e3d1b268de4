package io.github.etl2jfr.views.terminal;

import static io.github.etl2jfr.views.terminal.Shown.ofSample;
import static io.github.etl2jfr.views.terminal.Shown.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.github.etl2jfr.views.JdkRecording;
import io.github.etl2jfr.views.Samples;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import io.github.etl2jfr.views.table.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rules found: as text, as JSON and as CSV, of which JVM, and of a part of the recording. */
class FindingsViewTest {
    @TempDir
    private Path directory;

    @Test
    void onlySomeFindings() throws Exception {
        Report report = new Report(View.FINDINGS, new Layout(200, false), null, null, 2);
        report.read(new JdkRecording(Samples.MERGED), trace -> trace, ThreadChoice.ALL);
        String whole = text(Samples.MERGED, View.FINDINGS, 200);
        long all = Pattern.compile("^(warning|info): ", Pattern.MULTILINE)
                .matcher(whole)
                .results()
                .count();
        assertThat(report.text())
                .containsPattern("(?s)\nwarning: .*\nwarning: .*\n\n\\(and %d more; --limit 0 shows all\\)\n\n"
                        .formatted(all - 2))
                .doesNotContain("\ninfo: ")
                .endsWith(whole.substring(whole.indexOf("\nnothing found: ")).stripTrailing());
    }

    @Test
    void onlySomeFindingsForPrograms() throws Exception {
        Report some = ofSample(View.FINDINGS, null, null, 2);
        JsonObject json = JsonParser.parseString(some.json()).getAsJsonObject();
        assertThat(json.getAsJsonArray("findings")).hasSize(2);
        assertThat(json.getAsJsonObject("rows").get("findings"))
                .isEqualTo(JsonParser.parseString("{\"shown\": 2, \"total\": 10}"));
        assertThat(some.csv().lines()).hasSize(3);
        assertThat(ofSample(View.FINDINGS, "findings", null, 2).text())
                .contains("\n(and 8 more; --limit 0 shows all)\n");
    }

    @Test
    void findingsForPrograms() throws Exception {
        JsonObject json = JsonParser.parseString(
                        ofSample(View.FINDINGS, null, null, null).json())
                .getAsJsonObject();
        assertThat(json.get("missing")).isEqualTo(JsonNull.INSTANCE);
        JsonArray findings = json.getAsJsonArray("findings");
        assertThat(findings).hasSize(10);
        JsonObject pause = findings.asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(finding -> finding.get("id").getAsString().equals("WindowsPauseHeldUp"))
                .findFirst()
                .orElseThrow();
        assertThat(pause.keySet())
                .containsExactly(
                        "severity", "rule", "summary", "explanation", "solution", "score", "start", "thread", "id");
        assertThat(pause.get("severity").getAsString()).isEqualTo("info");
        assertThat(pause.get("summary").getAsString())
                .isEqualTo(
                        "In a garbage collection pause of 26.742 ms, thread GC Thread#1 had no processor for 26.338 ms.");
        assertThat(pause.get("thread").getAsString()).isEqualTo("GC Thread#1");
        Instant start = Instant.parse(json.get("traceStart").getAsString());
        assertThat(Duration.between(start, Instant.parse(pause.get("start").getAsString())))
                .isBetween(Duration.ofNanos(1_793_152_500), Duration.ofNanos(1_793_153_500));
        JsonObject last = findings.get(9).getAsJsonObject();
        assertThat(last.get("severity").getAsString()).isEqualTo("not applicable");
        assertThat(last.get("score")).isEqualTo(JsonNull.INSTANCE);
        assertThat(ofSample(View.FINDINGS, null, null, null).csv().lines().findFirst())
                .contains("severity,rule,summary,explanation,solution,score,start,thread,id");
    }

    /** Rules know nothing of what the user chose. */
    @Test
    void findingsAreOfTheWholeRecording() throws Exception {
        Report part = new Report(View.FINDINGS, new Layout(200, false), null, null, null);
        part.read(
                new JdkRecording(Samples.MERGED),
                trace -> new Span(trace.start(), trace.start() + 1_000_000),
                ThreadChoice.ALL);
        String note =
                "\n\nnote: findings are about the whole recording, not only the time and threads chosen; for those of a"
                        + " part of the time, convert the trace with --from and --to\n\nwarning: ";
        String whole = text(Samples.MERGED, View.FINDINGS, 200);
        assertThat(part.text()).contains("shown: 0.000000 s to 0.001000 s\n", note);
        assertThat(part.text())
                .endsWith(whole.substring(whole.indexOf("\n\nwarning: ")).stripTrailing());
        Report chosen = new Report(View.FINDINGS, new Layout(200, false), null, null, null);
        chosen.read(
                new JdkRecording(Samples.MERGED),
                trace -> trace,
                all -> thread -> thread.name().equals("producer"));
        assertThat(chosen.text()).contains(note);
        assertThat(whole).doesNotContain("note: ");
    }

    /** What is not worth telling is told all the same, in fewer words; names are not taken for commands. */
    @Test
    void findingsOfALittle() throws Exception {
        MadeRecording made = new MadeRecording()
                .session(0, 1000)
                .running(Who.java("ma\033[2Jin", 8), 0, 1000, 0)
                .waiting(Who.java("ma\033[2Jin", 8), 100, 120, "PageIn", null);
        Path recording = Files.write(directory.resolve("made.jfr"), made.bytes());
        String text = text(recording, View.FINDINGS, 2000);
        assertThat(text)
                .contains("\ninfo: Long Waits for Pages of Memory\n  The JVM's threads waited up to 20 ms for a page")
                .contains("Thread ma\\u001b[2Jin had the longest wait (PageIn), at 0.100000 s.\n")
                .contains("\n\nnothing found: Trace Lost Data\nnot applicable: Garbage Collection Paused for Want of")
                .contains("; Safepoint Held Up by a Thread Without a Processor (the recording has no events of type")
                .doesNotContain("\033", "\u00a0");
        Path nothing = Files.write(
                directory.resolve("nothing.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.java("main", 8), 0, 1000, 0)
                        .bytes());
        assertThat(text(nothing, View.FINDINGS, 2000))
                .contains("\n\nthe 1 of 10 rules that are applicable found nothing worth a look\nnothing found: ");
    }

    /** It may be a service, whose program is called anything; views have no preferences. */
    @Test
    void findingsWithoutAJvm() throws Exception {
        Path recording = Files.write(
                directory.resolve("service.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .running(Who.of("tomcat9.exe (7)", 8), 0, 1000, 0)
                        .ready(Who.of("tomcat9.exe (7)", 9), 0, 900, 0, "Preempted")
                        .waiting(Who.of("tomcat9.exe (7)", 9), 900, 1000, "PageIn", null)
                        .bytes());
        assertThat(text(recording, View.FINDINGS, 1000))
                .containsOnlyOnce("the recording has no thread of a JVM. JVMs are java.exe and javaw.exe, those"
                        + " that --jvm names, or the one whose recording is merged in: --jfr)")
                .doesNotContain("preference");
        assertThat(findings(recording, "tomcat9.exe (7)"))
                .contains("Thread tomcat9.exe (9) had the longest ")
                .doesNotContain("note: ");
    }

    private static String findings(Path recording, String jvm) throws Exception {
        Report report = new Report(View.FINDINGS, new Layout(1000, false), null, null, null);
        report.chooseJvms(all -> thread -> thread.process().equals(jvm));
        report.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        return report.text();
    }

    @Test
    void findingsAboutOneJvmOfSeveral() throws Exception {
        Path recording = Files.write(
                directory.resolve("several.jfr"),
                new MadeRecording()
                        .session(0, 1000)
                        .waiting(Who.of("java.exe (7)", 8), 0, 100, "PageIn", null)
                        .waiting(Who.of("java.exe (9)", 10), 0, 200, "PageIn", null)
                        .bytes());
        String note = "findings are about 2 JVMs, java.exe (7), java.exe (9); --jvm chooses among them";
        assertThat(text(recording, View.FINDINGS, 1000))
                .contains("\n\nnote: " + note + "\n\n")
                .contains("waited up to 200 ms for a page");
        Report all = new Report(View.FINDINGS, new Layout(80, false), null, null, null);
        all.read(new JdkRecording(recording), trace -> trace, ThreadChoice.ALL);
        assertThat(all.csvNote()).isEqualTo(note);
        assertThat(JsonParser.parseString(all.json()).getAsJsonObject().getAsJsonArray("notes"))
                .containsExactly(new JsonPrimitive(note));
        assertThat(findings(recording, "java.exe (7)"))
                .contains("waited up to 100 ms for a page")
                .doesNotContain("note: ");
    }

    /** Neither another name nor a merge makes it that of a JVM: it is merged. */
    @Test
    void findingsWhereTheJvmWasLeftOut() throws Exception {
        Path recording = Files.write(
                directory.resolve("left-out.jfr"),
                new MadeRecording()
                        .jvm(4711)
                        .mergedSession("User", 0, MadeRecording.UNKNOWN, 0, 0, "lsass.exe")
                        .waiting(Who.of("lsass.exe (7)", 9), 900, 1000, "PageIn", null)
                        .bytes());
        assertThat(text(recording, View.FINDINGS, 1000))
                .containsOnlyOnce("(the recording has no thread of a JVM. Those of the JVM whose recording is"
                        + " merged in were left out; convert the trace without --process and --thread)")
                .doesNotContain("--jvm");
    }

    @Test
    void findingsAboutAnotherJvmThanTheRecordings() {
        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> findings(Samples.MERGED, "java.exe (17397)"))
                .withMessage("it has a JVM's own events: findings are about that JVM; leave --jvm out");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Report(View.WAITS, new Layout(80, false), null, null, null).chooseJvms(ThreadChoice.ALL))
                .withMessage("--jvm is for findings; waits chooses with --process");
    }
}
