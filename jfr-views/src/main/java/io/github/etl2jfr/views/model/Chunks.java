package io.github.etl2jfr.views.model;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the headers of a recording's chunks tell. Layout of a header, big endian: magic (4 bytes), version (4),
 * size (8), positions of the constants (8) and the metadata (8), start (8) and duration (8) in nanoseconds, and more.
 */
public final class Chunks {
    private static final int MAGIC = 0x464C5200;
    private static final int HEADER_SIZE = 68;
    private static final int SIZE = 8;
    private static final int START = 32;
    private static final int DURATION = 40;

    private Chunks() {}

    /** Whether a file begins like a flight recording. */
    public static boolean isRecording(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer magic = ByteBuffer.allocate(Integer.BYTES);
            return read(channel, magic) && magic.getInt(0) == MAGIC;
        }
    }

    /** The time that the chunks cover together. */
    static Span span(Path recording) throws IOException {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        try (FileChannel channel = FileChannel.open(recording)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE);
            long size;
            for (long position = 0; position < channel.size(); position += size) {
                channel.position(position);
                header.clear();
                size = read(channel, header) ? header.getLong(SIZE) : 0;
                if (size < HEADER_SIZE) {
                    break;
                }
                start = Math.min(start, header.getLong(START));
                end = Math.max(end, header.getLong(START) + header.getLong(DURATION));
            }
        }
        if (start > end) {
            throw new EOFException("no chunk header");
        }
        return new Span(start, end);
    }

    private static boolean read(SeekableByteChannel channel, ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                return false;
            }
        }
        return true;
    }
}
