package io.github.etl2jfr.system;

import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.parallel.Workers;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A new file that a thread of its own writes in large blocks, and where the system can (direct I/O) from these
 * blocks to the disk. Copies in the system's cache would cost more of the processors' time than all else that
 * happens to a recording once it is encoded, and nobody needs them: it is large, and ends on the disk anyway.
 *
 * <p>What is written goes behind what there is, or over a little of it, as a header does. One thread at a time may do
 * that.
 */
final class BlockChannel implements SeekableByteChannel {
    private static final int BLOCK_SIZE = 1 << 20;

    /** Blocks: one is being filled, one is being written, and the others wait. */
    private static final int BLOCKS = 4;

    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    private final FileChannel file;

    /** What direct I/O wants offsets, lengths and addresses to be multiples of; else 1. */
    private final int unit;

    private final ByteBuffer[] blocks = new ByteBuffer[BLOCKS];
    private final Thread writer = new Thread(this::writeBlocks, "etl2jfr writer");
    private long position;
    private long size;
    private boolean isComplete;

    // Changed under this: how many blocks are full, and how many of those are in the file.
    private long full;
    private long written;
    private boolean isClosed;
    private Throwable failure;

    private BlockChannel(FileChannel file, int unit) {
        this.file = file;
        this.unit = unit;
        writer.setDaemon(true);
    }

    /**
     * Creates a file.
     *
     * @throws FileAlreadyExistsException if there is one
     */
    static BlockChannel create(Path path) throws IOException {
        BlockChannel direct = createDirect(path);
        return direct != null ? direct : new BlockChannel(FileChannel.open(path, NEW), 1);
    }

