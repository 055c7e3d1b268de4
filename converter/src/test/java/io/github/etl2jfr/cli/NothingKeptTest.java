package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.SEE_HELP;
import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.cli.Program.Result;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that would keep nothing of a trace: which of them, and what there is. */
class NothingKeptTest extends SampleTest {
    private static final String SEE_VIEW = "'etl2jfr view TRACE.etl threads' lists them";

    @ParameterizedTest
    @CsvSource({
        "2, 1, --from is not before --to",
        "-1, -2, --from is not before --to",
        "1, 1, --from is not before --to",
        "3.5, -1, --from is not before --to",
        "2026-11-21T11:04:49Z, 1, --from is not before --to",
    })
    void fromAfterTo(String from, String to, String message) {
        Result result = run("--from", from, "--to", to, SAMPLE, out);
        assertThat(result.error()).isEqualTo(message + SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "--from 5, --from is not before the end of the trace",
        "--from -0, --from is not before the end of the trace",
        "--to 0, --to is not after the start of the trace",
        "--from 5 --to 6, --from is not before the end of the trace",
        "--from 2030-01-01T00:00:00Z, --from is not before the end of the trace",
        "--from 9999-12-31T23:59:59.999Z, --from is not before the end of the trace",
        "--to -5, --to is not after the start of the trace",
        "--from -6 --to -5, --to is not after the start of the trace",
        "--to 1600-01-01T00:00:00.5Z, --to is not after the start of the trace",
    })
    void nothingInRange(String options, String message) {
        Result result = SampleEvents.runWith(options, out);
        // As the views tell it.
        assertThat(result.error())
                .isEqualTo(
                        "%s, %s; it lasts 4.002194 s%s",
                        message, message.startsWith("--from") ? sample.end() : sample.start(), SEE_HELP);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    /** Of another day or zone: from the evening before would leave out nothing. The sample begins at 11:04:46Z. */
    @ParameterizedTest
    @CsvSource({
        "--from 23:30Z, --from 23:30Z is 2026-11-20T23:30:00Z",
        "--from 10:04:46Z, --from 10:04:46Z is 2026-11-21T10:04:46Z",
        "--to 22:30Z, --to 22:30Z is 2026-11-21T22:30:00Z",
        "--to 12:04:51Z, --to 12:04:51Z is 2026-11-21T12:04:51Z",
        "--from 11:04:47Z --to 13:00Z, --to 13:00Z is 2026-11-21T13:00:00Z",
        "--from 12:30Z, --from 12:30Z is 2026-11-21T12:30:00Z",
    })
    void timesOfDayFarFromTheTrace(String options, String option) {
        Result view = run(Stream.concat(Stream.of("view", SAMPLE), Stream.of((Object[]) options.split(" ", -1)))
                .toArray());
        for (Result result : List.of(SampleEvents.runWith(options, out), view)) {
            assertThat(result.error())
                    .isEqualTo(
                            "%s, more than an hour away from the trace, which is from %s to %s%s",
                            option, sample.start(), sample.end(), SEE_HELP);
            assertThat(result.exitCode()).isEqualTo(1);
        }
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--from 11:04Z --to 11:05Z", "--from 11:00Z --to 12:00Z", "--from 10:04:47Z --to 12:04:50Z"})
    void timesOfDayAboutTheTrace(String options) {
        SampleEvents.runWith(options, out).succeeded();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--process nobody.exe | no process 'nobody.exe'",
                "--process 99999 | no process '99999'",
                "--process java.com | no process 'java.com'",
                "--thread 999999 | no thread 999999",
                "--thread nobody* | no thread 'nobody*'",
                "--process java.exe,nobody.exe | no process 'nobody.exe'",
                "--process java.exe --process nobody.exe | no process 'nobody.exe'",
                "--process java.exe --thread 999999 | no thread 999999",
                "--process a --process java.exe --process b --thread 999999 --thread 17319"
                        + " | no process 'a', no process 'b', no thread 999999",
            })
    void nobodyAskedFor(String options, String missing) {
        Result result = SampleEvents.runWith(options, out);
        String list = missing.startsWith("no process") ? "'etl2jfr info --processes' lists them" : SEE_VIEW;
        assertThat(result.error()).isEqualTo("%s: %s in the trace; %s", SAMPLE, missing, list);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    /** The threads of the idle process are the processors; no trace tells of them as threads. */
    @ParameterizedTest
    @CsvSource({"0, 0", "Idle, Idle", "IDLE*, IDLE*", "'0,idle', '0'', ''idle'"})
    void processesWithoutThreads(String list, String processes) {
        Result result = run("--process", list, SAMPLE, out);
        assertThat(result.error())
                .isEqualTo(
                        "%s: no thread of process '%s' in the trace;"
                                + " 'etl2jfr view TRACE.etl threads' lists those there are",
                        SAMPLE, processes);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
        run("--process", list + ",java.exe", SAMPLE, out).succeeded();
    }

    /** What is nowhere is told alone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java | csrss | no thread 'csrss' of process 'java' in the trace, only of others; " + SEE_VIEW,
                "java,dwm | 17323,GC*,15 | no thread 'GC*' of process 'java', 'dwm', no thread 15 of process"
                        + " 'java', 'dwm' in the trace, only of others; " + SEE_VIEW,
                "Idle | 17323 | no thread 17323 of process 'Idle' in the trace, only of others; " + SEE_VIEW,
                "java | csrss,nobody | no thread 'nobody' in the trace; " + SEE_VIEW,
                "nothing | csrss | no process 'nothing' in the trace; 'etl2jfr info --processes' lists them",
            })
    void threadsOfNoneOfTheProcesses(String processes, String threads, String message) {
        Result result = run("--process", processes, "--thread", threads, SAMPLE, out);
        assertThat(result.error()).isEqualTo(SAMPLE + ": " + message);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }
}
