package io.github.etl2jfr.conversion;

import java.util.Arrays;
import java.util.List;

/** A name or an id as users give it: in any case, and {@code *} stands for anything. */
public final class NamePattern {
    private static final int ANYTHING = '*';

    private final String text;
    private final int[] pattern;

    public NamePattern(String text) {
        this.text = text;
        this.pattern = inOneCase(text);
    }

    /** What is between commas. In a name with a comma {@code *} stands for that. */
    public static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /**
     * Whether a name is meant. Only the last {@code *} that was come to may have to stand for more: what the ones before
     * it stand for is the shortest there is, which leaves the most for the rest.
     */
    public boolean matches(String name) {
        int[] letters = inOneCase(name);
        int next = 0;
        int behindStar = -1;
        int starEnd = 0;
        for (int at = 0; at < letters.length; ) {
            if (next < pattern.length && pattern[next] == ANYTHING) {
                behindStar = ++next;
                starEnd = at;
            } else if (next < pattern.length && pattern[next] == letters[at]) {
                next++;
                at++;
            } else if (behindStar >= 0) {
                next = behindStar;
                at = ++starEnd;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == ANYTHING) {
            next++;
        }
        return next == pattern.length;
    }

    /** Some letters differ in one of the two cases only. */
    private static int[] inOneCase(String text) {
        return text.codePoints()
                .map(letter -> Character.toLowerCase(Character.toUpperCase(letter)))
                .toArray();
    }

    /** As the user gave it. */
    @Override
    public String toString() {
        return text;
    }
}
