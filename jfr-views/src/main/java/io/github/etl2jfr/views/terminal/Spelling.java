package io.github.etl2jfr.views.terminal;

/** Whether a word is another one, mistyped. */
final class Spelling {
    private Spelling() {}

    /** Whether a word is likely to be meant: it begins with what was typed, or few letters are wrong. */
    static boolean isNear(String typed, String word) {
        return !typed.isEmpty() && word.startsWith(typed) || distance(typed, word) <= word.length() / 3;
    }

    /** How many letters are to be put in, taken out or changed to make one of the other. */
    static int distance(String a, String b) {
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
