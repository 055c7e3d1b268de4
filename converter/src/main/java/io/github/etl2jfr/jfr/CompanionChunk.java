package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A chunk of ours beside those that a JVM writes meanwhile, in a file of its own:
 *
 * <pre>
 *   +--------+------------+------------+------------------------+
 *   | header | our events | checkpoint | metadata of the JVM's, |
 *   |        |            |            | byte by byte           |
 *   +--------+------------+------------+------------------------+
 * </pre>
 *
 * Types and their ids are the JVM's, metadata id included, so no reader meets a type twice, wherever in a file the
 * chunk lies. So is the clock: header and ticks are those of the chunk that the JVM writes when ours ends. It starts
 * some nanoseconds later, since readers tell chunks apart by their start, and lasts no time, since {@code jfr summary}
 * adds up how long chunks last.
 */
public final class CompanionChunk {
    private final FileChannel target;
    private final CompanionTypes types;

    /**
     * Begins a chunk.
     *
     * @param target an empty file
     */
    public CompanionChunk(FileChannel target, CompanionTypes types) throws IOException {
        this.target = target;
        this.types = types;
        ChunkFile.write(target, ByteBuffer.allocate(ChunkHeader.SIZE));
    }

    /** Bytes in the chunk so far. */
    public long size() throws IOException {
        return target.position();
    }

    /**
     * Adds events.
     *
     * @param events whole ones, with the ids of the types, and those of one type and thread in the order of their
     *     ends, or Mission Control shows some twice and others not
     */
    public void write(ByteBuffer events) throws IOException {
        ChunkFile.write(target, events);
    }

    /**
     * Completes the chunk.
     *
     * @param constants what the events refer to
     * @param jvmChunk the file that the JVM writes, in whose time this chunk is
     * @param steps how much later it starts: another number for each of a recording's chunks of ours, more than 0
     * @throws InputException if the JVM's file is no chunk
     */
    public void end(AddedConstants constants, Path jvmChunk, int steps) throws IOException, InputException {
        ByteBuffer header;
        try (FileChannel source = FileChannel.open(jvmChunk, StandardOpenOption.READ)) {
            header = ChunkFile.readHeader(source, 0);
        }
        ChunkHeader.complete(header);
        ChunkHeader.patchStart(header, steps);
        AddedConstants.Pools pools = constants.pools(types.metadata());
        long checkpointPosition = size();
        ChunkFile.write(
                target, pools.checkpoint(ChunkHeader.startTicks(header), 0).toBuffer());
        long metadataPosition = size();
        ChunkFile.write(target, types.event().toBuffer());
        ChunkHeader.patch(header, size(), checkpointPosition, metadataPosition);
        ChunkFile.writeHeader(target, 0, header);
    }
}
