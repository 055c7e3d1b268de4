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
        // What is rounded up to 1000 is 1 of the next.
        while (value >= 999.95 && unit < BYTES.length - 1) {
            value /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, BYTES[unit]);
    }

    /** Such as {@code 1.234 s}. */
    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }
}
