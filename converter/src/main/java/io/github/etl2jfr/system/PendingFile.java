package io.github.etl2jfr.system;

import io.github.etl2jfr.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An output file that appears whole or not at all: it is written beside its place under a name of its
 * own and moved there when complete. Whatever ends the program earlier removes it; after a kill the
 * next run does, which knows a file that somebody writes by the process and by its lock.
 */
public final class PendingFile implements Closeable {
    private static final String PREFIX = ".etl2jfr-";
    private static final String SUFFIX = ".part";
    private static final Pattern NAME = Pattern.compile("\\.etl2jfr-([0-9]{1,18})-[0-9a-f]{1,16}-[0-9]+\\.part");

    private static final long PROCESS_ID = ProcessHandle.current().pid();

    /** Longer than any scanner for viruses looks at what is new, it is to be hoped. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private static final Duration BETWEEN_MOVES = Duration.ofMillis(50);

    /** Nobody can be waiting under a name that nobody can guess. */
    private static final String OURS =
            PREFIX + PROCESS_ID + "-" + Long.toHexString(new SecureRandom().nextLong()) + "-";

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final Path target;
    private final boolean replaces;
    private final BlockChannel channel;
    private final Thread cleaner = new Thread(this::end, "etl2jfr clean-up");

    /** Changed under this, until it is created; null before. */
    private Path pending;

    /** Guarded by this: whether there is nothing to be written or moved any more. */
    private boolean ended;

    /** Creates a file where there is none. */
    interface Creation {
        BlockChannel create(Path file) throws IOException;
    }

    /**
     * @param replaces whether it may take the place of another file
     */
    public PendingFile(Path target, boolean replaces) throws IOException {
        this(target, replaces, BlockChannel::create);
    }

    /**
     * @param creation of the file
     */
    PendingFile(Path target, boolean replaces, Creation creation) throws IOException {
        this.target = target;
        this.replaces = replaces;
        try {
            Runtime.getRuntime().addShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            throw new InterruptedIOException("interrupted");
        }
        removeAbandoned();
        try {
            channel = create(creation);
        } catch (IOException e) {
            removeCleaner();
            throw ofTarget(e);
        }
    }

    /** Why nothing is written there. */
    public static UsageException exists(Path target) {
        return new UsageException(target + " exists; --force replaces it");
    }

    /** The user knows the file by another name. */
    public IOException ofTarget(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return new AccessDeniedException(target.toString());
        }
        if (cause instanceof NoSuchFileException) {
            // As Windows calls it, too, where it lets only programs it knows write (controlled folder access).
            return new FileSystemException(target.toString(), null, "cannot be created there");
        }
        return cause instanceof FileSystemException e
                ? new FileSystemException(target.toString(), null, e.getReason())
                : cause;
    }

    private synchronized BlockChannel create(Creation creation) throws IOException {
        while (true) {
            requireNotEnded();
            // Short, as a long name with more to it might be too long.
            pending = target.toAbsolutePath().resolveSibling(OURS + COUNTER.incrementAndGet() + SUFFIX);
            BlockChannel created = creation.create(pending);
            if (created.lock() && Files.exists(pending)) {
                return created;
            }
            // Another run was faster to take it for an abandoned one.
            created.close();
        }
    }

    private void requireNotEnded() throws InterruptedIOException {
        if (ended) {
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Removes what earlier runs left when they were killed; if it cannot, that is not this run's business. */
    private void removeAbandoned() {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(target.toAbsolutePath().getParent(), PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                Matcher matcher = NAME.matcher(name);
                if (matcher.matches()
                        && !name.startsWith(OURS)
                        && !isRunning(Long.parseLong(matcher.group(1)))
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    removeIfAbandoned(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Whether this directory can be written in shows next.
        }
    }

    /** In a container every run may have the same id: then it is that of an earlier one. */
    private static boolean isRunning(long processId) {
        return processId != PROCESS_ID && ProcessHandle.of(processId).isPresent();
    }

    /**
     * Processes in other containers, or on other machines, are seen by their locks alone. This one's is kept until the
     * file is gone: else another could lock it in between, and lose it all the same.
     */
    private static void removeIfAbandoned(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock free = BlockChannel.tryLock(channel)) {
            if (free != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Whether it is in use does not show.
        }
    }

    /** Empty; goes back to no other place than where something was written. */
    public SeekableByteChannel channel() {
        return channel;
    }

    /**
     * Brings all to the disk; nothing may be written afterwards.
     *
     * @return where it waits
     */
    public Path complete() throws IOException {
        channel.complete();
        return pending;
    }

    /**
     * Puts the file in its place; nothing may be written afterwards.
     *
     * @throws UsageException if another has appeared there, which is not to be replaced
     */
    public void commit() throws IOException, UsageException {
        complete();
        channel.close();
        try {
            moveOnceItIsFree();
        } catch (IOException e) {
            throw ofTarget(e);
        }
    }

    /** Windows lets nobody move or replace a file that another program has open, be it for a moment. */
    private void moveOnceItIsFree() throws IOException, UsageException {
        long began = System.nanoTime();
        while (true) {
            try {
                move();
                return;
            } catch (FileSystemException e) {
                if (System.nanoTime() - began > PATIENCE.toNanos()) {
                    throw e;
                }
            }
            try {
                Thread.sleep(BETWEEN_MOVES.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
    }

    private synchronized void move() throws IOException, UsageException {
        requireNotEnded();
        if (!replaces) {
            moveIntoEmptyPlace();
            return;
        }
        try {
            Files.move(pending, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(pending, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Not as an atomic move, which would replace what is there. */
    private void moveIntoEmptyPlace() throws IOException, UsageException {
        try {
            Files.move(pending, target);
        } catch (FileAlreadyExistsException e) {
            throw exists(target);
        }
    }

    /** Removes the file unless it was committed. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            end();
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

    private synchronized void end() {
        ended = true;
        try {
            if (pending != null) {
                Files.deleteIfExists(pending);
            }
        } catch (IOException e) {
            // Nothing more can be done, and nobody left to be told.
        }
    }
}
