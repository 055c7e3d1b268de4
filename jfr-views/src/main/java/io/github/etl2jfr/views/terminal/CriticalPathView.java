package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.findings.RuleRun;
import io.github.etl2jfr.views.model.CriticalPath;
import io.github.etl2jfr.views.model.CriticalPaths;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.PathPart;
import io.github.etl2jfr.views.model.PathStep;
import io.github.etl2jfr.views.model.ReadyBeside;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.StackTrace;
import io.github.etl2jfr.views.model.Totals;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.table.TableText;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.EventName;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import io.github.etl2jfr.views.text.Width;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What the JVM's longest events took their time for, in their own threads and in those that they waited for; of threads,
 * where a recording has no such events.
 */
final class CriticalPathView implements Content {
    private static final int USUAL = 3;

    /** The least share of an event's time that is shown to people. */
    private static final double LEAST_SHARE = 0.01;

    private final Table longest = new Table(
                    "longest",
                    "The JVM's longest events",
                    Column.id("event", "#"),
                    Column.moment("start", "At").optional(3),
                    Column.time("duration", "Took"),
                    Column.javaEvent(),
                    Column.text("thread", "Thread"),
                    Column.time("running", "ran").optional(2),
                    Column.time("ready", "ready").optional(2),
                    Column.time("waiting", "waited").optional(2),
                    Column.time("unknown", "unknown").optional(1),
                    Column.code().optional(0),
                    Column.text("detail", "About").optional(0))
            .usually(USUAL);

    private final Table parts = DoingColumns.table(
                    "parts",
                    "Where that time went, in whichever thread",
                    DoingColumns.all(),
                    Column.id("event", "#"),
                    Column.time("total", "Time"),
                    Column.share("share", "%"),
                    Column.count("count", "Times").optional(0))
            .fixed()
            .partsOf(longest);

    private final Table steps = DoingColumns.table(
                    "steps",
                    "The same, one after the other",
                    DoingColumns.all(),
                    Column.id("event", "#"),
                    Column.moment("start", "At"),
                    Column.time("duration", "Time"))
            .fixed()
            .partsOf(longest);

    private final Table beside = new Table(
                    "beside",
                    "Threads that could have shared the work of a pause, but had no processor",
                    Column.id("event", "#"),
                    Column.text("thread", "Thread"),
                    Column.time("ready", "ready"),
                    Column.share("share", "%"))
            .fixed()
            .partsOf(longest);

    /** The events whose paths are shown, in the order of their numbers, which begin with 1. */
    private List<Latency> events = List.of();

    /** Theirs; null where it could not be followed. */
    private final List<CriticalPath> paths = new ArrayList<>();

    private final long mostSlices;
    private ToLongFunction<Latency> order;
    private int most;
    private CriticalPaths found;
    private long start;

    CriticalPathView() {
        this(CriticalPaths.slicesOfHalfTheHeap());
    }

    /** A view that keeps no more slices than that. */
    CriticalPathView(long mostSlices) {
        this.mostSlices = mostSlices;
    }

    @Override
    public boolean hasLatencies() {
        return true;
    }

    @Override
    public List<Table> tables() {
        return List.of(longest, parts, steps, beside);
    }

    @Override
    public boolean isAboutLongest() {
        return true;
    }

    @Override
    public int usualLongest() {
        return USUAL;
    }

    /** Which events are first by a name is known only when all are there, and paths are found. */
    @Override
    public boolean isSortedBy(String column) {
        return !ExplainView.isByName(longest, new SortOrder(column, false));
    }

    @Override
    public Overview overview(SortOrder sort, int wanted) {
        if (!isSortedBy(sort.column())) {
            throw new IllegalArgumentException(
                    "critical-path is sorted by times, not by '%s'; to choose events: --event, --thread"
                            .formatted(sort.column()));
        }
        order = ExplainView.order(longest, sort, Latency::ready);
        most = wanted;
        return ExplainView.overview(longest, sort, wanted);
    }

    @Override
    public void look(TraceReader reader, Overview overview) throws IOException, RecordingException {
        if (overview.coverage().isAboutLatencies() || !reader.areThreadsChosen()) {
            overview.coverage().requireSlices();
            requireLatencies(reader, overview);
            events = overview.longestLatencies();
            longest.setTotal(overview.latencyCount());
        } else {
            events = timesOfThreads(overview);
            longest.setTotal(overview.threads().size());
        }
        found = new CriticalPaths(events, overview.session().leftOut(), mostSlices);
        reader.again(found);
    }

    private static void requireLatencies(TraceReader reader, Overview overview) throws RecordingException {
        try {
            ExplainView.requireLatencies(reader, overview);
        } catch (RecordingException e) {
            throw overview.coverage().isAboutLatencies() ? e : e.and("; for the path of a thread, name it: --thread");
        }
    }

