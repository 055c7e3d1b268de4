package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ValueLayout.Step;
import java.io.IOException;
import java.util.List;

/** A type of events in the chunks of one metadata. */
public final class JvmEventType {
    private static final String START_TIME = "startTime";
    private static final String DURATION = "duration";
    private static final String EVENT_THREAD = "eventThread";

    private final TypeDescription description;
    private final ValueLayout[] layouts;
    private final int startField;
    private final int durationField;
    private final int threadField;

    JvmEventType(TypeDescription description, ChunkMetadata metadata) throws InputException {
        this.description = description;
        List<FieldDescription> fields = description.fields();
        layouts = new ValueLayout[fields.size()];
        for (int i = 0; i < layouts.length; i++) {
            layouts[i] = ValueLayout.of(fields.get(i), description, metadata);
        }
        startField = integerField(START_TIME);
        durationField = integerField(DURATION);
        threadField = integerField(EVENT_THREAD);
    }

    private int integerField(String name) {
        int index = description.indexOf(name);
        return index >= 0 && layouts[index].single() == Step.INTEGER ? index : -1;
    }

    /** As in {@code jdk.ThreadPark}. */
    public String name() {
        return description.name();
    }

    long id() {
        return description.id();
    }

    public boolean hasDuration() {
        return durationField >= 0;
    }

    public boolean hasThread() {
        return threadField >= 0;
    }

    /** A field by its name, null if the events have none of it, as those of other JDKs may. */
    public EventField field(String name) {
        int index = description.indexOf(name);
        if (index < 0) {
            return null;
        }
        FieldDescription field = description.fields().get(index);
        return new EventField(this, index, name, field.isPooled() && !field.isArray() ? field.typeId() : 0);
    }

    ValueLayout layout(EventField field) {
        return layouts[field.index()];
    }

    /** Reads the fields that most events have. */
    void readImplicit(WindowedInput input, ChunkEvents target) throws IOException, InputException {
        target.setImplicit(0, 0, 0);
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
    }

    /** Goes from an event's first field to another. */
    void skipTo(EventField field, WindowedInput input) throws IOException, InputException {
        for (int i = 0; i < field.index(); i++) {
            layouts[i].skip(input);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
