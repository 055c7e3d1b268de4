package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.CriticalPaths;
import io.github.etl2jfr.views.model.Doing;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.PathPart;
import io.github.etl2jfr.views.model.PathTotals;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.text.Amount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
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
                    "The JVM's events, and what their threads and those they waited for did",
                    Column.javaEvent(),
                    Column.count("count", "Events").optional(3),
                    Column.count("followed", "Followed"),
                    Column.time("duration", "Took"),
                    Column.time("running", "ran").optional(5),
                    Column.time("ready", "ready").optional(7),
                    Column.time("waiting", "waited").optional(6),
                    Column.time("absent", "not there").optional(0),
                    Column.time("unknown", "unknown").optional(1))
            .inOrderOf("duration")
            .usually(12);

    private final Table parts = DoingColumns.table(
                    "parts",
                    "Which threads did that",
                    DOING,
                    Column.javaEvent(),
                    Column.time("total", "Time"),
                    Column.share("share", "%"),
                    Column.count("count", "Events").optional(4))
            .usually(12);

    private final Table displacers = new Table(
                    "displacers",
                    "Programs that kept those from running",
                    Column.javaEvent(),
                    Column.text("process", "Process"),
                    Column.count("threads", "Threads").optional(1),
                    Column.time("total", "Behind it"),
                    Column.share("share", "% of ready").optional(2))
            .usually(12);

    private final List<String> notes = new ArrayList<>();
    private final int mostEvents;
    private final long mostSlices;

    /** What the paths of the JVM's events have in common, by type of event. */
    private Map<String, PathTotals> totals = Map.of();

    BottlenecksView() {
        this(MOST_EVENTS, CriticalPaths.slicesOfHalfTheHeap());
    }

    /** A view that keeps no more events and slices than that. */
    BottlenecksView(int mostEvents, long mostSlices) {
        this.mostEvents = mostEvents;
        this.mostSlices = mostSlices;
    }

    @Override
    public boolean hasLatencies() {
        return true;
    }

    @Override
    public List<Table> tables() {
        return List.of(events, parts, displacers);
    }

    @Override
    public Overview overview(SortOrder sort, int most) {
        return new Overview(mostEvents);
    }

    @Override
    public void look(TraceReader reader, Overview overview) throws IOException, RecordingException {
        overview.coverage().requireSlices();
        ExplainView.requireLatencies(reader, overview);
        ExplainView.noteOnVirtualThreads(reader, overview).ifPresent(notes::add);
        List<Latency> longest = overview.longestLatencies();
        CriticalPaths paths = new CriticalPaths(longest, overview.session().leftOut(), mostSlices);
        reader.again(paths);
        totals = longest.stream()
                .collect(Collectors.groupingBy(
                        Latency::javaEvent, Collectors.collectingAndThen(Collectors.toList(), paths::total)));
        noteWhatIsNotFollowed(overview.latencyCount(), longest);
    }

    private void noteWhatIsNotFollowed(long count, List<Latency> longest) {
        long followed = totals.values().stream().mapToLong(PathTotals::events).sum();
        if (followed == count) {
            events.hide("followed");
            return;
        }
        long known = longest.stream().filter(event -> event.thread() != null).count();
        String why = followed < known
                ? "; java -Xmx4g -jar etl2jfr.jar has memory for more"
                : longest.size() < count ? ", the longest" : "; the threads of the others are unknown";
        notes.add("all but the number of events is about the %s of %s that could be followed%s"
                .formatted(Amount.number(followed), Amount.of(count, "event"), why));
    }

    @Override
    public void fill(Overview overview) {
        overview.latencies().stream()
                .sorted(Comparator.comparing(type -> -type.getValue().all().duration()))
                .forEach(type -> add(type.getKey(), type.getValue().all().count(), totals.get(type.getKey())));
        notes.addAll(ExplainView.notesOnPart(overview));
        events.hideIfNothing("absent");
        parts.sort("total", "javaEvent");
        displacers.sort("total", "javaEvent");
    }

    private static long absent(PathTotals its) {
        return its.total(Doing.State.NOT_STARTED) + its.total(Doing.State.ENDED);
    }

    private void add(String type, long count, PathTotals its) {
        if (its == null || its.events() == 0) {
            events.add(type, count, 0, null, null, null, null, null, null);
            return;
        }
        long running = its.total(Doing.State.RUNNING);
        long ready = its.total(Doing.State.READY);
        long waiting = its.total(Doing.State.WAITING);
        long absent = absent(its);
        long unknown = its.duration() - running - ready - waiting - absent;
        events.add(type, count, its.events(), its.duration(), running, ready, waiting, absent, unknown);
        for (PathPart part : its.parts()) {
            double share = (double) part.total() / its.duration();
            DoingColumns.add(parts, part.doing(), DOING, type, part.total(), share, part.events());
        }
        long untold = ready;
        for (PathTotals.Displacer each : its.displacers()) {
            displacers.add(type, each.process(), each.threads(), each.total(), (double) each.total() / ready);
            untold -= each.total();
        }
        if (untold > 0) {
            displacers.add(type, null, null, untold, (double) untold / ready);
        }
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
