package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Doing;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Session;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts in a terminal: how wide they are, and numbers for people. */
public final class Text {
    private static final String CUT = "...";

    /** The number at the end of a name: the id of a thread or a process, the number in a pool, or the line of a call. */
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?: \\([0-9]+\\)|[-:#_ ]?[0-9]+)$");

    /** First and last of the characters that take two places: most of East Asia's, and pictures. */
    private static final int[][] WIDE = {
        {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}
    };

    /** Said of a trace that does not tell when threads were made ready. */
    public static final String NO_READY_EVENTS =
            "no ReadyThread events (DISPATCHER) in the trace, so threads that waited count as waiting until they run";

    private Text() {}

    /** What to know of a trace before one reads what it tells, each under a word for it. */
    public static Map<String, String> notes(Overview overview) {
        Session session = overview.session();
        Map<String, String> notes = new LinkedHashMap<>();
        if (session.clock() != null) {
            notes.put("clock", ClockText.of(session.clock()));
        }
        notes.put("lost", losses(overview));
        String leftOut = leftOut(session.leftOut());
        if (leftOut != null) {
            notes.put("left out", leftOut);
        }
        if (!session.readyEvents()) {
            notes.put("note", NO_READY_EVENTS);
        }
        return notes;
    }

    private static String losses(Overview overview) {
        if (!overview.losses().isEmpty()) {
            return amounts(overview.losses()) + "; what threads did then is unknown";
        }
        return overview.notices().isEmpty()
                ? "nothing"
                : "nothing, though the trace is damaged: " + amounts(overview.notices());
    }

    /** What of the trace the user did not want in the recording; null if nothing. */
    static String leftOut(Session.LeftOut leftOut) {
        List<String> parts = new ArrayList<>();
        if (leftOut.before() > 0) {
            parts.add("the trace's first %s s".formatted(seconds(leftOut.before())));
        }
        if (leftOut.after() > 0) {
            parts.add("the trace's last %s s".formatted(seconds(leftOut.after())));
        }
        if (leftOut.minDuration() > 0) {
            parts.add("slices shorter than %s ms, which sums lack".formatted(millis(leftOut.minDuration())));
        }
        if (leftOut.hasThreads()) {
            String threads = Objects.requireNonNullElse(leftOut.onlyThreads(), "those");
            String ofProcesses = leftOut.onlyProcesses() == null ? "" : " of " + leftOut.onlyProcesses();
            parts.add("all threads but " + Harmless.text(threads + ofProcesses));
        }
        if (leftOut.onlyEvents() != null) {
            parts.add("all events but " + Harmless.text(leftOut.onlyEvents()));
        }
        return parts.isEmpty() ? null : String.join("; ", parts);
    }

    private static String amounts(Map<String, Long> amounts) {
        return amounts.entrySet().stream()
                .map(each -> Amount.number(each.getValue()) + " " + Harmless.text(each.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** How many places a harmless text takes. */
    static int width(String text) {
        return text.codePoints().map(Text::width).sum();
    }

    private static int width(int character) {
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return Harmless.isWithin(character, WIDE) ? 2 : 1;
    }

    /**
     * A text in so many places: cut where it is too long, with blanks where it is too short. A number at the
     * end stays, as it is what tells threads or calls of one name apart.
     */
    public static String fit(String text, int width) {
        int itsWidth = width(text);
        return itsWidth <= width ? text + " ".repeat(width - itsWidth) : cut(text, width);
    }

    private static String cut(String text, int width) {
        Matcher number = NUMBER_AT_END.matcher(text);
        if (number.find() && width - number.group().length() > CUT.length()) {
            return cutEnd(
                            text.substring(0, number.start()),
                            width - number.group().length())
                    + number.group();
        }
        return cutEnd(text, width);
    }

    private static String cutEnd(String text, int width) {
        String mark = CUT.substring(0, Math.min(CUT.length(), Math.max(0, width)));
        int end = 0;
        for (int places = mark.length(); end < text.length(); ) {
            int character = text.codePointAt(end);
            places += width(character);
            if (places > width) {
                break;
            }
            end += Character.charCount(character);
        }
        String kept = text.substring(0, end) + mark;
        return kept + " ".repeat(Math.max(0, width - width(kept)));
    }

    /** A text of our own on as many lines as it takes. */
    static String wrap(String text, int width) {
        StringBuilder lines = new StringBuilder();
        int places = 0;
        for (String word : text.split(" ", -1)) {
            if (places > 0 && places + 1 + width(word) > width) {
                lines.append('\n');
                places = 0;
            }
            lines.append(places > 0 ? " " : "").append(word);
            places += (places > 0 ? 1 : 0) + width(word);
        }
        return lines.toString();
    }

    /**
     * A type of events as people know it: of the JVM's without their package, of others with the first letter of each
     * of its parts, as several may have one name.
     */
    public static String javaEvent(String type) {
        return type.startsWith("jdk.") ? type.substring("jdk.".length()) : type.replaceAll("([^.])[^.]*\\.", "$1.");
    }

    /** A time in milliseconds, to the microsecond. */
    public static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e6);
    }

    /** A time in seconds, to the microsecond. */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / 1e9);
    }

    /** Such as {@code 1.2340 ms}: in the unit that suits; what is rounded up to 1000 of one is 1 of the next. */
    public static String shortTime(long nanos) {
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
    static String exactTime(long nanos) {
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

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", share * 100);
    }

    /** The word for a state in the column "did". */
    static String did(Doing.State state) {
        return switch (state) {
            case RUNNING -> "ran";
            case READY -> "ready";
            case WAITING -> "waited";
            case NOT_STARTED -> "not started";
            case ENDED -> "ended";
            case UNKNOWN -> "unknown";
        };
    }
}
