package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.DisplacerTotals;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Who ran while threads were ready. */
final class DisplacersView implements Content {
    private final Table processes = new Table(
                    "processes",
                    "Programs that ran on the processors that ready threads got in the end",
                    Column.text("process", "Process"),
                    Column.count("threads", "Threads").optional(1),
                    Column.time("total", "Behind it"),
                    Column.time("longest", "Longest"))
            .usually(8);

    private final Table threads = new Table(
                    "threads",
                    "The same by thread",
                    Column.text("thread", "Thread"),
                    Column.text("process", "Process").optional(4),
                    Column.count("count", "Times").optional(3),
                    Column.time("total", "Behind it"),
                    Column.time("longest", "Longest").optional(1),
                    Column.count("lowestPriority", "Min prio").optional(2),
                    Column.count("highestPriority", "Max prio").optional(2))
            .usually(12);

    private final Table ready = new Table(
                    "ready",
                    "All the time that threads were ready",
                    Column.time("total", "Together"),
                    Column.time("behindThreads", "Behind threads"),
                    Column.time("besideIdle", "Processor idle"),
                    Column.time("unknown", "Unknown"))
            .fixed();

    @Override
    public List<Table> tables() {
        return List.of(processes, threads, ready);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        overview.coverage().requireSlices(Slice.Kind.READY);
        overview.coverage().requireSlices(Slice.Kind.RUNNING);
        Map<String, List<DisplacerTotals>> byProcess = overview.displacers().stream()
                .collect(Collectors.groupingBy(each -> each.thread().process()));
        byProcess.forEach((process, its) -> processes.add(
                process,
                its.size(),
                total(its),
                overview.longestDisplacement(
                        process, its.stream().anyMatch(each -> each.thread().ofJvm()))));
        for (DisplacerTotals each : overview.displacers()) {
            threads.add(
                    each.thread(),
                    each.thread().process(),
                    each.count(),
                    each.total(),
                    each.longest(),
                    each.lowestPriority(),
                    each.highestPriority());
        }
        long all = overview.readyTimes().total();
        long behindThreads = total(overview.displacers());
        long besideIdle = overview.readyBesideIdle();
        ready.add(
                all,
                behindThreads,
                overview.coverage().hasIdle() ? besideIdle : null,
                Math.max(0, all - behindThreads - besideIdle));
        processes.sort("total", "process");
        threads.sort("total", "thread");
    }

    private static long total(Collection<DisplacerTotals> displacers) {
        return displacers.stream().mapToLong(DisplacerTotals::total).sum();
    }
}
