package io.github.etl2jfr.etl;

import io.github.etl2jfr.etl.compression.CompressionFormat;

/**
 * Where a buffer lies in the file and whose events it holds: its header, decoded once.
 *
 * @param fileOffset where the buffer starts
 * @param storedSize bytes it takes in the file, header included
 * @param usedSize bytes in use after decompression, header included
 * @param processor processor of all its events
 * @param loggerId session that wrote it
 * @param sequenceNumber its place among the buffers of the session
 * @param compression format of its events, null if they are not compressed
 * @param eventsLost whether the session says it lost events about here
 * @param bufferLost whether the session says it lost a buffer about here
 * @param truncated whether bytes are missing at its end: the file ends, or the next buffer begins, before that, or it
 *     claims to use more than it has, or contradicts itself on how much it uses
 */
public record BufferEntry(
        long fileOffset,
        int storedSize,
        int usedSize,
        int processor,
        int loggerId,
        long sequenceNumber,
        CompressionFormat compression,
        boolean eventsLost,
        boolean bufferLost,
        boolean truncated) {

    /** Where in the file a place in the buffer is: where the buffer starts, if it is compressed. */
    public long fileOffset(int offset) {
        return compression == null ? fileOffset + offset : fileOffset;
    }
}
