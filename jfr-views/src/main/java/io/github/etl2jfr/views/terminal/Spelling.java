package io.github.etl2jfr.views.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was mistyped. */
public final class Spelling {
    private Spelling() {}

    /** What to say of the word that is most likely meant, to be put behind the one that was typed; if one is. */
    public static Optional<String> hint(String typed, Collection<String> words) {
        return words.stream()
                .filter(word -> isNear(typed, word))
                .min(Comparator.comparingInt(word -> distance(typed, word)))
                .map(" (did you mean %s?)"::formatted);
    }

    /** Whether a word is likely to be meant: it begins with what was typed, or few letters are wrong. */
    private static boolean isNear(String typed, String word) {
        return !typed.isEmpty() && word.startsWith(typed) || distance(typed, word) <= word.length() / 3;
    }

    /** How many letters are to be put in, taken out or changed to make one of the other. */
    private static int distance(String a, String b) {
        int[] distances = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            distances[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = distances[0];
            distances[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = distances[j];
                distances[j] = Math.min(change, 1 + Math.min(distances[j], distances[j - 1]));
            }
        }
        return distances[b.length()];
    }
}
