package io.github.etl2jfr.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a recording that nobody keeps: a directory of its own, that only this user may enter. Whatever ends
 * the program removes it; after a kill the next one does.
 */
final class TemporaryRecording implements Closeable {
    private static final String PREFIX = "etl2jfr-view-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,18})-.*");

    private final Path directory;
    private final Thread cleaner = new Thread(this::delete, "etl2jfr view clean-up");

    TemporaryRecording() throws IOException {
        directory = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
        try {
            Runtime.getRuntime().addShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            delete();
            throw new InterruptedIOException("interrupted");
        }
        try {
            removeAbandoned();
        } catch (IOException e) {
            // Not this run's business.
        }
    }

    Path path() {
        return directory.resolve("trace.jfr");
    }

    /** Removes what earlier runs of this user left when they were killed. */
    private void removeAbandoned() throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(directory.getParent(), PREFIX + "*")) {
            for (Path other : others) {
                Matcher name = NAME.matcher(other.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                        && !Files.isSymbolicLink(other)
                        && Files.getOwner(other).equals(Files.getOwner(directory))) {
                    delete(other);
                }
            }
        }
    }

    private void delete() {
        delete(directory);
    }

    /** There are no directories in it. */
    private static void delete(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Nothing more can be done, and nobody left to be told.
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            // The program is ending; the cleaner is at work already.
        }
    }
}
