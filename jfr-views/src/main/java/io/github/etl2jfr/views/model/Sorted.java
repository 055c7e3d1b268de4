package io.github.etl2jfr.views.model;

import java.util.List;
import java.util.function.ToLongFunction;

/** Looks into what is in the order of time. */
final class Sorted {
    private Sorted() {}

    /** How many come before a time, by their own. */
    static <T> int countBefore(List<T> sorted, ToLongFunction<T> ownTime, long time) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ownTime.applyAsLong(sorted.get(middle)) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
