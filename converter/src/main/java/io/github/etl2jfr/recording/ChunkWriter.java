package io.github.etl2jfr.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes chunks, each a whole recording of its own: header, events, checkpoint with the constants the
 * events refer to, checkpoint with the strings that are the same everywhere, metadata.
 *
 * <pre>
 *   00 "FLR\0"   08 size                18 position of metadata       28 duration ns   38 ticks a second
 *   04 version   10 position of the     20 start, ns since 1970       30 start ticks   40 flags
 *                   last checkpoint
 * </pre>
 *
 * All big-endian. A checkpoint names the one before it by its distance.
 */
final class ChunkWriter {
    private static final int HEADER_SIZE = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final short MAJOR_VERSION = 2;
    private static final short MINOR_VERSION = 0;
    private static final int COMPRESSED_INTS = 1;
    private static final int CHECKPOINT_TYPE_ID = 1;

    private final FileChannel channel;
    private final Metadata metadata;
    private final TickClock clock;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE);

    private long chunkStart;
    private long position;
    private long startTicks;

    ChunkWriter(FileChannel channel, Metadata metadata, TickClock clock) {
        this.channel = channel;
        this.metadata = metadata;
        this.clock = clock;
    }

    /**
     * @param ticks later than the start of any chunk before: tools tell chunks apart by it
     */
    void begin(long ticks) {
        chunkStart = position;
        startTicks = ticks;
        position += HEADER_SIZE;
    }

    void write(EventBuffer events) throws IOException {
        position += write(ByteBuffer.wrap(events.bytes(), 0, events.size()), position);
    }

    /**
     * Completes the chunk.
     *
     * @param endTicks not before any event's end
     * @param constants the pools of the chunk's own constants
     */
    void end(long endTicks, EventBuffer constants) throws IOException {
        long stringsPosition = position;
        position += write(ByteBuffer.wrap(metadata.checkpoint()), position);
        long checkpointPosition = position;
        write(checkpoint(constants, stringsPosition - checkpointPosition));
        write(constants);
        long metadataPosition = position;
        position += write(ByteBuffer.wrap(metadata.metadata()), position);

        header.clear();
        header.putInt(MAGIC).putShort(MAJOR_VERSION).putShort(MINOR_VERSION);
        header.putLong(position - chunkStart);
        header.putLong(checkpointPosition - chunkStart);
        header.putLong(metadataPosition - chunkStart);
        header.putLong(clock.epochNanos(startTicks));
        header.putLong(clock.nanos(endTicks - startTicks));
        header.putLong(startTicks);
        header.putLong(clock.ticksPerSecond());
        header.putInt(COMPRESSED_INTS);
        write(header.flip(), chunkStart);
    }

    /** The head of a checkpoint event whose pools follow. */
    private EventBuffer checkpoint(EventBuffer pools, long distanceToPrevious) {
        EventBuffer head = new EventBuffer(64);
        head.beginEvent(CHECKPOINT_TYPE_ID);
        head.putLong(startTicks);
        head.putLong(0); // duration
        head.putLong(distanceToPrevious);
        head.putByte(1); // a flush, as JMC's writer has it
        head.endEvent(pools.size());
        return head;
    }

    private int write(ByteBuffer source, long at) throws IOException {
        int size = source.remaining();
        for (long target = at; source.hasRemaining(); ) {
            target += channel.write(source, target);
        }
        return size;
    }
}
