package io.github.etl2jfr.agent;

import java.util.Optional;
import java.util.Properties;

/**
 * What the agent does, kept in a system property: others can read that without a port, and without another agent being
 * loaded, of which newer JDKs warn each time.
 */
record Status(Phase phase, String text) {
    private static final String PROPERTY = "io.github.etl2jfr.agent.status";
    private static final String REFUSAL = "io.github.etl2jfr.agent.refusal";

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

    /** Whether others see this one, and none that was told since. */
    boolean isPublished() {
        try {
            return (phase + " " + text).equals(System.getProperty(PROPERTY));
        } catch (SecurityException e) {
            return false;
        }
    }

    /** Tells whoever wanted an agent why they have none, as another is there. */
    static void refuse(String asker, String reason) {
        try {
            System.setProperty(REFUSAL, asker + " " + reason);
        } catch (SecurityException e) {
            // Then they take the other agent for theirs.
        }
    }

    /** Why somebody was refused an agent, nothing if they were not. */
    static Optional<String> refusal(Properties properties, String asker) {
        String told = properties.getProperty(REFUSAL, "");
        return told.startsWith(asker + " ") ? Optional.of(told.substring(asker.length() + 1)) : Optional.empty();
    }

    /** Takes back what was told. */
    static void forget() {
        try {
            System.clearProperty(PROPERTY);
            System.clearProperty(REFUSAL);
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
