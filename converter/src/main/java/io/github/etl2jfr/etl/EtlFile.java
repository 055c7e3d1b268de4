package io.github.etl2jfr.etl;

import io.github.etl2jfr.etl.bytes.LittleEndian;
import io.github.etl2jfr.etl.compression.CompressionFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace file: a row of buffers, the first of which holds the log file header. Safe for reading by
 * several threads.
 */
public final class EtlFile implements Closeable {
    /** Sizes a session can ask for. */
    private static final int MIN_BUFFER_SIZE = 1024;

    private static final int MAX_BUFFER_SIZE = 16 << 20;

    /** {@link LogFileHeader#logFileMode()}: buffers are compressed. */
    private static final int MODE_COMPRESSED = 0x0400_0000;

    /** An event's size takes 16 bits; with two long names the log file header is more than a kilobyte. */
    private static final int MAX_EVENT_SIZE = 0xFFFF;

    private static final int SCAN_WINDOW = 1 << 16;

    private final Path path;
    private final FileChannel channel;
    private final long size;
    private final LogFileHeader header;
    private final SessionClock clock;

    private EtlFile(Path path, FileChannel channel) throws IOException, InputException {
        this.path = path;
        this.channel = channel;
        this.size = channel.size();
        this.header = readHeader();
        this.clock = SessionClock.of(header);
    }

