package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.LatencyDistribution;
import io.github.etl2jfr.views.model.LatencyTotals;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.text.Amount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What the JVM's events took their time for. */
final class ExplainView implements Content {
    private static final int BAR = 10;

    /** The slowest are one of so many events of a type. */
    private static final int[] SLOWEST = {1, 2, 10, 100, 1000};

    /** Events of a type at least: with fewer there is nothing that is usual. */
    private static final int FEWEST = 10;

    /** What a column of the longest sorts by, largest first; by names, which are told last, when all are there. */
    private static final Map<String, ToLongFunction<Latency>> ORDERS = Map.of(
            "start", latency -> -latency.start(),
            "duration", Latency::duration,
            "running", Latency::running,
            "ready", Latency::ready,
            "waiting", Latency::waiting,
            "unknown", Latency::unknown,
            "displaced", latency -> latency.displacedTime() > 0 ? latency.displacedTime() : Long.MIN_VALUE);

    private final Table events = totals("events", "The JVM's events, and what their threads did", Column.javaEvent());

    private final Table code = totals(
            "code",
            "The code that the JVM's events were in: their innermost call outside the JDK, if there is one",
            Column.code());

    private final Table slowest = new Table(
                    "slowest",
                    "The slowest of each kind against all of them: means per event",
                    Column.javaEvent(),
                    Column.share("share", "Slowest %"),
                    Column.count("count", "Events").optional(4),
                    Column.time("atLeast", "At least"),
                    Column.time("meanDuration", "Took").optional(5),
                    Column.time("meanRunning", "ran"),
                    Column.time("meanReady", "ready"),
                    Column.time("meanWaiting", "waited"),
                    Column.time("meanUnknown", "unknown").optional(1))
            .ifEmpty("there are no %d events of a type".formatted(FEWEST))
            .usually(12);

    private final Table longest = new Table(
                    "longest",
                    "The longest: # ran, ! was ready, . waited, ? unknown",
                    Column.moment("start", "At").optional(12),
                    Column.time("duration", "Took"),
                    Column.picture("").optional(8),
                    Column.javaEvent(),
                    Column.text("thread", "Thread").atLeast(12).optional(11),
                    Column.time("running", "ran").optional(4),
                    Column.time("ready", "ready").optional(10),
                    Column.time("waiting", "waited").optional(3),
                    Column.time("unknown", "unknown").optional(1),
                    Column.text("waitReason", "waited for").optional(5),
                    Column.text("displacedBy", "Displaced by").atLeast(15).optional(9),
                    Column.time("displaced", "displaced").optional(2),
                    // A thread of another JVM may have the name of one of this.
                    Column.text("displacedByProcess", "of process").optional(0),
                    Column.code().optional(6),
                    Column.text("detail", "About").optional(6))
            .inOrderOf("duration")
            .usually(12);

    /** Events that have something in common, together. */
    private static Table totals(String name, String heading, Column common) {
        return new Table(
                        name,
                        heading,
                        common,
                        Column.count("count", "Events").optional(4),
                        Column.time("duration", "Took"),
                        Column.time("running", "ran").optional(5),
                        Column.time("ready", "ready").optional(7),
                        Column.time("waiting", "waited").optional(6),
                        Column.time("unknown", "unknown").optional(1),
                        Column.time("longest", "Longest").optional(3))
                .usually(12);
    }

    private final List<String> notes = new ArrayList<>();

    @Override
    public boolean hasLatencies() {
        return true;
    }

    @Override
    public List<Table> tables() {
        return List.of(events, code, slowest, longest);
    }

    @Override
    public Overview overview(SortOrder sort, int most) {
        return overview(longest, sort, most);
    }

    /** What keeps so many of the JVM's events as a table of them is to have; all if they are sorted by a name. */
    static Overview overview(Table longest, SortOrder sort, int most) {
        return isByName(longest, sort)
                ? new Overview(Integer.MAX_VALUE)
                : new Overview(most, Slice::duration, order(longest, sort, Latency::duration));
    }

    /** What the first in a table of the JVM's events has most of. */
    static ToLongFunction<Latency> order(Table longest, SortOrder sort, ToLongFunction<Latency> usual) {
        return longest.has(sort.column()) ? sort.of(ORDERS.get(longest.key(sort.column()))) : usual;
    }

