package io.github.etl2jfr.jfr;

/** Texts that may be too long for where they are to stand. */
public final class ShortText {
    private ShortText() {}

    /**
     * The beginning of a text, which does not end within a character.
     *
     * @param length in chars, of which it has one less if the last one were half of a character
     */
    public static String of(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        boolean isHalf = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
        return text.substring(0, isHalf ? length - 1 : length);
    }
}
