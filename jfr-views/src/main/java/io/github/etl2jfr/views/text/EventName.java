package io.github.etl2jfr.views.text;

/** What people call a type of events. */
public final class EventName {
    private EventName() {}

    /**
     * A type of events as people know it: of the JVM's without their package, of others with the first letter of each
     * of its parts, as several may have one name.
     */
    public static String of(String type) {
        return type.startsWith("jdk.") ? type.substring("jdk.".length()) : type.replaceAll("([^.])[^.]*\\.", "$1.");
    }
}
