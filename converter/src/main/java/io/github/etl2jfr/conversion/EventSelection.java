package io.github.etl2jfr.conversion;

import io.github.etl2jfr.recording.EventType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which kinds of events go into a recording, by name. What the trace is, and what it lost, is always told.
 */
public final class EventSelection {
    /** Names that stand for several types. */
    private static final Map<String, Set<EventType>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("switches", EnumSet.of(EventType.CONTEXT_SWITCH));
        GROUPS.put("slices", EnumSet.of(EventType.THREAD_RUNNING, EventType.THREAD_READY, EventType.THREAD_WAITING));
        GROUPS.put(
                "processors",
                EnumSet.of(EventType.PROCESSOR_IDLE, EventType.PROCESSOR_RUNNING, EventType.PROCESSOR_STATISTICS));
        GROUPS.put("statistics", EnumSet.of(EventType.THREAD_STATISTICS, EventType.PROCESSOR_STATISTICS));
        GROUPS.put("processes", EnumSet.of(EventType.PROCESS_START, EventType.PROCESS_END, EventType.SYSTEM_PROCESS));
        GROUPS.put("latencies", EnumSet.of(EventType.LATENCY_BREAKDOWN));
        GROUPS.put("all", EnumSet.allOf(EventType.class));
    }

    private static final Set<EventType> ALWAYS =
            EnumSet.of(EventType.TRACE_SESSION, EventType.OS_INFORMATION, EventType.DATA_LOSS);

    /** Everything but what says the same again from the processors' side. */
    public static final EventSelection DEFAULT =
            new EventSelection("", EnumSet.complementOf(EnumSet.of(EventType.PROCESSOR_RUNNING)));

    private final String names;
    private final Set<EventType> types;

    private EventSelection(String names, Set<EventType> types) {
        this.names = names;
        this.types = EnumSet.copyOf(types);
        this.types.addAll(ALWAYS);
    }

    /**
     * The types that names stand for.
     *
     * @param names names of groups, or of event types with or without their package, in any case
     * @throws IllegalArgumentException if one is none of these
     */
    public static EventSelection of(Iterable<String> names) {
        Set<EventType> types = EnumSet.noneOf(EventType.class);
        for (String name : names) {
            types.addAll(find(name.strip()));
        }
        return new EventSelection(String.join(", ", names), types);
    }

    private static Set<EventType> find(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        Set<EventType> group = GROUPS.get(wanted);
        if (group != null) {
            return group;
        }
        for (EventType type : EventType.values()) {
            String typeName = type.typeName().toLowerCase(Locale.ROOT);
            if (typeName.equals(wanted) || typeName.endsWith("." + wanted)) {
                if (type == EventType.THREAD_PROFILE) {
                    throw new IllegalArgumentException(
                            "only the agent writes %s (profile-threads); no trace has that".formatted(type.typeName()));
                }
                return EnumSet.of(type);
            }
        }
        throw new IllegalArgumentException(
                "'%s' is not a kind of event; there are %s, and event types such as ThreadReady"
                        .formatted(name, String.join(", ", GROUPS.keySet())));
    }

    /**
     * The names, if there is less in it than a trace gives by default; else null.
     *
     * @param merged whether it goes into a JVM's recording, whose events have latencies
     */
    String limits(boolean merged) {
        Set<EventType> usual = EnumSet.copyOf(DEFAULT.types);
        usual.remove(EventType.THREAD_PROFILE);
        if (!merged) {
            usual.remove(EventType.LATENCY_BREAKDOWN);
        }
        return types.containsAll(usual) ? null : names;
    }

    /**
     * Whether it names what only the events of a JVM's recording have; {@code all}, which no other names are equal to,
     * is all that there is.
     */
    public boolean needsJvm() {
        return contains(EventType.LATENCY_BREAKDOWN) && !types.containsAll(DEFAULT.types);
    }

    boolean contains(EventType type) {
        return types.contains(type);
    }
}
