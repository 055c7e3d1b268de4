package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.ArrayList;
import java.util.List;

/** What threads of a process did together that have the same name but for the number at its end, as in a pool. */
final class PoolsView implements Content {
    private final Table pools = new Table(
            "pools",
            "Threads whose names differ only in the number at the end",
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
        overview.totalsBy(Pool::of).forEach((pool, its) -> {
            List<Object> row = new ArrayList<>();
            row.add(pool.name());
            row.add(pool.process());
            row.add(its.threads());
            row.addAll(ThreadsView.cells(its.totals(), overview));
            pools.add(row.toArray());
        });
        pools.sort("running", "ready", "waiting");
    }
}
