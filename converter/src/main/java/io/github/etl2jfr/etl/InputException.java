package io.github.etl2jfr.etl;

import java.nio.file.Path;

/** The input cannot be used; the message is one lower-case line for the user, with the next step if there is one. */
public final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean namesFile;

    public InputException(String message) {
        this(message, false);
    }

    private InputException(String message, boolean namesFile) {
        super(message);
        this.namesFile = namesFile;
    }

    /** The same, with the name of the file before the message, unless another's is there already. */
    public InputException in(Path file) {
        return namesFile ? this : new InputException(file + ": " + getMessage(), true);
    }
}
