package io.github.etl2jfr.views.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was mistyped, in whichever case. */
public final class Spelling {
    private Spelling() {}

    /** What to say of the word that is most likely meant, to be put behind the one that was typed; if one is. */
    public static Optional<String> hint(String asTyped, Collection<String> words) {
        String typed = lower(asTyped);
        return words.stream()
                .filter(word -> isNear(typed, lower(word)))
                .min(Comparator.comparing((String word) -> !lower(word).startsWith(typed))
                        .thenComparingInt(word -> distance(typed, lower(word))))
                .map(" (did you mean %s?)"::formatted);
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }

    /** Whether a word is likely to be meant: it begins with what was typed, few letters are wrong, or a part is missing. */
    private static boolean isNear(String typed, String word) {
        return !typed.isEmpty() && word.startsWith(typed)
                || distance(typed, word) <= word.length() / 3
                || isWithoutPart(typed, word);
    }

    /** Whether at least half of a word was typed: how it begins and how it ends. */
    private static boolean isWithoutPart(String typed, String word) {
        int same = 0;
        while (same < typed.length() && same < word.length() && typed.charAt(same) == word.charAt(same)) {
            same++;
        }
        return same > 0 && typed.length() >= word.length() / 2 && word.endsWith(typed.substring(same));
    }

    /** How many letters are to be put in, taken out, changed, or swapped with the next, to make one of the other. */
    private static int distance(String a, String b) {
        int[][] distances = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    distances[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(
                        distances[i - 1][j - 1] + change, 1 + Math.min(distances[i][j - 1], distances[i - 1][j]));
                boolean isSwapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                distances[i][j] = isSwapped ? Math.min(least, 1 + distances[i - 2][j - 2]) : least;
            }
        }
        return distances[a.length()][b.length()];
    }
}
