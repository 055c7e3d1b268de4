package io.github.etl2jfr.jfr;

import java.util.Map;

/** The types of a chunk: the JVM's and, if it is extended, ours. */
public final class ChunkTypes {
    private final ChunkMetadata metadata;
    private final long metadataId;
    private final Map<Long, Long> ids;

    ChunkTypes(ChunkMetadata metadata, long metadataId, Map<Long, Long> ids) {
        this.metadata = metadata;
        this.metadataId = metadataId;
        this.ids = ids;
    }

    public ChunkMetadata metadata() {
        return metadata;
    }

    /**
     * What a type of ours is called in this chunk. Event types that the JVM does not have are called the same
     * in all chunks of a recording.
     *
     * @param ourId as in the metadata the type is from
     * @throws IllegalArgumentException if the type was not added
     */
    public long id(long ourId) {
        Long id = ids.get(ourId);
        if (id == null) {
            throw new IllegalArgumentException("type %d was not added".formatted(ourId));
        }
        return id;
    }

    /** The metadata event. */
    EventBuffer event(long startTicks) {
        EventBuffer sink = new EventBuffer();
        sink.beginEvent(ChunkMetadata.TYPE_ID);
        sink.putLong(startTicks);
        sink.putLong(0); // duration
        sink.putLong(metadataId);
        sink.putBytes(metadata.content());
        sink.endEvent();
        return sink;
    }
}
