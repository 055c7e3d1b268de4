package io.github.etl2jfr.views.text;

/** What people call a type of events. */
public final class EventName {
    private EventName() {}

    /**
     * A type of events as people know it: of the JVM's without their package, of others with the first letter of each
     * of its parts, as several may have one name.
     */
    public static String of(String type) {
        if (type.startsWith("jdk.")) {
            return type.substring("jdk.".length());
        }
        // Where no point follows, to look for one from each character on could take for ever.
        int last = type.lastIndexOf('.') + 1;
        return type.substring(0, last).replaceAll("([^.])[^.]*\\.", "$1.") + type.substring(last);
    }
}
