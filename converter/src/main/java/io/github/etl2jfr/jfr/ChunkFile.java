package io.github.etl2jfr.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Reads and writes pieces of chunks, whole ones. */
public final class ChunkFile {
    private ChunkFile() {}

    /** The header of the chunk at an offset: as much of it as there is. */
    static ByteBuffer readHeader(FileChannel source, long offset) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(ChunkHeader.SIZE);
        while (header.hasRemaining()) {
            if (source.read(header, offset + header.position()) < 0) {
                break;
            }
        }
        return header.flip();
    }

    /** Writes over the header of the chunk at an offset, and leaves the file at its end. */
    public static void writeHeader(SeekableByteChannel target, long offset, ByteBuffer header) throws IOException {
        target.position(offset);
        write(target, header);
        target.position(target.size());
    }

    /** Writes where the file stands. */
    public static void write(WritableByteChannel target, ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            target.write(source);
        }
    }
}
