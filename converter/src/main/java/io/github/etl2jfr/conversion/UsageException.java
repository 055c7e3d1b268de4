package io.github.etl2jfr.conversion;

/** What was asked for makes no sense for this trace; the message is one lower-case line for the user. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
