package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.MetadataElement.Attribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The types of a JVM's recording with some of ours added, for every chunk of it: the JDK's {@code jfr
 * view} knows what the first chunk describes, and other tools what each does.
 *
 * <p>A type that both have, by its name, is the JVM's: threads, strings, annotations, and event types if
 * their fields are equal. The others get ids that no type of any chunk has, and the same in all chunks,
 * as the JDK's readers keep constants by the id of their type. A metadata id tells these readers whether
 * to read a chunk's types at all: equal content has the same one here, different content never.
 */
public final class MergedTypes {
    /** Whatever their fields are. */
    private static final Set<String> OF_THE_JVM =
            Set.of(TypeDescription.THREAD, TypeDescription.THREAD_GROUP, TypeDescription.STACK_TRACE);

    private final JvmRecording recording;

    /** The types of a chunk with ours added, by the JVM's metadata. */
    private final Map<ChunkMetadata, ChunkTypes> merged = new LinkedHashMap<>();

    private MergedTypes(JvmRecording recording) {
        this.recording = recording;
    }

    /**
     * Adds types to those of a recording.
     *
     * @param ours describes at least the types to add
     * @param eventTypes names of the event types to add; what their fields and annotations need comes along
     * @throws InputException if the recording has an event type of such a name with other fields
     */
    public static MergedTypes of(JvmRecording recording, ChunkMetadata ours, Set<String> eventTypes)
            throws InputException {
        MergedTypes result = new MergedTypes(recording);
        List<TypeDescription> needed = needed(ours, eventTypes);
        Map<ChunkMetadata, Long> metadataIds = metadataIds(recording);
        Map<String, Long> newIds = newIds(metadataIds.keySet(), needed);
        for (Map.Entry<ChunkMetadata, Long> entry : metadataIds.entrySet()) {
            ChunkMetadata theirs = entry.getKey();
            Map<Long, Long> ids = new HashMap<>();
            for (TypeDescription type : needed) {
                TypeDescription known = theirs.type(type.name());
                ids.put(type.id(), known == null ? newIds.get(type.name()) : known.id());
            }
            requireSameMeaning(theirs, needed, ids);
            result.merged.put(theirs, new ChunkTypes(merge(theirs, ours, ids), entry.getValue(), ids));
        }
        return result;
    }

    /** The event types, and all types their fields and annotations have, in the order of their description. */
    private static List<TypeDescription> needed(ChunkMetadata ours, Set<String> eventTypes) {
        Map<Long, MetadataElement> elements = new HashMap<>();
        for (MetadataElement element : ours.typeElements()) {
            elements.put(Long.valueOf(element.attribute(MetadataElement.ATTRIBUTE_ID)), element);
        }
        Set<Long> reached = new LinkedHashSet<>();
        for (String name : eventTypes) {
            TypeDescription type = ours.type(name);
            if (type == null) {
                throw new IllegalArgumentException("%s is not described".formatted(name));
            }
            reach(type.id(), elements, reached);
        }
        return ours.types().stream().filter(type -> reached.contains(type.id())).toList();
    }

    private static void reach(long typeId, Map<Long, MetadataElement> elements, Set<Long> reached) {
        MetadataElement element = elements.get(typeId);
        if (element == null) {
            throw new IllegalArgumentException("type %d is not described".formatted(typeId));
        }
        if (reached.add(typeId)) {
            reachChildren(element, elements, reached);
        }
    }

    private static void reachChildren(MetadataElement element, Map<Long, MetadataElement> elements, Set<Long> reached) {
        for (MetadataElement child : element.children()) {
            String typeId = child.attribute(MetadataElement.ATTRIBUTE_TYPE);
            if (typeId != null) {
                reach(Long.parseLong(typeId), elements, reached);
            }
            reachChildren(child, elements, reached);
        }
    }

    /** The different metadata of a recording, each with an id of its own: that of the JVM if it can be. */
    private static Map<ChunkMetadata, Long> metadataIds(JvmRecording recording) {
        Map<ChunkMetadata, Long> ids = new LinkedHashMap<>();
        Set<Long> used = new HashSet<>();
        for (Chunk chunk : recording.chunks()) {
            if (!ids.containsKey(chunk.metadata())) {
                long id = chunk.metadataId();
                while (!used.add(id)) {
                    id++;
                }
                ids.put(chunk.metadata(), id);
            }
        }
        return ids;
    }

