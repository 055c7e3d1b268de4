package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * What became of things from one recording to another: a row for each that one of them tells of, the most changed
 * first.
 *
 * @param <T> what a recording tells of such a thing; null where it has none
 */
final class ComparedTable<T> {
    /** By how much there is more, and what share of what was there before that is. */
    static final List<Column> CHANGE = List.of(
            Column.time("change", "Change"), Column.share("changeShare", "%").optional(8));

    private final Table table;
    private final int changeColumn;
    private final List<BiFunction<T, Overview, Long>> amounts;

    /**
     * Something of which there can be more or less; how much is told by a recording of what it has, or is null.
     *
     * @param before how much there was; the column after it has the other recording's
     */
    record Measure<T>(Column before, BiFunction<T, Overview, Long> amount) {
        private Stream<Column> columns() {
            return Stream.of(
                    column(before.key() + "Before", before.title()),
                    column(before.key() + "After", "after").withTheOneBefore());
        }

        private Column column(String key, String title) {
            return new Column(key, title, before.kind(), before.importance(), before.shortened(), false);
        }
    }

    /**
     * An empty one.
     *
     * @param names columns for what there is a row for
     * @param main a length of time, of which the change is told, too
     */
    ComparedTable(String name, String heading, List<Column> names, Measure<T> main, List<Measure<T>> others) {
        List<Column> columns = new ArrayList<>(names);
        main.columns().forEach(columns::add);
        changeColumn = columns.size();
        columns.addAll(CHANGE);
        others.stream().flatMap(Measure::columns).forEach(columns::add);
        table = new Table(name, heading, columns.toArray(Column[]::new))
                .inOrderOf("change")
                .usually(12);
        amounts = Stream.concat(Stream.of(main), others.stream())
                .<BiFunction<T, Overview, Long>>map(Measure::amount)
                .toList();
    }

    Table table() {
        return table;
    }

    /** Adds the rows; a key has what is in the first columns. */
    void fill(Overview before, Map<List<Object>, T> itsThings, Overview after, Map<List<Object>, T> otherThings) {
        Set<List<Object>> keys = new LinkedHashSet<>(itsThings.keySet());
        keys.addAll(otherThings.keySet());
        List<List<Object>> rows = new ArrayList<>();
        for (List<Object> key : keys) {
            List<Object> row = new ArrayList<>(key);
            for (BiFunction<T, Overview, Long> amount : amounts) {
                Long was = amount.apply(itsThings.get(key), before);
                Long is = amount.apply(otherThings.get(key), after);
                Collections.addAll(row, was, is);
                if (row.size() == changeColumn) {
                    row.addAll(change(was, is));
                }
            }
            rows.add(row);
        }
        rows.sort(Comparator.comparingLong(
                row -> -Math.abs(orNothing(row.get(changeColumn - 1)) - orNothing(row.get(changeColumn - 2)))));
        rows.forEach(row -> table.add(row.toArray()));
    }

    /** What is not told may be as much of a change as that there is nothing. */
    private static long orNothing(Object amount) {
        return amount == null ? 0 : (Long) amount;
    }

    /** What is in the columns {@link #CHANGE}; null where it is not told, or not a share of anything. */
    static List<Object> change(Long was, Long is) {
        Long change = was == null || is == null ? null : (Long) (is - was);
        return Arrays.asList(change, change == null || was == 0 ? null : (Double) ((double) change / was));
    }
}