    /** A channel that writes past the system's cache; null, and no file, if that cannot be done here. */
    private static BlockChannel createDirect(Path path) throws IOException {
        Set<OpenOption> options = new HashSet<>(NEW);
        int unit;
        try {
            options.add(directOption());
            unit = blockSize(path);
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
        try {
            BlockChannel channel = new BlockChannel(FileChannel.open(path, options), unit);
            if (channel.canDoAll()) {
                return channel;
            }
            channel.close();
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException e) {
            return null;
        } catch (IOException e) {
            // It may be there all the same: some systems create it before they say that they do not open it so.
        }
        Files.deleteIfExists(path);
        return null;
    }

    private static int blockSize(Path path) throws IOException {
        long size = Files.getFileStore(path.toAbsolutePath().getParent()).getBlockSize();
        if (size > BLOCK_SIZE || Long.bitCount(size) != 1) {
            throw new UnsupportedOperationException("blocks of %d bytes".formatted(size));
        }
        return (int) size;
    }

    /**
     * {@code com.sun.nio.file.ExtendedOpenOption.DIRECT}, from a module that a JDK may do without. On Windows the JDK
     * opens the file a second time for it, writes by the first all the same, and never closes the second
     * (FileDispatcherImpl.c).
     */
    private static OpenOption directOption() {
        if (OperatingSystem.isWindows()) {
            throw new UnsupportedOperationException("Windows");
        }
        try {
            return Stream.of(
                            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> option.toString().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst()
                    .orElseThrow(UnsupportedOperationException::new);
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException(e);
        }
    }

    /** Tries all that is done to a file later: some systems only then say that they cannot do it directly. */
    private boolean canDoAll() {
        try {
            ByteBuffer bytes = aligned(unit);
            writeAll(bytes.put(0, (byte) 1), 0);
            file.truncate(1);
            writeAll(bytes.clear(), 0);
            readAll(bytes.put(0, (byte) 0).clear(), 0);
            file.truncate(0);
            return bytes.get(0) == 1 && file.size() == 0;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /**
     * Keeps others from taking the file for one that nobody writes.
     *
     * @return false if another process has just done that
     */
    boolean lock() {
        try {
            return tryLock(file) != null;
        } catch (IOException e) {
            // There are file systems without locks: nobody removes anything there.
            return true;
        }
    }

    /**
     * Locks the last byte that a file could have. What is in it stays free: Windows lets nobody read what is locked, not
     * even this process (LockFileEx).
     *
     * @return null if another process has locked it
     */
    static FileLock tryLock(FileChannel file) throws IOException {
        return file.tryLock(Long.MAX_VALUE - 1, 1, false);
    }

    private ByteBuffer aligned(int capacity) {
        return ByteBuffer.allocateDirect(capacity + unit - 1)
                .alignedSlice(unit)
                .limit(capacity)
                .slice();
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        requireOpen();
        int length = source.remaining();
        while (source.hasRemaining()) {
            long start = full * BLOCK_SIZE;
            if (position < start) {
                writeOver(source, (int) Math.min(source.remaining(), start - position));
            } else {
                int at = (int) (position - start);
                int part = Math.min(source.remaining(), BLOCK_SIZE - at);
                blockToFill().put(at, source, source.position(), part);
                advance(source, part);
            }
            size = Math.max(size, position);
            if (size == start + BLOCK_SIZE) {
                submit();
            }
        }
        return length;
    }

    private ByteBuffer blockToFill() {
        int index = (int) (full % BLOCKS);
        if (blocks[index] == null) {
            blocks[index] = aligned(BLOCK_SIZE);
        }
        return blocks[index];
    }

    private void advance(ByteBuffer source, int bytes) {
        source.position(source.position() + bytes);
        position += bytes;
    }

    /** Changes what is in the file already. */
    private void writeOver(ByteBuffer source, int length) throws IOException {
        awaitWritten(0);
        long start = position / unit * unit;
        ByteBuffer bytes = aligned(inUnits((int) (position - start) + length));
        readAll(bytes, start);
        bytes.put((int) (position - start), source, source.position(), length);
        writeAll(bytes.clear(), start);
        advance(source, length);
    }

    private int inUnits(int length) {
        return (length + unit - 1) / unit * unit;
    }

    private synchronized void submit() throws IOException {
        if (full == 0) {
            writer.start();
        }
        full++;
        notifyAll();
        awaitWritten(BLOCKS - 1);
    }

    /** Waits until no more than so many blocks are left to be written. */
    private synchronized void awaitWritten(int most) throws IOException {
        try {
            while (failure == null && !isClosed && full - written > most) {
                wait();
            }
        } catch (InterruptedException e) {
            throw Task.interrupted();
        }
        if (failure != null) {
            throw Task.failed(failure);
        }
        if (isClosed) {
            // Nobody writes what is left: whoever closed it does not want it.
            throw new ClosedChannelException();
        }
    }

    private void writeBlocks() {
        try {
            for (long block = 0; awaitFull(block); block++) {
                writeAll(blocks[(int) (block % BLOCKS)].clear(), block * BLOCK_SIZE);
                ended(null);
            }
        } catch (Throwable e) {
            ended(e);
        }
    }

    /** Whether there is such a block to be written; waits until that is known. */
    private synchronized boolean awaitFull(long block) throws InterruptedException {
        while (!isClosed && full <= block) {
            wait();
        }
        return !isClosed;
    }

    private synchronized void ended(Throwable itsFailure) {
        if (itsFailure == null) {
            written++;
        } else {
            failure = itsFailure;
        }
        notifyAll();
    }

    private void writeAll(ByteBuffer source, long at) throws IOException {
        while (source.hasRemaining()) {
            int bytes = file.write(source, at + source.position());
            if (bytes % unit != 0) {
                // The system would tell why if one could go on from there.
                throw new IOException("no room for the rest of it");
            }
        }
    }

    private void readAll(ByteBuffer target, long at) throws IOException {
        while (target.hasRemaining()) {
            if (file.read(target, at + target.position()) < 0) {
                throw new EOFException();
            }
        }
    }

    /** Brings all to the disk, unless that was done; nothing may be written afterwards. */
    void complete() throws IOException {
        if (isComplete) {
            return;
        }
        awaitWritten(0);
        long start = full * BLOCK_SIZE;
        writeAll(blockToFill().clear().limit(inUnits((int) (size - start))), start);
        file.truncate(size);
        file.force(true);
        isComplete = true;
    }

    @Override
    public long position() {
        return position;
    }

    /**
     * Goes to where bytes were written, or behind them.
     *
     * @throws IllegalArgumentException if it is elsewhere
     */
    @Override
    public SeekableByteChannel position(long wanted) {
        if (wanted < 0 || wanted > size) {
            throw new IllegalArgumentException("%d is not in 0 to %d".formatted(wanted, size));
        }
        position = wanted;
        return this;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(ByteBuffer target) {
        throw new NonReadableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long wanted) {
        throw new UnsupportedOperationException("what was written stays");
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    /** Leaves the file as it is. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        Workers.awaitEnd(writer);
        file.close();
    }
}
