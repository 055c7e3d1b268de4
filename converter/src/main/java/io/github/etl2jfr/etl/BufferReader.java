package io.github.etl2jfr.etl;

import io.github.etl2jfr.etl.compression.CompressionFormat;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.etl.compression.Decompressor;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Reads buffers, decompressed, into memory of its own, which the next one takes over. For one thread;
 * allocates only when a buffer is larger than any before.
 */
public final class BufferReader {
    /** A decompressed buffer that is read piece by piece; its memory is that of the largest so far. */
    public static final class Decompressed {
        private byte[] bytes = new byte[0];

        /** File offset of the buffer, or {@link #NOTHING}. */
        private long content = NOTHING;
    }

    private static final long NOTHING = -1;

    private final EtlFile file;
    private final Map<CompressionFormat, Decompressor> decompressors = new EnumMap<>(CompressionFormat.class);
    private final Decompressed own = new Decompressed();
    private byte[] stored = new byte[0];

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
        openPiece(entry, BufferHeader.SIZE, entry.usedSize(), null, cursor);
    }

    /**
     * Puts a cursor before the first of some successive events of a buffer. The cursor is good until the
     * next call, and until {@code kept} is used for another buffer.
     *
     * @param start where in the buffer the first one lies
     * @param end where in the buffer the one after the last lies
     * @param kept holds a compressed buffer from piece to piece; null for this reader's own memory
     * @throws CorruptDataException if the buffer cannot be decompressed; its offset counts from the
     *     buffer's start
     */
    public void openPiece(BufferEntry entry, int start, int end, Decompressed kept, EventCursor cursor)
            throws IOException, CorruptDataException {
        if (entry.compression() == null) {
            int size = Math.max(0, Math.min(end, entry.storedSize()) - start);
            stored = atLeast(stored, size);
            cursor.wrap(stored, 0, file.read(entry.fileOffset() + start, stored, size), start);
            return;
        }
        Decompressed buffer = kept == null ? own : kept;
        if (buffer.content != entry.fileOffset()) {
            buffer.content = NOTHING;
            decompress(entry, buffer);
            buffer.content = entry.fileOffset();
        }
        cursor.wrap(buffer.bytes, start, end, 0);
    }

    private void decompress(BufferEntry entry, Decompressed target) throws IOException, CorruptDataException {
        stored = atLeast(stored, entry.storedSize());
        int read = file.read(entry.fileOffset(), stored, entry.storedSize());
        int used = entry.usedSize();
        target.bytes = atLeast(target.bytes, Math.max(used, BufferHeader.SIZE));
        try {
            decompress(entry.compression(), read, target.bytes, used);
        } catch (CorruptDataException e) {
            // Where damage made it name another format, the first buffer's fits, documented to hold for the file.
            CompressionFormat documented = file.firstBuffer().compressionFormat();
            if (documented == null || documented == entry.compression()) {
                throw e;
            }
            decompress(documented, read, target.bytes, used);
        }
    }

    private void decompress(CompressionFormat format, int read, byte[] target, int used) throws CorruptDataException {
        decompressors
                .computeIfAbsent(format, CompressionFormat::newDecompressor)
                .decompress(
                        stored,
                        BufferHeader.SIZE,
                        Math.max(0, read - BufferHeader.SIZE),
                        target,
                        BufferHeader.SIZE,
                        Math.max(0, used - BufferHeader.SIZE));
    }

    private static byte[] atLeast(byte[] bytes, int size) {
        return bytes.length >= size ? bytes : new byte[size];
    }
}
