package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.DisplacerTotals;
import io.github.etl2jfr.views.model.DurationHistogram;
import io.github.etl2jfr.views.model.GroupTotals;
import io.github.etl2jfr.views.model.LatencyDistribution;
import io.github.etl2jfr.views.model.LatencyTotals;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.ProcessorTotals;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.ThreadTotals;
import io.github.etl2jfr.views.model.Totals;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.terminal.ComparedTable.Measure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is different in another recording, be it longer or shorter. Programs, threads, events and methods are the same
 * where their names are.
 */
final class CompareView implements Content {
    private static final double SECOND = 1e9;

    /** One of so many events is one percent. */
    private static final int ONE_PERCENT = 100;

    private final Overview before = new Overview(0);

    private final Table times = new Table(
                    "times",
                    "All threads together",
                    Column.text("what", ""),
                    Column.time("before", "Before"),
                    Column.time("after", "after"),
                    ComparedTable.CHANGE.get(0),
                    ComparedTable.CHANGE.get(1))
            .fixed();

    private final ComparedTable<OneKind> events = ofEvents(
            "events",
            "The JVM's events: all of a kind in each second, and what one took on average",
            Column.javaEvent(),
            List.of(new Measure<>(
                    Column.time("p99", "99 %").optional(5), (its, overview) -> its == null ? null : its.p99())));

    private final ComparedTable<OneKind> code = ofEvents(
            "code", "The methods that the JVM's events were in, outside the JDK if possible", Column.code(), List.of());

    private final ComparedTable<GroupTotals> processes = ofThreads(
            "processes",
            "Programs: how long their threads were ready and ran in each second",
            List.of(program()),
            List.of(threadCount()));

    private final ComparedTable<GroupTotals> pools = ofThreads(
            "pools",
            "The same by pool: threads whose names differ only in the number at the end",
            List.of(Column.text("pool", "Pool"), program()),
            List.of(threadCount()));

    private final ComparedTable<GroupTotals> threads =
            ofThreads("threads", "The same by thread", List.of(Column.text("thread", "Thread"), program()), List.of());

    private final ComparedTable<Long> displacers = new ComparedTable<>(
            "displacers",
            "Programs that ran on the processors that ready threads got in the end, in each second",
            List.of(program()),
            new Measure<>(Column.time("displacedPerSecond", "Before"), this::displaced),
            List.of());

    private final List<String> notes = new ArrayList<>();

    /** Whether the threads that were chosen are the same in both: their names may be told in one alone. */
    private boolean areSameChosen = true;

    /** What threads are called in other recordings, too. */
    @FunctionalInterface
    private interface Naming extends Function<TraceThread, List<Object>> {}

    /**
     * Events of the JVM that have something in common.
     *
     * @param p99 what the slowest percent of them took at least; null where they are fewer than a hundred, or it is not
     *     told
     */
    private record OneKind(LatencyTotals totals, Long p99) {
        static OneKind of(LatencyDistribution events) {
            boolean areEnough = events.all().count() >= ONE_PERCENT;
            return new OneKind(
                    events.all(), areEnough ? events.slowest(ONE_PERCENT).atLeast() : null);
        }
    }

    CompareView() {
        for (ComparedTable<?> each : List.of(events, code)) {
            each.table().ifEmpty("no recording of a JVM was merged into either");
        }
    }

    private static Column program() {
        return Column.text("program", "Program");
    }

    /** How many threads a recording tells of. */
    private static Measure<GroupTotals> threadCount() {
        return new Measure<>(
                Column.count("threads", "Threads").optional(1),
                (its, overview) -> its == null ? null : (Long) (long) its.threads());
    }

    private static ComparedTable<GroupTotals> ofThreads(
            String name, String heading, List<Column> names, List<Measure<GroupTotals>> more) {
        List<Measure<GroupTotals>> others = new ArrayList<>();
        others.add(new Measure<>(
                Column.time("runningPerSecond", "ran").optional(3),
                (its, overview) -> ofThreads(its, overview, Slice.Kind.RUNNING, Totals::running)));
        others.add(new Measure<>(
                Column.time("longestReady", "Longest ready").optional(2),
                (its, overview) -> its == null
                        ? null
                        : overview.coverage()
                                .ifTold(Slice.Kind.READY, its.totals().longestReady())));
        others.addAll(more);
        return new ComparedTable<>(
                name,
                heading,
                names,
                new Measure<>(
                        Column.time("readyPerSecond", "Ready"),
                        (its, overview) -> ofThreads(its, overview, Slice.Kind.READY, Totals::ready)),
                others);
    }

