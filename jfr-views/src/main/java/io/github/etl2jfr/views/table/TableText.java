package io.github.etl2jfr.views.table;

import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.EventName;
import io.github.etl2jfr.views.text.Time;
import io.github.etl2jfr.views.text.Width;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table in text that is no wider than the terminal: long texts are cut off, then columns that are not needed are
 * left out, the least important first.
 */
public final class TableText {
    private static final String GAP = "  ";

    /** Characters that a text is not cut below. */
    private static final int SHORTEST = 4;

    private static final String NOT_KNOWN = "-";

    private final Table table;
    private final long start;
    private final Layout layout;
    private final List<Column> columns;

    /** The cells of the columns that are shown. */
    private final List<List<String>> cells = new ArrayList<>();

    private TableText(Table table, long start, Layout layout) {
        this.table = table;
        this.start = start;
        this.layout = layout;
        this.columns = new ArrayList<>(table.columns());
        for (List<Object> row : table.rows()) {
            cells.add(new ArrayList<>(IntStream.range(0, row.size())
                    .mapToObj(i -> cell(columns.get(i), row.get(i)))
                    .toList()));
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).kind() == Column.Kind.CODE) {
                tellApart(i);
            }
        }
        for (int i = columns.size() - 1; i >= 0; i--) {
            if (table.isHidden(columns.get(i))) {
                remove(i);
            }
        }
    }

    /**
     * Its lines.
     *
     * @param start what moments are told from, in nanoseconds since 1970
     */
    public static List<String> lines(Table table, long start, Layout layout) {
        return new TableText(table, start, layout).lines();
    }

    /** Calls that differ in their packages alone have these. */
    private void tellApart(int column) {
        Map<String, Set<Object>> byText = new HashMap<>();
        for (int row = 0; row < cells.size(); row++) {
            byText.computeIfAbsent(cells.get(row).get(column), key -> new HashSet<>())
                    .add(String.valueOf(table.rows().get(row).get(column)));
        }
        for (int row = 0; row < cells.size(); row++) {
            List<String> ofRow = cells.get(row);
            if (byText.get(ofRow.get(column)).size() > 1) {
                ofRow.set(
                        column, layout.text(String.valueOf(table.rows().get(row).get(column))));
            }
        }
    }

    private String cell(Column column, Object value) {
        if (value == null) {
            return NOT_KNOWN;
        }
        return switch (column.kind()) {
            case TEXT, PICTURE -> layout.text(value.toString());
            case JAVA_EVENT -> layout.text(EventName.of(value.toString()));
            case CODE -> layout.text(((StackFrame) value).withoutPackage());
            case MOMENT -> Time.seconds(((Number) value).longValue() - start);
            case ID, COUNT, TIME, SHARE -> number(column.kind(), (Number) value);
        };
    }

    /** A number as people read it. */
    static String number(Column.Kind kind, Number value) {
        return switch (kind) {
            case COUNT -> Amount.number(value.longValue());
            case TIME -> Time.millis(value.longValue());
            case SHARE -> Amount.percent(value.doubleValue());
            default -> Long.toString(value.longValue());
        };
    }

    private List<String> lines() {
        List<String> hidden = chooseColumns();
        int[] widths = fittingWidths();
        List<String> lines = new ArrayList<>();
        lines.add(layout.heading(Width.wrap(table.heading(), layout.width())));
        lines.add(layout.heading(line(columns.stream().map(Column::title).toList(), widths)));
        for (List<String> row : cells) {
            lines.add(line(row, widths));
        }
        if (cells.isEmpty()) {
            lines.add(Width.wrap(table.ifEmpty(), layout.width()));
        }
        if (table.leftOut() > 0) {
            lines.add(note("and %s more; --limit 0 shows all".formatted(Amount.number(table.leftOut()))));
        }
        table.cutWhole()
                .ifPresent(whole -> lines.add(
                        note("and those of %s more; --limit 0 shows all".formatted(Amount.number(whole.leftOut())))));
        if (!hidden.isEmpty()) {
            lines.add(note("left out to fit the width: " + String.join(", ", hidden)));
        }
        return lines;
    }

    private String note(String text) {
        return Width.wrap("(" + text + ")", layout.width());
    }

    /**
     * Takes away columns for which there is no place.
     *
     * @return their titles
     */
    private List<String> chooseColumns() {
        int[] byImportance = IntStream.range(0, columns.size())
                .filter(i -> !columns.get(i).paired())
                .boxed()
                .sorted(Comparator.comparingInt(this::importance).reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        int width = -GAP.length();
        int leastWidth = width;
        Set<Integer> hidden = new TreeSet<>(Comparator.reverseOrder());
        for (int i : byImportance) {
            int wider = width
                    + withPaired(i).map(j -> GAP.length() + shortenedWidth(j)).sum();
            int leastWider = leastWidth
                    + withPaired(i).map(j -> GAP.length() + leastWidth(j)).sum();
            // What is needed is rather cut further than left out.
            boolean isNeeded = importance(i) == Column.NEEDED;
            if ((isNeeded ? leastWider : wider) <= layout.width()) {
                width = wider;
                leastWidth = leastWider;
            } else {
                withPaired(i).forEach(hidden::add);
            }
        }
        List<String> titles = new ArrayList<>();
        for (int i : hidden) {
            if (!columns.get(i).paired()) {
                titles.add(0, columns.get(i).title());
            }
            remove(i);
        }
        titles.removeIf(String::isEmpty);
        return titles;
    }

    private void remove(int i) {
        columns.remove(i);
        cells.forEach(row -> row.remove(i));
    }

    /** A column and those that say nothing without it. */
    private IntStream withPaired(int lead) {
        return IntStream.iterate(
                lead, i -> i == lead || i < columns.size() && columns.get(i).paired(), i -> i + 1);
    }

    /** What is known of no row is first to go, what the table is sorted by last. */
    private int importance(int lead) {
        if (withPaired(lead).anyMatch(i -> table.isWanted(columns.get(i)))) {
            return Column.NEEDED;
        }
        int importance = columns.get(lead).importance();
        boolean isKnown = cells.stream()
                .anyMatch(row -> withPaired(lead).anyMatch(i -> !row.get(i).equals(NOT_KNOWN)));
        return isKnown || importance == Column.NEEDED ? importance : -1;
    }

    /** How wide a column gets when its texts are cut as far as they may be. */
    private int shortenedWidth(int i) {
        Column column = columns.get(i);
        int natural = naturalWidth(i);
        return column.kind().isLong()
                ? Math.min(natural, Math.max(column.shortened(), column.title().length()))
                : natural;
    }

    private int leastWidth(int i) {
        int natural = naturalWidth(i);
        return columns.get(i).kind().isLong() ? Math.min(natural, SHORTEST) : natural;
    }

    private int naturalWidth(int column) {
        int width = columns.get(column).title().length();
        for (List<String> row : cells) {
            width = Math.max(width, Width.of(row.get(column)));
        }
        return width;
    }

    /** The text that can best do with less is cut first; if none can, the longest. */
    private int[] fittingWidths() {
        // No text gets more than all the width: what is cut of it beyond that need not be counted.
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> columns.get(i).kind().isLong() ? Math.min(naturalWidth(i), layout.width()) : naturalWidth(i))
                .toArray();
        int total = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
        Comparator<Integer> byExcess = Comparator.comparingInt(
                i -> Math.max(0, widths[i] - columns.get(i).shortened()));
        for (; total > layout.width(); total--) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> columns.get(i).kind().isLong() && widths[i] > SHORTEST)
                    .boxed()
                    .max(byExcess.thenComparingInt(i -> widths[i]))
                    .orElse(-1);
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    private String line(List<String> texts, int[] widths) {
        return IntStream.range(0, texts.size())
                .mapToObj(i -> {
                    String text = texts.get(i);
                    return columns.get(i).kind().isText()
                            ? Width.fit(text, widths[i])
                            : " ".repeat(Math.max(0, widths[i] - text.length())) + text;
                })
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }
}
