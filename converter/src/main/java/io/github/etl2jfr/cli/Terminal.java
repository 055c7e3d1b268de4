package io.github.etl2jfr.cli;

import io.github.etl2jfr.system.OperatingSystem;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** What the program writes to: a terminal with a width, or a file. */
final class Terminal {
    /** The width where nobody says how wide it is: room for most columns, and no lines without end. */
    static final int USUAL_WIDTH = 120;

    /** On Linux and macOS; elsewhere there is nothing of that name. */
    private static final Path STANDARD_ERROR = Path.of("/dev/stderr");

    private Terminal() {}

    /** Java 22 and later give a console even where there is no terminal, and a method to tell. */
    @SuppressWarnings("SystemConsoleNull") // null on Java 17, which has no other way to tell
    static boolean isThere() {
        if (System.console() == null) {
            return false;
        }
        try {
            Method isTerminal = java.io.Console.class.getMethod("isTerminal");
            return (boolean) isTerminal.invoke(System.console());
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** The width in characters: the terminal's, or what the environment says. */
    static int width(CommandSpec command) {
        String columns = System.getenv("COLUMNS");
        if (columns != null && columns.matches("[1-9][0-9]{0,3}")) {
            return Integer.parseInt(columns);
        }
        return isThere() ? command.usageMessage().width() : USUAL_WIDTH;
    }

    /** Whether it shows bold text, and the user wants any (no-color.org). */
    static boolean isBold() {
        String noColor = System.getenv("NO_COLOR");
        return isThere() && (noColor == null || noColor.isEmpty()) && obeysEscapes();
    }

    /** Whether lines on standard error can be written over: it is no file then, as far as the system tells. */
    static boolean showsProgress() {
        return isThere() && !isDumb() && !Files.isRegularFile(STANDARD_ERROR);
    }

    /**
     * Whether it does what escape sequences say. Windows' console shows them as they are, unless the program in it asks
     * it not to, which Java has no way to; others that there are for Windows tell of themselves.
     */
    static boolean obeysEscapes() {
        return !isDumb()
                && (!OperatingSystem.isWindows()
                        || System.getenv("TERM") != null
                        || System.getenv("ANSICON") != null
                        || "ON".equals(System.getenv("ConEmuANSI")));
    }

    private static boolean isDumb() {
        return "dumb".equals(System.getenv("TERM"));
    }
}
