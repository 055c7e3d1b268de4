package io.github.etl2jfr.agent;

/** The other JVM cannot be attached to, or does not do what it is asked; the message is one line for the user. */
final class AttachException extends Exception {
    private static final long serialVersionUID = 1;

    AttachException(String message) {
        super(message);
    }
}
