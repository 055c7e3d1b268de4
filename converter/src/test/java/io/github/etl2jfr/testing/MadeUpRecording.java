package io.github.etl2jfr.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/**
 * A JVM's recording of a few events that nobody recorded: the same bytes each time. Its process is {@value #PROCESS}.
 * Times are units of 100 ns since its start, at which {@link #traceOptions a trace} starts, too.
 */
public final class MadeUpRecording {
    public static final int PROCESS = 100;

    /** Offset in the header of a chunk: its length in nanoseconds. */
    private static final int DURATION = 0x28;

    /** In units of 100 ns since 1601. */
    private static final long START_FILETIME = 134_397_326_864_597_738L;

    /** Nanoseconds since 1970 at its start. */
    public static final long START_NANOS = (START_FILETIME - 116_444_736_000_000_000L) * 100;

    private static final long TICKS_OF_TRACE = 1_000_000;
    private static final long NANOS_PER_TICK = 100;

    private final Recording recording;

    private MadeUpRecording(Recording recording) {
        this.recording = recording;
    }

    /** Those of a trace of the same time, with the same units. */
    public static TraceOptions traceOptions() {
        return new TraceOptions().clock(Clock.QPC, 10_000_000).start(TICKS_OF_TRACE, START_FILETIME);
    }

    /**
     * Makes one.
     *
     * @param events writes them
     */
    public static byte[] of(long duration, Consumer<MadeUpRecording> events) throws IOException {
        return chunk(0, duration, events);
    }

    /**
     * Makes a chunk of one, to be put behind those before it. Keys of threads count up in each, as they come.
     *
     * @param from when it begins
     * @param events writes them
     */
    public static byte[] chunk(long from, long duration, Consumer<MadeUpRecording> events) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Recording recording =
                Recordings.newRecording(bytes, settings -> settings.withTimestamp(START_NANOS + from * NANOS_PER_TICK)
                        .withStartTicks(1 + from * NANOS_PER_TICK)
                        .withJdkTypeInitialization())) {
            MadeUpRecording made = new MadeUpRecording(recording);
            made.event("jdk.JVMInformation", 0, 0, null, Map.of("pid", (long) PROCESS));
            events.accept(made);
        }
        // No time at all would be that which passed meanwhile.
        return ByteBuffer.wrap(bytes.toByteArray())
                .putLong(DURATION, duration * NANOS_PER_TICK)
                .array();
    }

    /** A recording of these chunks. */
    public static byte[] joined(byte[]... chunks) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] chunk : chunks) {
            bytes.writeBytes(chunk);
        }
        return bytes.toByteArray();
    }

    /** One of the JVM's threads that run Java; names are unique. */
    public TypedValue thread(String name, long id) {
        return thread(name, id, recording.getTypes().getType("java.lang.String").asValue(name), id);
    }

    /** One of the JVM's own threads; names are unique. */
    public TypedValue nativeThread(String name, long id) {
        return thread(name, id, recording.getTypes().getType("java.lang.String").nullValue(), 0);
    }

    private TypedValue thread(String name, long id, TypedValue javaName, long javaThreadId) {
        return recording.getTypes().getType("java.lang.Thread").asValue(value -> value.putField("osName", name)
                .putField("osThreadId", id)
                .putField("javaName", javaName)
                .putField("javaThreadId", javaThreadId));
    }

    /**
     * Writes an event.
     *
     * @param thread null if it is nobody's
     * @param more of its fields, each a String, a Long or a thread
     */
    public void event(String name, long from, long duration, TypedValue thread, Map<String, Object> more) {
        Type text = recording.getTypes().getType("java.lang.String");
        Type number = recording.getTypes().getType("long");
        Types types = recording.getTypes();
        Type type = recording.registerEventType(name, builder -> {
            builder.addField(
                    "duration", number, field -> field.addAnnotation(types.getType("jdk.jfr.Timespan"), "TICKS"));
            more.forEach((field, value) -> builder.addField(
                    field,
                    value instanceof String ? text : value instanceof TypedValue other ? other.getType() : number));
        });
        recording.writeEvent(type.asValue(event -> {
            event.putField("startTime", 1 + from * NANOS_PER_TICK);
            event.putField("duration", duration * NANOS_PER_TICK);
            event.putField(
                    "eventThread",
                    thread == null ? types.getType("java.lang.Thread").nullValue() : thread);
            event.putField("stackTrace", types.getType("jdk.types.StackTrace").nullValue());
            more.forEach((field, value) -> {
                if (value instanceof String string) {
                    event.putField(field, string);
                } else if (value instanceof TypedValue other) {
                    event.putField(field, other);
                } else {
                    event.putField(field, (long) value);
                }
            });
        }));
    }
}
