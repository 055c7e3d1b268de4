package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.ThreadTotals;
import io.github.etl2jfr.views.model.Totals;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All that is known of each thread. */
final class ThreadsView implements Content {
    private final Table threads = new Table(
            "threads",
            "Threads",
            Column.text("thread", "Thread"),
            Column.text("process", "Process").optional(12),
            Column.id("osThreadId", "Id").optional(6),
            Column.time("running", "Running"),
            Column.share("load", "Load %").optional(4),
            Column.time("ready", "Ready"),
            Column.time("waiting", "Waiting").optional(10),
            Column.time("longestReady", "Longest ready").optional(11),
            Column.moment("longestReadyStart", "ready at").optional(5),
            Column.count("switches", "Switches").optional(9),
            Column.count("involuntarySwitches", "Involuntary").optional(8),
            Column.count("migrations", "Migrations").optional(6),
            Column.count("lowestPriority", "Min prio").optional(7),
            Column.count("highestPriority", "Max prio").optional(7),
            Column.moment("firstSeen", "First seen").optional(2),
            Column.moment("lastSeen", "Last seen").optional(3));

    @Override
    public List<Table> tables() {
        return List.of(threads);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        overview.coverage().requireSlices();
        for (ThreadTotals thread : overview.threads()) {
            List<Object> row = new ArrayList<>();
            row.add(thread.thread());
            row.add(thread.thread().process());
            row.add(thread.thread().osThreadId());
            row.addAll(cells(thread.totals(), overview));
            row.add(thread.totals().lowestPriority());
            row.add(thread.totals().highestPriority());
            row.add(thread.firstSeen());
            row.add(thread.lastSeen());
            threads.add(row.toArray());
        }
        threads.sort("running", "ready", "waiting");
    }

    /** What is in the columns from {@code running} to {@code migrations}, of a thread or of several together. */
    static List<Object> cells(Totals totals, Overview overview) {
        Coverage coverage = overview.coverage();
        return Arrays.asList(
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
