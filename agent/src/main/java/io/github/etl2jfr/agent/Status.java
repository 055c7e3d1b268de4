package io.github.etl2jfr.agent;

import java.util.Optional;
import java.util.Properties;

/**
 * What the agent does, kept in a system property: others can read that without a port, and without another agent being
 * loaded, of which newer JDKs warn each time.
 */
record Status(Phase phase, String text) {
    private static final String PROPERTY = "io.github.etl2jfr.agent.status";

    /** Where the agent stands. */
    enum Phase {
        STARTING,
        WAITING,
        FEEDING,
        FINISHED,
        FAILED,
        STOPPED;

        /** Whether there is an agent at work. */
        boolean isActive() {
            return compareTo(FINISHED) < 0;
        }
    }

    /** Tells it, if the application's security manager lets it. */
    void publish() {
        try {
            System.setProperty(PROPERTY, phase + " " + text);
        } catch (SecurityException e) {
            // Then others see what was told last.
        }
    }

    /** Takes back what was told. */
    static void forget() {
        try {
            System.clearProperty(PROPERTY);
        } catch (SecurityException e) {
            // It stays.
        }
    }

    /** What an agent tells in some JVM's properties, nothing if it has none. */
    static Optional<Status> in(Properties properties) {
        String value = properties.getProperty(PROPERTY);
        if (value == null) {
            return Optional.empty();
        }
        int space = value.indexOf(' ');
        try {
            return Optional.of(new Status(Phase.valueOf(value.substring(0, space)), value.substring(space + 1)));
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
