package io.github.etl2jfr.agent.feed;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds of events that go into a running recording, by the converter's names. */
public enum EventKind {
    RUNNING("ThreadRunning"),
    READY("ThreadReady"),
    WAITING("ThreadWaiting"),
    SWITCH("ContextSwitch");

    private static final String PACKAGE = "windows.";

    private final String label;

    EventKind(String label) {
        this.label = label;
    }

    /** The event type's name. */
    public String typeName() {
        return PACKAGE + label;
    }

    /** The slices: the recording's size is bounded, and switches tell nearly the same. */
    public static Set<EventKind> slices() {
        return EnumSet.of(RUNNING, READY, WAITING);
    }

    /** The event types' names, if there are fewer than by default; else null. */
    static String limits(Set<EventKind> kinds) {
        return kinds.containsAll(slices())
                ? null
                : kinds.stream().sorted().map(EventKind::typeName).collect(Collectors.joining(", "));
    }

    /**
     * The kinds that a name stands for.
     *
     * @param name of a group, or of an event type with or without its package, in any case
     * @throws IllegalArgumentException if it is none of these
     */
    public static Set<EventKind> named(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return switch (wanted) {
            case "slices" -> slices();
            case "switches" -> EnumSet.of(SWITCH);
            case "all" -> EnumSet.allOf(EventKind.class);
            default ->
                Arrays.stream(values())
                        .filter(kind -> kind.isNamed(wanted))
                        .findAny()
                        .<Set<EventKind>>map(EnumSet::of)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'%s' is not a kind of event; there are slices, switches, all, and event types such as ThreadReady"
                                        .formatted(name)));
        };
    }

    private boolean isNamed(String wanted) {
        String typeName = typeName().toLowerCase(Locale.ROOT);
        return typeName.equals(wanted) || typeName.equals(PACKAGE + wanted);
    }
}
