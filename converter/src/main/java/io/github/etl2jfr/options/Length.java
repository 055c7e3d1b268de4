package io.github.etl2jfr.options;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as users give it: a number and its unit, which 0 needs none of. */
public final class Length {
    private static final Pattern LENGTH =
            Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)(ns|us|\u00B5s|\u03BCs|ms|s)");
    private static final Map<String, Integer> DIGITS =
            Map.of("ns", 0, "us", 3, "\u00B5s", 3, "\u03BCs", 3, "ms", 6, "s", 9);

    /** Some 30 years: no length is as long. */
    private static final BigDecimal MOST_NANOS = BigDecimal.TEN.pow(18);

    private Length() {}

    /**
     * Reads {@code 50us}, also with the Greek letter that reports have, {@code 1.5ms}, {@code 2s} or {@code 0}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static Duration parse(String text) {
        return parse(text, text, "50us, 1.5ms or 2s");
    }

    /**
     * The same, also negative, {@code -50us}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static Duration parseSigned(String text) {
        boolean isNegative = text.startsWith("-");
        String unsigned = isNegative || text.startsWith("+") ? text.substring(1) : text;
        Duration length = parse(unsigned, text, "50us, -1.5ms or 0");
        return isNegative ? length.negated() : length;
    }

    /**
     * @param given as the user typed it
     * @param examples of what may be given
     */
    private static Duration parse(String text, String given, String examples) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = LENGTH.matcher(text);
        BigDecimal nanos = matcher.matches()
                ? new BigDecimal(matcher.group(1)).movePointRight(DIGITS.get(matcher.group(2)))
                : MOST_NANOS;
        if (nanos.compareTo(MOST_NANOS) >= 0) {
            throw new IllegalArgumentException("'%s' is not a length of time; use %s".formatted(given, examples));
        }
        return Duration.ofNanos(nanos.longValue());
    }
}
