package io.github.etl2jfr.views.text;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;

/** Lengths of time in nanoseconds, and moments, for people. */
public final class Time {
    private Time() {}

    /** A time in milliseconds, to the microsecond. */
    public static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e6);
    }

    /** A time in seconds, to the microsecond. */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / 1e9);
    }

    /** Such as {@code 1.2340 ms}: in the unit that suits; what is rounded up to 1000 of one is 1 of the next. */
    public static String rounded(long nanos) {
        long size = Math.abs(nanos);
        if (size < 1000) {
            return nanos + " ns";
        }
        if (size < 999_950) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return size < 999_999_950
                ? String.format(Locale.ROOT, "%.4f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }

    /** Such as {@code 1.5 ms}: to the last digit, in the unit that suits. */
    public static String exact(long nanos) {
        String[] units = {"ns", "µs", "ms", "s"};
        int unit = 0;
        long size = 1;
        while (unit + 1 < units.length && nanos >= size * 1000) {
            size *= 1000;
            unit++;
        }
        BigDecimal number = BigDecimal.valueOf(nanos, 3 * unit).stripTrailingZeros();
        return number.toPlainString() + " " + units[unit];
    }

    /** Such as {@code 1970-01-01T00:00:01.500Z}, for programs, too: a moment, in nanoseconds since 1970. */
    public static String moment(long nanos) {
        return Instant.EPOCH.plusNanos(nanos).toString();
    }
}
