package io.github.etl2jfr.etl;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import io.github.etl2jfr.etl.compression.CompressionFormat;

/**
 * The header that opens every buffer of a trace file, itself never compressed.
 * Layout: WMI_BUFFER_HEADER in ntwmi.h, Windows 7 and later.
 *
 * <pre>
 *   00          04           08             0C
 *   +-----------+------------+--------------+-----------+
 *   | BufferSize| SavedOffset| CurrentOffset| RefCount  |
 *   +-----------+------------+--------------+-----------+ 10
 *   | TimeStamp              | SequenceNumber           |
 *   +------------------------+-----+-----+--------------+ 20
 *   | (list entry)           | Proc| Log | State        |
 *   +------------+-----+-----+-----+-----+--------------+ 30
 *   | Offset     | Flag| Type| (reference time, 16 bytes)
 *   +------------+-----+-----+-------------------------- 38 .. 48
 * </pre>
 */
public final class BufferHeader {
    /** Bytes the header takes, in 32- and in 64-bit traces. */
    public static final int SIZE = 0x48;

    /** {@link #type()} of the first buffer, which holds the log file header. */
    public static final int TYPE_HEADER = 4;

    /** Number of values {@link #processor()} can have. */
    public static final int MAX_PROCESSORS = 1 << 11;

    /** Number of values {@link #type()} can have. */
    static final int TYPE_COUNT = 8;

    /** Bytes after which {@link #bufferSize()} is there. */
    static final int SIZE_END = 0x04;

    /** Bytes after which {@link #type()} is there. */
    static final int TYPE_END = 0x38;

    private static final int FLAG_EVENTS_LOST = 0x02;
    private static final int FLAG_BUFFER_LOST = 0x04;
    private static final int FLAG_PROCESSOR_INDEX = 0x20;
    private static final int FLAG_COMPRESSED = 0x40;
    private static final int PROCESSOR_INDEX_MASK = MAX_PROCESSORS - 1;

    private final byte[] bytes;

    /** A view of the header at the start of {@code bytes}, which must hold {@link #SIZE} bytes. */
    BufferHeader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Bytes the buffer takes in the file, header included. */
    public long bufferSize() {
        return u32(bytes, 0x00);
    }

    /** Bytes in use, header included, after decompression. */
    public long savedOffset() {
        return u32(bytes, 0x04);
    }

    /** Orders the buffers of a session by the time they were flushed. */
    public long sequenceNumber() {
        return i64(bytes, 0x18);
    }

    /**
     * The processor whose events the buffer holds. Windows 7 stores one byte and leaves garbage in
     * the next; later versions store eleven bits and say so in a flag.
     */
    public int processor() {
        return has(FLAG_PROCESSOR_INDEX) ? u16(bytes, 0x28) & PROCESSOR_INDEX_MASK : u8(bytes, 0x28);
    }

    /** The session that wrote the buffer; a merged file holds buffers of several. */
    public int loggerId() {
        return u16(bytes, 0x2A);
    }

    /** Wire code of the compression format, where {@link #isCompressed()}. */
    public int compressionCode() {
        return i32(bytes, 0x2C) & 0xFFFF;
    }

    /** The format of that code, null if there is none. */
    CompressionFormat compressionFormat() {
        return CompressionFormat.ofCode(compressionCode());
    }

    /** Bytes in use, header included; the same as {@link #savedOffset()} in all but the first buffer. */
    public long offset() {
        return u32(bytes, 0x30);
    }

    /** Bytes used in the first buffer, where SavedOffset may be 0, or smaller than Offset with events in between. */
    long usedInFirstBuffer() {
        return Math.max(savedOffset(), offset());
    }

    public boolean eventsLost() {
        return has(FLAG_EVENTS_LOST);
    }

    public boolean bufferLost() {
        return has(FLAG_BUFFER_LOST);
    }

    public boolean isCompressed() {
        return has(FLAG_COMPRESSED);
    }

    public int type() {
        return u16(bytes, 0x36);
    }

    private boolean has(int flag) {
        return (u16(bytes, 0x34) & flag) != 0;
    }
}
