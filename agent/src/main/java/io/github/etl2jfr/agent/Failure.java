package io.github.etl2jfr.agent;

import io.github.etl2jfr.agent.live.UnavailableException;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.options.UsageException;
import java.nio.file.FileSystemException;

/** What went wrong, in one line for the user. */
final class Failure {
    private Failure() {}

    static String message(Throwable error) {
        if (error instanceof FileSystemException e) {
            return NamedFailure.line(e);
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
