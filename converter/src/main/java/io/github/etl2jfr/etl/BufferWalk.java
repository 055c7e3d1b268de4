package io.github.etl2jfr.etl;

import io.github.etl2jfr.etl.bytes.LittleEndian;
import io.github.etl2jfr.etl.compression.CompressionFormat;
import java.io.IOException;

/**
 * Goes from buffer to buffer through a file, which may still grow: then a buffer is passed over to the next
 * call until all of it is there.
 */
public final class BufferWalk {
    /** Read at once where a buffer is searched for. */
    private static final int SCAN_SIZE = 1 << 16;

    /** Read at once for a header: what the system reads anyway. */
    private static final int PAGE_SIZE = 1 << 12;

    /** How many times larger a buffer may be than it is compressed, more than events shrink: what claims more is made to fill memory and time. */
    private static final int MAX_COMPRESSION = 4096;

    private final EtlFile file;
    private final byte[] bytes = new byte[BufferHeader.SIZE];
    private final BufferHeader buffer = new BufferHeader(bytes);

    /** Kept from one place that is a buffer, or looks like one, to the next: it may be near. */
    private final FileWindow searchedBytes;

    private final FileWindow headers;

    /** Whether what is kept will not change any more. */
    private boolean wasWhole;

    /** Where the next buffer starts. */
    private long position;

    /** Up to here no buffer starts after {@code position}, where there is none either. */
    private long searched;

    /** The session of the buffer before, at first of the one that holds the log file header. */
    private int lastLoggerId;

    public BufferWalk(EtlFile file) {
        this.file = file;
        this.searchedBytes = new FileWindow(file, SCAN_SIZE + BufferHeader.SIZE);
        this.headers = new FileWindow(file, PAGE_SIZE);
        this.lastLoggerId = file.firstBuffer().loggerId();
    }

    /** Where the next buffer starts, or is to be looked for. */
    public long position() {
        return position;
    }

    /**
     * The next buffer, in the order of the file.
     *
     * @param size bytes in the file now
     * @param isWhole whether nothing will be appended: what is cut off then stays so
     * @param damage told of the places where there is no buffer
     * @return null if there is no other, or not yet
     */
    public BufferEntry next(long size, boolean isWhole, DamageLog damage) throws IOException {
        if (!wasWhole) {
            searchedBytes.clear();
            headers.clear();
        }
        wasWhole = isWhole;
        while (position < size) {
            if (size - position < BufferHeader.SIZE || !read(position, bytes)) {
                if (isWhole) {
                    damage.add(Damage.FILE_ENDS_IN_BUFFER_HEADER, DamageLog.NO_PROCESSOR, 1, position);
                    position = size;
                }
                return null;
            }
            if (!isPlausible(buffer)) {
                if (!skip(size, isWhole, damage)) {
                    return null;
                }
                continue;
            }
            if (position + buffer.bufferSize() > size && !isWhole) {
                return null;
            }
            long start = position;
            // The log file header was read from the first buffer as it is, whatever its flag claims.
            boolean isCompressed = start > 0 && buffer.isCompressed();
            CompressionFormat compression = isCompressed ? compression() : null;
            position = endOfBuffer(size);
            if (position - start < BufferHeader.SIZE) {
                // What is left of it is not even a header.
                damage.add(Damage.BUFFER_BEGINS_INSIDE, DamageLog.NO_PROCESSOR, 1, start);
            } else if (isCompressed && compression == null) {
                corrupt(damage, Damage.UNKNOWN_COMPRESSION, start, "format %d".formatted(buffer.compressionCode()));
            } else if (isCompressed && buffer.savedOffset() / MAX_COMPRESSION > buffer.bufferSize()) {
                corrupt(
                        damage,
                        Damage.IMPOSSIBLE_COMPRESSION,
                        start,
                        "%d bytes made of %d".formatted(buffer.savedOffset(), buffer.bufferSize()));
            } else if (start > 0 && buffer.savedOffset() < BufferHeader.SIZE) {
                corrupt(damage, Damage.USED_SIZE_BELOW_HEADER, start, "%d bytes".formatted(buffer.savedOffset()));
            } else {
                lastLoggerId = buffer.loggerId();
                BufferEntry entry = entry(start, position, size, compression);
                if (entry.truncated()) {
                    damage.add(missingEnd(start, entry.storedSize()), entry.processor(), 1, start);
                }
                return entry;
            }
        }
        return null;
    }