    /** Ids for types that not all metadata have. */
    private static Map<String, Long> newIds(Set<ChunkMetadata> theirs, List<TypeDescription> needed)
            throws InputException {
        long maxId = theirs.stream()
                .flatMap(metadata -> metadata.types().stream())
                .mapToLong(TypeDescription::id)
                .max()
                .orElse(0);
        if (maxId > Integer.MAX_VALUE) {
            throw new InputException("damaged recording: a type has the id %d".formatted(maxId));
        }
        // 0 and 1 are those of metadata and checkpoints.
        long nextId = Math.max(maxId, ConstantPools.CHECKPOINT_TYPE_ID) + 1;
        Map<String, Long> ids = new HashMap<>();
        for (TypeDescription type : needed) {
            if (theirs.stream().anyMatch(metadata -> metadata.type(type.name()) == null)) {
                ids.put(type.name(), nextId++);
            }
        }
        return ids;
    }

    /**
     * Events are written with the fields of our types, so theirs must be equal. Constants of threads and
     * groups are written with the fields of theirs, stack traces are theirs, and annotations are read by the names of
     * their values.
     */
    private static void requireSameMeaning(ChunkMetadata theirs, List<TypeDescription> needed, Map<Long, Long> ids)
            throws InputException {
        for (TypeDescription type : needed) {
            TypeDescription known = theirs.type(type.name());
            if (known == null || type.isAnnotation()) {
                continue;
            }
            if (OF_THE_JVM.contains(type.name())) {
                // Refused now if it makes no sense, not when half of the recording is written.
                ValueLayout.of(known, theirs);
                continue;
            }
            List<FieldDescription> expected = type.fields().stream()
                    .map(field -> new FieldDescription(
                            field.name(), ids.get(field.typeId()), field.isPooled(), field.isArray(), field.unit()))
                    .toList();
            if (!known.fields().equals(expected) || known.isEvent() != type.isEvent()) {
                throw new InputException(
                        "recording has a type %s of its own, with other fields; if it was merged before, take the JVM's"
                                .formatted(type.name()));
            }
        }
    }

    private static ChunkMetadata merge(ChunkMetadata theirs, ChunkMetadata ours, Map<Long, Long> ids)
            throws InputException {
        List<MetadataElement> added = new ArrayList<>();
        for (MetadataElement element : ours.typeElements()) {
            Long id = ids.get(Long.valueOf(element.attribute(MetadataElement.ATTRIBUTE_ID)));
            if (id != null && theirs.type(id) == null) {
                added.add(translate(element, theirs, ours, ids));
            }
        }
        MetadataElement root = theirs.root();
        List<MetadataElement> children = new ArrayList<>(root.children());
        for (int i = 0; i < children.size(); i++) {
            MetadataElement metadata = children.get(i);
            if (MetadataElement.METADATA.equals(metadata.name())) {
                List<MetadataElement> types = new ArrayList<>(metadata.children());
                types.addAll(added);
                children.set(i, new MetadataElement(metadata.name(), metadata.attributes(), types));
                break;
            }
        }
        return new ChunkMetadata(theirs.strings(), new MetadataElement(root.name(), root.attributes(), children));
    }

    /** A copy with other type ids, and annotations with the values that theirs have. */
    private static MetadataElement translate(
            MetadataElement element, ChunkMetadata theirs, ChunkMetadata ours, Map<Long, Long> ids) {
        boolean isType = MetadataElement.TYPE.equals(element.name());
        String idAttribute = isType ? MetadataElement.ATTRIBUTE_ID : MetadataElement.ATTRIBUTE_TYPE;
        TypeDescription annotation = MetadataElement.ANNOTATION.equals(element.name())
                ? theirs.type(ours.type(Long.parseLong(element.attribute(idAttribute)))
                        .name())
                : null;
        List<Attribute> attributes = new ArrayList<>();
        for (Attribute attribute : element.attributes()) {
            if (attribute.name().equals(idAttribute)) {
                attributes.add(new Attribute(idAttribute, Long.toString(ids.get(Long.valueOf(attribute.value())))));
            } else if (annotation == null || hasValue(annotation, attribute.name())) {
                attributes.add(attribute);
            }
        }
        List<MetadataElement> children = new ArrayList<>();
        for (MetadataElement child : element.children()) {
            children.add(translate(child, theirs, ours, ids));
        }
        return new MetadataElement(element.name(), attributes, children);
    }

    /** Values of an array are called by the array's name, a dash, and a number. */
    private static boolean hasValue(TypeDescription annotation, String attribute) {
        int dash = attribute.lastIndexOf('-');
        return annotation.indexOf(attribute) >= 0 || dash > 0 && annotation.indexOf(attribute.substring(0, dash)) >= 0;
    }

    /** The types for a chunk of the recording. */
    public ChunkTypes of(Chunk chunk) {
        if (chunk.recording() != recording) {
            throw new IllegalArgumentException("a chunk of another recording");
        }
        return merged.get(chunk.metadata());
    }
}
