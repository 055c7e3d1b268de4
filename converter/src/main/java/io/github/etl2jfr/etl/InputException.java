package io.github.etl2jfr.etl;

import java.nio.file.Path;

/** The input cannot be used; the message is one lower-case line for the user, with the next step if there is one. */
public final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean namesFile;
    private final boolean isMisuse;

    public InputException(String message) {
        this(message, false, false);
    }

    private InputException(String message, boolean namesFile, boolean isMisuse) {
        super(message);
        this.namesFile = namesFile;
        this.isMisuse = isMisuse;
    }

    /** The same for an input that is of use, but has nothing of what the user asked for: a mistake in the command. */
    public static InputException ofMisuse(String message) {
        return new InputException(message, false, true);
    }

    /** Whether the input would be of use to another command. */
    public boolean isMisuse() {
        return isMisuse;
    }

    /** The same, with the name of the file before the message, unless another's is there already. */
    public InputException in(Path file) {
        return namesFile ? this : new InputException(file + ": " + getMessage(), true, isMisuse);
    }
}
