package io.github.etl2jfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A recording taken apart by the headers of its chunks. */
public final class Chunks {
    private static final int SIZE = 8;
    private static final int METADATA_POSITION = 24;
    private static final int START_NANOS = 32;
    private static final int DURATION_NANOS = 40;
    private static final int START_TICKS = 48;
    private static final int TICKS_PER_SECOND = 56;

    private Chunks() {}

    /** One chunk. */
    public static final class Chunk {
        private final ByteBuffer bytes;

        private Chunk(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        public byte[] bytes() {
            return bytes(0);
        }

        /** From the event that describes the types to the end. */
        public byte[] metadata() {
            return bytes((int) bytes.getLong(METADATA_POSITION));
        }

        private byte[] bytes(int from) {
            byte[] copy = new byte[bytes.limit() - from];
            bytes.get(from, copy);
            return copy;
        }

        public long startNanos() {
            return bytes.getLong(START_NANOS);
        }

        public long endNanos() {
            return startNanos() + bytes.getLong(DURATION_NANOS);
        }

        public long startTicks() {
            return bytes.getLong(START_TICKS);
        }

        public long ticksPerSecond() {
            return bytes.getLong(TICKS_PER_SECOND);
        }
    }

    public static List<Chunk> of(Path recording) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(recording));
        List<Chunk> chunks = new ArrayList<>();
        for (int at = 0; at < file.limit(); ) {
            int size = (int) file.getLong(at + SIZE);
            chunks.add(new Chunk(file.slice(at, size)));
            at += size;
        }
        return chunks;
    }
}
