package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.ChunkMetadata;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitMode;
import io.github.etl2jfr.kernel.WaitReason;
import io.github.etl2jfr.parallel.Task;
import io.github.etl2jfr.scheduler.ReadyCause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypeStructureBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/**
 * The parts of a chunk that are the same in all chunks: the description of the event types, and the pool
 * of the strings that stand for codes. JDK Mission Control's writer makes them, as an otherwise empty
 * recording in memory, out of which the two events are cut; they hold no positions, so they may move.
 */
final class Metadata {
    /** Codes past the last known one get strings of their own too: Windows stores them in one byte. */
    private static final int CODES = 256;

    private static final String ANNOTATION_LABEL = "jdk.jfr.Label";
    private static final String ANNOTATION_DESCRIPTION = "jdk.jfr.Description";
    private static final String ANNOTATION_CATEGORY = "jdk.jfr.Category";
    private static final String ANNOTATION_CONTENT_TYPE = "jdk.jfr.ContentType";

    private final Map<EventType, Long> eventTypeIds = new EnumMap<>(EventType.class);
    private final Map<String, Integer> stringKeys = new LinkedHashMap<>();
    private final byte[] checkpoint;
    private final byte[] metadata;
    private long threadTypeId;
    private long threadGroupTypeId;

    /** Made when it is first needed. */
    private static final class Holder {
        static final Metadata METADATA = new Metadata();
    }

    /** The same for all recordings. */
    static Metadata get() {
        return Holder.METADATA;
    }

