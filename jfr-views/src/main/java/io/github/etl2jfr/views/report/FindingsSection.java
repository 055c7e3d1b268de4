package io.github.etl2jfr.views.report;

import io.github.etl2jfr.views.findings.Finding;
import io.github.etl2jfr.views.findings.Findings;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.ThreadTotals;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.terminal.FindingsText;
import io.github.etl2jfr.views.terminal.HtmlTables;
import io.github.etl2jfr.views.terminal.View;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What rules say, as a part of the page: their summaries, each of which opens to the rest of what it says. */
final class FindingsSection {
    private final Findings findings;
    private final TraceReader reader;
    private final Overview overview;

    /** What of this page shows what a view does that findings name; views of which it shows nothing keep their names. */
    private final Map<String, String> here = new HashMap<>();

    FindingsSection(Findings findings, TraceReader reader, Overview overview) {
        this.findings = findings;
        this.reader = reader;
        this.overview = overview;
        here.put("The view map", "The <a href=\"#timeline\">timeline</a>");
        noteTable("The view latency", View.LATENCY, "longest");
        noteTable("The view displacers", View.DISPLACERS, "threads");
        noteTable("The view explain", View.EXPLAIN, "longest");
    }

    private void noteTable(String viewAsNamed, View view, String name) {
        HtmlTables.link(view, name, overview).ifPresent(link -> here.put(viewAsNamed, "The table " + link));
    }

    String html() {
        StringBuilder html = new StringBuilder("<section class=\"findings\">\n<h2>Findings</h2>\n");
        FindingsText.notes(findings, reader, overview).forEach(note -> html.append(paragraph("note: " + note)));
        for (Finding finding : findings.worthTelling()) {
            String severity = finding.severity().text();
            html.append("<details class=\"finding\">\n<summary><b class=\"%s\">%s</b> <b>%s.</b> %s</summary>\n"
                    .formatted(severity, severity, Harmless.html(finding.rule()), Harmless.html(finding.summary())));
            for (String text : List.of(finding.explanation(), finding.solution())) {
                html.append(paragraph(text));
            }
            html.append(worstCase(finding)).append("</details>\n");
        }
        FindingsText.rest(findings).forEach(note -> html.append(paragraph(note)));
        return html.append("</section>\n").toString();
    }

    private String paragraph(String text) {
        if (text.isEmpty()) {
            return "";
        }
        String html = Harmless.html(text);
        for (Map.Entry<String, String> each : here.entrySet()) {
            html = html.replace(each.getKey(), each.getValue());
        }
        return "<p>%s</p>\n".formatted(html);
    }

    /** A link to where the page shows a finding's worst case; empty if that is not shown, or another thread has the same name. */
    private String worstCase(Finding finding) {
        List<TraceThread> named = overview.threads().stream()
                .map(ThreadTotals::thread)
                .filter(thread -> thread.name().equals(finding.thread()))
                .toList();
        if (named.size() != 1
                || finding.start() == null
                || finding.start() < overview.span().start()
                || finding.start() >= overview.span().end()) {
            return "";
        }
        long moment = finding.start() - overview.session().span().start();
        return "<p>The worst case: <span data-at=\"%d\">%s s</span>, thread <span data-thread=\"%d\">%s</span></p>\n"
                .formatted(
                        moment,
                        Time.seconds(moment),
                        named.get(0).index(),
                        Harmless.html(named.get(0).name()));
    }
}
