package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import io.github.etl2jfr.views.text.Width;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What people read before the tables: which trace a recording is of, what it lacks, and how much of it is shown. */
final class ReportHeading {
    private ReportHeading() {}

    /**
     * Its lines.
     *
     * @param overviews what each recording tells, by the word for it, which is of no use where there is only one
     */
    static List<String> lines(Map<String, Overview> overviews, int width) {
        List<String> lines = new ArrayList<>();
        overviews.forEach((when, each) -> {
            String what = overviews.size() == 1 ? "" : when + ": ";
            lines.addAll(lines(what, each, width));
        });
        return lines;
    }

    private static List<String> lines(String before, Overview its, int width) {
        Session session = its.session();
        Span all = session.span();
        Span shown = its.span();
        String what = "%s%s: %s s from %s%s%s"
                .formatted(
                        before,
                        session.file() == null ? "a trace" : Harmless.text(session.file()),
                        Time.seconds(all.length()),
                        Time.moment(all.start()),
                        session.processors() < 0 ? "" : ", " + Amount.of(session.processors(), "processor"),
                        its.coverage().isOfJvm() ? ", in a JVM's recording" : "");
        List<String> lines = new ArrayList<>();
        lines.add(Width.wrap(what, width));
        TraceNotes.of(its).forEach((word, note) -> lines.add(Width.wrap(word + ": " + note, width)));
        if (its.coverage().isPart()) {
            lines.add("shown: %s s to %s s"
                    .formatted(Time.seconds(shown.start() - all.start()), Time.seconds(shown.end() - all.start())));
        }
        int threads = its.threads().size();
        if (threads < its.threadCount()) {
            lines.add("shown: %s of %s".formatted(Amount.number(threads), Amount.of(its.threadCount(), "thread")));
        }
        return lines;
    }
}