    private Metadata() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ThreadGroup writerThreads = new ThreadGroup("etl2jfr metadata");
        Task<Recording> opening = new Task<>(() -> Recordings.newRecording(
                bytes, settings -> settings.withTimestamp(1).withStartTicks(1).withDuration(1)));
        new Thread(writerThreads, opening).start();
        try (Recording recording = opening.result()) {
            new Builder(recording).build();
            // The writer's own thread looks up from its queue twice a second, and closing waits for it.
            // It has nothing to do here; interrupted, it ends at once.
            writerThreads.interrupt();
        } catch (IOException e) {
            throw new IllegalStateException("cannot write into memory", e);
        }
        byte[] chunk = bytes.toByteArray();
        ChunkHeader header = read(() -> ChunkHeader.parse(ByteBuffer.wrap(chunk), 0, chunk.length));
        int metadataPosition = (int) header.metadataPosition();
        checkpoint = Arrays.copyOfRange(chunk, (int) header.checkpointPosition(), metadataPosition);
        metadata = Arrays.copyOfRange(chunk, metadataPosition, chunk.length);
    }

    /** The event that holds the pool of strings. */
    byte[] checkpoint() {
        return checkpoint;
    }

    /** The event that describes all types. */
    byte[] metadata() {
        return metadata;
    }

    /** What {@link #metadata} says. */
    ChunkMetadata description() {
        return read(() -> ChunkMetadata.parse(metadata));
    }

    private interface Reading<T> {
        T read() throws InputException;
    }

    private static <T> T read(Reading<T> reading) {
        try {
            return reading.read();
        } catch (InputException e) {
            throw new IllegalStateException("cannot read what was written", e);
        }
    }

    long typeId(EventType type) {
        return eventTypeIds.get(type);
    }

    long threadTypeId() {
        return threadTypeId;
    }

    long threadGroupTypeId() {
        return threadGroupTypeId;
    }

    /** The pool of strings: their keys. */
    Map<String, Integer> strings() {
        return Collections.unmodifiableMap(stringKeys);
    }

    /** Key of a string in the pool, 0 if it is not there. */
    int stringKey(String text) {
        return stringKeys.getOrDefault(text, 0);
    }

    /** Defines everything in an empty recording. */
    private final class Builder {
        private final Recording recording;
        private final Types types;
        private final Map<String, Type> annotations = new HashMap<>();

        Builder(Recording recording) {
            this.recording = recording;
            this.types = recording.getTypes();
        }

        void build() {
            internStrings();
            defineAnnotations();
            defineConstants();
            for (EventType eventType : EventType.values()) {
                Type type = recording.registerType(eventType.typeName(), "jdk.jfr.Event", b -> define(eventType, b));
                eventTypeIds.put(eventType, type.getId());
            }
        }

        /** Before anything else, since keys count up from 1 and annotations put their own texts into the pool too. */
        private void internStrings() {
            // Known ones first: small keys take one byte.
            Stream.of(WaitReason.values()).forEach(reason -> intern(WaitReason.label(reason.code())));
            Stream.of(ThreadState.values()).forEach(state -> intern(ThreadState.label(state.code())));
            Stream.of(WaitMode.values()).forEach(mode -> intern(WaitMode.label(mode.code())));
            Stream.of(ReadyCause.values()).forEach(cause -> intern(cause.label()));
            Stream.of(Damage.Reason.values()).forEach(reason -> intern(reason.label()));
            Stream.of(SessionClock.Type.values()).forEach(clock -> intern(clock.label()));
            for (int code = 0; code < CODES; code++) {
                intern(WaitReason.label(code));
                intern(ThreadState.label(code));
                intern(WaitMode.label(code));
            }
            Stream.of(ClockAgreement.Source.values()).forEach(source -> intern(source.label()));
            Stream.of(Damage.Severity.values()).forEach(severity -> intern(severity.label()));
            Stream.of(Damage.values()).forEach(damage -> intern(damage.label()));
        }

        private void intern(String text) {
            types.getType(Types.Builtin.STRING).asValue(text);
            stringKeys.putIfAbsent(text, stringKeys.size() + 1);
        }

        private void defineAnnotations() {
            defineAnnotation(ANNOTATION_LABEL, false);
            defineAnnotation(ANNOTATION_DESCRIPTION, false);
            defineAnnotation(ANNOTATION_CATEGORY, true);
            annotations.put(
                    ANNOTATION_CONTENT_TYPE, recording.registerAnnotationType(ANNOTATION_CONTENT_TYPE, b -> {}));
            for (Field.Content content : Field.Content.values()) {
                if (content.annotation() != null) {
                    defineAnnotation(content.annotation(), false);
                }
            }
        }

        private void defineAnnotation(String name, boolean isArray) {
            if (annotations.containsKey(name)) {
                return;
            }
            annotations.put(name, recording.registerAnnotationType(name, b -> {
                b.addField("value", Types.Builtin.STRING, field -> {
                    if (isArray) {
                        field.asArray();
                    }
                });
                if (annotations.containsKey(ANNOTATION_CONTENT_TYPE)) {
                    b.addAnnotation(annotations.get(ANNOTATION_CONTENT_TYPE));
                }
            }));
        }

        private void defineConstants() {
            Type group = recording.registerType("jdk.types.ThreadGroup", b -> b.addField("parent", b.selfType())
                    .addField("name", Types.Builtin.STRING));
            Type thread = recording.registerType("java.lang.Thread", b -> b.addField("osName", Types.Builtin.STRING)
                    .addField("osThreadId", Types.Builtin.LONG)
                    .addField("javaName", Types.Builtin.STRING)
                    .addField("javaThreadId", Types.Builtin.LONG)
                    .addField("group", group));
            // A JVM's recording has its own; one of ours has no stack traces.
            recording.registerType(
                    Field.Type.STACK_TRACE.typeName(), b -> b.addField("truncated", Types.Builtin.BOOLEAN));
            threadGroupTypeId = group.getId();
            threadTypeId = thread.getId();
        }

        private void define(EventType eventType, TypeStructureBuilder builder) {
            builder.addAnnotation(annotations.get(ANNOTATION_LABEL), eventType.label());
            builder.addAnnotation(annotations.get(ANNOTATION_DESCRIPTION), eventType.description());
            builder.addAnnotation(
                    annotations.get(ANNOTATION_CATEGORY),
                    value -> value.putField("value", eventType.category().toArray(String[]::new)));
            eventType.implicitFields().forEach(field -> define(field, builder));
            eventType.fields().forEach(field -> define(field, builder));
        }

        private void define(Field field, TypeStructureBuilder builder) {
            builder.addField(field.name(), types.getType(field.type().typeName()), b -> {
                b.addAnnotation(annotations.get(ANNOTATION_LABEL), field.label());
                if (field.description() != null) {
                    b.addAnnotation(annotations.get(ANNOTATION_DESCRIPTION), field.description());
                }
                if (field.content().annotation() != null) {
                    b.addAnnotation(
                            annotations.get(field.content().annotation()),
                            field.content().value());
                }
            });
        }
    }
}
