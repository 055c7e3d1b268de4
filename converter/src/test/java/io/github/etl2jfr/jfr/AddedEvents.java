package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypeStructureBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/**
 * Extends recordings with made-up events: slices that follow on each other without a gap, on threads the
 * JVM knows and on others, and one event of a type without a thread.
 */
final class AddedEvents {
    static final String READY = "windows.ThreadReady";
    static final String SESSION = "windows.TraceSession";

    /** There is nothing in the second chunk. */
    static final int EMPTY_CHUNK = 1;

    private static final int SLICES_OF_A_THREAD = 5;
    private static final int NEW_THREADS = 3;

    /** For each of the JVM's, if a recording is split. */
    static final int MORE_CHUNKS = 2;

    private static final int METADATA_POSITION = 24;

    private final Map<String, Long> ids = new HashMap<>();
    private final ChunkMetadata metadata;

    /** What was added, in the order of the file. */
    private final List<Slice> slices = new ArrayList<>();

    AddedEvents() throws IOException, InputException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Recording recording = Recordings.newRecording(bytes)) {
            define(recording);
        }
        byte[] chunk = bytes.toByteArray();
        int position = (int) ByteBuffer.wrap(chunk).getLong(METADATA_POSITION);
        metadata = ChunkMetadata.parse(Arrays.copyOfRange(chunk, position, chunk.length));
    }

    /**
     * An added slice.
     *
     * @param cause null, in the pool, or in place
     */
    record Slice(
            long startTicks,
            long durationTicks,
            ThreadConstant thread,
            int processor,
            String cause,
            ThreadConstant readiedBy,
            boolean clipped) {}

    List<Slice> slices() {
        return slices;
    }

    ChunkMetadata metadata() {
        return metadata;
    }

    /** As the recording package describes its types. */
    private void define(Recording recording) {
        Types types = recording.getTypes();
        Type label = annotation(recording, "jdk.jfr.Label");
        Type category = recording.registerAnnotationType(
                "jdk.jfr.Category", b -> b.addField("value", Types.Builtin.STRING, field -> field.asArray()));
        Type timestamp = annotation(recording, "jdk.jfr.Timestamp");
        Type timespan = annotation(recording, "jdk.jfr.Timespan");
        Type unsigned = annotation(recording, "jdk.jfr.Unsigned");
        Type group = recording.registerType(TypeDescription.THREAD_GROUP, b -> b.addField("parent", b.selfType())
                .addField("name", Types.Builtin.STRING));
        Type thread = recording.registerType(TypeDescription.THREAD, b -> b.addField("osName", Types.Builtin.STRING)
                .addField("osThreadId", Types.Builtin.LONG)
                .addField("javaName", Types.Builtin.STRING)
                .addField("javaThreadId", Types.Builtin.LONG)
                .addField("group", group));
        Type ready = recording.registerType(READY, "jdk.jfr.Event", b -> {
            head(b, label, category, "Ready");
            b.addField("startTime", Types.Builtin.LONG, f -> f.addAnnotation(timestamp, "TICKS"));
            b.addField("duration", Types.Builtin.LONG, f -> f.addAnnotation(timespan, "TICKS"));
            b.addField("eventThread", thread, f -> f.addAnnotation(label, "Event Thread"));
            b.addField("processor", Types.Builtin.INT, f -> f.addAnnotation(label, "Processor"));
            b.addField("cause", Types.Builtin.STRING, f -> f.addAnnotation(label, "Cause"));
            b.addField("readiedBy", thread, f -> f.addAnnotation(label, "Readied By"));
            b.addField("clipped", Types.Builtin.BOOLEAN, f -> f.addAnnotation(label, "Clipped"));
        });
        Type session = recording.registerType(SESSION, "jdk.jfr.Event", b -> {
            head(b, label, category, "Trace Session");
            b.addField("startTime", Types.Builtin.LONG, f -> f.addAnnotation(timestamp, "TICKS"));
            b.addField("file", Types.Builtin.STRING, f -> f.addAnnotation(label, "File"));
            b.addField("size", Types.Builtin.LONG, f -> f.addAnnotation(unsigned, "UNSIGNED"));
        });
        // Not added: what nothing needs.
        recording.registerType("windows.Unused", "jdk.jfr.Event", b -> head(b, label, category, "Unused"));
        ids.put(READY, ready.getId());
        ids.put(SESSION, session.getId());
        types.getType(Types.Builtin.STRING).asValue("so that the pool is not empty");
    }

    private static Type annotation(Recording recording, String name) {
        return recording.registerAnnotationType(name, b -> b.addField("value", Types.Builtin.STRING));
    }

    private static void head(TypeStructureBuilder builder, Type label, Type category, String name) {
        builder.addAnnotation(label, name);
        builder.addAnnotation(
                category, value -> value.putField("value", new String[] {"Operating System", "Windows", "Scheduler"}));
    }

    /**
     * Writes a recording again, with events.
     *
     * @param isSplit part of them go into further chunks
     */
    AddedEvents extend(Path source, Path target, boolean isSplit) throws IOException, InputException {
        try (JvmRecording recording = JvmRecording.open(source);
                FileChannel channel =
                        FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            MergedTypes types = MergedTypes.of(recording, metadata, Set.of(READY, SESSION));
            ChunkExtender extender = new ChunkExtender(channel, types);
            List<ThreadConstant> threads = new ArrayList<>(recording.threads());
            List<ThreadGroupConstant> groups = new ArrayList<>(recording.threadGroups());
            ThreadGroupConstant group =
                    new ThreadGroupConstant(recording.firstFreeKey(JvmRecording.THREAD_GROUPS), 0, "idle.exe (4)");
            groups.add(group);
            for (int i = 0; i < NEW_THREADS; i++) {
                long key = recording.firstFreeKey(JvmRecording.THREADS) + i;
                threads.add(new ThreadConstant(
                        key, "idle.exe (%d)".formatted(1_000_000 + i), 1_000_000 + i, null, -key, group.key(), false));
            }
            for (Chunk chunk : recording.chunks()) {
                extender.begin(chunk);
                AddedConstants constants = new AddedConstants();
                if (recording.chunks().indexOf(chunk) != EMPTY_CHUNK) {
                    long stringKey = recording.firstFreeKey(JvmRecording.STRINGS);
                    constants.put(stringKey, "Readied");
                    threads.forEach(constants::put);
                    groups.forEach(constants::put);
                    for (int slice = 0; slice < SLICES_OF_A_THREAD; slice++) {
                        if (isSplit && slice >= SLICES_OF_A_THREAD - MORE_CHUNKS) {
                            extender.end(constants, Set.of());
                            extender.beginAnother();
                        }
                        addSlices(slice, chunk, threads, stringKey, extender);
                    }
                    addSession(chunk, extender);
                }
                extender.end(constants, Set.of());
            }
        }
        return this;
    }

    /** One for each thread. */
    private void addSlices(int slice, Chunk chunk, List<ThreadConstant> threads, long stringKey, ChunkExtender extender)
            throws IOException {
        ChunkHeader header = chunk.header();
        long length = Math.max(
                2, header.durationNanos() * (header.ticksPerSecond() / 1_000_000) / 1000 / (SLICES_OF_A_THREAD + 1));
        for (int i = 0; i < threads.size(); i++) {
            Slice added = new Slice(
                    header.startTicks() + slice * length,
                    length,
                    threads.get(i),
                    i,
                    slice == 0 ? null : slice % 2 == 0 ? "Readied" : "Preempted",
                    slice == 0 ? null : threads.get((i + 1) % threads.size()),
                    slice == 0);
            slices.add(added);
            extender.write(encode(added, stringKey, extender.types()));
        }
    }

    private ByteBuffer encode(Slice slice, long stringKey, ChunkTypes types) {
        EventBuffer sink = new EventBuffer();
        sink.beginEvent(types.id(ids.get(READY)));
        sink.putLong(slice.startTicks());
        sink.putLong(slice.durationTicks());
        sink.putLong(slice.thread().key());
        sink.putLong(slice.processor());
        if ("Readied".equals(slice.cause())) {
            sink.putByte(WindowedInput.STRING_POOLED);
            sink.putLong(stringKey);
        } else {
            sink.putString(slice.cause());
        }
        sink.putLong(slice.readiedBy() == null ? 0 : slice.readiedBy().key());
        sink.putByte(slice.clipped() ? 1 : 0);
        sink.endEvent();
        return sink.toBuffer();
    }

    private void addSession(Chunk chunk, ChunkExtender extender) throws IOException {
        EventBuffer sink = new EventBuffer();
        sink.beginEvent(extender.types().id(ids.get(SESSION)));
        sink.putLong(chunk.header().startTicks());
        sink.putString("träce.etl");
        sink.putLong(1);
        sink.endEvent();
        extender.write(sink.toBuffer());
    }
}
