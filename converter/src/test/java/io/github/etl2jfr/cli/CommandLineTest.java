package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands and options: the help, and what is said of those that are mistyped, misplaced or unreadable. */
class CommandLineTest {
    private static final Path SAMPLE = SampleEvents.TRACE;

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }

    @ParameterizedTest
    @CsvSource({
        "--form 1, unknown option '--form' (did you mean --from?)",
        "--evnts=all, unknown option '--evnts' (did you mean --events?)",
        "info --proceses, unknown option '--proceses' (did you mean --processes?)",
        "view --jsno, unknown option '--jsno' (did you mean --json?)",
        "--frobnicate now, unknown option '--frobnicate'",
    })
    void mistypedOption(String options, String message) {
        Result result = SampleEvents.runWith(options, out);
        assertThat(result.error()).isEqualTo(message + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compare --jfr app.jfr | '--jfr' is not an option of compare, but of the conversion, view, report:"
                        + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr",
                "report --pid=4711     | '--pid' is not an option of report, but of the conversion:"
                        + " etl2jfr --jfr APP.jfr --pid PID TRACE.etl OUT.jfr",
                "view --all            | '--all' is not an option of view, but of the conversion:"
                        + " etl2jfr --jfr APP.jfr --all TRACE.etl OUT.jfr",
                "report --json         | '--json' is not an option of report, but of the conversion, info, view, compare",
                "--limit 5             | '--limit' is not an option of the conversion, but of view, compare",
            })
    void optionOfAnotherCommand(String options, String message) {
        Result result = SampleEvents.runWith(options, out);
        assertThat(result.error()).isEqualTo(message + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    /** Whatever else is wrong does not matter then, and nobody is told to replace the real trace. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inof | info?",
                "INFO --processes | info?",
                "veiw --sort ready | view?",
                "report. | report?",
                "help | --help?",
                "version | --version?",
            })
    void mistypedCommand(String arguments, String meant) {
        String word = arguments.split(" ", 2)[0];
        Result result = SampleEvents.runWith(arguments, out);
        assertThat(result.error())
                .isEqualTo("'%s' is neither a command nor a file (did you mean %s)".formatted(word, meant) + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(run(word).error()).isEqualTo(result.error());
    }

    /** Other programs have one to convert. */
    @Test
    void commandThatIsNotThere() {
        assertThat(SampleEvents.runWith("convert", out).error())
                .isEqualTo("'convert' is neither a command nor a file; commands are info, view, report, compare, sort;"
                        + " none is needed to convert" + SEE_HELP);
    }

    @Test
    void viewWithoutItsCommand() {
        assertThat(SampleEvents.runWith("findings", out).error())
                .isEqualTo("'findings' is a view, not a command: etl2jfr view OUT.jfr findings" + SEE_HELP);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from noon | '--from': 'noon' is not a time",
                "--from 25:00 | '--from': '25:00' is not a time",
                "--to 2026-13-01T00:00:00Z | '--to': '2026-13-01T00:00:00Z' is not a time",
                "--to NaN | '--to': 'NaN' is not a time",
                "--from 1e300 | '--from': '1e300' is not a time",
                "--from 14:30+01:00 | '--from': '14:30+01:00' is not a time",
                "--thread , | ',' names nothing for --thread",
                "--events , | ',' names nothing for --events",
                "--pid 1.5 | '--pid': '1.5' is not a whole number",
                "--pid 99999999999999999999 | '--pid': 99999999999999999999 is too far from 0",
                "--events waits | 'waits' is not a kind of event",
                "--events ThreadProfile | only the agent writes windows.ThreadProfile (profile-threads)",
                "--from | '--from'",
                "--process | '--process'",
                "--form 1 | '--form'",
                "-x | '-x'",
                "a.etl b.jfr c | one argument too many: 'c'"
            })
    void unreadable(String options, String contained) {
        String[] given = options.split(" ", -1);
        List<String> arguments = new ArrayList<>(List.of(given));
        if (!arguments.get(0).equals("a.etl") && given.length > 1) {
            arguments.addAll(List.of(SAMPLE.toString(), out.toString()));
        }
        Result result = run(arguments.toArray());
        assertThat(result.error())
                .contains(contained)
                .endsWith(SEE_HELP)
                .doesNotContain("Exception", "java.", "TimeLimit", "EventGroup")
                .matches("[a-z'].*");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void noFiles() {
        for (Result result : List.of(run(), run("--quiet"))) {
            assertThat(result.error()).isEqualTo("name the trace to convert: TRACE.etl [OUT.jfr]" + SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        Result result = run("info");
        assertThat(result.error()).isEqualTo("name the file: TRACE.etl" + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        for (String command : List.of("view", "report")) {
            assertThat(run(command).error()).isEqualTo("name the file: OUT.jfr|TRACE.etl" + SEE_HELP);
        }
    }

    @Test
    void help() {
        String text = run("--help").succeeded().out();
        assertThat(run("-h").succeeded().out()).isEqualTo(text);
        assertThat(text.lines().count()).isLessThanOrEqualTo(24);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(text.lines().reduce((first, second) -> second).orElseThrow()).startsWith("Example: etl2jfr ");
        assertThat(text)
                .contains(
                        "--process",
                        "--thread",
                        "--from",
                        "--to",
                        "--events",
                        "--min-duration",
                        "--jfr",
                        "--all",
                        "--pid",
                        "--clock-offset",
                        "--force",
                        "--quiet",
                        "--json")
                .contains("info", "view", "report", "compare");

        String info = run("info", "--help").succeeded().out();
        assertThat(info.lines().count()).isLessThanOrEqualTo(24);
        assertThat(info.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(info.lines().reduce((first, second) -> second).orElseThrow()).startsWith("Example: etl2jfr info ");
    }

    /** The example in the help is one that works. */
    @Test
    void exampleWorks() throws IOException, InterruptedException {
        String help = run("--help").out();
        Matcher example = Pattern.compile("Example: etl2jfr (.*)").matcher(help);
        assertThat(example.find()).isTrue();
        String arguments = example.group(1);
        SampleEvents.copyTrace(directory, "trace.etl");
        Files.copy(Path.of("samples", "contention.jfr"), directory.resolve("app.jfr"));
        Program.runProcess(directory, List.of(), (Object[]) arguments.strip().split(" +", -1))
                .succeeded();
        assertThat(filesLeft(directory)).containsExactly("app.jfr", "out.jfr", "trace.etl");
    }

    @Test
    void version() {
        for (String option : List.of("--version", "-V")) {
            assertThat(run(option).succeeded().out().strip()).matches("etl2jfr \\S+");
        }
    }
}
