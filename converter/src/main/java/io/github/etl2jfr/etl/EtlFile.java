package io.github.etl2jfr.etl;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u32;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.DosFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A trace file: a row of buffers, the first of which holds the log file header. Safe for reading by
 * several threads.
 */
public final class EtlFile implements Closeable {
    /** RFC 1952: the bytes 1F 8B. */
    private static final int GZIP_SIGNATURE = 0x8B1F;

    /** Sizes a session can ask for. */
    private static final int MIN_BUFFER_SIZE = 1024;

    private static final int MAX_BUFFER_SIZE = 16 << 20;

    /** An event's size takes 16 bits; with two long names the log file header is more than a kilobyte. */
    private static final int MAX_EVENT_SIZE = 0xFFFF;

    private final Path path;
    private final FileChannel channel;
    private long size;
    private final LogFileHeader header;
    private final SessionClock clock;
    private final BufferHeader firstBuffer;

    /** Where in the file the log file header's fields begin. */
    private int headerOffset;

    /** Reads the log file header. Whoever opened the channel closes it if that fails. */
    EtlFile(Path path, FileChannel channel) throws IOException, InputException {
        this.path = path;
        this.channel = channel;
        this.size = channel.size();
        this.header = readHeader(size);
        this.clock = SessionClock.of(header);
        byte[] first = new byte[BufferHeader.SIZE];
        read(0, first, first.length);
        this.firstBuffer = new BufferHeader(first);
    }

    /**
     * Opens a trace and reads its log file header.
     *
     * @throws InputException if the file is no trace
     */
    public static EtlFile open(Path path) throws IOException, InputException {
        return open(path, bytes -> {});
    }

