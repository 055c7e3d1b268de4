package io.github.etl2jfr.views.terminal;

import java.util.Locale;

/** How many of something, for people, the converter's and the agent's, too. */
public final class Amount {
    private Amount() {}

    /**
     * Such as {@code 1 switch}, {@code 0 latencies} or {@code 12,345 JVM events}.
     *
     * @param one what one of it is called
     */
    public static String of(long count, String one) {
        return number(count) + " " + (count == 1 ? one : many(one));
    }

    /** Such as {@code 12,345}. */
    public static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String many(String one) {
        if (one.endsWith("cy")) {
            return one.substring(0, one.length() - 1) + "ies";
        }
        return one + (one.endsWith("s") || one.endsWith("ch") ? "es" : "s");
    }
}
