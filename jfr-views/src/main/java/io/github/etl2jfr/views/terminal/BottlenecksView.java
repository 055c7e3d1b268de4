package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.CriticalPaths;
import io.github.etl2jfr.views.model.Doing;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.LatencyDistribution;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.PathTotals;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.TraceReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the JVM's events took their time for all together, in their own threads and in those that they waited for. */
final class BottlenecksView implements Content {
    /** The longest; more are not followed. */
    private static final int MOST_EVENTS = 100_000;

    private static final List<Column> DOING = DoingColumns.all().stream()
            .filter(column -> !column.equals(DoingColumns.WOKE))
            .toList();

    private final Table events = new Table(
                    "events",
                    "The JVM's events, and what they and those that they waited for did",
                    Column.javaEvent(),
                    Column.count("count", "Events").optional(3),
                    Column.count("followed", "Followed").optional(2),
                    Column.time("duration", "Took"),
                    Column.time("running", "ran").optional(5),
                    Column.time("ready", "ready").optional(7),
                    Column.time("waiting", "waited").optional(6),
                    Column.time("unknown", "unknown").optional(1))
            .usually(12);

    private final Table parts = DoingColumns.table(
                    "parts",
                    "Who did that",
                    DOING,
                    Column.javaEvent(),
                    Column.time("total", "Time"),
                    Column.share("share", "%"),
                    Column.count("count", "Events").optional(4))
            .usually(12);

    private final Table displacers = new Table(
                    "displacers",
                    "Programs that ran while those were ready",
                    Column.javaEvent(),
                    Column.text("process", "Process"),
                    Column.count("threads", "Threads").optional(1),
                    Column.time("total", "Ran"),
                    Column.share("share", "% of ready"))
            .usually(12);

    private final int mostEvents;
    private final long mostSlices;
    private final Map<String, PathTotals> totals = new LinkedHashMap<>();

    BottlenecksView() {
        this(MOST_EVENTS, CriticalPathView.mostSlices());
    }

    /** One that keeps no more events and slices than that. */
    BottlenecksView(int mostEvents, long mostSlices) {
        this.mostEvents = mostEvents;
        this.mostSlices = mostSlices;
    }

    @Override
    public List<Table> tables() {
        return List.of(events, parts, displacers);
    }

    @Override
    public Overview overview(String sort, int most) {
        return new Overview(mostEvents);
    }

    @Override
    public void look(TraceReader reader, Overview overview) throws IOException, RecordingException {
        overview.requireSlices();
        overview.requireLatencies();
        List<Latency> longest = overview.longestLatencies();
        CriticalPaths paths = new CriticalPaths(longest, overview.session().leftOut(), mostSlices);
        reader.again(paths);
        Map<String, List<Latency>> byType = longest.stream().collect(Collectors.groupingBy(Latency::javaEvent));
        byType.forEach((type, its) -> totals.put(type, paths.total(its)));
    }

    @Override
    public void fill(Overview overview) {
        for (Map.Entry<String, LatencyDistribution> type : overview.latencies()) {
            PathTotals its = totals.get(type.getKey());
            long count = type.getValue().all().count();
            if (its == null || its.events() == 0) {
                events.add(type.getKey(), count, 0, null, null, null, null, null);
            } else {
                add(type.getKey(), count, its);
            }
        }
        if (isAllFollowed(overview)) {
            events.hide("followed");
        }
        events.sort("duration");
        parts.sort("total", "javaEvent");
        displacers.sort("total", "javaEvent");
    }

    private boolean isAllFollowed(Overview overview) {
        return totals.values().stream().mapToLong(PathTotals::events).sum() == overview.latencyCount();
    }

    private void add(String type, long count, PathTotals its) {
        long running = its.total(Doing.State.RUNNING);
        long ready = its.total(Doing.State.READY);
        long waiting = its.total(Doing.State.WAITING);
        events.add(
                type,
                count,
                its.events(),
                its.total(),
                running,
                ready,
                waiting,
                its.total() - running - ready - waiting);
        for (PathTotals.Part part : its.parts()) {
            double share = (double) part.total() / its.total();
            DoingColumns.add(parts, part.doing(), DOING, type, part.total(), share, part.events());
        }
        for (PathTotals.Displacer each : its.displacers()) {
            displacers.add(type, each.process(), each.threads(), each.total(), (double) each.total() / ready);
        }
    }
}
