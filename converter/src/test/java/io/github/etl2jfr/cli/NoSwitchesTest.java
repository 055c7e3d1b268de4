package io.github.etl2jfr.cli;

import static io.github.etl2jfr.cli.Program.filesLeft;
import static io.github.etl2jfr.cli.Program.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.cli.Program.Result;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.GroupMasks;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces without switches: the message tells how to record them. */
class NoSwitchesTest {
    private static final String[] COMMANDS = {
        "wpr -start scheduling.wprp!Scheduling -filemode", "wpr -start CPU -filemode", "wpr -stop trace.etl"
    };

    /** Of systems that wpr is no part of. */
    private static final String[] OLDER_COMMANDS = {"xperf -on PROC_THREAD+CSWITCH+DISPATCHER", "xperf -d trace.etl"};

    private static final int WINDOWS_7 = 7601;

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void chooseOutput() {
        out = directory.resolve("out.jfr");
    }

    private Path trace(GroupMasks masks) throws IOException {
        return trace(masks, new TraceOptions().processors(1));
    }

    private Path trace(GroupMasks masks, TraceOptions options) throws IOException {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        if (masks != null) {
            trace.builder().append(0, options.events().groupMasks(options.ticks(1), masks));
        }
        ProcessRecord process = ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                .processId(4)
                .image("System");
        trace.builder().append(0, options.events().process(options.ticks(2), 0, 0, process));
        return Files.write(directory.resolve("trace.etl"), trace.finish());
    }

    @Test
    void commandsAreThoseOfTheDocument() {
        assertThat(Path.of("../docs/recording-a-trace.md"))
                .content()
                .contains(COMMANDS)
                .contains(OLDER_COMMANDS);
    }

    @Test
    void masksNotTold() throws IOException {
        Path trace = trace(null);
        Result result = run(trace, out);
        assertThat(result.error())
                .startsWith(trace + ": no context switches in the trace, and it does not say whether they were"
                        + " enabled; record them with ")
                .contains(COMMANDS);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
        JsonObject json = JsonParser.parseString(
                        run("info", "--json", trace).succeeded().out())
                .getAsJsonObject();
        assertThat(json.get("enabled").isJsonNull()).isTrue();
        assertThat(run("info", trace).succeeded().out())
                .containsPattern("enabled +unknown")
                .containsPattern("note +no context switches in the trace, so there is nothing to convert");
    }

    @Test
    void neverEnabled() throws IOException {
        Path trace = trace(GroupMasks.atRundown().processes().threads());
        Result result = run(trace, out);
        assertThat(result.error())
                .startsWith(trace + ": no context switches in the trace: they were never enabled; record them with ")
                .contains(COMMANDS);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
        assertThat(run("info", trace).succeeded().out()).containsPattern("enabled +processes, threads\\R");
    }

    @Test
    void neverEnabledInAnOlderSystem() throws IOException {
        Path trace =
                trace(GroupMasks.atRundown(), new TraceOptions().processors(1).build(WINDOWS_7));
        assertThat(run(trace, out).error())
                .startsWith(trace + ": no context switches in the trace: they were never enabled; record them with ")
                .contains(OLDER_COMMANDS)
                .doesNotContain("wpr");
    }

    /** They may well be where it is damaged. */
    @Test
    void whatThereWasIsDamaged() throws IOException {
        Path trace = trace(null);
        byte[] bytes = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(run(trace, out).error())
                .isEqualTo(trace
                        + ": no context switches in what can be read of the trace; FileEndsInBuffer: 1 (buffers"
                        + " within which the file ends)");
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
    }

    /** Of what is not there yet, or any more, the log file header tells. */
    @Test
    void nothingButAHeader() throws IOException {
        byte[] whole = Files.readAllBytes(trace(null));
        byte[] header = Arrays.copyOf(whole, TraceFiles.split(whole).get(0).length);
        Path trace = Files.write(directory.resolve("trace.etl"), header);
        assertThat(run(trace, out).error())
                .isEqualTo(trace + ": no context switches in what can be read of the trace; BuffersMissingAtEnd: 1"
                        + " (buffers that the log file header counts, missing after the last one or before the first)");
        Files.write(trace, UnfinishedTrace.of(header));
        assertThat(run(trace, out).error())
                .startsWith(trace + ": no context switches in what can be read of the trace; SessionNotEnded: 1 (");
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
    }

    @Test
    void enabledButLost() throws IOException {
        TraceOptions options = new TraceOptions();
        GroupMasks masks = GroupMasks.atRundown().contextSwitches();
        TraceBuilder.InMemory builder = TraceBuilder.inMemory(options);
        builder.builder().append(0, options.events().groupMasks(options.ticks(1), masks));
        builder.builder()
                .flush(0)
                .append(0, options.events().contextSwitch(options.ticks(2), new ContextSwitch()))
                .drop(0);
        Path trace = Files.write(directory.resolve("trace.etl"), builder.finish());
        assertThat(run(trace, out).error())
                .startsWith(trace + ": no context switches in what can be read of the trace; BuffersLostElsewhere: 1"
                        + " (");
    }

    @Test
    void enabledButNone() throws IOException {
        Path trace = trace(GroupMasks.atRundown().contextSwitches());
        Result result = run(trace, out);
        assertThat(result.error()).isEqualTo(trace + ": no context switches in the trace, although they were enabled");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(filesLeft(directory)).containsExactly("trace.etl");
    }
}
