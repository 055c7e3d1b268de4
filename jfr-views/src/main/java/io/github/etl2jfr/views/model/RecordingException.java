package io.github.etl2jfr.views.model;

/** A recording cannot be shown; the message is one lower-case line without the file's name. */
public final class RecordingException extends Exception {
    private static final long serialVersionUID = 1;

    public RecordingException(String message) {
        super(message);
    }
}
