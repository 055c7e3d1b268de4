package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report as one asks for it on the command line, and what is in it without a browser. */
class ReportCommandTest {
    private static final Path TRACE = Path.of("samples", "contention-full.etl");
    private static final Path JVM = Path.of("samples", "contention.jfr");
    private static final Path MERGED = Path.of("..", "jfr-views", "samples", "contention-merged.jfr");

    @TempDir
    private Path directory;

    private static Result report(Object... arguments) {
        return Program.run(
                Stream.concat(Stream.of("report"), Stream.of(arguments)).toArray());
    }

    private static String error(int exitCode, Object... arguments) {
        Result result = report(arguments);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        return result.error();
    }

    @Test
    void isCalledLikeTheRecording() throws IOException {
        Path recording = Files.copy(MERGED, directory.resolve("app.jfr"));
        Path page = directory.resolve("app.html");
        assertThat(report(recording).succeeded().out())
                .startsWith(page + ": 32,738 slices of 107 threads, 3,644 JVM events; ");
        assertThat(Program.filesLeft(directory)).containsExactly("app.html", "app.jfr");
        assertThat(error(1, recording)).isEqualTo(page + " exists; --force replaces it; see --help");
        assertThat(report("--force", "--quiet", recording).succeeded().out()).isEmpty();
    }

    @Test
    void findingsAboutAChosenJvm() throws IOException {
        Path recording = directory.resolve("two.jfr");
        Program.run("--quiet", TRACE, recording).succeeded();
        Path page = directory.resolve("two.html");
        report("--jvm", "17397", recording, page).succeeded();
        assertThat(Files.readString(page))
                .contains("Thread java (17398) had the longest such time: ")
                .doesNotContain("Thread java.exe (17335) had the longest", "note: ");
    }

    @Test
    void ofChosenThreads() throws IOException {
        Path page = directory.resolve("page.html");
        assertThat(report("--thread", "contender*,17321", MERGED, page)
                        .succeeded()
                        .out())
                .containsPattern(" slices of 4 threads and, on processors, of others, \\d+ JVM events; ");
        assertThat(Files.readString(page)).contains("<dt>threads</dt><dd>4 of 107</dd>");
        assertThat(cells(Files.readString(page), "threads-threads")).hasSize(4);
        assertThat(error(1, "--force", "--process", "nobody.exe", MERGED, page))
                .isEqualTo(MERGED + ": no process 'nobody.exe' in it; the view 'summary' lists them");
    }

    @Test
    void ofATrace() throws IOException {
        Path recording = directory.resolve("trace.jfr");
        Program.run("--quiet", TRACE, recording).succeeded();
        report(recording, directory.resolve("recording.html")).succeeded();
        report(TRACE, directory.resolve("trace.html")).succeeded();
        assertThat(directory.resolve("trace.html")).hasSameTextualContentAs(directory.resolve("recording.html"));
    }

    @Test
    void tellsWhatIsLost() throws IOException {
        byte[] whole = Files.readAllBytes(TRACE);
        Path cut = Files.write(directory.resolve("cut.etl"), Arrays.copyOf(whole, whole.length / 2));
        Path page = directory.resolve("cut.html");
        Result result = report(cut);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith(page + ": ").contains("; it says what is wrong with the trace");
        assertThat(Files.readString(page)).containsPattern("\\d FileEndsInBuffer");
    }

    @Test
    void failsWithOneLineAndLeavesNothing() throws IOException {
        Path page = directory.resolve("page.html");
        assertThat(error(3, JVM, page))
                .isEqualTo(JVM
                        + ": no windows.* events in it, so it does not say when its threads ran; to add those of a"
                        + " trace: etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr; if an agent was to write them,"
                        + " its --status says why it did not");
        Path text = Files.writeString(directory.resolve("notes.txt"), "neither");
        assertThat(error(3, text, page)).startsWith(text + ": neither a flight recording nor a trace");
        byte[] whole = Files.readAllBytes(MERGED);
        Path cut = directory.resolve("cut.jfr");
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        assertThat(error(3, cut, page)).startsWith(cut + ": recording is cut off: ");
        assertThat(error(1, "--force", cut, cut))
                .isEqualTo(cut + " is the recording itself; name another file to write; see --help");
        assertThat(error(1, MERGED, "summary"))
                .isEqualTo("a report has all views; for the terminal: etl2jfr view " + MERGED
                        + " summary; for a file ./summary; see --help");
        assertThat(error(1, "--from", "2", "--to", "1", MERGED, page))
                .isEqualTo("--from is not before --to; see --help");
        assertThat(error(1, "--jvm", "java", "--no-findings", MERGED, page))
                .isEqualTo("--jvm is for findings, which --no-findings leaves out; see --help");
        assertThat(error(1, "--max-slices", "0", MERGED, page)).startsWith("--max-slices is a number of slices");
        assertThat(error(3, MERGED, directory.resolve("no").resolve("page.html")))
                .endsWith("no: no such directory");
        assertThat(Program.filesLeft(directory)).containsExactly("cut.jfr", "notes.txt");
    }

    @Test
    void recordingWithoutSlices() {
        Path recording = directory.resolve("without.jfr");
        Program.run("--quiet", "--events", "statistics", TRACE, recording).succeeded();
        Path page = directory.resolve("without.html");
        assertThat(error(3, recording))
                .isEqualTo(recording + ": no slices of threads in it;"
                        + " convert the trace with --events slices,switches");
        assertThat(page).doesNotExist();
    }

