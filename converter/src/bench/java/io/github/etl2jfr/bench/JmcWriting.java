package io.github.etl2jfr.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypeStructureBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValueBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/**
 * What JMC's writer API takes for the events of a recording: reads them, whatever their types, and writes them once
 * more. Only the writing counts, the second one, when the code is compiled; a thread is built once, not once an event.
 * A program of its own, as it needs much memory: {@code RECORDING OUT} prints the events a second of its first run
 * and of its second.
 */
final class JmcWriting {
    private static final String THREAD = "java.lang.Thread";

    /** An event taken apart, so that reading it costs nothing later. Values are null where they are not known. */
    private record Event(EventType type, List<Object> values) {
        static Event of(RecordedEvent event) {
            return new Event(
                    event.getEventType(),
                    event.getFields().stream()
                            .map(field -> event.<Object>getValue(field.getName()))
                            .toList());
        }
    }

    private final Recording recording;
    private final Map<EventType, Type> types = new HashMap<>();
    private final Map<Long, TypedValue> threads = new HashMap<>();

    private JmcWriting(Recording recording) {
        this.recording = recording;
    }

    public static void main(String[] arguments) throws IOException {
        List<Event> events = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(Path.of(arguments[0]))) {
            while (file.hasMoreEvents()) {
                events.add(Event.of(file.readEvent()));
            }
        }
        Path target = Path.of(arguments[1]);
        double first = events.size() / seconds(events, target);
        double second = events.size() / seconds(events, target);
        requireEvents(events.size(), target);
        System.out.println(first + " " + second);
    }

    private static double seconds(List<Event> events, Path target) throws IOException {
        long start = System.nanoTime();
        write(events, target);
        return (System.nanoTime() - start) / 1e9;
    }

    /** The writer loses events without a word when memory runs out. */
    private static void requireEvents(int expected, Path recording) throws IOException {
        int found = 0;
        try (RecordingFile file = new RecordingFile(recording)) {
            for (; file.hasMoreEvents(); found++) {
                file.readEvent();
            }
        }
        if (found != expected) {
            throw new IOException("JMC's writer kept %d of %d events".formatted(found, expected));
        }
    }

    private static void write(List<Event> events, Path target) throws IOException {
        try (Recording recording = Recordings.newRecording(target, settings -> settings.withJdkTypeInitialization())) {
            JmcWriting writing = new JmcWriting(recording);
            events.forEach(writing::write);
        }
    }

    private void write(Event event) {
        Type type = types.computeIfAbsent(event.type, this::register);
        List<ValueDescriptor> fields = event.type.getFields();
        recording.writeEvent(type.asValue(target -> {
            for (int i = 0; i < fields.size(); i++) {
                put(target, fields.get(i).getName(), event.values.get(i));
            }
        }));
    }

    private Type register(EventType type) {
        return recording.registerType(type.getName(), "jdk.jfr.Event", target -> define(type, target));
    }

    private void define(EventType type, TypeStructureBuilder target) {
        for (ValueDescriptor field : type.getFields()) {
            Type fieldType = field.getTypeName().equals(THREAD)
                    ? recording.getType(Types.JDK.THREAD)
                    : recording.getType(field.getTypeName());
            target.addField(field.getName(), fieldType);
        }
    }

    private void put(TypedValueBuilder target, String field, Object value) {
        if (value instanceof Long number) {
            target.putField(field, number.longValue());
        } else if (value instanceof Integer number) {
            target.putField(field, number.intValue());
        } else if (value instanceof Short number) {
            target.putField(field, number.shortValue());
        } else if (value instanceof Boolean flag) {
            target.putField(field, flag.booleanValue());
        } else if (value instanceof String text) {
            target.putField(field, text);
        } else if (value instanceof RecordedThread thread) {
            target.putField(field, threads.computeIfAbsent(thread.getId(), id -> typed(thread)));
        }
    }

    private TypedValue typed(RecordedThread thread) {
        return recording.getType(Types.JDK.THREAD).asValue(target -> {
            target.putField("osName", thread.getOSName())
                    .putField("osThreadId", thread.getOSThreadId())
                    .putField("javaName", thread.getJavaName())
                    .putField("javaThreadId", thread.getJavaThreadId());
            if (thread.getThreadGroup() != null) {
                target.putField(
                        "group",
                        group -> group.putField("name", thread.getThreadGroup().getName()));
            }
        });
    }
}
