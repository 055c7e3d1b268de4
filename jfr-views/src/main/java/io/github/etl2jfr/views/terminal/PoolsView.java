package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.GroupTotals;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.Totals;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.List;

/** What threads of a process did together that have the same name but for the number at its end, as in a pool. */
final class PoolsView implements Content {
    private final Table pools = new Table(
            "pools",
            "Threads that have the same name but for the number at its end",
            Column.text("pool", "Pool"),
            Column.text("process", "Process").optional(8),
            Column.count("threads", "Threads"),
            Column.time("running", "Running"),
            Column.share("load", "Load %").optional(4),
            Column.time("ready", "Ready"),
            Column.time("waiting", "Waiting").optional(6),
            Column.time("longestReady", "Longest ready").optional(7),
            Column.moment("longestReadyStart", "ready at").optional(1),
            Column.count("switches", "Switches").optional(5),
            Column.count("involuntarySwitches", "Involuntary").optional(3),
            Column.count("migrations", "Migrations").optional(2));

    /** What the threads of a pool have in common. */
    private record Pool(String name, String process) {
        static Pool of(TraceThread thread) {
            return new Pool(thread.pool(), thread.process());
        }
    }

    @Override
    public List<Table> tables() {
        return List.of(pools);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        overview.coverage().requireSlices();
        overview.totalsBy(Pool::of).forEach((pool, its) -> add(pool, its, overview));
        pools.sort("running", "ready", "waiting");
    }

    private void add(Pool pool, GroupTotals its, Overview overview) {
        Coverage coverage = overview.coverage();
        Totals totals = its.totals();
        pools.add(
                pool.name(),
                pool.process(),
                its.threads(),
                coverage.ifTold(Slice.Kind.RUNNING, totals.running()),
                coverage.tells(Slice.Kind.RUNNING) ? overview.span().share(totals.running()) : null,
                coverage.ifTold(Slice.Kind.READY, totals.ready()),
                coverage.ifTold(Slice.Kind.WAITING, totals.waiting()),
                coverage.ifTold(Slice.Kind.READY, totals.longestReady()),
                totals.longestReady() == 0 ? null : totals.longestReadyStart(),
                coverage.hasSwitches() ? totals.switches() : null,
                coverage.hasSwitches() ? totals.involuntarySwitches() : null,
                coverage.ifTold(Slice.Kind.RUNNING, totals.migrations()));
    }
}
