package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.NamedFailure;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/**
 * The place of a recording that nobody keeps: a directory of its own, that only this user may enter. Whatever ends
 * the program removes it; after a kill the next one does. It is in use as long as somebody has the lock of a file in it:
 * process ids are given again, and mean nothing in another container.
 */
final class TemporaryRecording implements Closeable {
    private static final String PREFIX = "etl2jfr-view-";
    private static final String LOCK = "lock";

    /** What messages say of the temporary file. */
    private static final String USE = "a trace to be shown is converted into";

    /** To open a file that this process has locked, and to close it, would take the lock away. */
    static final String OURS = PREFIX + Long.toHexString(new SecureRandom().nextLong()) + "-";

    private final Thread cleaner = new Thread(this::delete, "etl2jfr view clean-up");

    /** Guarded by this, as the next. */
    private Path directory;

    private FileChannel lock;

    /** Guarded by this: whether there is nothing to be made any more. */
    private boolean ended;

    TemporaryRecording() throws IOException {
        try {
            Runtime.getRuntime().addShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            throw new InterruptedIOException("interrupted");
        }
        try {
            while (!create()) {
                // Another run was faster to take it for an abandoned one.
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        try {
            removeAbandoned();
        } catch (IOException | DirectoryIteratorException e) {
            // Not this run's business.
        }
    }

    /**
     * Makes a directory, and then its lock.
     *
     * @return whether both are there: until it is locked, others may remove it
     */
    private synchronized boolean create() throws IOException {
        if (ended) {
            throw new InterruptedIOException("interrupted");
        }
        try {
            directory = Files.createTempDirectory(OURS);
        } catch (FileSystemException e) {
            throw NamedFailure.ofTemporary(e, USE);
        }
        Path file = directory.resolve(LOCK);
        try {
            lock = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        } catch (NoSuchFileException e) {
            return false;
        }
        try {
            if (lock.tryLock() != null && Files.exists(file)) {
                return true;
            }
        } catch (IOException e) {
            // There are file systems without locks: nobody removes anything there.
            return true;
        }
        lock.close();
        return false;
    }

    Path path() {
        return directory.resolve("trace.jfr");
    }

    /** What to do where it cannot be written. */
    FileSystemException noRoom(FileSystemException cause) {
        return NamedFailure.ofTemporary(directory.getParent(), cause, USE);
    }

    /** Removes what earlier runs of this user left when they were killed. */
    private void removeAbandoned() throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(directory.getParent(), PREFIX + "*")) {
            for (Path other : others) {
                if (!other.getFileName().toString().startsWith(OURS)
                        && Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(other).equals(Files.getOwner(directory))) {
                    removeIfAbandoned(other);
                }
            }
        }
    }

    private static void removeIfAbandoned(Path other) {
        try (FileChannel channel =
                        FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock free = channel.tryLock()) {
            if (free != null) {
                delete(other);
            }
        } catch (NoSuchFileException e) {
            // Without a lock it is just being made, or was almost removed: there is nothing in it.
            deleteIfEmpty(other);
        } catch (IOException e) {
            // Whether it is in use does not show.
        }
    }

    private synchronized void delete() {
        ended = true;
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            // The lock ends with the program.
        }
        if (directory != null) {
            delete(directory);
        }
    }

    /** There are no directories in it. The lock goes last: with it goes the right to remove anything. */
    private static void delete(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (!file.getFileName().toString().equals(LOCK)) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(directory.resolve(LOCK));
        } catch (IOException | DirectoryIteratorException e) {
            // Nothing more can be done, and nobody left to be told.
        }
        deleteIfEmpty(directory);
    }

    private static void deleteIfEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // It is in use.
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
