package io.github.etl2jfr.views.model;

/** A recording cannot be shown; the message is one lower-case line without the file's name. */
public final class RecordingException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isMisuse;

    public RecordingException(String message) {
        this(message, false);
    }

    private RecordingException(String message, boolean isMisuse) {
        super(message);
        this.isMisuse = isMisuse;
    }

    /** The same for a recording that can be shown, but has nothing of what the user asked for. */
    public static RecordingException ofMisuse(String message) {
        return new RecordingException(message, true);
    }

    /** The same with more to say behind the message. */
    public RecordingException and(String more) {
        return new RecordingException(getMessage() + more, isMisuse);
    }

    /** Whether it can be shown to somebody who asks for something else. */
    public boolean isMisuse() {
        return isMisuse;
    }
}
