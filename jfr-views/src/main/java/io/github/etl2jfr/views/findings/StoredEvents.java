package io.github.etl2jfr.views.findings;

import io.github.etl2jfr.views.model.Events;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.rules.Event;
import io.github.etl2jfr.views.rules.RecordedEvents;
import io.github.etl2jfr.views.rules.Rules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCThreadGroup;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;

/**
 * The events of a recording that rules read, in columns. There are tens of millions: Mission Control's reader takes
 * hundreds of bytes for each, and where a recording counts ticks, its moments are exact to 256 ns only.
 */
final class StoredEvents implements RecordedEvents {
    /** In place of the number of a text or thread. */
    private static final int NONE = -1;

    private final Map<String, Table> tables = new HashMap<>();
    private final Numbered<String, String> texts = new Numbered<>();
    private final Numbered<Long, StoredThread> threads = new Numbered<>();

    private StoredEvents() {}

    /**
     * Reads a recording.
     *
     * @throws RecordingException if it is damaged
     */
    static StoredEvents of(Recording recording) throws IOException, RecordingException {
        StoredEvents stored = new StoredEvents();
        Map<String, List<IAttribute<?>>> fields = Rules.fields();
        try (Events events = recording.events()) {
            while (events.next()) {
                List<IAttribute<?>> read = fields.get(events.type());
                if (read != null) {
                    stored.tables
                            .computeIfAbsent(events.type(), type -> stored.new Table(read))
                            .add(events);
                }
            }
        }
        return stored;
    }

    @Override
    public boolean has(String type) {
        return tables.containsKey(type);
    }

    @Override
    public void forEach(String type, Consumer<Event> action) {
        Table table = tables.get(type);
        if (table != null) {
            StoredEvent event = new StoredEvent(table);
            for (long row = 0; row < table.size; row++) {
                event.row = row;
                action.accept(event);
            }
        }
    }

    /** All events of a type. */
    private final class Table {
        private final IdentityHashMap<IAttribute<?>, Column> columns = new IdentityHashMap<>();
        private final Column starts = new Column();
        private final Column durations = new Column();
        private final Column eventThreads = new Column();
        private long size;

        Table(List<IAttribute<?>> fields) {
            fields.forEach(field -> columns.put(field, new Column()));
        }

        void add(Events event) throws IOException, RecordingException {
            starts.add(event.start());
            durations.add(event.end() - event.start());
            eventThreads.add(thread(event, event.threadKey()));
            for (Map.Entry<IAttribute<?>, Column> column : columns.entrySet()) {
                column.getValue().add(value(event, column.getKey()));
            }
            size++;
        }
    }

    /** A field as its column has it: a number, or that of a text or thread. */
    private long value(Events event, IAttribute<?> field) throws IOException, RecordingException {
        String name = field.getIdentifier();
        boolean isTold = event.has(name);
        if (field.getContentType() == UnitLookup.THREAD) {
            return isTold ? thread(event, event.threadKey(name)) : NONE;
        }
        if (field.getContentType() == UnitLookup.PLAIN_TEXT || field.getContentType() == UnitLookup.CLASS) {
            // To Mission Control, that number is a text.
            String text =
                    !isTold ? null : field == JdkAttributes.PID ? Long.toString(event.number(name)) : event.text(name);
            return text == null ? NONE : texts.number(text, text);
        }
        if (field.getContentType() == UnitLookup.TIMESPAN) {
            return isTold ? event.length(name) : 0;
        }
        if (field.getContentType() == UnitLookup.TIMESTAMP) {
            return isTold ? event.time(name) : 0;
        }
        return isTold ? event.number(name) : Event.UNKNOWN;
    }

    private int thread(Events event, long key) throws IOException, RecordingException {
        if (key == 0) {
            return NONE;
        }
        Integer known = threads.numbers.get(key);
        if (known != null) {
            return known;
        }
        Events.ThreadDescription thread = event.thread(key);
        return thread == null ? NONE : threads.number(key, new StoredThread(thread));
    }

    /** Things by small numbers, in the order in which they came. */
    private static final class Numbered<K, V> {
        private final Map<K, Integer> numbers = new HashMap<>();
        private final List<V> all = new ArrayList<>();

        int number(K key, V value) {
            Integer known = numbers.get(key);
            if (known == null) {
                known = all.size();
                numbers.put(key, known);
                all.add(value);
            }
            return known;
        }

        V get(long number) {
            return number == NONE ? null : all.get((int) number);
        }
    }

    private final class StoredEvent implements Event {
        private final Table table;
        private long row;

        StoredEvent(Table table) {
            this.table = table;
        }

        private long value(IAttribute<?> field) {
            return table.columns.get(field).get(row);
        }

        @Override
        public long start() {
            return table.starts.get(row);
        }

        @Override
        public long end() {
            return start() + table.durations.get(row);
        }

        @Override
        public IMCThread thread() {
            return threads.get(table.eventThreads.get(row));
        }

        @Override
        public IMCThread thread(IAttribute<IMCThread> field) {
            return threads.get(value(field));
        }

        @Override
        public String text(IAttribute<String> field) {
            return texts.get(value(field));
        }

        @Override
        public String className(IAttribute<IMCType> field) {
            return texts.get(value(field));
        }

        @Override
        public Boolean flag(IAttribute<Boolean> field) {
            long value = value(field);
            return value == UNKNOWN ? null : value != 0;
        }

        @Override
        public long number(IAttribute<IQuantity> field) {
            return value(field);
        }

        @Override
        public long nanos(IAttribute<IQuantity> field) {
            return Math.max(0, value(field));
        }

        @Override
        public long moment(IAttribute<IQuantity> field) {
            return value(field);
        }
    }

    /** A thread, which is the same for whom has the same id, as in Mission Control's reader. */
    private record StoredThread(Events.ThreadDescription thread) implements IMCThread {
        @Override
        public Long getThreadId() {
            return thread.javaThreadId();
        }

        @Override
        public String getThreadName() {
            return thread.javaName() == null ? thread.osName() : thread.javaName();
        }

        @Override
        public IMCThreadGroup getThreadGroup() {
            return thread.group() == null ? null : new StoredGroup(thread.group());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof StoredThread same && same.thread.osThreadId() == thread.osThreadId();
        }

        @Override
        public int hashCode() {
            return Long.hashCode(thread.osThreadId());
        }

        /** As texts of rules name it. */
        @Override
        public String toString() {
            return Objects.toString(getThreadName(), "");
        }
    }

    private record StoredGroup(String getName) implements IMCThreadGroup {
        @Override
        public IMCThreadGroup getParent() {
            return null;
        }
    }
}
