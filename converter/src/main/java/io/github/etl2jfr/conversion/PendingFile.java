package io.github.etl2jfr.conversion;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * An output file that appears whole or not at all: it is written beside its place under a name of its
 * own and moved there when complete. Whatever ends the program earlier removes it; after a kill the
 * next run does.
 */
final class PendingFile implements Closeable {
    private static final String SUFFIX = ".part";

    private final Path target;
    private final Path pending;
    private final FileChannel channel;
    private final Thread cleaner = new Thread(this::delete, "etl2jfr clean-up");

    PendingFile(Path target) throws IOException {
        this.target = target;
        pending = pendingName(target, ProcessHandle.current().pid());
        removeAbandoned();
        Runtime.getRuntime().addShutdownHook(cleaner);
        channel = FileChannel.open(pending, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static Path pendingName(Path target, long processId) {
        return target.resolveSibling("." + target.getFileName() + "." + processId + SUFFIX);
    }

    /** Removes what earlier runs for the same target left when they were killed. */
    private void removeAbandoned() throws IOException {
        Path directory = target.toAbsolutePath().getParent();
        String prefix = "." + target.getFileName() + ".";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, file -> isPending(file, prefix))) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                long owner = Long.parseLong(name.substring(prefix.length(), name.length() - SUFFIX.length()));
                if (owner == ProcessHandle.current().pid()
                        || ProcessHandle.of(owner).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static boolean isPending(Path file, String prefix) {
        String name = file.getFileName().toString();
        return name.startsWith(prefix)
                && name.endsWith(SUFFIX)
                && name.substring(prefix.length()).matches("[0-9]{1,18}" + SUFFIX);
    }

    FileChannel channel() {
        return channel;
    }

    /** Puts the file in its place; nothing may be written afterwards. */
    void commit() throws IOException {
        channel.force(true);
        channel.close();
        try {
            Files.move(pending, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(pending, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes the file unless it was committed. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            delete();
            removeCleaner();
        }
    }

    private void removeCleaner() {
        try {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            // The program is ending; the cleaner is at work already.
        }
    }

    private void delete() {
        try {
            Files.deleteIfExists(pending);
        } catch (IOException e) {
            // Nothing more can be done, and nobody left to be told.
        }
    }
}