    private static ComparedTable<OneKind> ofEvents(
            String name, String heading, Column what, List<Measure<OneKind>> more) {
        List<Measure<OneKind>> others = new ArrayList<>();
        others.add(mean("meanDuration", "Took", 7, LatencyTotals::duration));
        others.addAll(more);
        others.add(mean("meanReady", "ready", 6, LatencyTotals::ready));
        others.add(mean("meanWaiting", "waited", 4, LatencyTotals::waiting));
        others.add(mean("meanRunning", "ran", 3, LatencyTotals::running));
        others.add(new Measure<>(
                Column.time("longest", "Longest").optional(2),
                (its, overview) -> its == null ? null : its.totals().longest()));
        others.add(new Measure<>(
                Column.count("count", "Events").optional(1),
                (its, overview) -> ofEvents(its, overview, LatencyTotals::count)));
        others.add(mean("meanUnknown", "unknown", 0, LatencyTotals::unknown));
        return new ComparedTable<>(
                name,
                heading,
                List.of(what),
                new Measure<>(
                        Column.time("durationPerSecond", "Before"),
                        (its, overview) -> inASecond(ofEvents(its, overview, LatencyTotals::shown), overview)),
                others);
    }

    private static Measure<OneKind> mean(String key, String title, int importance, ToLongFunction<LatencyTotals> sum) {
        return new Measure<>(
                Column.time(key, title).optional(importance),
                (its, overview) -> its == null
                        ? null
                        : (Long) Math.round((double) sum.applyAsLong(its.totals())
                                / its.totals().count()));
    }

    private static Long ofEvents(OneKind its, Overview overview, ToLongFunction<LatencyTotals> amount) {
        return its != null
                ? (Long) amount.applyAsLong(its.totals())
                : overview.coverage().tellsOfAllLatencies() ? 0L : null;
    }

    private static Long ofThreads(GroupTotals its, Overview overview, Slice.Kind kind, ToLongFunction<Totals> amount) {
        return its != null && overview.coverage().tells(kind)
                ? inASecond(amount.applyAsLong(its.totals()), overview)
                : null;
    }

    private Long displaced(Long total, Overview overview) {
        boolean isTold = overview.coverage().tells(Slice.Kind.READY)
                && overview.coverage().tells(Slice.Kind.RUNNING);
        Long sum = total == null && tellsOfAllChosen(overview) ? (Long) 0L : total;
        return isTold ? inASecond(sum, overview) : null;
    }

    /** A sum over all of a recording, in a second of it; null if that is not told, or there is no time in it. */
    private static Long inASecond(Long sum, Overview overview) {
        long length = overview.span().length();
        return sum == null || length == 0 ? null : (Long) Math.round(sum * (SECOND / length));
    }

    @Override
    public Optional<Overview> before() {
        return Optional.of(before);
    }

    @Override
    public boolean hasLatencies() {
        return true;
    }

    @Override
    public List<Table> tables() {
        return List.of(
                times,
                events.table(),
                code.table(),
                processes.table(),
                pools.table(),
                threads.table(),
                displacers.table());
    }

    @Override
    public void look(TraceReader reader, Overview after) {
        areSameChosen = !reader.areThreadsChosen() || areNamedAlike(after);
    }

    @Override
    public void fill(Overview after) throws RecordingException {
        after.coverage().requireSlices();
        if (before.latencyCount() == 0
                && after.latencyCount() == 0
                && after.coverage().isAboutLatencies()) {
            after.coverage().requireLatencies();
        }
        addNotes(after);
        addTimes(after);
        fill(events, after, overview -> overview.latencies().stream()
                .collect(Collectors.toMap(type -> List.of(type.getKey()), type -> OneKind.of(type.getValue()))));
        fill(code, after, overview -> overview.latenciesByMethod().entrySet().stream()
                .collect(Collectors.toMap(
                        call -> Collections.singletonList(call.getKey()), call -> new OneKind(call.getValue(), null))));
        fillThreads(processes, after, areSameChosen, 0, thread -> List.of(thread.program()));
        // A pool of one is among the threads.
        fillThreads(pools, after, areNamedAlike(after), 2, thread -> List.of(thread.pool(), thread.program()));
        fillThreads(
                threads, after, areNamedAlike(after), 0, thread -> List.of(thread.nameWithoutId(), thread.program()));
        fill(displacers, after, overview -> overview.displacers().stream()
                .collect(Collectors.groupingBy(
                        each -> List.of(each.thread().program()), Collectors.summingLong(DisplacerTotals::total))));
    }

    private <T> void fill(ComparedTable<T> table, Overview after, Function<Overview, Map<List<Object>, T>> things) {
        table.fill(before, things.apply(before), after, things.apply(after));
    }

