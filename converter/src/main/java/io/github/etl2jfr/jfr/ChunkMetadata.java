package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.MetadataElement.Attribute;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a chunk says of its types: a metadata event without its head. Layout: {@code MetadataReader} and
 * {@code MetadataWriter} in {@code jdk.jfr.internal}; all numbers LEB128.
 *
 * <pre>
 *   event   : size, type id 0, start ticks, duration, metadata id, content
 *   content : number of strings, strings, element
 *   element : name, number of attributes, (name, value)*, number of children, element*
 *
 *   root - metadata - class* - field*      - annotation*
 *        |                   - setting*    - annotation*
 *        |                   - annotation*
 *        - region
 * </pre>
 *
 * Names and values are indexes of strings. Readers that find the metadata id of the chunk before take
 * the types of that one.
 */
public final class ChunkMetadata {
    static final long TYPE_ID = 0;

    /** Hundred times what the JVM writes for the types of the JDK; parsed, it takes some thirty times as much. */
    private static final int MAX_SIZE = 16 << 20;

    private static final int MAX_DEPTH = 16;

    private static final String TIMESPAN = "jdk.jfr.Timespan";

    private static final String TIMESTAMP = "jdk.jfr.Timestamp";

    private final List<String> strings;
    private final MetadataElement root;
    private final Map<Long, TypeDescription> types = new LinkedHashMap<>();
    private final Map<String, TypeDescription> typesByName = new LinkedHashMap<>();
    private EventTypes eventTypes;

    ChunkMetadata(List<String> strings, MetadataElement root) throws InputException {
        this.strings = strings;
        this.root = root;
        if (root.children(MetadataElement.METADATA).isEmpty()) {
            throw new InputException("damaged recording: no types are described");
        }
        Set<String> unitTypes = typeElements().stream()
                .filter(element -> isUnit(element.attribute(MetadataElement.ATTRIBUTE_NAME)))
                .map(element -> element.attribute(MetadataElement.ATTRIBUTE_ID))
                .collect(Collectors.toSet());
        for (MetadataElement element : typeElements()) {
            TypeDescription type = describe(element, unitTypes);
            types.put(type.id(), type);
            typesByName.putIfAbsent(type.name(), type);
        }
    }

    /**
     * Parses a metadata event.
     *
     * @throws InputException if these bytes are none
     */
    public static ChunkMetadata parse(byte[] event) throws InputException {
        try {
            return Event.read(new WindowedInput(event)).parse();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read from memory", e);
        }
    }

    /** A metadata event before its content is understood. */
    static final class Event {
        private final long position;
        private final long id;
        private final byte[] content;

        private Event(long position, long id, byte[] content) {
            this.position = position;
            this.id = id;
            this.content = content;
        }

        /** Equal to that of the chunk before only if the content is. */
        long id() {
            return id;
        }

        /** Equal for equal contents. */
        ByteBuffer content() {
            return ByteBuffer.wrap(content);
        }

        static Event read(WindowedInput input) throws IOException, InputException {
            long position = input.position();
            long size = input.readLong();
            if (size < 0 || size > MAX_SIZE || size > input.remaining() + (input.position() - position)) {
                throw WindowedInput.damaged("metadata of %d bytes".formatted(size), position);
            }
            long typeId = input.readLong();
            if (typeId != TYPE_ID) {
                throw WindowedInput.damaged("an event of type %d in place of metadata".formatted(typeId), position);
            }
            input.readLong(); // start
            input.readLong(); // duration
            long id = input.readLong();
            long rest = position + size - input.position();
            if (rest < 0) {
                throw WindowedInput.damaged("metadata of %d bytes".formatted(size), position);
            }
            byte[] content = new byte[(int) rest];
            input.readFully(content);
            return new Event(position, id, content);
        }

        ChunkMetadata parse() throws InputException {
            try {
                return new Parser(new WindowedInput(content)).parse();
            } catch (IOException e) {
                throw new IllegalStateException("cannot read from memory", e);
            } catch (InputException e) {
                throw new InputException("%s, in the metadata at %d".formatted(e.getMessage(), position));
            }
        }
    }

    private static final class Parser {
        private final WindowedInput input;
        private final List<String> strings = new ArrayList<>();

        Parser(WindowedInput input) {
            this.input = input;
        }

        ChunkMetadata parse() throws IOException, InputException {
            for (int i = input.readCount(); i > 0; i--) {
                strings.add(input.readString());
            }
            return new ChunkMetadata(strings, element(MAX_DEPTH));
        }

        private MetadataElement element(int depth) throws IOException, InputException {
            if (depth == 0) {
                throw WindowedInput.damaged("a tree this deep", input.position());
            }
            String name = string();
            int attributeCount = input.readCount();
            List<Attribute> attributes = new ArrayList<>(Math.min(attributeCount, 8));
            for (int i = 0; i < attributeCount; i++) {
                attributes.add(new Attribute(string(), string()));
            }
            int childCount = input.readCount();
            List<MetadataElement> children = new ArrayList<>(Math.min(childCount, 8));
            for (int i = 0; i < childCount; i++) {
                children.add(element(depth - 1));
            }
            return new MetadataElement(name, attributes, children);
        }

