package io.github.etl2jfr.cli;

import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.system.OperatingSystem;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the name of a file. The JVM gets names in the encoding of the system's language, which in the C locale has
 * no letters but ASCII's: such a name can be neither read nor written, whatever is done here.
 */
final class FileName implements ITypeConverter<Path> {
    /** What the JVM has in place of letters that it cannot read. */
    private static final char UNREADABLE = '\uFFFD';

    @Override
    public Path convert(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("a file's name is empty");
        }
        Path name;
        try {
            name = Path.of(text);
        } catch (InvalidPathException e) {
            // A question mark is what Java's launcher on Windows has in place of such a letter.
            throw e.getReason().startsWith("Malformed input") || e.getReason().endsWith("<?>")
                    ? unreadable("'" + text + "'")
                    : new TypeConversionException("'%s' is not a file name: %s".formatted(text, e.getReason()));
        }
        if (text.indexOf(UNREADABLE) >= 0 && !Files.exists(name)) {
            throw unreadable("'" + text + "'");
        }
        if (!name.isAbsolute() && !Files.exists(Path.of("").toAbsolutePath())) {
            throw unreadable("the working directory");
        }
        if (text.endsWith(File.separator) && !Files.isDirectory(name)) {
            throw new TypeConversionException("'%s' is not a directory".formatted(text));
        }
        return name;
    }

    private static TypeConversionException unreadable(String what) {
        return new TypeConversionException(unreadable("the name of " + what, "rename it"));
    }

    private static String unreadable(String what, String otherwise) {
        return "%s is not in the system's encoding, %s; %s"
                .formatted(what, encoding(), isForAllLetters() ? otherwise : "try LC_ALL=C.UTF-8");
    }

    private static String encoding() {
        return System.getProperty("sun.jnu.encoding");
    }

    private static boolean isForAllLetters() {
        return encoding().equals("UTF-8") || OperatingSystem.isWindows();
    }

    /**
     * Demands that another word than a file's name was read as it was typed. Where all letters can be, what stands for
     * those that cannot is one of them.
     *
     * @param option that it is for
     */
    static void requireReadable(String text, String option) throws UsageException {
        if (text.indexOf(UNREADABLE) >= 0 && !isForAllLetters()) {
            throw new UsageException(unreadable("'%s' for %s".formatted(text, option), ""));
        }
    }
}
