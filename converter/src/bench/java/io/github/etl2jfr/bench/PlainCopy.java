package io.github.etl2jfr.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Moves the bytes that a conversion moves, and does nothing else: reads the trace, writes a file of the recording's
 * size and forces it to disk. A program of its own, as the conversion is one: {@code TRACE OUT BYTES}.
 */
final class PlainCopy {
    private static final int PIECE = 1 << 20;

    private PlainCopy() {}

    public static void main(String[] arguments) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
        try (FileChannel trace = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ)) {
            while (trace.read(piece.clear()) >= 0) {
                // The bytes are in memory: that is all.
            }
        }
        try (FileChannel copy =
                FileChannel.open(Path.of(arguments[1]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long left = Long.parseLong(arguments[2]);
            while (left > 0) {
                left -= copy.write(piece.clear().limit((int) Math.min(PIECE, left)));
            }
            copy.force(true);
        }
    }
}
