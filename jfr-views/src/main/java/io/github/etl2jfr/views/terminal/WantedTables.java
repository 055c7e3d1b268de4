package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.text.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which tables of a view the user wants to see, what they are to be sorted by, and how many of their rows are wanted. */
final class WantedTables {
    /** The table that there can be too much for. */
    private static final String LONGEST = "longest";

    private final String command;
    private final Content content;
    private final String only;
    private final SortOrder sort;
    private final Integer limit;
    private final List<Table> tables;

    /**
     * Those of a view.
     *
     * @param command what one types for the view
     * @param only name of the only table to show, null for all
     * @param sort what to sort by
     * @param limit most rows of a table, 0 for all, null for the usual number
     * @throws IllegalArgumentException if there is no such table; the message is one line for the user
     */
    WantedTables(String command, Content content, String only, SortOrder sort, Integer limit) {
        this.command = command;
        this.content = content;
        this.only = only;
        this.sort = sort;
        this.limit = limit;
        this.tables = chosen();
    }

    private List<Table> chosen() {
        List<Table> all = content.tables();
        if (only == null) {
            return all;
        }
        List<Table> wanted =
                all.stream().filter(each -> each.name().equalsIgnoreCase(only)).toList();
        if (wanted.isEmpty()) {
            List<String> names = all.stream().map(Table::name).toList();
            throw new IllegalArgumentException(
                    "%s has no table '%s'%s".formatted(command, only, meant(only, names, names)));
        }
        return wanted;
    }

    List<Table> all() {
        return tables;
    }

    /** The one that there is no other than in CSV. */
    Table first() {
        return tables.get(0);
    }

    /** What counts all that is to be in them. */
    Overview overview() {
        boolean hasLongest = tables.stream().anyMatch(this::isLongest);
        int most = !hasLongest ? 0 : limit == null ? content.usualLongest() : limit == 0 ? Integer.MAX_VALUE : limit;
        return content.overview(hasLongest ? sort : SortOrder.USUAL, most);
    }

    private boolean isLongest(Table each) {
        return content.isAboutLongest() || each.name().equals(LONGEST);
    }

    /**
     * Makes sure that one of them can be sorted as is wanted.
     *
     * @throws IllegalArgumentException if none can; the message is one line for the user
     */
    void requireSortable() {
        if (!sort.isUsual() && tables.stream().noneMatch(this::isToBeSorted)) {
            throw new IllegalArgumentException(unsortable());
        }
    }

    private boolean isToBeSorted(Table each) {
        return each.isSortable() && each.has(sort.column());
    }

    private String unsortable() {
        if (tables.stream().noneMatch(Table::isSortable)) {
            return "table '%s' of %s cannot be sorted".formatted(first().name(), command);
        }
        Set<String> keys = sortable(Table::keys);
        List<String> words = new ArrayList<>(keys);
        words.addAll(sortable(Table::titles));
        return "%s has no column '%s' to sort by%s"
                .formatted(command, sort.column(), meant(sort.column(), words, keys));
    }

    private Set<String> sortable(Function<Table, List<String>> words) {
        return tables.stream()
                .filter(Table::isSortable)
                .flatMap(each -> words.apply(each).stream())
                .filter(content::isSortedBy)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * @param words that may be meant
     * @param names to list if none is
     */
    private static String meant(String typed, Collection<String> words, Collection<String> names) {
        return Spelling.hint(typed, words).orElseGet(() -> "; there are " + String.join(", ", names));
    }

    /**
     * Makes sure that what people see is sorted as is wanted.
     *
     * @throws IllegalArgumentException if it is a picture that is not
     */
    void requireSortedText() {
        if (!sort.isUsual() && only == null && !content.isPictureSorted()) {
            throw new IllegalArgumentException(
                    "%s is a picture, which is not sorted; %s".formatted(command, otherTable()));
        }
    }

    /**
     * Makes sure that the only table in CSV is sorted as is wanted.
     *
     * @throws IllegalArgumentException if only others can be
     */
    void requireSortedCsv() {
        if (!sort.isUsual() && !isToBeSorted(first())) {
            throw new IllegalArgumentException("CSV has only the table '%s', which cannot be sorted by '%s'; %s"
                    .formatted(first().name(), sort.column(), otherTable()));
        }
    }

    private String otherTable() {
        return tables.stream()
                .filter(this::isToBeSorted)
                .map(Table::name)
                .collect(Collectors.joining(" or ", "for one that is: --table ", ""));
    }

    /** Sorts those that have the column, now that they have rows. */
    void sort() {
        if (!sort.isUsual()) {
            tables.stream().filter(this::isToBeSorted).forEach(each -> each.sortAsWanted(sort));
        }
    }

    /** Keeps the rows that people want to see. */
    void limitForPeople() {
        limit(true);
    }

    /** Keeps the rows that programs get. */
    void limitForPrograms() {
        limit(false);
    }

    private void limit(boolean forPeople) {
        for (Table each : tables) {
            int most = limit != null
                    ? limit
                    : forPeople ? each.usualLimit() : isLongest(each) ? content.usualLongest() : 0;
            if (most > 0 && !each.isFixed()) {
                each.limit(most);
            }
        }
    }

    /** Whether the user did not say how many rows are wanted. */
    boolean isLimitUsual() {
        return limit == null;
    }

    /** For people in place of the tables; empty if those, or one of them, are what there is to see. */
    List<String> picture(Layout layout) {
        return only == null ? content.picture(layout, limit) : List.of();
    }
}