    /**
     * Compares threads that are called the same.
     *
     * @param least how many of them one of the recordings must have
     */
    private void fillThreads(
            ComparedTable<GroupTotals> table, Overview after, boolean areNamedAlike, int least, Naming naming) {
        Map<List<Object>, GroupTotals> totals = before.totalsBy(naming);
        Map<List<Object>, GroupTotals> others = after.totalsBy(naming);
        if (areNamedAlike) {
            addIdle(totals, before, after, naming);
            addIdle(others, after, before, naming);
        }
        Predicate<List<Object>> isTooSmall = name -> Stream.of(totals, others)
                .map(its -> its.get(name))
                .allMatch(its -> its == null || its.threads() < least);
        totals.keySet().removeIf(isTooSmall);
        others.keySet().removeIf(isTooSmall);
        table.fill(before, totals, after, others);
    }

    /** Threads that are there in the other recording alone did nothing, where this one would tell of them. */
    private static void addIdle(Map<List<Object>, GroupTotals> totals, Overview its, Overview other, Naming naming) {
        other.threads().stream()
                .map(ThreadTotals::thread)
                .filter(thread -> its.coverage().tellsOfAllThreads()
                        || thread.ofJvm() && its.coverage().tellsOfAllThreadsOfJvm())
                .forEach(thread -> totals.computeIfAbsent(naming.apply(thread), key -> new GroupTotals()));
    }

    /** A JVM's threads have names that only its recording tells. */
    private boolean areNamedAlike(Overview after) {
        return before.coverage().isOfJvm() == after.coverage().isOfJvm();
    }

    private void addNotes(Overview after) {
        Session its = before.session();
        Session others = after.session();
        if (its.readyEvents() != others.readyEvents()) {
            String which = its.readyEvents() ? "before" : "after";
            notes.add("only the trace " + which + " has ReadyThread events: in the other, threads count as waiting"
                    + " until they run, so ready and waiting times do not compare");
        }
        if (!its.leftOut().isOfSameSlices(others.leftOut())) {
            notes.add("one recording has slices that the other leaves out; some changes may be due to that alone");
        }
        if (!areNamedAlike(after)) {
            notes.add("only one is in a JVM's recording: only there do threads of the JVM have the names that it gives"
                    + " them");
        }
    }

    private void addTimes(Overview after) {
        addInASecond("ran, in each second", after, Slice.Kind.RUNNING, Totals::running);
        addInASecond("were ready, in each second", after, Slice.Kind.READY, Totals::ready);
        addTime("processors were idle, in each second", after, CompareView::idleInASecond);
        addReadyTime("mean", after, times -> Math.round((double) times.total() / times.count()));
        addReadyTime("median", after, times -> times.percentile(0.5));
        addReadyTime("90 %", after, times -> times.percentile(0.9));
        addReadyTime("99 %", after, times -> times.percentile(0.99));
        addReadyTime("99.9 %", after, times -> times.percentile(0.999));
        addReadyTime("longest", after, DurationHistogram::longest);
    }

    /** How long processors were idle; null if so little is told that there may have been more, as the load is then. */
    private static Long idleInASecond(Overview overview) {
        Collection<ProcessorTotals> processors = overview.processors();
        long told = processors.stream().mapToLong(ProcessorTotals::told).sum();
        long idle = processors.stream().mapToLong(ProcessorTotals::idle).sum();
        Coverage coverage = overview.coverage();
        boolean isTold = coverage.hasIdleTimes()
                && coverage.load(
                                told,
                                idle,
                                overview.processorCount() * overview.span().length())
                        != null;
        return isTold ? inASecond(idle, overview) : null;
    }

    private void addInASecond(String what, Overview after, Slice.Kind kind, ToLongFunction<Totals> amount) {
        addTime(
                what,
                after,
                overview -> ofThreads(
                        overview.totalsBy(thread -> what).getOrDefault(what, ofNobody(overview)),
                        overview,
                        kind,
                        amount));
    }

    /** What no threads did; null if there may be some that are not told of. */
    private GroupTotals ofNobody(Overview overview) {
        return tellsOfAllChosen(overview) ? new GroupTotals() : null;
    }

    private boolean tellsOfAllChosen(Overview overview) {
        return areSameChosen && overview.coverage().tellsOfAllThreads();
    }

    private void addReadyTime(String what, Overview after, Function<DurationHistogram, Long> time) {
        addTime(
                what + ", each time ready",
                after,
                overview -> overview.readyTimes().count() == 0 ? null : time.apply(overview.readyTimes()));
    }

    private void addTime(String what, Overview after, Function<Overview, Long> time) {
        Long was = time.apply(before);
        Long is = time.apply(after);
        if (was != null || is != null) {
            List<Object> change = ComparedTable.change(was, is);
            times.add(what, was, is, change.get(0), change.get(1));
        }
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public String units() {
        return "Times are in ms.";
    }
}
