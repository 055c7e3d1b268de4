package io.github.etl2jfr.conversion;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An output file that appears whole or not at all: it is written beside its place under a name of its
 * own and moved there when complete. Whatever ends the program earlier removes it; after a kill the
 * next run does.
 */
final class PendingFile implements Closeable {
    private static final String NAME_FORMAT = ".etl2jfr-%d-%d.part";
    private static final Pattern NAME = Pattern.compile("\\.etl2jfr-([0-9]{1,18})-[0-9]+\\.part");
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final Path target;
    private final Path pending;
    private final FileChannel channel;
    private final Thread cleaner = new Thread(this::delete, "etl2jfr clean-up");
    private final WriteBehind writeBehind;

    PendingFile(Path target) throws IOException {
        this.target = target;
        // Short, as a long name with more to it might be too long.
        String name = NAME_FORMAT.formatted(ProcessHandle.current().pid(), COUNTER.incrementAndGet());
        pending = target.toAbsolutePath().resolveSibling(name);
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            removeAbandoned();
            channel = FileChannel.open(pending, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (AccessDeniedException e) {
            removeCleaner();
            throw new AccessDeniedException(target.toString());
        } catch (FileSystemException e) {
            removeCleaner();
            throw new FileSystemException(target.toString(), null, e.getReason());
        }
        writeBehind = new WriteBehind(channel);
    }

    /** Removes what earlier runs left when they were killed. */
    private void removeAbandoned() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(pending.getParent())) {
            for (Path file : files) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    FileChannel channel() {
        return channel;
    }

    /** Puts the file in its place; nothing may be written afterwards. */
    void commit() throws IOException {
        writeBehind.stop();
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
            writeBehind.close();
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
