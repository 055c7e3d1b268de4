package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.etl2jfr.etl.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is known of a trace by its name, and by what is there. */
class AgentFollowedTraceTest {
    private static final Path FINISHED = Path.of("../converter/samples/contention-full.etl");

    @TempDir
    private Path directory;

    /** More often than news are told makes no sense, nor does all the time. */
    @ParameterizedTest
    @CsvSource({"PT0S, PT0.02S", "PT0.1S, PT0.02S", "PT0.8S, PT0.1S", "PT2S, PT0.25S", "P3650D, PT0.25S"})
    void looksAsOftenAsTheDelayMakesSenseOf(Duration delay, Duration poll) {
        assertThat(FollowedTrace.poll(delay)).isEqualTo(poll);
    }

    /** Windows numbers files, not directories. */
    @Test
    void numberIsInTheFilesNameOnly() throws Exception {
        Path trace = Files.createDirectory(directory.resolve("100%done")).resolve("trace.etl");
        Files.copy(FINISHED, trace);
        assertThat(FollowedTrace.isPattern(trace)).isFalse();
        assertThat(FollowedTrace.stage(trace)).isEqualTo(FollowedTrace.Stage.ENDED);
        assertThat(FollowedTrace.isPattern(trace.resolveSibling("trace_%d.etl")))
                .isTrue();
        assertThat(FollowedTrace.isPattern(directory.getRoot())).isFalse();
    }

    /** What stands for several files is there once one of them is, and never in a directory that is not. */
    @Test
    void severalFilesAreThereOnceOneIs() throws Exception {
        Path trace = directory.resolve("trace_%d.etl");
        Files.createFile(directory.resolve("trace_.etl"));
        assertThat(FollowedTrace.isThere(trace)).isFalse();
        Files.createFile(directory.resolve("trace_4.etl"));
        assertThat(FollowedTrace.isThere(trace)).isTrue();
        Path missing = directory.resolve("missing");
        assertThat(FollowedTrace.isThere(missing.resolve("trace.etl"))).isFalse();
        assertThatThrownBy(() -> FollowedTrace.isThere(missing.resolve("trace_%d.etl")))
                .isInstanceOf(InputException.class)
                .hasMessage(missing + ": no such directory");
        assertThat(FollowedTrace.isThere(Path.of("no such trace, %d.etl"))).isFalse();
    }
}