    /** All the time that is looked at, of each thread, where there are no events: as if that were one. */
    private List<Latency> timesOfThreads(Overview overview) {
        Span time = overview.span();
        return overview.threads().stream()
                .map(thread -> {
                    Totals did = thread.totals();
                    long unknown = time.length() - did.running() - did.ready() - did.waiting();
                    return new Latency(
                            thread.thread(),
                            time.start(),
                            time.length(),
                            null,
                            null,
                            StackTrace.NONE,
                            did.running(),
                            did.ready(),
                            did.waiting(),
                            unknown,
                            did.longestReady(),
                            null,
                            null,
                            0);
                })
                .sorted(Comparator.comparingLong(order).reversed())
                .limit(most)
                .toList();
    }

    @Override
    public void fill(Overview overview) {
        start = overview.session().span().start();
        for (Latency event : events) {
            int number = paths.size() + 1;
            longest.add(
                    number,
                    event.start(),
                    event.duration(),
                    event.javaEvent(),
                    event.thread(),
                    event.running(),
                    event.ready(),
                    event.waiting(),
                    event.unknown(),
                    event.code(),
                    event.detail());
            CriticalPath path = found.of(event);
            paths.add(path);
            if (path != null) {
                fill(number, path);
            }
        }
    }

    private void fill(int number, CriticalPath path) {
        for (PathPart part : path.parts()) {
            DoingColumns.add(
                    parts,
                    part.doing(),
                    DoingColumns.all(),
                    number,
                    part.total(),
                    path.share(part.total()),
                    part.steps());
        }
        for (PathStep step : path.steps()) {
            DoingColumns.add(steps, step.doing(), DoingColumns.all(), number, step.start(), step.duration());
        }
        for (ReadyBeside each : beside(path)) {
            beside.add(number, each.thread(), each.total(), path.share(each.total()));
        }
    }

    private static List<ReadyBeside> beside(CriticalPath path) {
        return path.beside().stream()
                .filter(each -> RuleRun.worksInPauses(each.thread()))
                .toList();
    }

    @Override
    public List<String> picture(Layout layout, Integer limit) {
        List<String> lines = new ArrayList<>();
        for (List<Object> row : longest.rows()) {
            int number = (Integer) row.get(0);
            lines.addAll(lines(events.get(number - 1), paths.get(number - 1), layout));
            lines.add("");
        }
        if (longest.leftOut() > 0) {
            lines.add("(and %s more; --limit 0 shows all)".formatted(Amount.number(longest.leftOut())));
        } else if (!lines.isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        return lines;
    }

    private List<String> lines(Latency event, CriticalPath path, Layout layout) {
        if (path == null) {
            String tooMany = "(more slices in its time than there is memory for; try java -Xmx4g -jar etl2jfr.jar)";
            return List.of(
                    layout.heading(Width.wrap(heading(event, event.duration()), layout.width())),
                    Width.wrap(tooMany, layout.width()));
        }
        List<PathPart> all = path.parts();
        List<PathPart> shown = all.stream()
                .filter(part -> path.share(part.total()) >= LEAST_SHARE)
                .toList();
        List<Column> told = new ArrayList<>(DoingColumns.all());
        told.removeIf(column -> column.equals(DoingColumns.PROCESS)
                || shown.stream().allMatch(part -> DoingColumns.cell(column, part.doing()) == null));
        Table table = DoingColumns.table(
                "parts",
                heading(event, path.duration()),
                told,
                Column.time("total", "Time"),
                Column.share("share", "%"));
        shown.forEach(part -> DoingColumns.add(table, part.doing(), told, part.total(), path.share(part.total())));
        List<String> lines = new ArrayList<>(TableText.lines(table, start, layout));
        if (shown.size() < all.size()) {
            double left =
                    shown.stream().mapToDouble(part -> path.share(part.total())).sum();
            lines.add(Width.wrap(
                    "(and %s more, %s %% together; --table parts shows all)"
                            .formatted(Amount.number(all.size() - shown.size()), Amount.percent(1 - left)),
                    layout.width()));
        }
        String meanwhile = beside(path).stream()
                .filter(each -> path.share(each.total()) >= LEAST_SHARE)
                .map(each ->
                        "%s for %s ms".formatted(Harmless.text(each.thread().name()), Time.millis(each.total())))
                .collect(Collectors.joining(", "));
        if (!meanwhile.isEmpty()) {
            lines.add(Width.wrap("(meanwhile without a processor: %s)".formatted(meanwhile), layout.width()));
        }
        return lines;
    }

    /**
     * @param told how much of its time the path is about
     */
    private String heading(Latency event, long told) {
        String type = event.javaEvent() == null ? "" : EventName.of(event.javaEvent()) + " of ";
        return Harmless.text("%s%s%s%s: %s ms from %s s%s"
                .formatted(
                        type,
                        event.thread() == null ? "nobody known" : event.thread().name(),
                        event.detail() == null ? "" : " (%s)".formatted(event.detail()),
                        event.code() == null ? "" : " in " + event.code().withoutPackage(),
                        Time.millis(event.duration()),
                        Time.seconds(event.start() - start),
                        told < event.duration() ? ", %s ms of it here".formatted(Time.millis(told)) : ""));
    }
}
