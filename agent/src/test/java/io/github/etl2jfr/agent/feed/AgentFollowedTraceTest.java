package io.github.etl2jfr.agent.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a trace by its name, and by what is there. */
class AgentFollowedTraceTest {
    private static final Path FINISHED = Path.of("../converter/samples/contention-full.etl");

    @TempDir
    private Path directory;

    /** Windows numbers files, not directories. */
    @Test
    void numberIsInTheFilesNameOnly() throws Exception {
        Path trace = Files.createDirectory(directory.resolve("100%done")).resolve("trace.etl");
        Files.copy(FINISHED, trace);
        assertThat(FollowedTrace.isPattern(trace)).isFalse();
        assertThat(FollowedTrace.isBeingWritten(trace)).isFalse();
        assertThat(FollowedTrace.isPattern(trace.resolveSibling("trace_%d.etl")))
                .isTrue();
        assertThat(FollowedTrace.isPattern(directory.getRoot())).isFalse();
    }
}
