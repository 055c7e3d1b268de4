package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.ChunkFile;
import io.github.etl2jfr.jfr.EventBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * Chunks of our own, each a whole recording: header, events, checkpoint with the constants the events
 * refer to, checkpoint with the strings that are the same everywhere, metadata.
 *
 * <pre>
 *   00 "FLR\0"   08 size                18 position of metadata       28 duration ns   38 ticks a second
 *   04 version   10 position of the     20 start, ns since 1970       30 start ticks   40 flags
 *                   last checkpoint
 * </pre>
 *
 * All big-endian. A checkpoint names the one before it by its distance.
 */
final class OwnChunks implements ChunkSink {
    private static final int HEADER_SIZE = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final short MAJOR_VERSION = 2;
    private static final short MINOR_VERSION = 0;
    private static final int COMPRESSED_INTS = 1;
    private static final int CHECKPOINT_TYPE_ID = 1;
    private static final int CONSTANTS_SIZE = 1 << 16;

    private final SeekableByteChannel channel;
    private final Metadata metadata;
    private final RecordingClock clock;
    private final ThreadConstants threads;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE);

    /** Start of the chunk that events are taken down for. */
    private long startTicks;

    /** Whether any chunk has; the first is written also if there is nothing in it. */
    private boolean hasEnded;

    /** Of the chunk that is being written; -1 between two of them. */
    private long chunkStart = -1;

    /**
     * @param channel empty
     * @param startTime session clock's value
     */
    OwnChunks(
            SeekableByteChannel channel,
            Metadata metadata,
            RecordingClock clock,
            ThreadConstants threads,
            long startTime) {
        this.channel = channel;
        this.metadata = metadata;
        this.clock = clock;
        this.threads = threads;
        startTicks = clock.ticks().ticks(startTime);
    }

    @Override
    public long limit() {
        return Long.MAX_VALUE;
    }

    @Override
    public Ending full(long lastTime) {
        hasEnded = true;
        EventBuffer constants = constants();
        long start = startTicks;
        long end = Math.max(clock.ticks().ticks(lastTime), start);
        // Readers know a chunk by its start, in nanoseconds: no two may be equal.
        startTicks = Math.max(end, start + clock.ticksPerNano());
        return () -> {
            begin();
            end(start, end, constants);
        };
    }

    @Override
    public Ending passed() {
        throw new IllegalStateException("there is no limit");
    }

    @Override
    public Ending last(long lastTime, boolean isEmpty) {
        return isEmpty && hasEnded ? () -> {} : full(lastTime);
    }

    private EventBuffer constants() {
        EventBuffer constants = new EventBuffer(CONSTANTS_SIZE);
        threads.drainTo(constants);
        return constants;
    }

    @Override
    public void write(EventBuffer events) throws IOException {
        // None go behind the last chunk.
        if (events.size() > 0) {
            begin();
            ChunkFile.write(channel, events.toBuffer());
        }
    }

    /** Leaves room for the header, unless that was done. */
    private void begin() throws IOException {
        if (chunkStart < 0) {
            chunkStart = channel.position();
            ChunkFile.write(channel, ByteBuffer.allocate(HEADER_SIZE));
        }
    }

    private void end(long start, long end, EventBuffer constants) throws IOException {
        long stringsPosition = channel.position();
        ChunkFile.write(channel, ByteBuffer.wrap(metadata.checkpoint()));
        long checkpointPosition = channel.position();
        write(checkpoint(start, constants, stringsPosition - checkpointPosition));
        write(constants);
        long metadataPosition = channel.position();
        ChunkFile.write(channel, ByteBuffer.wrap(metadata.metadata()));

        header.clear();
        header.putInt(MAGIC).putShort(MAJOR_VERSION).putShort(MINOR_VERSION);
        header.putLong(channel.position() - chunkStart);
        header.putLong(checkpointPosition - chunkStart);
        header.putLong(metadataPosition - chunkStart);
        header.putLong(clock.epochNanos(start));
        header.putLong(clock.nanos(end - start));
        header.putLong(start);
        header.putLong(clock.ticksPerSecond());
        header.putInt(COMPRESSED_INTS);
        ChunkFile.writeHeader(channel, chunkStart, header.flip());
        chunkStart = -1;
    }

    /** The head of a checkpoint event whose pools follow. */
    private static EventBuffer checkpoint(long startTicks, EventBuffer pools, long distanceToPrevious) {
        EventBuffer head = new EventBuffer(64);
        head.beginEvent(CHECKPOINT_TYPE_ID);
        head.putLong(startTicks);
        head.putLong(0); // duration
        head.putLong(distanceToPrevious);
        head.putByte(1); // a flush, as JMC's writer has it
        head.endEvent(pools.size());
        return head;
    }
}
