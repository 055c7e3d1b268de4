package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/** Those of many that have most of something, as many as are wanted; of several with the same the longest, then the first. */
final class Longest<T> {
    private record Entry<T>(T value, long amount, long length, long number) {}

    private final int wanted;
    private final PriorityQueue<Entry<T>> entries =
            new PriorityQueue<>(Comparator.comparingLong((Entry<T> entry) -> entry.amount)
                    .thenComparing(entry -> entry.length)
                    .thenComparing(entry -> entry.number, Comparator.reverseOrder()));
    private long offered;

    Longest(int wanted) {
        this.wanted = wanted;
    }

    /**
     * Takes one more.
     *
     * @param value is asked only if it is one of those wanted so far: it may take an effort to be made
     */
    void offer(long amount, long length, Supplier<T> value) {
        offered++;
        if (entries.size() == wanted) {
            if (wanted == 0 || isBefore(entries.element(), amount, length)) {
                return;
            }
            entries.remove();
        }
        entries.add(new Entry<>(value.get(), amount, length, offered));
    }

    private static boolean isBefore(Entry<?> entry, long amount, long length) {
        return entry.amount > amount || entry.amount == amount && entry.length >= length;
    }

    /** All that are kept, those with most first. */
    List<T> toList() {
        List<Entry<T>> sorted = new ArrayList<>(entries);
        sorted.sort(entries.comparator().reversed());
        return sorted.stream().map(Entry::value).toList();
    }
}
