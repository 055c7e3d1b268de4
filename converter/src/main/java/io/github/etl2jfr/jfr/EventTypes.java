package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The types of events of one metadata, by id. Finding one that was found before allocates nothing. */
final class EventTypes {
    private final ChunkMetadata metadata;
    private final long[] ids;
    private final JvmEventType[] types;

    EventTypes(ChunkMetadata metadata) {
        this.metadata = metadata;
        ids = metadata.types().stream()
                .filter(TypeDescription::isEvent)
                .mapToLong(TypeDescription::id)
                .sorted()
                .toArray();
        types = new JvmEventType[ids.length];
    }

    /** The type of an id; null if it is not described, or what is described is no event. */
    JvmEventType find(long id) throws InputException {
        int index = Arrays.binarySearch(ids, id);
        if (index < 0) {
            return null;
        }
        JvmEventType found = types[index];
        if (found == null) {
            found = new JvmEventType(metadata.type(id), metadata);
            types[index] = found;
        }
        return found;
    }

    /** All of them. */
    List<JvmEventType> all() throws InputException {
        List<JvmEventType> all = new ArrayList<>();
        for (long id : ids) {
            all.add(find(id));
        }
        return all;
    }

    /** The type of a name; null if there is none. */
    JvmEventType find(String name) throws InputException {
        TypeDescription type = metadata.type(name);
        return type == null ? null : find(type.id());
    }
}