    /** Whether a table of the JVM's events is to be sorted by something that is no amount. */
    static boolean isByName(Table longest, SortOrder sort) {
        return longest.has(sort.column()) && !ORDERS.containsKey(longest.key(sort.column()));
    }

    /** What to say of the JVM's events where only a part of the time is looked at; empty if it is not. */
    static List<String> notesOnPart(Overview overview) {
        return overview.coverage().isPart() ? List.of("events that reach into this time count in full") : List.of();
    }

    /** Fails if the recording does not tell of the JVM's events; those of virtual threads may be why. */
    static void requireLatencies(TraceReader reader, Overview overview) throws RecordingException {
        try {
            overview.coverage().requireLatencies();
        } catch (RecordingException e) {
            throw e.and(noteOnVirtualThreads(reader, overview).map("; "::concat).orElse(""));
        }
    }

    /** What to say of the wanted events of virtual threads; empty if there are none. */
    static Optional<String> noteOnVirtualThreads(TraceReader reader, Overview overview) {
        long events = reader.virtualEvents(overview.coverage().wantedLatencies()::hasType);
        return events == 0
                ? Optional.empty()
                : Optional.of("the recording has %s of virtual threads, which Windows does not know: not explained"
                        .formatted(Amount.of(events, "event")));
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void look(TraceReader reader, Overview overview) throws RecordingException {
        requireLatencies(reader, overview);
        noteOnVirtualThreads(reader, overview).ifPresent(notes::add);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        // A page does not look again.
        overview.coverage().requireLatencies();
        notes.addAll(notesOnPart(overview));
        overview.latencies()
                .forEach(type -> add(events, type.getKey(), type.getValue().all()));
        overview.latencies().stream()
                .sorted(Comparator.comparing(type -> -type.getValue().all().duration()))
                .forEach(type -> addSlowest(type.getKey(), type.getValue()));
        overview.latenciesByCode().forEach(call -> add(code, call.getKey(), call.getValue()));
        longest.setTotal(overview.latencyCount());
        for (Latency latency : overview.longestLatencies()) {
            longest.add(
                    latency.start(),
                    latency.duration(),
                    bar(latency),
                    latency.javaEvent(),
                    latency.thread(),
                    latency.running(),
                    latency.ready(),
                    latency.waiting(),
                    latency.unknown(),
                    latency.waitReason(),
                    latency.displacedBy(),
                    latency.displacedTime() > 0 ? latency.displacedTime() : null,
                    latency.displacedBy() == null ? null : latency.displacedBy().process(),
                    latency.code(),
                    latency.detail());
        }
        events.sort("duration");
        code.sort("duration");
    }

    private static void add(Table table, Object what, LatencyTotals totals) {
        table.add(
                what,
                totals.count(),
                totals.duration(),
                totals.running(),
                totals.ready(),
                totals.waiting(),
                totals.unknown(),
                totals.longest());
    }

    private void addSlowest(String type, LatencyDistribution latencies) {
        long count = latencies.all().count();
        long above = 0;
        for (int oneOf : SLOWEST) {
            if (count >= Math.max(FEWEST, oneOf)) {
                LatencyDistribution.Slowest part = latencies.slowest(oneOf);
                LatencyTotals totals = part.totals();
                // Events that took equally long are not parted: a share may come to as many as a larger one.
                if (totals.count() == above) {
                    continue;
                }
                above = totals.count();
                slowest.add(
                        type,
                        1.0 / oneOf,
                        totals.count(),
                        part.atLeast(),
                        mean(totals.duration(), totals),
                        mean(totals.running(), totals),
                        mean(totals.ready(), totals),
                        mean(totals.waiting(), totals),
                        mean(totals.unknown(), totals));
            }
        }
    }

    private static long mean(long sum, LatencyTotals totals) {
        return Math.round((double) sum / totals.count());
    }

    /** Ends are rounded, not lengths: so the bar is always as long. */
    private static String bar(Latency latency) {
        StringBuilder bar = new StringBuilder();
        long end = 0;
        long[] parts = {latency.running(), latency.ready(), latency.waiting(), latency.unknown()};
        for (int i = 0; i < parts.length; i++) {
            end += parts[i];
            // Damaged recordings tell of parts that are longer than the whole.
            double share = latency.duration() == 0 ? 0 : Math.min(1, (double) end / latency.duration());
            int places = (int) Math.round(share * BAR);
            bar.append("#!.?".substring(i, i + 1).repeat(Math.max(0, places - bar.length())));
        }
        return bar.toString();
    }
}
