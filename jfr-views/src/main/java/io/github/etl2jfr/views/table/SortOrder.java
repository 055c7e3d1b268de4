package io.github.etl2jfr.views.table;

import java.util.function.ToLongFunction;

/**
 * What people want rows sorted by.
 *
 * @param column its key, name or title, as typed; null for the usual order
 * @param reversed whether the last come first; what is not known stays last
 */
public record SortOrder(String column, boolean reversed) {
    public static final SortOrder USUAL = new SortOrder(null, false);

    /** As typed: a column, with a minus before it to have the last come first; null for the usual order. */
    public static SortOrder of(String typed) {
        boolean reversed = typed != null && typed.startsWith("-");
        return new SortOrder(reversed ? typed.substring(1) : typed, reversed);
    }

    public boolean isUsual() {
        return column == null;
    }

    /** An amount of which the first have most in this order, of one by which they have it in the column's own. */
    public <T> ToLongFunction<T> of(ToLongFunction<T> amount) {
        // The least of all numbers, which stands for what is not known, is its own negative.
        return reversed ? value -> -amount.applyAsLong(value) : amount;
    }
}
