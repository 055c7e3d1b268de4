package io.github.etl2jfr.agent.feed;

import java.util.Arrays;

/** Which threads have lanes in a running recording. */
public enum Lanes {
    /** Those of this JVM. Others are attributes. */
    OWN,

    /** Those of other processes, too, in chunks of their own. */
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
