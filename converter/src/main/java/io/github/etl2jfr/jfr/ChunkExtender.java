package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes a JVM's recording again, with events added to its chunks:
 *
 * <pre>
 *   +--------+------------------+------------+------------+---------------+
 *   | header | the JVM's bytes, | our events | checkpoint | metadata with |
 *   | patched| unchanged        |            |            | all types     |
 *   +--------+------------------+------------+------------+---------------+
 *                  ^ last checkpoint --------------+
 * </pre>
 *
 * So there is one clock, one pool of threads, and no type that means two things; the metadata events
 * that the JVM wrote are still there, but no reader looks at them. Start, duration and clock stay as
 * they are: readers convert our ticks as they do the JVM's.
 *
 * <p>Every chunk of the recording must be begun and ended, in their order, also if nothing is added.
 */
public final class ChunkExtender {
    private static final int GENERIC_CHECKPOINT = 0;

    private final FileChannel target;
    private final MergedTypes types;

    private Chunk chunk;
    private long chunkStart;

    /**
     * Extends chunks into a file.
     *
     * @param target written from where it is
     */
    public ChunkExtender(FileChannel target, MergedTypes types) {
        this.target = target;
        this.types = types;
    }

    /** Copies a chunk. */
    public void begin(Chunk source) throws IOException {
        chunk = source;
        chunkStart = target.position();
        writeFully(source.recording().readHeader(source.header().offset()));
        source.recording()
                .copy(
                        source.header().offset() + ChunkHeader.SIZE,
                        source.header().size() - ChunkHeader.SIZE,
                        target);
    }

    /** What the types are called in the chunk that was begun. */
    public ChunkTypes types() {
        return types.of(chunk);
    }

    /**
     * Bytes in the chunk so far. Mission Control opens no chunk past 2 GiB, and parses chunks in parallel
     * but each in one go.
     */
    public long size() throws IOException {
        return target.position() - chunkStart;
    }

    /**
     * Adds events to the chunk.
     *
     * @param events whole ones, with the ids of {@link #types}, the ticks of the chunk's clock, and those of
     *     one type and thread in the order of their ends, or Mission Control shows some twice and others not
     */
    public void write(ByteBuffer events) throws IOException {
        writeFully(events);
    }

    /**
     * Completes the chunk.
     *
     * @param constants what the added events refer to
     * @throws InputException if the chunk's own constants make no sense
     */
    public void end(AddedConstants constants) throws IOException, InputException {
        ChunkHeader header = chunk.header();
        ChunkTypes chunkTypes = types();
        AddedConstants.Pools pools = constants.pools(chunk.constants(), chunkTypes.metadata());
        long checkpointPosition = header.checkpointPosition();
        if (pools.count() > 0) {
            checkpointPosition = size();
            writeFully(checkpoint(pools, header.checkpointPosition() - checkpointPosition)
                    .toBuffer());
        }
        long metadataPosition = size();
        writeFully(chunkTypes.event(header.startTicks()).toBuffer());

        ByteBuffer patched = chunk.recording().readHeader(header.offset());
        ChunkHeader.patch(patched, size(), checkpointPosition, metadataPosition);
        for (long at = chunkStart; patched.hasRemaining(); ) {
            at += target.write(patched, at);
        }
        chunk = null;
    }

    private ByteSink checkpoint(AddedConstants.Pools pools, long distance) {
        ByteSink sink = new ByteSink();
        sink.beginEvent(ConstantPools.CHECKPOINT_TYPE_ID);
        sink.putLong(chunk.header().startTicks());
        sink.putLong(0); // duration
        sink.putLong(distance);
        // Not the end of a flush: there streams would hand out what they have before they saw our events.
        sink.putByte(GENERIC_CHECKPOINT);
        sink.putLong(pools.count());
        sink.putBytes(pools.bytes().toArray());
        sink.endEvent();
        return sink;
    }

    private void writeFully(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            target.write(source);
        }
    }
}
