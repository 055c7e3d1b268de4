package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.findings.Finding;
import io.github.etl2jfr.views.findings.Findings;
import io.github.etl2jfr.views.findings.RuleRun;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Width;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is worth a look, and what to do about it. */
final class FindingsView implements Content {
    private static final String INDENT = "  ";

    /** Width of texts of which a few words tell nothing: in a table they are there whole or not at all. */
    private static final int WHOLE = Integer.MAX_VALUE;

    private final Table table = new Table(
                    "findings",
                    "Findings",
                    Column.text("severity", "Severity"),
                    Column.text("rule", "Rule").atLeast(30),
                    Column.text("summary", "Summary").atLeast(40),
                    Column.text("explanation", "Explanation").atLeast(WHOLE).optional(2),
                    Column.text("solution", "Solution").atLeast(WHOLE).optional(1),
                    Column.share("score", "Score").optional(6),
                    Column.moment("start", "At").optional(5),
                    Column.text("thread", "Thread").optional(4),
                    Column.text("id", "Id").optional(3))
            .ranked();

    private Findings findings;

    private List<String> notes;

    /** The processes that are JVMs; null if the user does not say. */
    private ThreadChoice jvms;

    @Override
    public boolean chooseJvms(ThreadChoice chosen) {
        jvms = chosen;
        return true;
    }

    @Override
    public List<Table> tables() {
        return List.of(table);
    }

    @Override
    public void look(TraceReader reader, Overview overview) throws IOException, RecordingException {
        findings = RuleRun.of(reader, overview, jvms);
        notes = FindingsText.notes(findings, reader, overview);
    }

    @Override
    public void fill(Overview overview) {
        for (Finding finding : findings.all()) {
            table.add(
                    finding.severity().text(),
                    finding.rule(),
                    FindingsText.plain(finding.summary()),
                    FindingsText.plain(finding.explanation()),
                    FindingsText.plain(finding.solution()),
                    finding.score(),
                    finding.start(),
                    finding.thread(),
                    finding.id());
        }
    }

    @Override
    public String units() {
        return "Moments are in seconds from the start, as for --from and --to.";
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public String missing() {
        return findings.missing();
    }

    @Override
    public List<String> picture(Layout layout, Integer limit) {
        List<String> lines = new ArrayList<>();
        notes.forEach(note -> lines.addAll(List.of(wrap("note: " + note, layout.width()), "")));
        List<Finding> worthTelling = findings.worthTelling();
        int most = limit == null || limit == 0 ? worthTelling.size() : Math.min(limit, worthTelling.size());
        for (Finding finding : worthTelling.subList(0, most)) {
            String heading = "%s: %s".formatted(finding.severity().text(), finding.rule());
            lines.add(layout.heading(wrap(heading, layout.width())));
            for (String paragraph : List.of(finding.summary(), finding.explanation(), finding.solution())) {
                lines.addAll(indented(paragraph, layout.width()));
            }
            lines.add("");
        }
        if (most < worthTelling.size()) {
            lines.addAll(List.of("(and %d more; --limit 0 shows all)".formatted(worthTelling.size() - most), ""));
        }
        FindingsText.rest(findings).forEach(text -> lines.add(wrap(text, layout.width())));
        return lines;
    }

    private static String wrap(String text, int width) {
        return FindingsText.plain(Width.wrap(Harmless.text(text), width));
    }

    private static List<String> indented(String paragraph, int width) {
        return paragraph.isEmpty()
                ? List.of()
                : wrap(paragraph, width - INDENT.length())
                        .lines()
                        .map(INDENT::concat)
                        .toList();
    }
}
