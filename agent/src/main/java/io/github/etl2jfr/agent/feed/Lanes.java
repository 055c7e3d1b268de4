package io.github.etl2jfr.agent.feed;

import java.util.Arrays;

/** Which threads have lanes in a running recording. */
public enum Lanes {
    /** Only threads of this JVM have lanes; others are attributes. */
    OWN,

    /** Threads of other processes have lanes, too, in chunks of their own. */
    ALL;

    /**
     * What a word of the user's means.
     *
     * @throws IllegalArgumentException if it means none
     */
    public static Lanes named(String name) {
        return Arrays.stream(values())
                .filter(lanes -> lanes.name().equalsIgnoreCase(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is neither own nor all".formatted(name)));
    }
}
