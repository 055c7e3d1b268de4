package io.github.etl2jfr.views.model;

import java.util.List;
import java.util.function.ToLongFunction;

/** Single slices of the chosen threads: those that have most of something, as many as are wanted. */
public final class SliceList implements TraceSink {
    private final ProcessorHistories histories = new ProcessorHistories();
    private final ToLongFunction<Slice> order;
    private final Longest<Entry> first;
    private long count;

    /**
     * A slice of a thread.
     *
     * @param culprit who ran instead; null if it is not one of a ready thread
     */
    public record Entry(Slice slice, Culprit culprit) {}

    /** An empty one, which keeps so many of those that have most. */
    public SliceList(int wanted, ToLongFunction<Slice> order) {
        this.order = order;
        first = new Longest<>(wanted);
    }

    @Override
    public void slice(Slice slice) {
        histories.add(slice);
        if (slice.kind() == Slice.Kind.IDLE
                || slice.thread() == null
                || !slice.thread().isChosen()) {
            return;
        }
        count++;
        first.offer(order.applyAsLong(slice), slice.duration(), () -> entry(slice));
    }

    private Entry entry(Slice slice) {
        if (slice.kind() != Slice.Kind.READY) {
            return new Entry(slice, null);
        }
        ThreadTimes meanwhile = histories.during(slice.processor(), slice.start(), slice.end());
        return new Entry(slice, Culprit.of(meanwhile, slice.duration()));
    }

    /** How many slices there are, also those that were not kept. */
    public long count() {
        return count;
    }

    /** All slices that are kept, those with most first. */
    public List<Entry> entries(Session.LeftOut leftOut) {
        return first.toList().stream()
                .map(entry -> entry.culprit == null ? entry : new Entry(entry.slice, entry.culprit.ifCertain(leftOut)))
                .toList();
    }
}
