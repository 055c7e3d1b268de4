package io.github.etl2jfr.agent.live;

/** This JVM's flight recording cannot be fed, or not in the way that was tried; the message says why. */
public final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    public UnavailableException(String message) {
        super(message);
    }

    UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
