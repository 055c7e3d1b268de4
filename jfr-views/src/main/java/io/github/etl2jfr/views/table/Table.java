package io.github.etl2jfr.views.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A table that people and programs can read. A cell holds what its column's kind says, a text also as the thread it
 * names, or null where that is not known.
 */
public final class Table {
    private final String name;
    private final String heading;
    private final List<Column> columns;
    private final List<List<Object>> rows = new ArrayList<>();

    /** 0 for all. */
    private int usualLimit;

    private String ifEmpty = "none";
    private boolean fixed;
    private boolean ranked;

    /** The key of the column that it is sorted by; null if its rows have an order of their own. */
    private String sortedBy;

    /** The key that people want it sorted by; null if they did not say. */
    private String wanted;

    /** The keys of columns that people need not see. */
    private final Set<String> hidden = new HashSet<>();

    /** Rows that there would be if all were kept. */
    private long total;

    /** The one whose rows this one's tell more of; null if it tells of nothing that others do. */
    private Table whole;

    /**
     * An empty one.
     *
     * @param name for programs, such as {@code threads}
     * @param heading for people
     */
    public Table(String name, String heading, Column... columns) {
        this.name = name;
        this.heading = heading;
        this.columns = List.of(columns);
    }

    /** The same, of which people usually want to see only so many rows. */
    public Table usually(int rowsShown) {
        usualLimit = rowsShown;
        return this;
    }

    /** The same, which says why where it has no rows. */
    public Table ifEmpty(String why) {
        ifEmpty = "none: " + why;
        return this;
    }

    /** The same, whose rows have an order of their own and are few. */
    public Table fixed() {
        fixed = true;
        return this;
    }

    /** The same, whose rows have an order of their own, in which those that matter most come first. */
    public Table ranked() {
        ranked = true;
        return this;
    }

    /** The same, which tells more of each row of another one, and nothing of those that the other has no place for. */
    public Table partsOf(Table other) {
        whole = other;
        return this;
    }

    /** The same, whose rows are added in the order of a column. */
    public Table inOrderOf(String key) {
        sortedBy = key;
        return this;
    }

    public void add(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(name + ": " + cells.length + " cells for " + columns);
        }
        List<Object> row = new ArrayList<>();
        Collections.addAll(row, cells);
        rows.add(row);
        total = Math.max(total, rows.size());
    }

    public String name() {
        return name;
    }

    public String heading() {
        return heading;
    }

    List<Column> columns() {
        return columns;
    }

    public List<List<Object>> rows() {
        return rows;
    }

    /** Says how many rows there are, if only some of them were added. */
    public void setTotal(long itsTotal) {
        total = itsTotal;
    }

    /** Rows that there are, with those for which there was no place. */
    public long total() {
        return total;
    }

    /** Rows for which there was no place. */
    public long leftOut() {
        return total - rows.size();
    }

    /**
     * The table whose rows it tells more of, if that has no place for some of these: then nobody knows how many rows
     * there would be here.
     */
    public Optional<Table> cutWhole() {
        return Optional.ofNullable(whole).filter(other -> other.leftOut() > 0);
    }

    /** The keys of the columns that have one. */
    public List<String> keys() {
        return withKey().map(Column::key).toList();
    }

    /** The titles of these. */
    public List<String> titles() {
        return withKey().map(Column::title).toList();
    }

    private Stream<Column> withKey() {
        return columns.stream().filter(column -> !column.key().isEmpty());
    }

    /** What to say in place of rows where there are none. */
    public String ifEmpty() {
        return ifEmpty;
    }

    public int usualLimit() {
        return usualLimit;
    }

    /** Sorts it as the user wants it, who then wants to see by what. */
    public void sortAsWanted(SortOrder order) {
        sortBy(order.column(), order.reversed());
        sortedBy = key(order.column());
        wanted = sortedBy;
    }

    boolean isSortedBy(Column column) {
        return column.key().equals(sortedBy);
    }

    boolean isWanted(Column column) {
        return column.key().equals(wanted);
    }

    /** Keeps a column from people, as it tells nothing, unless they want it. */
    public void hide(String key) {
        hidden.add(key);
    }

    /** Hides a column, as {@link #hide}, if nothing is told in it, or that it was nothing each time. */
    public void hideIfNothing(String key) {
        int index = columns.indexOf(find(key).orElseThrow());
        if (rows.stream().map(row -> row.get(index)).allMatch(cell -> cell == null || cell.equals(0L))) {
            hide(key);
        }
    }

    boolean isHidden(Column column) {
        return hidden.contains(column.key()) && !isWanted(column);
    }

    public boolean isSortable() {
        return !fixed && !ranked;
    }

    public boolean isFixed() {
        return fixed;
    }

    /** Whether there is a column with a key, a name or a title, in whichever case. */
    public boolean has(String column) {
        return find(column).isPresent();
    }

    /** The key of a column that has it, or a name or title; there is one. */
    public String key(String column) {
        return find(column).orElseThrow().key();
    }

    /** The column that a word names: by its key or name, and only if none has that, by its title. */
    private Optional<Column> find(String word) {
        return Stream.<Function<Column, String>>of(Column::key, Column::name, Column::title)
                .flatMap(naming ->
                        withKey().filter(column -> naming.apply(column).equalsIgnoreCase(word)))
                .findFirst();
    }

    /**
     * Puts the largest first, and texts, ids and moments in their order; what is not known comes last. A key counts
     * where those before it are equal.
     */
    public void sort(String... keys) {
        for (int i = keys.length - 1; i >= 0; i--) {
            sortBy(keys[i], false);
        }
        sortedBy = key(keys[0]);
    }

    private void sortBy(String key, boolean reversed) {
        Column column = find(key).orElseThrow(() -> new IllegalArgumentException(name + " has no column " + key));
        int index = columns.indexOf(column);
        Comparator<Object> ascending =
                switch (column.kind()) {
                    case TEXT, JAVA_EVENT, CODE, PICTURE ->
                        Comparator.comparing((Object text) -> text.toString().toLowerCase(Locale.ROOT));
                    case SHARE -> Comparator.comparingDouble((Object share) -> ((Number) share).doubleValue());
                    case ID, MOMENT, COUNT, TIME ->
                        Comparator.comparingLong((Object number) -> ((Number) number).longValue());
                };
        Comparator<Object> order = column.kind().isLargestFirst() == reversed ? ascending : ascending.reversed();
        rows.sort(Comparator.comparing((List<Object> row) -> row.get(index), Comparator.nullsLast(order)));
    }

    /** Keeps only the first rows. */
    public void limit(int most) {
        if (rows.size() > most) {
            rows.subList(most, rows.size()).clear();
        }
    }
}
