package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.util.List;

/** The types of a JVM as one of its chunks describes them, for {@linkplain CompanionChunk chunks of ours}. */
public final class CompanionTypes {
    private final ChunkMetadata metadata;
    private final EventBuffer event;

    private CompanionTypes(ChunkMetadata metadata, EventBuffer event) {
        this.metadata = metadata;
        this.event = event;
    }

    /** The types of a chunk that the JVM wrote. */
    public static CompanionTypes of(Chunk chunk) {
        ChunkTypes types = chunk.types();
        return new CompanionTypes(types.metadata(), types.event(chunk.header().startTicks()));
    }

    /**
     * Id of an event type.
     *
     * @param fields all it must have, in their order
     * @throws InputException if there is no such type
     */
    public long eventTypeId(String name, List<String> fields) throws InputException {
        TypeDescription type = metadata.type(name);
        if (type == null) {
            throw new InputException("%s is not described".formatted(name));
        }
        List<String> found = type.fields().stream().map(FieldDescription::name).toList();
        if (!found.equals(fields)) {
            throw new InputException("%s has the fields %s".formatted(name, found));
        }
        return type.id();
    }

    ChunkMetadata metadata() {
        return metadata;
    }

    /** The metadata event: that of the JVM, with its id. */
    EventBuffer event() {
        return event;
    }
}
