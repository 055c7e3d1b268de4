package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.testing.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that cannot be read says nothing about what is in it. */
class ReadabilityTest {
    @TempDir
    private Path directory;

    @Test
    void soundRecording() {
        assertThatCode(() -> Readability.require(Recordings.SAMPLE)).doesNotThrowAnyException();
    }

    @Test
    void damagedRecording() throws IOException {
        Path damaged = Files.writeString(directory.resolve("damaged.jfr"), "FLR");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> Readability.require(damaged));
    }

    @Test
    void fileThatCannotBeOpened() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Readability.require(directory.resolve("missing.jfr")));
    }

    @Test
    void fileThatCannotBeRead() {
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> Readability.require(directory));
    }
}