        private String string() throws IOException, InputException {
            long position = input.position();
            long index = input.readLong();
            if (index < 0 || index >= strings.size()) {
                throw WindowedInput.damaged("index %d of a string".formatted(index), position);
            }
            return strings.get((int) index);
        }
    }

    /** @param unitTypes ids of the annotations that tell a unit */
    private static TypeDescription describe(MetadataElement element, Set<String> unitTypes) throws InputException {
        String name = element.attribute(MetadataElement.ATTRIBUTE_NAME);
        if (name == null) {
            throw new InputException("damaged recording: a type has no name");
        }
        List<FieldDescription> fields = new ArrayList<>();
        for (MetadataElement field : element.children(MetadataElement.FIELD)) {
            String fieldName = field.attribute(MetadataElement.ATTRIBUTE_NAME);
            if (fieldName == null) {
                throw new InputException("damaged recording: a field of %s has no name".formatted(name));
            }
            String dimension = field.attribute(MetadataElement.ATTRIBUTE_DIMENSION);
            fields.add(new FieldDescription(
                    fieldName,
                    id(field, MetadataElement.ATTRIBUTE_TYPE, name),
                    field.attribute(MetadataElement.ATTRIBUTE_CONSTANT_POOL) != null,
                    dimension != null && !dimension.equals("0"),
                    unit(field, unitTypes)));
        }
        return new TypeDescription(
                id(element, MetadataElement.ATTRIBUTE_ID, name),
                name,
                element.attribute(MetadataElement.ATTRIBUTE_SUPER_TYPE),
                List.copyOf(fields));
    }

    /** Whether it is an annotation that tells in what a time is counted; a damaged type may have no name. */
    private static boolean isUnit(String typeName) {
        return TIMESPAN.equals(typeName) || TIMESTAMP.equals(typeName);
    }

    private static String unit(MetadataElement field, Set<String> unitTypes) {
        for (MetadataElement annotation : field.children(MetadataElement.ANNOTATION)) {
            if (unitTypes.contains(annotation.attribute(MetadataElement.ATTRIBUTE_TYPE))) {
                return annotation.attribute(MetadataElement.ATTRIBUTE_VALUE);
            }
        }
        return null;
    }

    private static long id(MetadataElement element, String attribute, String typeName) throws InputException {
        try {
            return Long.parseLong(String.valueOf(element.attribute(attribute)));
        } catch (NumberFormatException e) {
            throw new InputException("damaged recording: type %s has an id that is not a number".formatted(typeName));
        }
    }

    List<String> strings() {
        return Collections.unmodifiableList(strings);
    }

    MetadataElement root() {
        return root;
    }

    /** The elements of all types, in their order. */
    List<MetadataElement> typeElements() {
        List<MetadataElement> elements = new ArrayList<>();
        for (MetadataElement metadata : root.children(MetadataElement.METADATA)) {
            elements.addAll(metadata.children(MetadataElement.TYPE));
        }
        return elements;
    }

    /** All types, in their order. */
    Collection<TypeDescription> types() {
        return Collections.unmodifiableCollection(types.values());
    }

    /** The type of an id; null if there is none. */
    TypeDescription type(long id) {
        return types.get(id);
    }

    /** The first of the name, null if there is none. */
    TypeDescription type(String name) {
        return typesByName.get(name);
    }

    /** Layouts of the events, made when they are first asked for. */
    synchronized EventTypes eventTypes() {
        if (eventTypes == null) {
            eventTypes = new EventTypes(this);
        }
        return eventTypes;
    }

    /** The content as the JVM writes it; of what was parsed from a JVM's, the same bytes. */
    byte[] content() {
        Map<String, Integer> indexes = new LinkedHashMap<>();
        for (String text : strings) {
            indexes.putIfAbsent(text, indexes.size());
        }
        collect(root, indexes);
        EventBuffer sink = new EventBuffer();
        sink.putLong(indexes.size());
        indexes.keySet().forEach(sink::putChars);
        put(root, indexes, sink);
        return sink.toArray();
    }

    private static void collect(MetadataElement element, Map<String, Integer> indexes) {
        indexes.putIfAbsent(element.name(), indexes.size());
        for (Attribute attribute : element.attributes()) {
            indexes.putIfAbsent(attribute.name(), indexes.size());
            indexes.putIfAbsent(attribute.value(), indexes.size());
        }
        for (MetadataElement child : element.children()) {
            collect(child, indexes);
        }
    }

    private static void put(MetadataElement element, Map<String, Integer> indexes, EventBuffer sink) {
        sink.putLong(indexes.get(element.name()));
        sink.putLong(element.attributes().size());
        for (Attribute attribute : element.attributes()) {
            sink.putLong(indexes.get(attribute.name()));
            sink.putLong(indexes.get(attribute.value()));
        }
        sink.putLong(element.children().size());
        for (MetadataElement child : element.children()) {
            put(child, indexes, sink);
        }
    }

    @Override
    public String toString() {
        return "%d types".formatted(types.size());
    }
}
