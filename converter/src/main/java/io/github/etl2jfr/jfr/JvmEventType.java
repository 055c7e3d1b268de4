package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ValueLayout.Step;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A type of events in the chunks of one metadata. */
public final class JvmEventType {
    private static final String START_TIME = "startTime";
    private static final String DURATION = "duration";
    private static final String EVENT_THREAD = "eventThread";
    private static final String STACK_TRACE = "stackTrace";
    private static final String TICKS = "TICKS";

    private final TypeDescription description;
    private final String name;
    private final ValueLayout[] layouts;

    private final Map<String, EventField> fields = new HashMap<>();
    private final int startField;
    private final int durationField;
    private final int threadField;
    private final EventField stackTrace;
    private final List<EventField> threads;

    JvmEventType(TypeDescription description, ChunkMetadata metadata) throws InputException {
        this.description = description;
        // Whoever compares it does so for each event.
        name = description.name().intern();
        List<FieldDescription> descriptions = description.fields();
        layouts = ValueLayout.ofFields(description, metadata).toArray(ValueLayout[]::new);
        for (int i = 0; i < layouts.length; i++) {
            FieldDescription field = descriptions.get(i);
            long constantType = field.isPooled() && !field.isArray() ? field.typeId() : 0;
            fields.putIfAbsent(
                    field.name().intern(),
                    new EventField(this, i, field.name(), constantType, TICKS.equals(field.unit())));
        }
        startField = integerField(START_TIME);
        durationField = integerField(DURATION);
        threadField = integerField(EVENT_THREAD);
        EventField stack = fields.get(STACK_TRACE);
        TypeDescription stackType = metadata.type(TypeDescription.STACK_TRACE);
        stackTrace = stack != null && stackType != null && stack.constantType() == stackType.id() ? stack : null;
        TypeDescription threadType = metadata.type(TypeDescription.THREAD);
        threads = fields(
                field -> threadType != null && field.constantType() == threadType.id() && field.index() != threadField);
    }

    private List<EventField> fields(Predicate<EventField> condition) {
        return fields.values().stream()
                .filter(condition)
                .sorted(Comparator.comparingInt(EventField::index))
                .toList();
    }

    private int integerField(String name) {
        int index = description.indexOf(name);
        return index >= 0 && layouts[index].single() == Step.INTEGER ? index : -1;
    }

    /** The name, as in {@code jdk.ThreadPark}. */
    public String name() {
        return name;
    }

    long id() {
        return description.id();
    }

    /** A field by its name, null if the events have none of it, as those of other JDKs may. */
    public EventField field(String name) {
        return fields.get(name);
    }

    /** The field with the key of a stack trace, null if the events have none. */
    public EventField stackTrace() {
        return stackTrace;
    }

    /** The fields with keys of threads, beside that of whom the event is. */
    public List<EventField> threads() {
        return threads;
    }

    /** The fields that are texts. */
    public List<EventField> texts() {
        return fields(field -> layout(field).single() == Step.STRING);
    }

    ValueLayout layout(EventField field) {
        return layouts[field.index()];
    }

    /** Reads the fields that most events have, and tells how many there are up to the last of these. */
    int readImplicit(WindowedInput input, ChunkEvents target) throws IOException, InputException {
        long start = 0;
        long duration = 0;
        long thread = 0;
        int last = Math.max(startField, Math.max(durationField, threadField));
        for (int i = 0; i <= last; i++) {
            if (i == startField) {
                start = input.readLong();
            } else if (i == durationField) {
                duration = input.readLong();
            } else if (i == threadField) {
                thread = input.readLong();
            } else {
                layouts[i].skip(input);
            }
        }
        target.setImplicit(start, duration, thread);
        return last + 1;
    }

    /** Goes from one of an event's fields to another behind it. */
    void skip(int from, int to, WindowedInput input) throws IOException, InputException {
        for (int i = from; i < to; i++) {
            layouts[i].skip(input);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
