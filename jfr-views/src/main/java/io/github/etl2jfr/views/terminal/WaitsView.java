package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.model.WaitReasons;
import io.github.etl2jfr.views.model.WaitTotals;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.List;
import java.util.Map;

/** What threads waited for, and who ended that. */
final class WaitsView implements Content {
    private final Table reasons = new Table(
            "reasons",
            "Waits by reason",
            Column.text("reason", "Reason").atLeast(17),
            Column.text("meaning", "A thread").atLeast(30).optional(4),
            Column.count("count", "Waits"),
            Column.time("total", "Together"),
            Column.time("longest", "Longest"),
            Column.text("longestWaiter", "waited longest").optional(1),
            Column.count("waiters", "Threads").optional(3),
            Column.text("waker", "Woken most by").optional(2));

    private final Table wakers = new Table(
                    "wakers",
                    "Waits by who ended them",
                    Column.text("waker", "Waker"),
                    Column.text("process", "Process"),
                    Column.count("count", "Waits"),
                    Column.time("total", "Together"),
                    Column.time("longest", "Longest").optional(2),
                    Column.count("waiters", "Threads").optional(1))
            .usually(12);

    @Override
    public List<Table> tables() {
        return List.of(reasons, wakers);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        overview.coverage().requireSlices(Slice.Kind.WAITING);
        for (Map.Entry<String, WaitTotals> entry : overview.waitsByReason()) {
            String reason = entry.getKey();
            WaitTotals waits = entry.getValue();
            reasons.add(
                    reason,
                    reason == null ? "waits for an unknown reason" : WaitReasons.meaning(reason),
                    waits.count(),
                    waits.total(),
                    waits.longest(),
                    waits.longestWaiter(),
                    waits.waiters(),
                    waits.mostFrequentWaker());
        }
        for (Map.Entry<TraceThread, WaitTotals> entry : overview.waitsByWaker()) {
            WaitTotals waits = entry.getValue();
            wakers.add(
                    entry.getKey(),
                    entry.getKey() == null ? null : entry.getKey().process(),
                    waits.count(),
                    waits.total(),
                    waits.longest(),
                    waits.waiters());
        }
        reasons.sort("total");
        wakers.sort("total");
    }
}