    private void corrupt(DamageLog damage, Damage kind, long start, String detail) {
        damage.add(kind, buffer.processor(), 1, start, detail);
    }

    /** Why not all of the buffer is there. */
    private Damage missingEnd(long start, int stored) {
        if (stored == buffer.bufferSize()) {
            return isUsedSizeContradicted() ? Damage.USED_SIZE_CONTRADICTED : Damage.USED_SIZE_TOO_LARGE;
        }
        return position < start + buffer.bufferSize() ? Damage.BUFFER_BEGINS_INSIDE : Damage.FILE_ENDS_IN_BUFFER;
    }

    /** Events beyond the bytes in use go unread: that they end between two events does not show otherwise. */
    private boolean isUsedSizeContradicted() {
        return buffer.savedOffset() < buffer.offset()
                && buffer.offset() <= file.header().bufferSize();
    }

    /** Buffers name their format; the first buffer's, documented to hold for the file, serves those that do not. */
    private CompressionFormat compression() {
        CompressionFormat own = buffer.compressionFormat();
        return own != null ? own : file.firstBuffer().compressionFormat();
    }

    /** A buffer is never larger than the log file header says: whoever replays a trace relies on it. */
    private boolean isPlausible(BufferHeader header) {
        return fault(header) == null;
    }

    /**
     * What is wrong with a header, null if nothing is. Where it is more than one thing, nothing says that it is a
     * header.
     */
    private Damage fault(BufferHeader header) {
        long nominal = file.header().bufferSize();
        boolean hasSize = header.bufferSize() >= BufferHeader.SIZE && header.bufferSize() <= nominal;
        boolean hasUsedSize = header.savedOffset() <= nominal;
        boolean hasType = header.type() < BufferHeader.TYPE_COUNT;
        if (hasSize && hasUsedSize) {
            return hasType ? null : Damage.UNKNOWN_BUFFER_TYPE;
        }
        if (hasSize && hasType) {
            return Damage.USED_SIZE_TOO_LARGE;
        }
        if (!hasUsedSize || !hasType) {
            return Damage.NO_BUFFER_HEADER;
        }
        if (header.bufferSize() == 0) {
            return Damage.BUFFER_SIZE_ZERO;
        }
        return header.bufferSize() < BufferHeader.SIZE ? Damage.BUFFER_SIZE_BELOW_HEADER : Damage.BUFFER_SIZE_TOO_LARGE;
    }

    /**
     * Goes on to the next place that holds a buffer, or the end of the file. Where nothing is compressed,
     * buffers lie at multiples of their size, as long as no bytes are missing. Else every byte may start one,
     * and the header's redundancy tells: bytes in use are noted twice, and the session stays the same.
     *
     * @return false if it may yet be written, here or later
     */
    private boolean skip(long size, boolean isWhole, DamageLog damage) throws IOException {
        long nominal = file.header().bufferSize();
        long next = size;
        if (!file.header().isCompressed()) {
            next = Math.min(size, position / nominal * nominal + nominal);
            if (!isWhole && (next == size || isZero(position) && isZero(next))) {
                // A file can get its room before its bytes.
                return false;
            }
        }
        if (file.header().isCompressed() || next < size && !isSureBufferAt(next)) {
            next = nextBuffer(Math.max(position + 1, searched), next, size);
            if (next == size && !isWhole) {
                searched = Math.max(position + 1, size - BufferHeader.SIZE + 1);
                return false;
            }
        }
        damage.add(
                fault(buffer),
                DamageLog.NO_PROCESSOR,
                file.header().isCompressed() ? 1 : (next - position + nominal - 1) / nominal,
                position,
                "skipped %d bytes".formatted(next - position));
        position = next;
        return true;
    }

