package io.github.etl2jfr.options;

import java.util.Arrays;
import java.util.List;

/** A name or an id as users give it: in any case, and {@code *} stands for anything. */
public final class NamePattern {
    private final String text;

    /** What is between the stars. */
    private final String[] parts;

    public NamePattern(String text) {
        this.text = text;
        this.parts = inOneCase(text).split("\\*", -1);
    }

    /** What is between commas. In a name with a comma {@code *} stands for that. */
    public static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Whether a name is meant. Each part is where it comes first, which leaves the most for the rest. */
    public boolean matches(String name) {
        String letters = inOneCase(name);
        String first = parts[0];
        String last = parts[parts.length - 1];
        if (parts.length == 1) {
            return letters.equals(first);
        }
        int at = letters.startsWith(first) ? first.length() : -1;
        for (int i = 1; i < parts.length - 1 && at >= 0; i++) {
            int found = letters.indexOf(parts[i], at);
            at = found < 0 ? -1 : found + parts[i].length();
        }
        return at >= 0 && letters.endsWith(last) && at <= letters.length() - last.length();
    }

    /** Some letters differ in one of the two cases only. */
    private static String inOneCase(String text) {
        StringBuilder letters = new StringBuilder(text.length());
        text.codePoints()
                .map(letter -> Character.toLowerCase(Character.toUpperCase(letter)))
                .forEach(letters::appendCodePoint);
        return letters.toString();
    }

    /** The pattern as the user gave it. */
    @Override
    public String toString() {
        return text;
    }
}
