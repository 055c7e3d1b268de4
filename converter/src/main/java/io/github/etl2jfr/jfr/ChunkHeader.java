package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.nio.ByteBuffer;

/**
 * What a chunk says of itself, with which it begins. All big-endian; positions count from the chunk's
 * start. Layout: {@code JfrChunkHeadWriter} in HotSpot, {@code jdk.jfr.internal.consumer.ChunkHeader}.
 *
 * <pre>
 *   00        04     06     08            10            18            20
 *   +---------+------+------+-------------+-------------+-------------+
 *   | F L R 0 |major |minor | size        | last check- | metadata    |
 *   |         |      |      |             | point event | event       |
 *   +---------+------+------+-------------+-------------+-------------+
 *   20             28            30            38             40    41    43      44
 *   +--------------+-------------+-------------+--------------+-----+-----+-------+
 *   | start, ns    | duration,   | start ticks | ticks a      |state| 0 0 | flags |
 *   | since 1970   | ns          |             | second       |     |     |       |
 *   +--------------+-------------+-------------+--------------+-----+-----+-------+
 * </pre>
 *
 * The state is 0 when the chunk is complete. While it is written it is 255 during a change of the
 * header, and a number that grows with every flush otherwise; before JDK 14, which had no state, the
 * size of such a chunk is 0. Flags: 1 integers are LEB128, 2 the last chunk that the JVM wrote.
 *
 * @param offset of the chunk in the file
 * @param size of the chunk in bytes
 * @param checkpointPosition the last checkpoint event
 * @param metadataPosition the metadata event that counts
 * @param startNanos since 1970
 * @param durationNanos as the JVM measured it; what {@code jfr summary} adds up
 * @param startTicks the tick at the start
 * @param ticksPerSecond more than 0
 */
