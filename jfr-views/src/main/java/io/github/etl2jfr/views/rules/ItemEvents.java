package io.github.etl2jfr.views.rules;

import java.util.IdentityHashMap;
import java.util.function.Consumer;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** The events that Mission Control has loaded. */
record ItemEvents(IItemCollection items) implements RecordedEvents {
    @Override
    public boolean has(String type) {
        return items.apply(ItemFilters.type(type)).hasItems();
    }

    @Override
    public void forEach(String type, Consumer<Event> action) {
        for (IItemIterable ofOneType : items.apply(ItemFilters.type(type))) {
            ItemEvent event = new ItemEvent(ofOneType.getType());
            for (IItem item : ofOneType) {
                event.item = item;
                action.accept(event);
            }
        }
    }

    private static final class ItemEvent implements Event {
        private final IType<IItem> type;
        private final IdentityHashMap<IAttribute<?>, IMemberAccessor<?, IItem>> accessors = new IdentityHashMap<>();
        private IItem item;

        ItemEvent(IType<IItem> type) {
            this.type = type;
        }

        /** A field's value, null if the event has none. */
        private <T> T get(IAttribute<T> field) {
            if (!accessors.containsKey(field)) {
                accessors.put(field, field.getAccessor(type));
            }
            @SuppressWarnings("unchecked")
            IMemberAccessor<T, IItem> accessor = (IMemberAccessor<T, IItem>) accessors.get(field);
            return accessor == null ? null : accessor.getMember(item);
        }

        @Override
        public long start() {
            return moment(JfrAttributes.START_TIME);
        }

        @Override
        public long end() {
            return moment(JfrAttributes.END_TIME);
        }

        @Override
        public IMCThread thread() {
            return get(JfrAttributes.EVENT_THREAD);
        }

        @Override
        public IMCThread thread(IAttribute<IMCThread> field) {
            return get(field);
        }

        @Override
        public String text(IAttribute<String> field) {
            return get(field);
        }

        @Override
        public String className(IAttribute<IMCType> field) {
            IMCType value = get(field);
            return value == null ? null : value.getFullName();
        }

        @Override
        public Boolean flag(IAttribute<Boolean> field) {
            return get(field);
        }

        @Override
        public long number(IAttribute<IQuantity> field) {
            IQuantity value = get(field);
            return value == null ? UNKNOWN : value.longValue();
        }

        @Override
        public long nanos(IAttribute<IQuantity> field) {
            IQuantity value = get(field);
            return value == null ? 0 : Math.max(0, value.clampedLongValueIn(UnitLookup.NANOSECOND));
        }

        @Override
        public long moment(IAttribute<IQuantity> field) {
            IQuantity value = get(field);
            return value == null ? 0 : value.clampedLongValueIn(UnitLookup.EPOCH_NS);
        }
    }
}
