package io.github.etl2jfr.cli;

import java.util.Locale;

/** Numbers for people. */
final class Units {
    private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB"};

    private Units() {}

    /** Such as {@code 1.5 MB}: powers of 1000. */
    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1000 && unit < BYTES.length - 1) {
            value /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, BYTES[unit]);
    }

    /** Such as {@code 1.234 ms}: in the unit that suits. */
    static String shortTime(long nanos) {
        long size = Math.abs(nanos);
        if (size < 1000) {
            return nanos + " ns";
        }
        if (size < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return size < 1_000_000_000 ? String.format(Locale.ROOT, "%.4f ms", nanos / 1e6) : seconds(nanos / 1e9);
    }

    /** Such as {@code 1.234 s}. */
    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }
}