public record ChunkHeader(
        long offset,
        long size,
        long checkpointPosition,
        long metadataPosition,
        long startNanos,
        long durationNanos,
        long startTicks,
        long ticksPerSecond) {
    public static final int SIZE = 0x44;

    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final short MAJOR_VERSION = 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final int MAJOR = 0x04;
    private static final int MINOR = 0x06;
    private static final int CHUNK_SIZE = 0x08;
    private static final int CHECKPOINT_POSITION = 0x10;
    private static final int METADATA_POSITION = 0x18;
    private static final int START_NANOS = 0x20;
    private static final int DURATION_NANOS = 0x28;
    private static final int START_TICKS = 0x30;
    private static final int TICKS_PER_SECOND = 0x38;
    private static final int STATE = 0x40;
    private static final int FLAGS = 0x43;

    private static final int FLAG_COMPRESSED_INTEGERS = 1;

    /** First bytes of what recordings are packed with. */
    private enum Packing {
        GZIP(0x1F8B, 2, "gzip"),
        LZ4(0x04224D18, 4, "LZ4"),
        ZIP(0x504B0304, 4, "zip"),
        ZSTD(0x28B52FFD, 4, "zstd"),
        XZ(0xFD377A58, 4, "xz"),
        BZIP2(0x425A68, 3, "bzip2");

        private final int magic;
        private final int bytes;
        private final String label;

        Packing(int magic, int bytes, String label) {
            this.magic = magic;
            this.bytes = bytes;
            this.label = label;
        }

        boolean packs(int firstBytes) {
            return firstBytes >>> 8 * (Integer.BYTES - bytes) == magic;
        }
    }

    /**
     * Reads the header of a chunk.
     *
     * @param bytes the first {@value #SIZE} of the chunk, or fewer if the file ends before
     * @param available bytes from the chunk's start to the end of the file
     * @throws InputException if this is no chunk, or none that is complete
     */
    public static ChunkHeader parse(ByteBuffer bytes, long offset, long available) throws InputException {
        requireMagic(bytes, offset);
        if (bytes.remaining() < SIZE) {
            throw cutOff("a header of %d bytes at offset %d has only %d".formatted(SIZE, offset, available));
        }
        short major = bytes.getShort(MAJOR);
        if (major != MAJOR_VERSION) {
            throw new InputException("a recording of version %d.%d, %s"
                    .formatted(
                            major,
                            bytes.getShort(MINOR),
                            major < MAJOR_VERSION
                                    ? "which only JDK 8 and older write; record with JDK 11 or newer"
                                    : "newer than 2.x, which this version of etl2jfr reads"));
        }
        long size = bytes.getLong(CHUNK_SIZE);
        if (bytes.get(STATE) != 0 || size == 0) {
            throw new InputException("recording is still being written, or its JVM died while it was;"
                    + " stop or dump it first (jcmd <pid> JFR.dump filename=...)");
        }
        if ((bytes.get(FLAGS) & FLAG_COMPRESSED_INTEGERS) == 0) {
            throw new InputException("recording without compressed integers; no tool of the JDK reads these");
        }
        if (size > available) {
            throw cutOff("a chunk of %d bytes at offset %d has only %d".formatted(size, offset, available));
        }
        ChunkHeader header = new ChunkHeader(
                offset,
                size,
                bytes.getLong(CHECKPOINT_POSITION),
                bytes.getLong(METADATA_POSITION),
                bytes.getLong(START_NANOS),
                bytes.getLong(DURATION_NANOS),
                bytes.getLong(START_TICKS),
                bytes.getLong(TICKS_PER_SECOND));
        header.requireSense();
        return header;
    }

    /** Whether a chunk's header begins like this. */
    static boolean isBegun(ByteBuffer bytes) {
        return firstBytes(bytes) == MAGIC;
    }

    private static int firstBytes(ByteBuffer bytes) {
        return bytes.remaining() < Integer.BYTES ? 0 : bytes.getInt(0);
    }

    private static void requireMagic(ByteBuffer bytes, long offset) throws InputException {
        int firstBytes = firstBytes(bytes);
        if (firstBytes == MAGIC) {
            return;
        }
        if (offset > 0) {
            throw WindowedInput.damaged("a chunk", offset);
        }
        for (Packing packing : Packing.values()) {
            if (packing.packs(firstBytes)) {
                throw new InputException(
                        "recording is compressed with %s; decompress it first".formatted(packing.label));
            }
        }
        throw new InputException("not a flight recording: it does not begin with FLR");
    }

    private static InputException cutOff(String what) {
        return new InputException("recording is cut off: %s; copy or dump it again".formatted(what));
    }

    private void requireSense() throws InputException {
        if (size < SIZE) {
            throw WindowedInput.damaged("a chunk of %d bytes".formatted(size), offset);
        }
        if (metadataPosition < SIZE || metadataPosition >= size) {
            throw WindowedInput.damaged("metadata position %d".formatted(metadataPosition), offset);
        }
        if (checkpointPosition < SIZE || checkpointPosition >= size) {
            throw WindowedInput.damaged("checkpoint position %d".formatted(checkpointPosition), offset);
        }
        if (ticksPerSecond <= 0) {
            throw WindowedInput.damaged("a clock of %d ticks a second".formatted(ticksPerSecond), offset);
        }
    }

    /**
     * Makes the header of a chunk that the JVM still writes that of one which is complete, and not the last.
     *
     * @throws InputException if it is no such header
     */
    static void complete(ByteBuffer header) throws InputException {
        requireMagic(header, 0);
        if (header.remaining() < SIZE
                || header.getShort(MAJOR) != MAJOR_VERSION
                || header.getLong(START_NANOS) <= 0
                || header.getLong(TICKS_PER_SECOND) <= 0) {
            throw new InputException("the JVM's chunk has no clock yet");
        }
        header.put(STATE, (byte) 0);
        header.put(FLAGS, (byte) FLAG_COMPRESSED_INTEGERS);
    }

    /** The header of a chunk that is complete, to be written. */
    public ByteBuffer toBuffer() {
        ByteBuffer header = ByteBuffer.allocate(SIZE)
                .putInt(0, MAGIC)
                .putShort(MAJOR, MAJOR_VERSION)
                .putLong(START_NANOS, startNanos)
                .putLong(DURATION_NANOS, durationNanos)
                .putLong(START_TICKS, startTicks)
                .putLong(TICKS_PER_SECOND, ticksPerSecond)
                .put(FLAGS, (byte) FLAG_COMPRESSED_INTEGERS);
        patch(header, size, checkpointPosition, metadataPosition);
        return header;
    }

    /** Writes what changes when a chunk is extended into a copy of its header. */
    static void patch(ByteBuffer header, long size, long checkpointPosition, long metadataPosition) {
        header.putLong(CHUNK_SIZE, size);
        header.putLong(CHECKPOINT_POSITION, checkpointPosition);
        header.putLong(METADATA_POSITION, metadataPosition);
    }

    /**
     * Makes a copy of a header that of a chunk which starts a little later on the same clock, and takes no
     * time.
     *
     * @param steps how much later: each is a whole number of ticks, and a nanosecond at least
     */
    static void patchStart(ByteBuffer header, int steps) {
        long ticksPerSecond = header.getLong(TICKS_PER_SECOND);
        long ticks = steps * Math.max(1, (ticksPerSecond + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND);
        header.putLong(START_NANOS, header.getLong(START_NANOS) + ticks * NANOS_PER_SECOND / ticksPerSecond);
        header.putLong(START_TICKS, header.getLong(START_TICKS) + ticks);
        header.putLong(DURATION_NANOS, 0);
    }

    /** The tick at the start, of a header as it lies in a file. */
    static long startTicks(ByteBuffer header) {
        return header.getLong(START_TICKS);
    }

    /** Where the chunk ends in the file: after its last byte. */
    public long end() {
        return offset + size;
    }

    /**
     * Wall clock at a tick, in nanoseconds since 1970, rounded down. The JDK's tools convert the ticks of
     * all chunks of a file with the header of the first, Mission Control with that of each.
     */
    public long epochNanos(long ticks) {
        return startNanos + nanos(ticks - startTicks);
    }

    /** Nanoseconds that ticks take, rounded down. */
    public long nanos(long ticks) {
        if (ticksPerSecond == NANOS_PER_SECOND) {
            // As most are; to divide takes a while.
            return ticks;
        }
        return Math.floorDiv(ticks, ticksPerSecond) * NANOS_PER_SECOND
                + Math.floorMod(ticks, ticksPerSecond) * NANOS_PER_SECOND / ticksPerSecond;
    }
}
