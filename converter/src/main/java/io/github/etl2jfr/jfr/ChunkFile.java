package io.github.etl2jfr.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads and writes pieces of chunks, whole ones. */
final class ChunkFile {
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

    /** Writes over the header of the chunk at an offset. */
    static void writeHeader(FileChannel target, long offset, ByteBuffer header) throws IOException {
        for (long at = offset; header.hasRemaining(); ) {
            at += target.write(header, at);
        }
    }

    /** Writes where the file stands. */
    static void write(FileChannel target, ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            target.write(source);
        }
    }
}