    /** The JVM's events are worth a page, too; its tables of threads say what is missing. */
    @Test
    void recordingWithLatenciesAlone() throws IOException {
        Path recording = directory.resolve("latencies.jfr");
        Program.run("--quiet", "--events", "latencies", "--jfr", JVM, TRACE, recording)
                .succeeded();
        Path page = directory.resolve("latencies.html");
        assertThat(report(recording).succeeded().out()).startsWith(page + ": 0 slices of 0 threads, 3,644 JVM events");
        assertThat(Files.readString(page)).contains("<p>no slices of threads in it; ");
    }

    @Test
    void traceWithOneSwitch() throws IOException {
        Path page = directory.resolve("one-switch.html");
        assertThat(report(OneSwitch.trace(directory)).succeeded().out())
                .startsWith(page + ": 0 slices of 0 threads, 0 JVM events; ");
        assertThat(Files.readString(page)).contains("<td colspan").doesNotContain("NaN");
    }

    /** What others ran is drawn on the processors. */
    @Test
    void slicesOfChosenThreads() throws IOException {
        Path page = directory.resolve("page.html");
        assertThat(report("--process", "java.exe", "--thread", "contender-*,GC*", MERGED, page)
                        .succeeded()
                        .out())
                .contains(" slices of 5 threads and, on processors, of others, ");
    }

    /** As of the recording that the two make. */
    @Test
    void traceMergedForIt() throws IOException {
        Path page = directory.resolve("page.html");
        Path ofMerged = directory.resolve("merged.html");
        report("--jfr", JVM, TRACE, page).succeeded();
        report(MERGED, ofMerged).succeeded();
        assertThat(page).hasSameTextualContentAs(ofMerged);
        assertThat(error(1, "--force", "--jfr", JVM, MERGED, page))
                .isEqualTo("--jfr goes with a trace; " + MERGED + " is a recording; see --help");
        Path missing = directory.resolve("missing.jfr");
        assertThat(error(3, "--force", "--jfr", missing, TRACE, page)).isEqualTo(missing + ": no such file");
        assertThat(error(3, "--force", "--jfr", TRACE, TRACE, page))
                .isEqualTo(TRACE + ": not a flight recording: it does not begin with FLR");
        assertThat(page).hasSameTextualContentAs(ofMerged);
    }

    @Test
    void help() throws IOException {
        String help = report("--help").succeeded().out();
        assertThat(help.lines().count()).isLessThanOrEqualTo(24);
        assertThat(help.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(Program.run("--help").out()).contains("report");
        Matcher example = Pattern.compile("Examples: etl2jfr (.*)").matcher(help);
        assertThat(example.find()).isTrue();
        String arguments = example.group(1)
                .strip()
                .replace("out.jfr", MERGED.toString())
                .replace("report.html", directory.resolve("report.html").toString());
        Program.run((Object[]) arguments.split(" +", -1)).succeeded();
        assertThat(Files.readString(directory.resolve("report.html"))).contains("0.500000 s to 1.500000 s");
    }

    /** The cells of a table of a page. */
    private static List<List<String>> cells(String page, String id) {
        String table = page.substring(page.indexOf("<table id=\"%s\"".formatted(id)));
        table = table.substring(table.indexOf("<tbody>"), table.indexOf("</tbody>"));
        List<List<String>> rows = new ArrayList<>();
        for (String row : table.split("<tr>", -1)) {
            List<String> cells = new ArrayList<>();
            Matcher cell = Pattern.compile("<td[^>]*>(.*?)</td>").matcher(row);
            while (cell.find()) {
                cells.add(cell.group(1));
            }
            rows.add(cells);
        }
        return rows.subList(1, rows.size());
    }

    /** What {@code view --json} tells in nanoseconds, the page tells in milliseconds. */
    @Test
    void tablesAreThoseOfTheViews() throws IOException {
        Path page = directory.resolve("page.html");
        report(MERGED, page).succeeded();
        String html = Files.readString(page);
        for (String id : List.of("threads-threads", "waits-reasons", "waits-wakers", "explain-events")) {
            String view = id.substring(0, id.indexOf('-'));
            JsonObject json = JsonParser.parseString(Program.run("view", "--json", MERGED, view)
                            .succeeded()
                            .out())
                    .getAsJsonObject();
            List<List<String>> expected = new ArrayList<>();
            for (JsonElement row : json.getAsJsonArray(id.substring(id.indexOf('-') + 1))) {
                expected.add(row.getAsJsonObject().entrySet().stream()
                        .filter(cell -> cell.getKey().endsWith("Nanos"))
                        .map(cell -> String.format(
                                Locale.ROOT, "%,.3f", cell.getValue().getAsLong() / 1e6))
                        .toList());
            }
            String header = html.substring(html.indexOf("<table id=\"%s\"".formatted(id)));
            Matcher kinds =
                    Pattern.compile("data-kind=\"(\\w+)\"").matcher(header.substring(0, header.indexOf("</tr>")));
            List<Boolean> isTime = new ArrayList<>();
            while (kinds.find()) {
                isTime.add(kinds.group(1).equals("time"));
            }
            List<List<String>> times = new ArrayList<>();
            for (List<String> row : cells(html, id)) {
                List<String> timesOfRow = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    if (isTime.get(i)) {
                        timesOfRow.add(row.get(i));
                    }
                }
                times.add(timesOfRow);
            }
            assertThat(times).as(id).isNotEmpty().isEqualTo(expected);
        }
    }
}
