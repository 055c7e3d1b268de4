package io.github.etl2jfr.etl;

/** The input cannot be used; the message is one lower-case line for the user, with the next step if there is one. */
public final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    public InputException(String message) {
        super(message);
    }
}
