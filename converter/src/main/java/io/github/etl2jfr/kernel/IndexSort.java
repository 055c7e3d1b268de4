package io.github.etl2jfr.kernel;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** A merge sort, bottom-up, of indexes that are plain ints: sorting boxed ones would need many times the memory. */
public final class IndexSort {
    private final IntBinaryOperator order;

    private IndexSort(IntBinaryOperator order) {
        this.order = order;
    }

    /**
     * The indexes from 0 on, in an order; equal ones stay as they are.
     *
     * @param size how many
     * @param order compares two of them, as {@link java.util.Comparator} does
     */
    public static int[] sorted(int size, IntBinaryOperator order) {
        int[] indexes = new int[size];
        Arrays.setAll(indexes, i -> i);
        return new IndexSort(order).sort(indexes);
    }

    private int[] sort(int[] indexes) {
        int size = indexes.length;
        int[] from = indexes;
        int[] to = new int[size];
        for (int width = 1; width < size; width *= 2) {
            for (int left = 0; left < size; left += 2 * width) {
                merge(from, to, left, Math.min(left + width, size), Math.min(left + 2 * width, size));
            }
            int[] sorted = to;
            to = from;
            from = sorted;
        }
        return from;
    }

    private void merge(int[] from, int[] to, int left, int middle, int right) {
        int a = left;
        int b = middle;
        for (int i = left; i < right; i++) {
            boolean takeLeft = b >= right || a < middle && order.applyAsInt(from[a], from[b]) <= 0;
            to[i] = takeLeft ? from[a++] : from[b++];
        }
    }
}
