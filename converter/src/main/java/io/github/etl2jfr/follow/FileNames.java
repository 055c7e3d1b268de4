package io.github.etl2jfr.follow;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The files that a session writes one after the other. Windows puts a number that counts from 1 in the place of
 * {@code %d} (EVENT_TRACE_FILE_MODE_NEWFILE); without it there is one file.
 */
final class FileNames {
    private static final String NUMBER = "%d";

    /** Files that may be gone already between two that are there. */
    private static final int MAX_SKIPPED = 16;

    private static final int MAX_DIGITS = 9;

    private final Path path;
    private final String prefix;
    private final String suffix;
    private final boolean isPattern;

    FileNames(Path path) {
        this.path = path;
        // A root has no name.
        String name = Objects.toString(path.getFileName(), "");
        int at = name.indexOf(NUMBER);
        isPattern = at >= 0;
        prefix = isPattern ? name.substring(0, at) : name;
        suffix = isPattern ? name.substring(at + NUMBER.length()) : "";
    }

    boolean isPattern() {
        return isPattern;
    }

    Path file(int number) {
        return isPattern ? path.resolveSibling(prefix + number + suffix) : path;
    }

    /**
     * Number of the first file there is, -1 if there is none.
     *
     * @throws IOException if it cannot be known, such as where others may not look: that is waited for in vain
     */
    int first() throws IOException {
        if (!isPattern) {
            try {
                Files.readAttributes(path, BasicFileAttributes.class);
                return 1;
            } catch (NoSuchFileException e) {
                return -1;
            }
        }
        int first = -1;
        Path directory = path.toAbsolutePath().getParent();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                int number = number(file.getFileName());
                if (number >= 0 && (first < 0 || number < first)) {
                    first = number;
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return -1;
        }
        return first;
    }

    private int number(Path file) {
        String name = file.toString();
        int digits = name.length() - prefix.length() - suffix.length();
        if (digits < 1 || digits > MAX_DIGITS) {
            return -1;
        }
        int number = 0;
        for (int i = prefix.length(); i < prefix.length() + digits; i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        // Windows writes no zeros in front, and takes upper and lower case for the same.
        return file(number).getFileName().equals(file) ? number : -1;
    }

    /**
     * Number of the first file there is behind another; -1 if there is none, or too far behind it.
     *
     * @param number of the other
     * @param read number of the file that was read last
     */
    int after(int number, int read) {
        if (!isPattern) {
            return -1;
        }
        for (int next = number + 1; next <= read + 1 + MAX_SKIPPED; next++) {
            if (Files.exists(file(next))) {
                return next;
            }
        }
        return -1;
    }
}
