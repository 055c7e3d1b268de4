package io.github.etl2jfr.views.text;

import java.util.Locale;

/** How many of something, or which part of it, for people. */
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

    /** A share in percent, such as {@code 12.3}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", share * 100);
    }

    private static String many(String one) {
        if (one.endsWith("cy")) {
            return one.substring(0, one.length() - 1) + "ies";
        }
        return one + (one.endsWith("s") || one.endsWith("ch") ? "es" : "s");
    }
}
