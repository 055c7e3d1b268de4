package io.github.etl2jfr.views.text;

import java.nio.charset.CharsetEncoder;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * Other people's text as a terminal, a log or a web page may be given it: what would command the terminal, break the
 * line, turn the writing round or be invisible stands there as its number, as JSON writes it.
 */
public final class Harmless {
    private static final int MAX_ASCII = 0x7F;

    /** First and last of letters, symbols and marks that nobody sees. */
    private static final int[][] INVISIBLE = {
        {0x034F, 0x034F},
        {0x115F, 0x1160},
        {0x17B4, 0x17B5},
        {0x180B, 0x180F},
        {0x2800, 0x2800},
        {0x3164, 0x3164},
        {0xFE00, 0xFE0F},
        {0xFFA0, 0xFFA0},
        {0xE0100, 0xE01EF}
    };

    private Harmless() {}

    /** A text that is part of a line. */
    public static String text(String text) {
        return escape(text, Harmless::isHarmful);
    }

    /**
     * Pretty JSON, in ASCII alone: programs read it as UTF-8, which a terminal's encoding need not be. What its library
     * leaves as it is can only be in strings.
     */
    public static String json(String json) {
        return escape(json, character -> character != '\n' && (character > MAX_ASCII || isHarmful(character)));
    }

    /** A text in an element or an attribute of a web page. */
    public static String html(String text) {
        return text(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** A text with nothing in it that an encoding lacks. */
    public static String encodable(String text, CharsetEncoder encoder) {
        return escape(text, character -> !encoder.canEncode(Character.toString(character)));
    }

    private static String escape(String text, IntPredicate isEscaped) {
        if (text.codePoints().noneMatch(isEscaped)) {
            return text;
        }
        StringBuilder harmless = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (isEscaped.test(character)) {
                for (char half : Character.toChars(character)) {
                    harmless.append(String.format(Locale.ROOT, "\\u%04x", (int) half));
                }
            } else {
                harmless.appendCodePoint(character);
            }
        });
        return harmless.toString();
    }

    /** Whether a character is not shown as itself, or does more than that. */
    private static boolean isHarmful(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> isWithin(character, INVISIBLE);
        };
    }

    /**
     * Whether a character is in one of several ranges.
     *
     * @param ranges the first and the last character of each
     */
    static boolean isWithin(int character, int[][] ranges) {
        for (int[] range : ranges) {
            if (character >= range[0] && character <= range[1]) {
                return true;
            }
        }
        return false;
    }
}
