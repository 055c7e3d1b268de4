package io.github.etl2jfr.views.terminal;

/**
 * How text is to look.
 *
 * @param width of the terminal, in characters
 * @param bold whether headings are set off; that takes commands to the terminal
 */
public record Layout(int width, boolean bold) {
    private static final String BOLD = "\033[1m";
    private static final String PLAIN = "\033[0m";

    String heading(String text) {
        return bold ? BOLD + text + PLAIN : text;
    }
}
