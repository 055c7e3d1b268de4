package io.github.etl2jfr.views.table;

import io.github.etl2jfr.views.text.Harmless;
import java.util.function.UnaryOperator;

/**
 * How text is to look.
 *
 * @param width of the terminal, in characters
 * @param bold whether headings are set off; that takes commands to the terminal
 * @param spelling what becomes of texts that the terminal has no characters for, which can make them longer
 */
public record Layout(int width, boolean bold, UnaryOperator<String> spelling) {
    private static final String BOLD = "\033[1m";
    private static final String PLAIN = "\033[0m";

    /** The layout of a terminal that has all characters. */
    public Layout(int width, boolean bold) {
        this(width, bold, UnaryOperator.identity());
    }

    /** A text that is set off. */
    public String heading(String text) {
        return bold ? BOLD + text + PLAIN : text;
    }

    /** Other people's text. */
    public String text(String text) {
        return spelling.apply(Harmless.text(text));
    }
}
