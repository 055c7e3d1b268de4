package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The longest of many, as many as are wanted; of those as long as each other the first. */
final class Longest<T> {
    private record Entry<T>(T value, long length, long number) {}

    private final int wanted;
    private final ToLongFunction<T> length;
    private final PriorityQueue<Entry<T>> entries =
            new PriorityQueue<>(Comparator.comparingLong((Entry<T> entry) -> entry.length)
                    .thenComparing(entry -> entry.number, Comparator.reverseOrder()));
    private long offered;

    Longest(int wanted, ToLongFunction<T> length) {
        this.wanted = wanted;
        this.length = length;
    }

    void offer(T value) {
        offer(length.applyAsLong(value), () -> value);
    }

    /**
     * As the other, for what takes an effort to be made.
     *
     * @param value is asked only if it is one of the longest so far
     */
    void offer(long valueLength, Supplier<T> value) {
        offered++;
        if (entries.size() == wanted) {
            if (wanted == 0 || entries.element().length >= valueLength) {
                return;
            }
            entries.remove();
        }
        entries.add(new Entry<>(value.get(), valueLength, offered));
    }

    /** The longest first. */
    List<T> toList() {
        List<Entry<T>> sorted = new ArrayList<>(entries);
        sorted.sort(entries.comparator().reversed());
        return sorted.stream().map(Entry::value).toList();
    }
}
