package io.github.etl2jfr.views.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many places texts take in a terminal, and how they are brought to so many. */
public final class Width {
    private static final String CUT = "...";

    /** The number at the end of a name: the id of a thread or a process, the number in a pool, or the line of a call. */
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?: \\([0-9]+\\)|[-:#_ ]?[0-9]+)$");

    /** First and last of the characters that take two places: most of East Asia's, and pictures. */
    private static final int[][] WIDE = {
        {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}
    };

    private Width() {}

    /** How many places a harmless text takes. */
    public static int of(String text) {
        return text.codePoints().map(Width::of).sum();
    }

    private static int of(int character) {
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
        int itsWidth = of(text);
        return itsWidth <= width ? text + " ".repeat(width - itsWidth) : cut(text, width);
    }

    private static String cut(String text, int width) {
        // A number that takes more finds no room: to look for it in a long name could take for ever.
        int room = Math.min(text.length(), Math.max(0, width));
        Matcher number = NUMBER_AT_END.matcher(text).region(text.length() - room, text.length());
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
            places += of(character);
            if (places > width) {
                break;
            }
            end += Character.charCount(character);
        }
        String kept = text.substring(0, end) + mark;
        return kept + " ".repeat(Math.max(0, width - of(kept)));
    }

    /** A text of our own on as many lines as it takes. */
    public static String wrap(String text, int width) {
        StringBuilder lines = new StringBuilder();
        int places = 0;
        for (String word : text.split(" ", -1)) {
            if (places > 0 && places + 1 + of(word) > width) {
                lines.append('\n');
                places = 0;
            }
            lines.append(places > 0 ? " " : "").append(word);
            places += (places > 0 ? 1 : 0) + of(word);
        }
        return lines.toString();
    }
}
