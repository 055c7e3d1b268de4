package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.ThreadTotals;
import io.github.etl2jfr.views.model.Totals;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.List;

/** Who ran, and who would have liked to. */
final class SummaryView implements Content {
    private final Table processes = table(
                    "processes",
                    "Processes",
                    Column.text("process", "Process"),
                    Column.count("threads", "Threads").optional(1))
            .usually(8);

    private final Table threads = table(
                    "threads",
                    "Threads",
                    Column.text("thread", "Thread"),
                    Column.text("process", "Process").optional(5))
            .usually(12);

    /** What somebody did all in all. */
    private static Table table(String name, String heading, Column who, Column more) {
        return new Table(
                name,
                heading,
                who,
                more,
                Column.time("running", "Running"),
                Column.time("ready", "Ready"),
                Column.time("waiting", "Waiting").optional(3),
                Column.count("switches", "Switches").optional(2),
                Column.time("longestReady", "Longest ready").optional(4));
    }

    private static void add(Table table, Object who, Object more, Totals totals, Overview overview) {
        table.add(
                who,
                more,
                overview.coverage().ifTold(Slice.Kind.RUNNING, totals.running()),
                overview.coverage().ifTold(Slice.Kind.READY, totals.ready()),
                overview.coverage().ifTold(Slice.Kind.WAITING, totals.waiting()),
                overview.coverage().hasSwitches() ? totals.switches() : null,
                overview.coverage().ifTold(Slice.Kind.READY, totals.longestReady()));
    }

    @Override
    public List<Table> tables() {
        return List.of(processes, threads);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        Coverage coverage = overview.coverage();
        coverage.requireSlices();
        overview.totalsBy(TraceThread::process)
                .forEach((process, its) -> add(processes, process, its.threads(), its.totals(), overview));
        for (ThreadTotals thread : overview.threads()) {
            add(threads, thread.thread(), thread.thread().process(), thread.totals(), overview);
        }
        processes.sort("running", "ready", "waiting");
        threads.sort("running", "ready", "waiting");
    }
}
