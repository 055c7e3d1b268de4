package io.github.etl2jfr.recording;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.QuantityConversionException;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** The readers people open recordings with, all made to give {@link Row}s. */
public final class Readers {
    private static final long TOOL_SECONDS = 120;
    private static final String START_TIME = "startTime";
    private static final String THREAD = "java.lang.Thread";
    private static final String STACK_TRACE = "jdk.types.StackTrace";

    private Readers() {}

    /** {@link RecordingFile}; in the order of the file. */
    static List<Row> recordingFile(Path recording) throws IOException {
        return recordingFile(recording, type -> true);
    }

    /**
     * {@link RecordingFile}; in the order of the file.
     *
     * @param types which event types, by name
     */
    public static List<Row> recordingFile(Path recording, Predicate<String> types) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (types.test(event.getEventType().getName())) {
                    rows.add(row(event));
                }
            }
        }
        return rows;
    }

    /** {@link EventStream}; in the order in which it hands them out. */
    static List<Row> eventStream(Path recording) throws IOException {
        List<Row> rows = Collections.synchronizedList(new ArrayList<>());
        try (EventStream stream = EventStream.openFile(recording)) {
            stream.onEvent(event -> rows.add(row(event)));
            stream.start();
        }
        return List.copyOf(rows);
    }

    private static Row row(RecordedEvent event) {
        Row.Fields fields = new Row.Fields();
        for (ValueDescriptor field : event.getFields()) {
            if (!field.getName().equals(START_TIME)) {
                fields.add(field.getName(), value(event, field));
            }
        }
        return fields.toRow(event.getEventType().getName(), Row.epochNanos(event.getStartTime()));
    }

    private static Object value(RecordedEvent event, ValueDescriptor field) {
        String name = field.getName();
        if (field.getAnnotation(Timestamp.class) != null) {
            return event.getLong(name) == Long.MIN_VALUE ? Row.UNKNOWN : Row.epochNanos(event.getInstant(name));
        }
        if (field.getAnnotation(Timespan.class) != null) {
            return event.getLong(name) == Long.MIN_VALUE
                    ? Row.UNKNOWN
                    : Row.timespan(event.getDuration(name).toNanos());
        }
        Object value = event.getValue(name);
        if (value instanceof RecordedStackTrace stackTrace) {
            return stackTrace.getFrames().stream()
                    .map(frame -> Row.frame(
                            frame.getMethod().getType().getName(),
                            frame.getMethod().getName(),
                            frame.getLineNumber()))
                    .toList();
        }
        if (value instanceof RecordedThread thread) {
            return Row.thread(
                    thread.getOSName(),
                    thread.getThreadGroup() == null
                            ? null
                            : thread.getThreadGroup().getName());
        }
        return value;
    }

    /**
     * {@code jfr print --json} of the JDK that runs the test; in its order.
     *
     * @param options that choose the events
     */
    public static List<Row> jfrPrint(Path recording, String... options) throws IOException, InterruptedException {
        Map<String, EventType> types = new HashMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            file.readEventTypes().forEach(type -> types.put(type.getName(), type));
        }
        List<Row> rows = new ArrayList<>();
        List<String> arguments = new ArrayList<>(List.of("print", "--json", "--stack-depth", "64"));
        arguments.addAll(List.of(options));
        arguments.add(recording.toString());
        JsonObject root =
                JsonParser.parseString(jfr(arguments.toArray(String[]::new))).getAsJsonObject();
        for (JsonElement element : root.getAsJsonObject("recording").getAsJsonArray("events")) {
            EventType type = types.get(element.getAsJsonObject().get("type").getAsString());
            JsonObject values = element.getAsJsonObject().getAsJsonObject("values");
            Row.Fields fields = new Row.Fields();
            for (ValueDescriptor field : type.getFields()) {
                if (!field.getName().equals(START_TIME)) {
                    fields.add(field.getName(), value(values.get(field.getName()), field));
                }
            }
            rows.add(fields.toRow(type.getName(), timestamp(values.get(START_TIME))));
        }
        return rows;
    }

    private static Object value(JsonElement value, ValueDescriptor field) {
        if (value.isJsonNull()) {
            return null;
        }
        if (field.getAnnotation(Timestamp.class) != null) {
            return isUnknown(value) ? Row.UNKNOWN : timestamp(value);
        }
        if (field.getAnnotation(Timespan.class) != null) {
            Duration duration = Duration.parse(value.getAsString());
            return duration.toSeconds() == Long.MIN_VALUE ? Row.UNKNOWN : Row.timespan(duration.toNanos());
        }
        if (field.getTypeName().equals(STACK_TRACE)) {
            List<String> frames = new ArrayList<>();
            for (JsonElement element : value.getAsJsonObject().getAsJsonArray("frames")) {
                JsonObject frame = element.getAsJsonObject();
                JsonObject method = frame.getAsJsonObject("method");
                frames.add(Row.frame(
                        method.getAsJsonObject("type").get("name").getAsString().replace('/', '.'),
                        method.get("name").getAsString(),
                        frame.get("lineNumber").getAsInt()));
            }
            return frames;
        }
        if (field.getTypeName().equals(THREAD)) {
            JsonElement group = value.getAsJsonObject().get("group");
            return Row.thread(
                    value.getAsJsonObject().get("osName").getAsString(),
                    group.isJsonNull()
                            ? null
                            : group.getAsJsonObject().get("name").getAsString());
        }
        return value.getAsString();
    }

    private static boolean isUnknown(JsonElement timestamp) {
        return OffsetDateTime.parse(timestamp.getAsString()).equals(OffsetDateTime.MIN);
    }

    private static long timestamp(JsonElement value) {
        return Row.epochNanos(OffsetDateTime.parse(value.getAsString()).toInstant());
    }

    /** Runs the {@code jfr} tool of the JDK that runs the test, and demands that it be content. */
    static String jfr(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "jfr").toString());
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("jfr", ".out");
        Path err = Files.createTempFile("jfr", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(TOOL_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end");
            }
            String errors = Files.readString(err, StandardCharsets.UTF_8);
            if (process.exitValue() != 0 || !errors.isEmpty()) {
                throw new AssertionError(command + " ends with " + process.exitValue() + ": " + errors);
            }
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** JDK Mission Control; in no particular order. */
    static List<Row> missionControl(Path recording)
            throws IOException, CouldNotLoadRecordingException, QuantityConversionException {
        return missionControl(recording, type -> true);
    }

    /**
     * JDK Mission Control; in no particular order.
     *
     * @param types which event types, by name
     */
    public static List<Row> missionControl(Path recording, Predicate<String> types)
            throws IOException, CouldNotLoadRecordingException, QuantityConversionException {
        List<Row> rows = new ArrayList<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            IType<IItem> type = items.getType();
            if (!types.test(type.getIdentifier())) {
                continue;
            }
            Map<String, IMemberAccessor<?, IItem>> accessors = accessors(type);
            for (IItem item : items) {
                Row.Fields fields = new Row.Fields();
                for (String name : fieldsOf(type)) {
                    fields.add(name, value(accessors.get(name).getMember(item)));
                }
                IQuantity start = (IQuantity) accessors.get(START_TIME).getMember(item);
                rows.add(fields.toRow(type.getIdentifier(), start.longValueIn(UnitLookup.EPOCH_NS)));
            }
        }
        return rows;
    }

    /** By name. */
    static Map<String, IMemberAccessor<?, IItem>> accessors(IType<IItem> type) {
        Map<String, IMemberAccessor<?, IItem>> accessors = new HashMap<>();
        for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
            accessors.put(key.getIdentifier(), type.getAccessor(key));
        }
        return accessors;
    }

    /** Mission Control tells fields in no order that is promised. */
    private static List<String> fieldsOf(IType<IItem> type) {
        for (io.github.etl2jfr.recording.EventType known : io.github.etl2jfr.recording.EventType.values()) {
            if (known.typeName().equals(type.getIdentifier())) {
                List<String> names = new ArrayList<>();
                known.implicitFields().forEach(field -> names.add(field.name()));
                known.fields().forEach(field -> names.add(field.name()));
                names.remove(START_TIME);
                return names;
            }
        }
        throw new AssertionError("unknown type " + type.getIdentifier());
    }

    private static Object value(Object value) throws QuantityConversionException {
        if (value instanceof IMCStackTrace stackTrace) {
            return stackTrace.getFrames().stream()
                    .map(frame -> Row.frame(
                            frame.getMethod().getType().getFullName(),
                            frame.getMethod().getMethodName(),
                            frame.getFrameLineNumber()))
                    .toList();
        }
        if (value instanceof IMCThread thread) {
            return Row.thread(
                    thread.getThreadName(),
                    thread.getThreadGroup() == null
                            ? null
                            : thread.getThreadGroup().getName());
        }
        if (value instanceof IQuantity quantity) {
            if (quantity.getType() == UnitLookup.TIMESTAMP) {
                long nanos = quantity.longValueIn(UnitLookup.EPOCH_NS);
                // It has no time that is not known: there it shows one of centuries ago.
                return nanos < 0 ? Row.UNKNOWN : nanos;
            }
            if (quantity.getType() == UnitLookup.TIMESPAN) {
                return Row.timespan(quantity.longValueIn(UnitLookup.NANOSECOND));
            }
            return quantity.longValue();
        }
        return value;
    }
}
