package io.github.etl2jfr.agent.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** What readers find in recordings, as text. */
final class Slices {
    private static final String PREFIX = "windows.";
    private static final Set<String> IMPLICIT = Set.of("startTime", "duration", "eventThread", "stackTrace");

    private Slices() {}

    /** Of all types the agent writes, in the order of the file: type, start and duration in ticks, thread, fields. */
    static List<String> ofJdk(Path recording) throws IOException {
        List<String> rows = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().startsWith(PREFIX)) {
                    rows.add(row(event));
                }
            }
        }
        return rows;
    }

    private static String row(RecordedEvent event) {
        StringBuilder row = new StringBuilder();
        row.append("%s %d %d of %s"
                .formatted(
                        event.getEventType().getName().substring(PREFIX.length()),
                        event.getLong("startTime"),
                        event.getLong("duration"),
                        name(event.getThread())));
        for (ValueDescriptor field : event.getFields()) {
            if (!IMPLICIT.contains(field.getName())) {
                Object value = event.getValue(field.getName());
                row.append(' ').append(value instanceof RecordedThread thread ? name(thread) : value);
            }
        }
        return row.toString();
    }

    private static String name(RecordedThread thread) {
        if (thread == null) {
            return "nobody";
        }
        return "%s (%d)"
                .formatted(
                        thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName(),
                        thread.getOSThreadId());
    }

    /** As Mission Control finds them: on whose lane each is, and its start and end, in nanoseconds. */
    static List<String> ofMissionControl(Path recording) throws IOException, CouldNotLoadRecordingException {
        List<String> rows = new ArrayList<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            IType<IItem> type = items.getType();
            if (type.getIdentifier().startsWith(PREFIX)) {
                for (IItem item : items) {
                    rows.add("%s of %s %s %s"
                            .formatted(
                                    type.getIdentifier().substring(PREFIX.length()),
                                    JfrAttributes.EVENT_THREAD
                                            .getAccessor(type)
                                            .getMember(item)
                                            .getThreadName(),
                                    nanos(JfrAttributes.START_TIME.getAccessor(type), item),
                                    nanos(JfrAttributes.END_TIME.getAccessor(type), item)));
                }
            }
        }
        return rows;
    }

    /** The values that Mission Control finds in a field of a type. */
    static Set<Object> missionControlsValues(Path recording, String typeName, String field)
            throws IOException, CouldNotLoadRecordingException {
        Set<Object> values = new HashSet<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            IType<IItem> type = items.getType();
            if (type.getIdentifier().equals(PREFIX + typeName)) {
                IMemberAccessor<?, IItem> accessor = type.getAccessorKeys().keySet().stream()
                        .filter(key -> key.getIdentifier().equals(field))
                        .map(type::getAccessor)
                        .findAny()
                        .orElseThrow();
                items.forEach(item -> values.add(accessor.getMember(item)));
            }
        }
        return values;
    }

    private static long nanos(IMemberAccessor<IQuantity, IItem> time, IItem item) {
        return time.getMember(item).clampedLongValueIn(UnitLookup.EPOCH_NS);
    }
}