    /**
     * Opens a trace, or unpacks it if it is in a ZIP archive, and reads its log file header.
     *
     * @param progress told the number of bytes whenever some more are unpacked, in all {@link #unpackedSize}
     * @throws InputException if the file is no trace
     */
    public static EtlFile open(Path path, LongConsumer progress) throws IOException, InputException {
        FileChannel channel;
        try (ZippedTrace zipped = zipped(path)) {
            channel = zipped == null ? channel(path) : zipped.unpack(progress);
        }
        try {
            return new EtlFile(path, channel);
        } catch (IOException | InputException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Bytes of a trace that {@link #open} has to unpack, 0 if none.
     *
     * @throws InputException if the file is an archive without a trace
     */
    public static long unpackedSize(Path path) throws IOException, InputException {
        try (ZippedTrace zipped = zipped(path)) {
            return zipped == null ? 0 : zipped.size();
        }
    }

    /** The archive that the file is, null if it is none. */
    private static ZippedTrace zipped(Path path) throws IOException, InputException {
        try (FileChannel channel = channel(path)) {
            byte[] signature = new byte[Integer.BYTES];
            readFirst(channel, signature);
            return i32(signature, 0) == ZippedTrace.SIGNATURE ? ZippedTrace.open(path) : null;
        }
    }

    /**
     * Opens a trace that is being written, once its first buffer is there.
     *
     * @return null if it is not yet, or not all of it
     * @throws InputException if the file is no trace, and will not become one
     */
    public static EtlFile openBegun(Path path) throws IOException, InputException {
        FileChannel channel;
        try {
            channel = channel(path);
        } catch (NoSuchFileException e) {
            return null;
        }
        try {
            EtlFile begun = isBegun(channel) ? new EtlFile(path, channel) : null;
            if (begun == null) {
                channel.close();
            }
            return begun;
        } catch (IOException | InputException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Whether what has these attributes is a file that can be read from any place, and more than once. To the JDK those
     * that Windows Server has deduplicated are none (isOther), as they are reparse points and no links; a device is
     * neither, but has no size.
     */
    public static boolean isFile(BasicFileAttributes attributes) {
        return attributes.isRegularFile()
                || attributes instanceof DosFileAttributes
                        && attributes.isOther()
                        && !attributes.isDirectory()
                        && attributes.size() > 0;
    }

    /** A pipe would be waited for, and a device may have no end. */
    private static FileChannel channel(Path path) throws IOException, InputException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            throw new InputException("a directory, not a trace");
        }
        if (!isFile(attributes)) {
            throw new InputException("not a regular file; copy it into one");
        }
        return FileChannel.open(path, StandardOpenOption.READ);
    }

    private static boolean isBegun(FileChannel channel) throws IOException, InputException {
        byte[] bytes = new byte[BufferHeader.SIZE];
        int there = readFirst(channel, bytes);
        if (isZero(bytes)) {
            // A file can get its room before its bytes.
            return false;
        }
        BufferHeader buffer = new BufferHeader(bytes);
        if (there >= BufferHeader.SIZE_END && !hasBufferSize(buffer)
                || there >= BufferHeader.TYPE_END && buffer.type() != BufferHeader.TYPE_HEADER) {
            // Whatever comes behind them, these bytes will not become a trace's.
            throw noBufferHeader(buffer);
        }
        return there == BufferHeader.SIZE && channel.size() >= buffer.bufferSize();
    }

    /** Reads the first bytes of a file, and returns how many: less than there is place for where the file is shorter. */
    private static int readFirst(FileChannel channel, byte[] target) throws IOException {
        ByteBuffer destination = ByteBuffer.wrap(target);
        while (destination.hasRemaining() && channel.read(destination, destination.position()) >= 0) {
            // Until there is no more.
        }
        return destination.position();
    }

    private static boolean hasBufferSize(BufferHeader buffer) {
        return buffer.bufferSize() >= BufferHeader.SIZE && buffer.bufferSize() <= MAX_BUFFER_SIZE;
    }

    private static boolean isZero(byte[] bytes) {
        return Arrays.equals(bytes, new byte[bytes.length]);
    }

    public Path path() {
        return path;
    }

    /** Bytes in the file when it was opened, unless it {@link #endsAt} less. */
    public long size() {
        return size;
    }

    /**
     * The file has become shorter, by what had been room for more only: nobody will miss what was there.
     *
     * @param newSize in bytes
     */
    public void endsAt(long newSize) {
        size = Math.min(size, newSize);
    }

    /** Bytes in the file now. */
    public long currentSize() throws IOException {
        return channel.size();
    }

    /** The log file header as it was when the file was opened. */
    public LogFileHeader header() {
        return header;
    }

    /** The header of the buffer that holds the log file header, which may be all of it that makes sense. */
    BufferHeader firstBuffer() {
        return firstBuffer;
    }

    /**
     * Whether the log file header says by now that the session has ended, and counts at least so many
     * buffers: it can be stale. Cheap enough to be asked again and again.
     */
    public boolean saysEnded(long buffersRead) throws IOException {
        byte[] bytes = new byte[LogFileHeader.BUFFERS_WRITTEN_OFFSET + Integer.BYTES];
        return read(headerOffset, bytes, bytes.length) == bytes.length
                && i64(bytes, LogFileHeader.END_TIME_OFFSET) != 0
                && u32(bytes, LogFileHeader.BUFFERS_WRITTEN_OFFSET) >= buffersRead;
    }

    /**
     * Whether the file still holds the trace that was opened, and not another session's that was written over it: then
     * the log file header tells another start. Cheap enough to be asked again and again.
     */
    public boolean isSameSession() throws IOException {
        byte[] bytes = new byte[Long.BYTES];
        int there = read(headerOffset + LogFileHeader.startTimeOffset(header.pointerSize()), bytes, bytes.length);
        long startTime = i64(bytes, 0);
        // A file can get its room before its bytes.
        return there < bytes.length || startTime == 0 || startTime == header.startTime();
    }

    /** The log file header as it is now: the session completes it at its end. */
    public LogFileHeader currentHeader() throws IOException, InputException {
        return readHeader(currentSize());
    }

    public SessionClock clock() {
        return clock;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * Reads bytes at a position.
     *
     * @return the number read, less than asked for only at the end of the file
     * @throws FileSystemException if that is not any more where it was
     */
    int read(long position, byte[] target, int length) throws IOException {
        ByteBuffer destination = ByteBuffer.wrap(target, 0, length);
        try {
            while (destination.hasRemaining()) {
                if (channel.read(destination, position + destination.position()) < 0) {
                    requireRead(position + destination.position(), position + length);
                    break;
                }
            }
        } catch (IOException e) {
            throw NamedFailure.of(path, e);
        }
        return destination.position();
    }

    /** What was cut off since the file was opened would be missed by nobody: no buffer is left that is not whole. */
    private void requireRead(long end, long wanted) throws FileSystemException {
        if (end < Math.min(wanted, size)) {
            throw new FileSystemException(path.toString(), null, "became shorter while it was read");
        }
    }

    private LogFileHeader readHeader(long size) throws IOException, InputException {
        byte[] bytes = new byte[(int) Math.min(size, BufferHeader.SIZE + MAX_EVENT_SIZE)];
        if (read(0, bytes, bytes.length) < BufferHeader.SIZE) {
            throw notATrace("it is only %d bytes long".formatted(size));
        }
        BufferHeader buffer = new BufferHeader(bytes);
        if (buffer.type() != BufferHeader.TYPE_HEADER || buffer.bufferSize() < BufferHeader.SIZE) {
            throw noBufferHeader(buffer);
        }
        EventCursor event = new EventCursor();
        event.wrap(bytes, (int) Math.min(bytes.length, buffer.usedInFirstBuffer()));
        LogFileHeader found = event.next() ? LogFileHeader.read(event) : null;
        if (found == null) {
            throw notATrace("no log file header in its first buffer");
        }
        headerOffset = event.payloadOffset();
        if (found.bufferSize() < MIN_BUFFER_SIZE || found.bufferSize() > MAX_BUFFER_SIZE) {
            throw new InputException("impossible buffer size %d in the log file header".formatted(found.bufferSize()));
        }
        return found;
    }

    private static InputException noBufferHeader(BufferHeader buffer) {
        if (buffer.bufferSize() == ZippedTrace.SIGNATURE) {
            return notATrace("a ZIP archive; unpack it first");
        }
        boolean isGzip = (buffer.bufferSize() & 0xFFFF) == GZIP_SIGNATURE;
        return notATrace(isGzip ? "compressed with gzip; decompress it first" : "no WMI buffer header at offset 0");
    }

    private static InputException notATrace(String reason) {
        return new InputException("not an ETL file: " + reason);
    }

    /**
     * Finds all buffers, in the order of the file.
     *
     * @param damage told of the places where there is no buffer
     */
    public List<BufferEntry> buffers(DamageLog damage) throws IOException {
        List<BufferEntry> entries = new ArrayList<>();
        BufferWalk walk = new BufferWalk(this);
        for (BufferEntry entry; (entry = walk.next(size, true, damage)) != null; ) {
            entries.add(entry);
        }
        return entries;
    }
}
