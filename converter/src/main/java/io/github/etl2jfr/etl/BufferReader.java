package io.github.etl2jfr.etl;

import io.github.etl2jfr.etl.compression.CompressionFormat;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.etl.compression.Decompressor;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Reads buffers, decompressed, into memory of its own, which the next buffer takes over. For one
 * thread; allocates only when a buffer is larger than any before.
 */
public final class BufferReader {
    private final EtlFile file;
    private final Map<CompressionFormat, Decompressor> decompressors = new EnumMap<>(CompressionFormat.class);
    private byte[] stored = new byte[0];
    private byte[] decompressed = new byte[0];

    public BufferReader(EtlFile file) {
        this.file = file;
    }

    /**
     * Puts a cursor before the first event of a buffer. The cursor is good until the next call.
     *
     * @throws CorruptDataException if the buffer cannot be decompressed; its offset counts from the
     *     buffer's start
     */
    public void open(BufferEntry entry, EventCursor cursor) throws IOException, CorruptDataException {
        stored = atLeast(stored, entry.storedSize());
        int read = file.read(entry.fileOffset(), stored, entry.storedSize());
        if (entry.compression() == null) {
            cursor.wrap(stored, Math.min(read, entry.usedSize()));
            return;
        }
        int used = entry.usedSize();
        decompressed = atLeast(decompressed, used);
        decompressors
                .computeIfAbsent(entry.compression(), CompressionFormat::newDecompressor)
                .decompress(
                        stored,
                        BufferHeader.SIZE,
                        Math.max(0, read - BufferHeader.SIZE),
                        decompressed,
                        BufferHeader.SIZE,
                        Math.max(0, used - BufferHeader.SIZE));
        cursor.wrap(decompressed, used);
    }

    private static byte[] atLeast(byte[] bytes, int size) {
        return bytes.length >= size ? bytes : new byte[size];
    }
}
