package io.github.etl2jfr.etl;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** What the system says about a file that is open already, where it leaves out which. */
public final class NamedFailure {
    private NamedFailure() {}

    /** The same, with the file's name unless there is one. */
    public static FileSystemException of(Path file, IOException cause) {
        if (cause instanceof FileSystemException named) {
            return named;
        }
        FileSystemException named = new FileSystemException(file.toString(), null, cause.getMessage());
        named.initCause(cause);
        return named;
    }
}
