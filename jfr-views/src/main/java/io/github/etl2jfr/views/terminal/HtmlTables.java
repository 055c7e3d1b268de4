package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.table.TableHtml;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import java.util.List;
import java.util.Optional;

/** The views' tables as parts of a web page: the same that are shown in the terminal. */
public final class HtmlTables {
    private static final List<View> SHOWN = List.of(
            View.LATENCY,
            View.DISPLACERS,
            View.WAITS,
            View.EXPLAIN,
            View.THREADS,
            View.POOLS,
            View.SUMMARY,
            View.PROCESSORS);

    private HtmlTables() {}

    /** All that the views tell of a recording; a table's id is that of its view and its name. */
    public static String of(Overview overview) {
        StringBuilder html = new StringBuilder();
        for (View view : SHOWN) {
            if (isShown(view, overview)) {
                html.append(section(view, overview));
            }
        }
        return html.toString();
    }

    private static boolean isShown(View view, Overview overview) {
        return SHOWN.contains(view)
                && (view != View.EXPLAIN || overview.session().merged() || overview.latencyCount() > 0);
    }

    /** A link to a table of a view, or to why it is missing; empty if the page has neither. */
    public static Optional<String> link(View view, String name, Overview overview) {
        if (!isShown(view, overview)) {
            return Optional.empty();
        }
        Table table = view.content(new Layout(0, false)).tables().stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
        return Optional.of("<a href=\"#%s\">%s</a>".formatted(id(view, table), heading(view, table)));
    }

    private static String section(View view, Overview overview) {
        Content content = view.content(new Layout(0, false));
        String missing = null;
        try {
            content.fill(overview);
        } catch (RecordingException e) {
            missing = e.getMessage();
        }
        StringBuilder html = new StringBuilder();
        for (Table table : content.tables()) {
            // The whole of it is among the views' tables already.
            if (view == View.SUMMARY && table.name().equals("threads")) {
                continue;
            }
            String id = id(view, table);
            // Where there is no table, links to it lead to why.
            String idOfMissing = missing == null ? "" : " id=\"%s\"".formatted(id);
            html.append("<section class=\"%s\"%s>\n<h2>%s</h2>\n".formatted(id, idOfMissing, heading(view, table)));
            if (missing == null) {
                html.append("<div class=\"scroll\">")
                        .append(TableHtml.of(
                                id, table, overview.session().span().start()))
                        .append("</div>\n");
                if (table.leftOut() > 0) {
                    html.append("<p class=\"more\" data-more=\"%d\">and %s more</p>\n"
                            .formatted(table.leftOut(), Amount.number(table.leftOut())));
                }
            } else {
                html.append("<p>%s</p>\n".formatted(Harmless.html(missing)));
            }
            html.append("</section>\n");
        }
        return html.toString();
    }

    private static String id(View view, Table table) {
        return view.command() + "-" + table.name();
    }

    /** Says what it is about, also far from the others of its view; colours need no key in characters. */
    private static String heading(View view, Table table) {
        return switch (id(view, table)) {
            case "explain-longest" -> "The JVM&#39;s longest events";
            case "latency-longest" -> "The longest ready times, and who ran meanwhile";
            case "displacers-threads" -> "Threads that ran on the processors that ready threads got in the end";
            default -> Harmless.html(table.heading());
        };
    }
}
