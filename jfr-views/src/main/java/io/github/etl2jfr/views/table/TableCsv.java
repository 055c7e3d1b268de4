package io.github.etl2jfr.views.table;

import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table as CSV (RFC 4180): a line of names, then one for each row. What is not known is empty. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it, by which spreadsheets know a text.
 */
public final class TableCsv {
    private TableCsv() {}

    /** Its lines, the names first. */
    public static List<String> lines(Table table) {
        List<Column> columns = table.columns();
        List<Integer> shown = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).kind() != Column.Kind.PICTURE)
                .boxed()
                .toList();
        List<String> lines = table.rows().stream()
                .map(row -> shown.stream()
                        .map(i -> quoted(cell(columns.get(i).kind(), row.get(i))))
                        .collect(Collectors.joining(",")))
                .collect(Collectors.toList());
        lines.add(0, shown.stream().map(i -> columns.get(i).name()).collect(Collectors.joining(",")));
        return lines;
    }

    private static String cell(Column.Kind kind, Object value) {
        if (value == null) {
            return "";
        }
        return switch (kind) {
            case TEXT, JAVA_EVENT, CODE, PICTURE -> noFormula(Harmless.text(value.toString()));
            case MOMENT -> Time.moment(((Number) value).longValue());
            case COUNT, ID, TIME -> Long.toString(((Number) value).longValue());
            case SHARE -> String.format(Locale.ROOT, "%.6f", ((Number) value).doubleValue());
        };
    }

    private static String noFormula(String text) {
        return !text.isEmpty() && "=+-@".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String quoted(String cell) {
        return cell.contains(",") || cell.contains("\"") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
