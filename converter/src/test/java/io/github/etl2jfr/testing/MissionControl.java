package io.github.etl2jfr.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** What JDK Mission Control reads. */
public final class MissionControl {
    private MissionControl() {}

    /** All values of all events, sorted, by the event type's name. */
    public static Map<String, List<String>> values(Path recording) throws IOException, CouldNotLoadRecordingException {
        Map<String, List<String>> events = new HashMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            IType<IItem> type = items.getType();
            List<String> rows = events.computeIfAbsent(type.getIdentifier(), name -> new ArrayList<>());
            for (IItem item : items) {
                Map<String, String> fields = new TreeMap<>();
                for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
                    Object value = type.getAccessor(key).getMember(item);
                    fields.put(
                            key.getIdentifier(), value instanceof Object[] array ? Arrays.toString(array) : "" + value);
                }
                fields.remove("stackTrace");
                rows.add(fields.toString());
            }
        }
        events.values().forEach(Collections::sort);
        return events;
    }

    /**
     * The threads that it knows, by their names and Java thread ids. It takes two for one, and puts them on one lane,
     * if they are equal.
     *
     * @param types in events of which types, by name
     */
    public static Map<String, Set<IMCThread>> threads(Path recording, Predicate<String> types)
            throws IOException, CouldNotLoadRecordingException {
        Map<String, Set<IMCThread>> threads = new HashMap<>();
        for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
            if (types.test(items.getType().getIdentifier())) {
                for (IAccessorKey<?> key : items.getType().getAccessorKeys().keySet()) {
                    IMemberAccessor<?, IItem> accessor = items.getType().getAccessor(key);
                    for (IItem item : items) {
                        if (accessor.getMember(item) instanceof IMCThread thread) {
                            threads.computeIfAbsent(
                                            thread.getThreadName() + " " + thread.getThreadId(), k -> new HashSet<>())
                                    .add(thread);
                        }
                    }
                }
            }
        }
        return threads;
    }
}
