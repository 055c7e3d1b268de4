package io.github.etl2jfr.views.rules;

import java.util.IdentityHashMap;
import java.util.function.Consumer;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;

/** The fields of an event, while it is its turn: the same view serves all events of a type. */
final class Event {
    /** What stands in place of a number that is not known. */
    static final int UNKNOWN = -1;

    private final IType<IItem> type;
    private final IdentityHashMap<IAttribute<?>, IMemberAccessor<?, IItem>> accessors = new IdentityHashMap<>();
    private IItem item;

    private Event(IType<IItem> type) {
        this.type = type;
    }

    /** Goes through the events of a type once, in no particular order. */
    static void forEach(IItemCollection items, String type, Consumer<Event> action) {
        for (IItemIterable ofOneType : items.apply(ItemFilters.type(type))) {
            Event event = new Event(ofOneType.getType());
            for (IItem item : ofOneType) {
                event.item = item;
                action.accept(event);
            }
        }
    }

    /** The longest time in nanoseconds that any event of a type has in a field, 0 if none has one. */
    static long longest(IItemCollection items, String type, IAttribute<IQuantity> field) {
        long[] longest = {0};
        forEach(items, type, event -> longest[0] = Math.max(longest[0], event.nanos(field)));
        return longest[0];
    }

    /** A field's value, null if the event has none. */
    @SuppressWarnings("unchecked")
    <T> T get(IAttribute<T> field) {
        if (!accessors.containsKey(field)) {
            accessors.put(field, field.getAccessor(type));
        }
        IMemberAccessor<T, IItem> accessor = (IMemberAccessor<T, IItem>) accessors.get(field);
        return accessor == null ? null : accessor.getMember(item);
    }

    /** A number, {@link #UNKNOWN} if the event has none. */
    int number(IAttribute<IQuantity> field) {
        IQuantity value = get(field);
        return value == null ? UNKNOWN : (int) value.longValue();
    }

    /** A length of time in nanoseconds; 0 if it is unknown, which recordings tell by a negative one. */
    long nanos(IAttribute<IQuantity> field) {
        IQuantity value = get(field);
        return value == null ? 0 : Math.max(0, value.clampedLongValueIn(UnitLookup.NANOSECOND));
    }

    /** A moment in nanoseconds since 1970, 0 if the event has none. */
    long moment(IAttribute<IQuantity> field) {
        IQuantity value = get(field);
        return value == null ? 0 : value.clampedLongValueIn(UnitLookup.EPOCH_NS);
    }
}
