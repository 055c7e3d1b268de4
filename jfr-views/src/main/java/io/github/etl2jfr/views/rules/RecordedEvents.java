package io.github.etl2jfr.views.rules;

import java.util.function.Consumer;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.IQuantity;

/** The events of a recording, as rules read them. */
public interface RecordedEvents {
    /** Whether there are events of a type. */
    boolean has(String type);

    /** Goes through the events of a type once, in no particular order; the same view serves all of them. */
    void forEach(String type, Consumer<Event> action);

    /** The longest time in nanoseconds that any event of a type has in a field, 0 if none has one. */
    default long longest(String type, IAttribute<IQuantity> field) {
        long[] longest = {0};
        forEach(type, event -> longest[0] = Math.max(longest[0], event.nanos(field)));
        return longest[0];
    }
}
