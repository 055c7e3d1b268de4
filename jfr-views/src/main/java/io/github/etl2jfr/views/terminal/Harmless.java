package io.github.etl2jfr.views.terminal;

import java.util.Locale;

/**
 * Other people's text as a terminal or a log may be given it: what would command the terminal, break the line, turn the
 * writing round or be invisible stands there as its number, as JSON writes it.
 */
public final class Harmless {
    private Harmless() {}

    /** A text that is part of a line. */
    public static String text(String text) {
        return escape(text, -1);
    }

    /** Pretty JSON; what its library leaves as it is can only be in strings. */
    public static String json(String json) {
        return escape(json, '\n');
    }

    private static String escape(String text, int kept) {
        if (text.codePoints().noneMatch(character -> character != kept && isHarmful(character))) {
            return text;
        }
        StringBuilder harmless = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (character != kept && isHarmful(character)) {
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
            default -> false;
        };
    }
}
