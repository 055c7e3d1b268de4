package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.ChunkFile;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.jfr.EventBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * Chunks of our own, each a whole recording: header, events, checkpoint with the constants the events
 * refer to, checkpoint with the strings that are the same everywhere, metadata.
 */
final class OwnChunks implements ChunkSink {
    /** Kind of a checkpoint: a flush, as JMC's writer has it. */
    private static final int FLUSH = 1;

    private static final int CONSTANTS_SIZE = 1 << 16;

    private final SeekableByteChannel channel;
    private final Metadata metadata;
    private final RecordingClock clock;
    private final ThreadConstants threads;

    /** Start of the chunk that events are taken down for. */
    private long startTicks;

    /** Whether any chunk has; the first is written also if there is nothing in it. */
    private boolean hasEnded;

    /** Where the chunk begins that is being written; -1 between two of them. */
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
    public Ending passed(boolean isEmpty) {
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
            ChunkFile.write(channel, ByteBuffer.allocate(ChunkHeader.SIZE));
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

        ChunkHeader header = new ChunkHeader(
                chunkStart,
                channel.position() - chunkStart,
                checkpointPosition - chunkStart,
                metadataPosition - chunkStart,
                clock.epochNanos(start),
                clock.nanos(end - start),
                start,
                clock.ticksPerSecond());
        ChunkFile.writeHeader(channel, chunkStart, header.toBuffer());
        chunkStart = -1;
    }

    /** The head of a checkpoint event whose pools follow. */
    private static EventBuffer checkpoint(long startTicks, EventBuffer pools, long distanceToPrevious) {
        EventBuffer head = new EventBuffer(64);
        ConstantPools.beginCheckpoint(head, startTicks, distanceToPrevious, FLUSH);
        head.endEvent(pools.size());
        return head;
    }
}
