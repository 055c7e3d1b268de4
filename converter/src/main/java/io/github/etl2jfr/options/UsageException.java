package io.github.etl2jfr.options;

/** What the user asked for makes no sense; the message is one lower-case line. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
