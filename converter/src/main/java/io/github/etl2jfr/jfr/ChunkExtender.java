package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Collection;

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
 * <p>Every chunk of the recording must be begun and ended, in their order, also if nothing is added. What
 * would make a chunk too large goes into further ones, which hold no events of the JVM's. They start a
 * nanosecond later, since readers tell chunks apart by their start, and last no time, since {@code jfr
 * summary} adds up how long chunks last.
 */
public final class ChunkExtender {
    private final SeekableByteChannel target;
    private final MergedTypes types;

    /** The JVM's, or the one that the chunk of ours follows. */
    private Chunk chunk;

    /** Its constants; null until they are needed. */
    private ConstantPools known;

    private long chunkStart;

    /** Number of chunks of ours since the JVM's, with this one; 0 in the JVM's. */
    private int ordinal;

    /**
     * Extends chunks into a file.
     *
     * @param target written from where it is
     */
    public ChunkExtender(SeekableByteChannel target, MergedTypes types) {
        this.target = target;
        this.types = types;
    }

    /** Copies a chunk. */
    public void begin(Chunk source) throws IOException {
        chunk = source;
        known = null;
        ordinal = 0;
        chunkStart = target.position();
        ChunkFile.write(target, source.recording().readHeader(source.header().offset()));
        source.recording()
                .copy(
                        source.header().offset() + ChunkHeader.SIZE,
                        source.header().size() - ChunkHeader.SIZE,
                        target);
    }

    /** Begins a chunk of ours, with the clock and the types of the one that was ended last. */
    public void beginAnother() throws IOException {
        ordinal++;
        chunkStart = target.position();
        ChunkFile.write(target, chunk.recording().readHeader(chunk.header().offset()));
    }

    /** What the types are called in the chunk that was begun. */
    ChunkTypes types() {
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
        ChunkFile.write(target, events);
    }

    /**
     * Completes the chunk.
     *
     * @param constants what the added events refer to
     * @param stackTraces keys of those that they refer to, all of the JVM's chunk
     * @throws InputException if the chunk's own constants make no sense
     */
    public void end(AddedConstants constants, Collection<Long> stackTraces) throws IOException, InputException {
        ChunkTypes chunkTypes = types();
        long checkpointPosition = chunk.header().checkpointPosition();
        if (ordinal > 0) {
            AddedConstants.Pools pools = constants.pools(chunkTypes.metadata());
            if (!stackTraces.isEmpty()) {
                pools = pools.and(known().lendStackTraces(stackTraces));
            }
            checkpointPosition = size();
            ChunkFile.write(
                    target, pools.checkpoint(chunk.header().startTicks(), 0).toBuffer());
        } else {
            AddedConstants.Pools pools = constants.without(known()).pools(chunkTypes.metadata());
            if (pools.count() > 0) {
                long previous = checkpointPosition;
                checkpointPosition = size();
                ChunkFile.write(
                        target,
                        pools.checkpoint(chunk.header().startTicks(), previous - checkpointPosition)
                                .toBuffer());
            }
        }
        long metadataPosition = size();
        ChunkFile.write(target, chunkTypes.event(chunk.header().startTicks()).toBuffer());

        ByteBuffer header = chunk.recording().readHeader(chunk.header().offset());
        if (ordinal > 0) {
            ChunkHeader.patchStart(header, ordinal);
        }
        ChunkHeader.patch(header, size(), checkpointPosition, metadataPosition);
        ChunkFile.writeHeader(target, chunkStart, header);
    }

    private ConstantPools known() throws IOException, InputException {
        if (known == null) {
            known = chunk.constants();
        }
        return known;
    }
}
