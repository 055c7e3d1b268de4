package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.AddedConstants;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.MergedTypes;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitMode;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.scheduler.ReadyCause;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The numbers that events hold in place of names: their types', and those of the texts in the pool of strings. */
final class Vocabulary {
    private final Metadata metadata;
    private final Map<EventType, Long> typeIds;

    /** Added to the keys of strings. */
    private final long stringShift;

    private Vocabulary(Metadata metadata, Map<EventType, Long> typeIds, long stringShift) {
        this.metadata = metadata;
        this.typeIds = typeIds;
        this.stringShift = stringShift;
    }

    /** The vocabulary of a recording of ours. */
    static Vocabulary of(Metadata metadata) {
        Map<EventType, Long> ids = new EnumMap<>(EventType.class);
        for (EventType type : EventType.values()) {
            ids.put(type, metadata.typeId(type));
        }
        return new Vocabulary(metadata, ids, 0);
    }

    /**
     * That of a JVM's recording.
     *
     * @param types the JVM's and those to add
     * @param added those that were added
     * @throws InputException if the recording has these types already, and not everywhere by the same numbers
     */
    static Vocabulary of(Metadata metadata, JvmRecording recording, MergedTypes types, Set<EventType> added)
            throws IOException, InputException {
        Map<EventType, Long> ids = new EnumMap<>(EventType.class);
        for (Chunk chunk : recording.chunks()) {
            for (EventType type : added) {
                long id = types.of(chunk).id(metadata.typeId(type));
                Long known = ids.put(type, id);
                if (known != null && known != id) {
                    throw new InputException(
                            "recording has a type %s of its own, with several numbers".formatted(type.typeName()));
                }
            }
        }
        return new Vocabulary(metadata, ids, recording.firstFreeKey(JvmRecording.STRINGS) - 1);
    }

    long typeId(EventType type) {
        return typeIds.get(type);
    }

    /** Key of the name of a {@link WaitReason}. */
    long waitReason(int code) {
        return string(WaitReason.label(code));
    }

    /** Key of the name of a {@link ThreadState}. */
    long threadState(int code) {
        return string(ThreadState.label(code));
    }

    /** Key of the name of a {@link WaitMode}. */
    long waitMode(int code) {
        return string(WaitMode.label(code));
    }

    /** Key of the name of a cause. */
    long readyCause(ReadyCause cause) {
        return string(cause.label());
    }

    /** Key of a text, 0 if it is not in the pool or null. */
    long string(String text) {
        int key = metadata.stringKey(text);
        return key == 0 ? 0 : key + stringShift;
    }

    /** Behind those of the pool of strings. */
    long firstFreeKey() {
        return metadata.strings().size() + 1 + stringShift;
    }

    /** Adds the pool of strings. */
    void addTo(AddedConstants target) {
        metadata.strings().forEach((text, key) -> target.put(key + stringShift, text));
    }
}