    /**
     * Opens a trace and reads its log file header.
     *
     * @throws InputException if the file is no trace
     */
    public static EtlFile open(Path path) throws IOException, InputException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new EtlFile(path, channel);
        } catch (IOException | InputException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    /** Bytes in the file when it was opened. */
    public long size() {
        return size;
    }

    public LogFileHeader header() {
        return header;
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
     */
    int read(long position, byte[] target, int length) throws IOException {
        ByteBuffer destination = ByteBuffer.wrap(target, 0, length);
        while (destination.hasRemaining()) {
            if (channel.read(destination, position + destination.position()) < 0) {
                break;
            }
        }
        return destination.position();
    }

    private LogFileHeader readHeader() throws IOException, InputException {
        byte[] bytes = new byte[(int) Math.min(size, BufferHeader.SIZE + MAX_EVENT_SIZE)];
        if (read(0, bytes, bytes.length) < BufferHeader.SIZE) {
            throw notATrace("it is only %d bytes long".formatted(size));
        }
        BufferHeader buffer = new BufferHeader(bytes);
        if (buffer.type() != BufferHeader.TYPE_HEADER || buffer.bufferSize() < BufferHeader.SIZE) {
            throw notATrace("no WMI buffer header at offset 0");
        }
        EventCursor event = new EventCursor();
        event.wrap(bytes, (int) Math.min(bytes.length, usedInFirstBuffer(buffer)));
        LogFileHeader found = event.next() ? LogFileHeader.read(event) : null;
        if (found == null) {
            throw notATrace("no log file header in its first buffer");
        }
        if (found.bufferSize() < MIN_BUFFER_SIZE || found.bufferSize() > MAX_BUFFER_SIZE) {
            throw new InputException("impossible buffer size %d in the log file header".formatted(found.bufferSize()));
        }
        return found;
    }

    private static InputException notATrace(String reason) {
        return new InputException("not an ETL file: " + reason);
    }

    /** In the first buffer SavedOffset may be 0, or smaller than Offset with events in between. */
    private static long usedInFirstBuffer(BufferHeader buffer) {
        return Math.max(buffer.savedOffset(), buffer.offset());
    }

    /**
     * Finds all buffers, in the order of the file.
     *
     * @param damage told of the places where there is no buffer
     */
    public List<BufferEntry> buffers(DamageLog damage) throws IOException {
        List<BufferEntry> entries = new ArrayList<>();
        byte[] bytes = new byte[BufferHeader.SIZE];
        BufferHeader buffer = new BufferHeader(bytes);
        CompressionFormat fileCompression = null;
        int firstLoggerId = 0;
        long position = 0;
        while (position < size) {
            if (read(position, bytes, BufferHeader.SIZE) < BufferHeader.SIZE) {
                damage.add(Damage.TRUNCATED, DamageLog.NO_PROCESSOR, 1, position, "the file ends in a buffer header");
                break;
            }
            if (!isPlausible(buffer)) {
                long next = nextBuffer(position + 1, firstLoggerId);
                damage.add(
                        Damage.CORRUPT_BUFFER,
                        DamageLog.NO_PROCESSOR,
                        1,
                        position,
                        "no buffer header; skipped %d bytes".formatted(next - position));
                position = next;
                continue;
            }
            if (position == 0) {
                firstLoggerId = buffer.loggerId();
                fileCompression = CompressionFormat.ofCode(buffer.compressionCode());
            }
            CompressionFormat compression = buffer.isCompressed() ? compression(buffer, fileCompression) : null;
            if (buffer.isCompressed() && compression == null) {
                damage.add(
                        Damage.CORRUPT_BUFFER,
                        buffer.processor(),
                        1,
                        position,
                        "unknown compression format %d".formatted(buffer.compressionCode()));
            } else {
                entries.add(entry(position, buffer, compression));
            }
            position += buffer.bufferSize();
        }
        return entries;
    }

    /** Buffers name their format; the first buffer's, documented to hold for the file, serves those that do not. */
    private static CompressionFormat compression(BufferHeader buffer, CompressionFormat ofFile) {
        CompressionFormat own = CompressionFormat.ofCode(buffer.compressionCode());
        return own != null ? own : ofFile;
    }

    /** A buffer is never larger than the log file header says: whoever replays a trace relies on it. */
    private boolean isPlausible(BufferHeader buffer) {
        return buffer.bufferSize() >= BufferHeader.SIZE
                && buffer.bufferSize() <= header.bufferSize()
                && buffer.savedOffset() <= header.bufferSize()
                && buffer.type() < BufferHeader.TYPE_COUNT;
    }

    /**
     * The next place that holds a buffer, or the end of the file. Where nothing is compressed, buffers
     * lie at multiples of their size. Elsewhere every byte may start one, and the header's redundancy
     * tells: bytes in use are noted twice, and the session stays the same.
     */
    private long nextBuffer(long from, int loggerId) throws IOException {
        if ((header.logFileMode() & MODE_COMPRESSED) == 0) {
            long nominal = header.bufferSize();
            return Math.min(size, (from + nominal - 1) / nominal * nominal);
        }
        byte[] window = new byte[SCAN_WINDOW + BufferHeader.SIZE];
        byte[] candidate = new byte[BufferHeader.SIZE];
        BufferHeader buffer = new BufferHeader(candidate);
        for (long start = from; start < size; start += SCAN_WINDOW) {
            int available = read(start, window, window.length);
            for (int i = 0; i < SCAN_WINDOW && i + BufferHeader.SIZE <= available; i++) {
                // SavedOffset at 04 equals Offset at 30: one comparison rules out nearly every place.
                if (LittleEndian.i32(window, i + 0x04) == LittleEndian.i32(window, i + 0x30)) {
                    System.arraycopy(window, i, candidate, 0, BufferHeader.SIZE);
                    if (isPlausible(buffer)
                            && buffer.savedOffset() > BufferHeader.SIZE
                            && buffer.loggerId() == loggerId) {
                        return start + i;
                    }
                }
            }
        }
        return size;
    }

    private BufferEntry entry(long position, BufferHeader buffer, CompressionFormat compression) {
        long stored = Math.min(buffer.bufferSize(), size - position);
        long used = position == 0 ? usedInFirstBuffer(buffer) : buffer.savedOffset();
        return new BufferEntry(
                position,
                (int) stored,
                (int) Math.min(used, compression == null ? stored : header.bufferSize()),
                buffer.processor(),
                buffer.loggerId(),
                buffer.sequenceNumber(),
                compression,
                buffer.eventsLost(),
                buffer.bufferLost(),
                stored < buffer.bufferSize());
    }
}
