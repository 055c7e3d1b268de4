package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A part of a recording that is complete in itself: header, events, constants, and the types of them all. */
public final class Chunk {
    private final JvmRecording recording;
    private final ChunkHeader header;
    private final ChunkMetadata metadata;
    private final long metadataId;

    Chunk(JvmRecording recording, ChunkHeader header, ChunkMetadata metadata, long metadataId) {
        this.recording = recording;
        this.header = header;
        this.metadata = metadata;
        this.metadataId = metadataId;
    }

    public ChunkHeader header() {
        return header;
    }

    /** The types; the same object in all chunks that have the same ones. */
    public ChunkMetadata metadata() {
        return metadata;
    }

    /** The types as the chunk has them, with nothing added. */
    ChunkTypes types() {
        return new ChunkTypes(metadata, metadataId, Map.of());
    }

    long metadataId() {
        return metadataId;
    }

    JvmRecording recording() {
        return recording;
    }

    /** A type of events by its name, null if this chunk knows none of it. */
    public JvmEventType eventType(String name) throws InputException {
        return metadata.eventTypes().find(name);
    }

    /** All types of events that this chunk knows; the same objects in all chunks of the same {@link #metadata}. */
    public List<JvmEventType> eventTypes() throws InputException {
        return metadata.eventTypes().all();
    }

    /**
     * The constants, read anew each time.
     *
     * @throws InputException if they cannot be made sense of
     */
    public ConstantPools constants() throws IOException, InputException {
        return ConstantPools.of(input(), header, metadata);
    }

    /**
     * A cursor before the first event.
     *
     * @throws InputException if the constants cannot be made sense of
     */
    public ChunkEvents events() throws IOException, InputException {
        return events(constants());
    }

    /**
     * A cursor before the first event.
     *
     * @param constants of this chunk, which name what events refer to
     */
    public ChunkEvents events(ConstantPools constants) {
        return events(constants, header.offset() + ChunkHeader.SIZE, header.end());
    }

    /** The same for some of the events: those from a position in the file to another. */
    ChunkEvents events(ConstantPools constants, long position, long end) {
        return new ChunkEvents(recording.input(position, end), position, end, metadata.eventTypes(), constants);
    }

    private WindowedInput input() {
        return recording.input(header.offset(), header.end());
    }
}
