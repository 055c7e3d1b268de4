package io.github.etl2jfr.conversion;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/**
 * An output file that appears whole or not at all: it is written beside its place under a name of its
 * own and moved there when complete. Whatever ends the program earlier, but a kill, removes it.
 */
final class PendingFile implements Closeable {
    private final Path target;
    private final Path pending;
    private final FileChannel channel;
    private final Thread cleaner = new Thread(this::delete, "etl2jfr clean-up");

    PendingFile(Path target) throws IOException {
        this.target = target;
        // Not a temporary file of the system's kind: only its owner could read it, also in its final place.
        String name = ".etl2jfr-%016x.part".formatted(new SecureRandom().nextLong());
        pending = target.toAbsolutePath().resolveSibling(name);
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            channel = FileChannel.open(
                    pending, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
        } catch (AccessDeniedException e) {
            removeCleaner();
            throw new AccessDeniedException(target.toString());
        } catch (FileSystemException e) {
            removeCleaner();
            throw new FileSystemException(target.toString(), null, e.getReason());
        }
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