    /**
     * Where the next buffer begins: the next sure one, but where one is expected a plausible one is as good as a later
     * sure one.
     *
     * @param expected past the end of the file if nothing is expected anywhere
     */
    private long nextBuffer(long from, long expected, long size) throws IOException {
        if (expected >= size) {
            return search(from, size);
        }
        long before = search(from, Math.min(size, expected + BufferHeader.SIZE - 1));
        if (before < expected) {
            return before;
        }
        BufferHeader header = headerAt(expected);
        return header != null && isPlausible(header) ? expected : search(Math.max(expected + 1, from), size);
    }

    /** The header of the buffer at a place; null if not all of it is there. */
    private BufferHeader headerAt(long start) throws IOException {
        byte[] header = new byte[BufferHeader.SIZE];
        return read(start, header) ? new BufferHeader(header) : null;
    }

    /** Reads a header, unless not all of it is there. */
    private boolean read(long start, byte[] header) throws IOException {
        FileWindow window = searchedBytes.holds(start, header.length) ? searchedBytes : headers;
        if (!window.require(start, header.length)) {
            return false;
        }
        window.copy(start, header);
        return true;
    }

    private boolean isSureBufferAt(long start) throws IOException {
        BufferHeader header = headerAt(start);
        return header != null && isSure(header);
    }

    /** Not just any bytes: what is in use is noted twice, and the session is the first buffer's or the last one's. */
    private boolean isSure(BufferHeader header) {
        return isPlausible(header)
                && header.savedOffset() == header.offset()
                && header.savedOffset() >= BufferHeader.SIZE
                && (header.loggerId() == lastLoggerId
                        || header.loggerId() == file.firstBuffer().loggerId());
    }

    private boolean isZero(long start) throws IOException {
        byte[] header = new byte[BufferHeader.SIZE];
        int read = file.read(start, header, BufferHeader.SIZE);
        for (int i = 0; i < read; i++) {
            if (header[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private long search(long from, long size) throws IOException {
        byte[] candidate = new byte[BufferHeader.SIZE];
        BufferHeader found = new BufferHeader(candidate);
        byte[] window = searchedBytes.bytes();
        long start = from;
        while (size - start >= BufferHeader.SIZE && searchedBytes.require(start, BufferHeader.SIZE)) {
            int end = (int) (Math.min(size, searchedBytes.end()) - searchedBytes.start()) - BufferHeader.SIZE;
            for (int i = (int) (start - searchedBytes.start()); i <= end; i++) {
                // SavedOffset at 04 equals Offset at 30: one comparison rules out nearly every place.
                if (LittleEndian.i32(window, i + 0x04) == LittleEndian.i32(window, i + 0x30)) {
                    System.arraycopy(window, i, candidate, 0, BufferHeader.SIZE);
                    if (isSure(found)) {
                        return searchedBytes.start() + i;
                    }
                }
            }
            start = searchedBytes.start() + end + 1;
        }
        return size;
    }

    /**
     * Where the buffer at the position ends: where it says, unless it is not sure that the file ends or a buffer follows
     * there, but one surely begins before that. Then bytes of this one are missing, or its size is wrong, and must not
     * cost the next one its events.
     */
    private long endOfBuffer(long size) throws IOException {
        long end = position + buffer.bufferSize();
        if (end == size || isSureBufferAt(end)) {
            return end;
        }
        long limit = Math.min(size, end + BufferHeader.SIZE - 1);
        long inside = search(position + 1, limit);
        return inside < limit ? inside : end;
    }

    private BufferEntry entry(long start, long end, long size, CompressionFormat compression) {
        long stored = Math.min(end, size) - start;
        long used = start == 0 ? buffer.usedInFirstBuffer() : buffer.savedOffset();
        boolean lacksUsedBytes =
                start > 0 && (isUsedSizeContradicted() || compression == null && buffer.savedOffset() > stored);
        return new BufferEntry(
                start,
                (int) stored,
                (int) Math.min(
                        used, compression == null ? stored : file.header().bufferSize()),
                buffer.processor(),
                buffer.loggerId(),
                buffer.sequenceNumber(),
                compression,
                buffer.eventsLost(),
                buffer.bufferLost(),
                stored < buffer.bufferSize() || lacksUsedBytes);
    }
}
