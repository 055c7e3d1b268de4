package io.github.etl2jfr.agent;

import io.github.etl2jfr.agent.live.UnavailableException;
import io.github.etl2jfr.conversion.UsageException;
import io.github.etl2jfr.etl.InputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What went wrong, in one line for the user. */
final class Failure {
    private Failure() {}

    static String message(Throwable error) {
        if (error instanceof NoSuchFileException e) {
            return e.getFile() + ": no such file";
        }
        if (error instanceof AccessDeniedException e) {
            return e.getFile() + ": permission denied";
        }
        if (error instanceof FileSystemException e) {
            return e.getFile() + ": " + (e.getReason() == null ? "cannot be used" : e.getReason());
        }
        if (error instanceof InputException
                || error instanceof UsageException
                || error instanceof UnavailableException) {
            return error.getMessage();
        }
        if (error instanceof OutOfMemoryError) {
            return "this JVM has no memory left";
        }
        return "unexpected " + error;
    }
}
