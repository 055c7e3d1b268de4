package io.github.etl2jfr.etl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The temporary file that a trace is unpacked into. */
class ZippedTraceFileTest {
    @TempDir
    private Path directory;

    @Test
    void isGoneOnceItIsClosed() throws IOException {
        Path file = Files.createFile(directory.resolve("trace.etl"));
        try (FileChannel channel = ZippedTrace.openOnce(file)) {
            assertThat(channel.isOpen()).isTrue();
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** A directory stands for a file that cannot be opened. */
    @Test
    void isGoneIfItCannotBeOpened() throws IOException {
        Path file = Files.createDirectory(directory.resolve("trace.etl"));
        assertThatIOException().isThrownBy(() -> ZippedTrace.openOnce(file));
        assertThat(directory).isEmptyDirectory();
    }
}
