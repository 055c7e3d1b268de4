package io.github.etl2jfr.recording;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * An event as a reader shows it, in one form whichever reader it was.
 *
 * @param type name of the event type
 * @param nanos its start since 1970
 * @param fields all others in their order, as {@code name=value}
 */
public record Row(String type, long nanos, String fields) {
    /** What stands for a timespan, or a time, that is not known. */
    static final String UNKNOWN = "N/A";

    private static final String DURATION = "|duration=";

    static final Comparator<Row> ORDER =
            Comparator.comparingLong(Row::nanos).thenComparing(Row::type).thenComparing(Row::fields);

    static long epochNanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
    }

    static String timespan(long nanos) {
        return nanos == Long.MIN_VALUE ? UNKNOWN : Long.toString(nanos);
    }

    /** Its end since 1970: its start if it takes no time. */
    public long end() {
        if (!fields.startsWith(DURATION)) {
            return nanos;
        }
        return nanos + Long.parseLong(fields.substring(DURATION.length(), fields.indexOf('|', DURATION.length())));
    }

    static String thread(String name, String group) {
        return name + " in " + group;
    }

    /** A call in a stack trace; a line that is not known is not told by all readers in the same way. */
    static String frame(String className, String method, int line) {
        return className + "." + method + ":" + Math.max(0, line);
    }

    public static List<Row> sorted(List<Row> rows) {
        return rows.stream().sorted(ORDER).toList();
    }

    /** The same without the groups of threads, which not all readers know. */
    public Row withoutGroups() {
        return new Row(type, nanos, fields.replaceAll(" in [^|]*", ""));
    }

    /** Whether it tells the calls of a stack trace. */
    public boolean hasStackTrace() {
        return fields.contains("|stackTrace=[");
    }

    /** The same without the calls of a stack trace. */
    public Row withoutStackTrace() {
        return new Row(type, nanos, fields.replaceAll("stackTrace=[^|]*", "stackTrace"));
    }

    /** Collects the fields of a row. */
    static final class Fields {
        private final StringBuilder text = new StringBuilder();

        Fields add(String name, Object value) {
            text.append('|').append(name).append('=').append(value);
            return this;
        }

        Row toRow(String type, long nanos) {
            return new Row(type, nanos, text.toString());
        }
    }
}
