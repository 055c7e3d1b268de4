package io.github.etl2jfr.etl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What users are told of a file, whoever met the failure. */
class NamedFailureTest {
    @Test
    void lines() {
        assertThat(NamedFailure.line(new NoSuchFileException("a.etl"))).isEqualTo("a.etl: no such file");
        assertThat(NamedFailure.line(new AccessDeniedException("a.etl"))).isEqualTo("a.etl: permission denied");
        assertThat(NamedFailure.line(new FileSystemException("a.etl", null, "Input/output error")))
                .isEqualTo("a.etl: input/output error");
        assertThat(NamedFailure.line(new FileSystemException("a.etl", null, "NFS is gone")))
                .isEqualTo("a.etl: NFS is gone");
        assertThat(NamedFailure.line(new FileSystemException("a.etl"))).isEqualTo("a.etl: cannot be used");
        assertThat(NamedFailure.line(NamedFailure.of(Path.of("a.etl"), new IOException())))
                .isEqualTo("a.etl: cannot be used");
        assertThat(NamedFailure.lowerCase(null)).isEqualTo("failed");
    }
}
