package io.github.etl2jfr.views.table;

import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.text.EventName;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table as HTML, with what a script needs to fill and sort it anew: the keys, kinds and usual orders of its columns,
 * and which threads and moments its cells tell of.
 */
public final class TableHtml {
    private static final Pattern SAME_CHARACTERS = Pattern.compile("(.)\\1*");
    private static final Map<String, String> PICTURED = Map.of("#", "running", "!", "ready", ".", "waiting");

    /** Pixels that a character of a picture becomes. */
    private static final int PLACE = 6;

    /** Characters of which a cell has room for the widest. */
    private static final int SHORT = 30;

    private TableHtml() {}

    /**
     * The whole element.
     *
     * @param id of the element
     * @param start what moments are told from, in nanoseconds since 1970
     */
    public static String of(String id, Table table, long start) {
        StringBuilder html = new StringBuilder();
        html.append("<table id=\"%s\" data-none=\"%s\">\n<thead><tr>".formatted(id, Harmless.html(table.ifEmpty())));
        for (Column column : table.columns()) {
            html.append("<th scope=\"col\"%s data-key=\"%s\" data-kind=\"%s\" data-order=\"%s\">%s</th>"
                    .formatted(
                            table.isSortedBy(column) ? " aria-sort=\"%s\"".formatted(order(column)) : "",
                            column.key(),
                            kind(column),
                            order(column),
                            Harmless.html(column.title())));
        }
        html.append("</tr></thead>\n<tbody>\n");
        if (table.rows().isEmpty()) {
            html.append("<tr><td colspan=\"%d\">%s</td></tr>\n"
                    .formatted(table.columns().size(), Harmless.html(table.ifEmpty())));
        }
        for (List<Object> row : table.rows()) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                html.append(cell(table.columns().get(i), row.get(i), start));
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table>\n").toString();
    }

    private static String kind(Column column) {
        return column.kind().name().toLowerCase(Locale.ROOT).replace("java_event", "event");
    }

    /** The order that a column is sorted in by {@link Table#sort}. */
    private static String order(Column column) {
        return column.kind().isLargestFirst() ? "descending" : "ascending";
    }

    private static String cell(Column column, Object value, long start) {
        String kind = kind(column);
        if (value == null) {
            return "<td class=\"%s\"></td>".formatted(kind);
        }
        return switch (column.kind()) {
            case TEXT -> {
                String text = value.toString();
                String thread = value instanceof TraceThread its ? " data-thread=\"%d\"".formatted(its.index()) : "";
                yield "<td class=\"text\"%s%s>%s</td>".formatted(thread, title(text), Harmless.html(text));
            }
            case JAVA_EVENT -> {
                String event = EventName.of(value.toString());
                yield "<td class=\"event\"%s>%s</td>".formatted(title(event), Harmless.html(event));
            }
            case CODE ->
                "<td class=\"code\" title=\"%s\">%s</td>"
                        .formatted(
                                Harmless.html(value.toString()), Harmless.html(((StackFrame) value).withoutPackage()));
            case MOMENT -> {
                long moment = ((Number) value).longValue() - start;
                yield "<td class=\"%s\" data-at=\"%d\">%s</td>".formatted(kind, moment, Time.seconds(moment));
            }
            case PICTURE -> "<td class=\"%s\">%s</td>".formatted(kind, bar(value.toString()));
            case ID, COUNT, TIME, SHARE ->
                "<td class=\"%s\">%s</td>".formatted(kind, TableText.number(column.kind(), (Number) value));
        };
    }

    /** A text that may be cut off is seen whole when one points at it. */
    private static String title(String text) {
        return text.length() <= SHORT ? "" : " title=\"%s\"".formatted(Harmless.html(text));
    }

    /** A bar drawn in characters. */
    private static String bar(String picture) {
        StringBuilder svg = new StringBuilder("<svg width=\"%d\" height=\"10\">".formatted(picture.length() * PLACE));
        Matcher parts = SAME_CHARACTERS.matcher(picture);
        while (parts.find()) {
            svg.append("<rect class=\"%s\" x=\"%d\" width=\"%d\" height=\"10\"/>"
                    .formatted(
                            PICTURED.getOrDefault(parts.group(1), "unknown"),
                            parts.start() * PLACE,
                            (parts.end() - parts.start()) * PLACE));
        }
        return svg.append("</svg>").toString();
    }
}
