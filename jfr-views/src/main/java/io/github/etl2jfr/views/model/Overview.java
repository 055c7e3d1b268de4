package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** What a recording tells all in all: of threads and processes, processors, waits, and the JVM's latencies. */
public final class Overview implements TraceSink {
    /** Calls that are told apart: more than a program makes; a damaged recording can have any number. */
    private static final int MOST_CALLS = 1 << 16;

    private final Coverage coverage = new Coverage();
    private final List<ThreadTotals> threads = new ArrayList<>();

    /** By the number of the processor and one, as an unknown one has -1; null where nothing is told. */
    private ProcessorTotals[] processors = {};

    private final ProcessorHistories histories = new ProcessorHistories();

    /** Waits by Windows' name of the reason; null is unknown. */
    private final Map<String, WaitTotals> waitsByReason = new LinkedHashMap<>();

    private final Map<TraceThread, WaitTotals> waitsByWaker = new LinkedHashMap<>();
    private final Map<TraceThread, DisplacerTotals> displacers = new LinkedHashMap<>();
    private final LongestOfProcesses longestDisplacements = new LongestOfProcesses();
    private final DurationHistogram readyTimes = new DurationHistogram();
    private final Longest<ReadyLatency> longestReady;
    private final Map<String, LatencyDistribution> latencies = new LinkedHashMap<>();
    private final Map<StackFrame, LatencyTotals> latenciesByCode = new LinkedHashMap<>();
    private final Longest<Latency> longestLatencies;
    private final ToLongFunction<Slice> readyOrder;
    private final ToLongFunction<Latency> latencyOrder;
    private final Map<String, Long> losses = new TreeMap<>();
    private final Map<String, Long> notices = new TreeMap<>();
    private long events;
    private long readyBesideIdle;

    /**
     * An empty one.
     *
     * @param longestWanted how many of the longest latencies to keep
     */
    public Overview(int longestWanted) {
        this(longestWanted, Slice::duration, Latency::duration);
    }

    /**
     * As the other, which keeps those latencies that have most of something else.
     *
     * @param readyOrder of a time that a thread was ready
     */
    public Overview(int wanted, ToLongFunction<Slice> readyOrder, ToLongFunction<Latency> latencyOrder) {
        longestReady = new Longest<>(wanted);
        longestLatencies = new Longest<>(wanted);
        this.readyOrder = readyOrder;
        this.latencyOrder = latencyOrder;
    }

    @Override
    public void begin(Session session, Span shown) {
        coverage.begin(session, shown);
    }

    @Override
    public void describe(Session session) {
        coverage.describe(session);
    }

    @Override
    public void slice(Slice slice) {
        coverage.slice(slice);
        histories.add(slice);
        if (slice.kind() == Slice.Kind.IDLE) {
            processor(slice.processor()).addIdle(slice);
            return;
        }
        if (slice.thread() == null) {
            return;
        }
        boolean migrated = totals(slice.thread()).add(slice);
        if (slice.kind() == Slice.Kind.RUNNING) {
            processor(slice.processor()).addRunning(slice, migrated);
        } else if (slice.thread().isChosen()) {
            if (slice.kind() == Slice.Kind.READY) {
                addReady(slice);
            } else {
                addWait(slice);
            }
        }
    }

    private void addReady(Slice ready) {
        readyTimes.add(ready.duration());
        ThreadTimes meanwhile = histories.during(ready.processor(), ready.start(), ready.end());
        longestReady.offer(
                readyOrder.applyAsLong(ready),
                ready.duration(),
                () -> new ReadyLatency(ready, Culprit.of(meanwhile, ready.duration())));
        if (meanwhile != null) {
            meanwhile.forEach((thread, time) ->
                    displacers.computeIfAbsent(thread, DisplacerTotals::new).add(time, meanwhile.priorities(thread)));
            longestDisplacements.add(meanwhile);
            readyBesideIdle += meanwhile.nobody();
        }
    }

    private void addWait(Slice wait) {
        waitsByWaker.computeIfAbsent(wait.readiedBy(), key -> new WaitTotals()).add(wait);
        waitsByReason.computeIfAbsent(wait.reason(), key -> new WaitTotals()).add(wait);
    }

    @Override
    public void processorPeriod(ProcessorPeriod period) {
        coverage.processorPeriod(period);
        processor(period.processor()).add(period);
    }

    @Override
    public void contextSwitch(long time, TraceThread oldThread, int processor, boolean involuntary) {
        coverage.contextSwitch(time, oldThread, processor, involuntary);
        totals(oldThread).addSwitch(involuntary);
        if (oldThread.isChosen()) {
            processor(processor).addSwitch();
        }
    }

    @Override
    public void sliceElsewhere(Slice.Kind kind) {
        coverage.sliceElsewhere(kind);
    }

    @Override
    public void contextSwitchElsewhere() {
        coverage.contextSwitchElsewhere();
    }

    @Override
    public void latency(Latency latency) {
        coverage.latency(latency);
        if (coverage.wantedLatencies().contains(latency)) {
            latencies
                    .computeIfAbsent(latency.javaEvent(), key -> new LatencyDistribution())
                    .add(latency, span());
            boolean isRoom = latenciesByCode.size() < MOST_CALLS || latenciesByCode.containsKey(latency.code());
            latenciesByCode
                    .computeIfAbsent(isRoom ? latency.code() : null, key -> new LatencyTotals())
                    .add(latency, span());
            longestLatencies.offer(latencyOrder.applyAsLong(latency), latency.duration(), () -> latency);
        }
    }

    @Override
    public void dataLoss(String cause, long amount, boolean isNotice) {
        coverage.dataLoss(cause, amount, isNotice);
        (isNotice ? notices : losses).merge(Objects.toString(cause, "unknown"), amount, Long::sum);
    }

    @Override
    public void end(long eventCount) {
        events = eventCount;
    }

    /** The place of a thread in the list is its index; some may be told of only as another's. */
    private ThreadTotals totals(TraceThread thread) {
        while (threads.size() <= thread.index()) {
            threads.add(null);
        }
        ThreadTotals totals = threads.get(thread.index());
        if (totals == null) {
            totals = new ThreadTotals(thread);
            threads.set(thread.index(), totals);
        }
        return totals;
    }

    private ProcessorTotals processor(int processor) {
        int place = processor + 1;
        if (place >= processors.length) {
            processors = Arrays.copyOf(processors, place + 1);
        }
        if (processors[place] == null) {
            processors[place] = new ProcessorTotals(processor);
        }
        return processors[place];
    }

    /** What it tells of, and what it does not. */
    public Coverage coverage() {
        return coverage;
    }

    /** The trace. */
    public Session session() {
        return coverage.session();
    }

    /** The time that is looked at. */
    public Span span() {
        return coverage.span();
    }

    /** How many events of all types the whole recording has. */
    public long events() {
        return events;
    }

    /** The chosen ones that did something. */
    public List<ThreadTotals> threads() {
        return allThreads().filter(thread -> thread.thread().isChosen()).toList();
    }

    /** What a thread did, chosen or not. */
    public Totals totalsOf(TraceThread thread) {
        return totals(thread).totals();
    }

    /** How many did something, chosen or not. */
    public long threadCount() {
        return allThreads().count();
    }

    private Stream<ThreadTotals> allThreads() {
        return threads.stream().filter(thread -> thread != null && thread.firstSeen() != Long.MAX_VALUE);
    }

    /**
     * What chosen threads that have something in common did.
     *
     * @param common what it is that they have in common
     */
    public <T> Map<T, GroupTotals> totalsBy(Function<TraceThread, T> common) {
        Map<T, GroupTotals> totals = new LinkedHashMap<>();
        for (ThreadTotals thread : threads()) {
            totals.computeIfAbsent(common.apply(thread.thread()), key -> new GroupTotals())
                    .add(thread);
        }
        return totals;
    }

    /** The processors in their order; also those of which nothing is told, unless that is what the user wanted. */
    public Collection<ProcessorTotals> processors() {
        if (!session().leftOut().hasThreads() && session().processors() <= TraceReader.MOST_PROCESSORS) {
            for (int number = 0; number < session().processors(); number++) {
                processor(number);
            }
        }
        return Stream.of(processors).filter(Objects::nonNull).toList();
    }

    /** How many there are, as far as that is told; those of which nothing else is told among them. */
    public long processorCount() {
        long told =
                processors().stream().filter(processor -> processor.told() > 0).count();
        int all = session().processors();
        return all > TraceReader.MOST_PROCESSORS ? told : Math.max(told, all);
    }

    /** The key null is an unknown reason. */
    public Set<Map.Entry<String, WaitTotals>> waitsByReason() {
        return waitsByReason.entrySet();
    }

    /** Waits by who ended them; the key null is an unknown thread, or none, as the wait did not end. */
    public Set<Map.Entry<TraceThread, WaitTotals>> waitsByWaker() {
        return waitsByWaker.entrySet();
    }

    /** How long threads were ready each time. */
    public DurationHistogram readyTimes() {
        return readyTimes;
    }

    /** Who ran on the processors that chosen threads got after they had been ready, while they were. */
    public Collection<DisplacerTotals> displacers() {
        return displacers.values();
    }

    /**
     * For how much of one time that a thread was ready all threads of a process ran, at most.
     *
     * @param isJvm whether threads of the JVM are of the process
     */
    public long longestDisplacement(String process, boolean isJvm) {
        return longestDisplacements.of(process, isJvm);
    }

    /** How long these processors were idle all the same, as far as that is told. */
    public long readyBesideIdle() {
        return readyBesideIdle;
    }

    /** The times that a thread was ready longest, longest first, or those that have most of what was asked for. */
    public List<ReadyLatency> longestReady() {
        return longestReady.toList().stream()
                .map(latency -> new ReadyLatency(
                        latency.slice(), latency.culprit().ifCertain(session().leftOut())))
                .toList();
    }

    /** How many events of the JVM it tells of. */
    public long latencyCount() {
        return latencies.values().stream().mapToLong(type -> type.all().count()).sum();
    }

    /** What the JVM's events took, by type. */
    public Set<Map.Entry<String, LatencyDistribution>> latencies() {
        return latencies.entrySet();
    }

    /** What the JVM's events took, by the call that they are put down to; the key null is a call that is not told. */
    public Set<Map.Entry<StackFrame, LatencyTotals>> latenciesByCode() {
        return latenciesByCode.entrySet();
    }

    /** The same by method, as lines change with the source; the key null is one that is not told. */
    public Map<StackFrame, LatencyTotals> latenciesByMethod() {
        Map<StackFrame, LatencyTotals> byMethod = new LinkedHashMap<>();
        latenciesByCode.forEach((call, totals) -> byMethod.computeIfAbsent(
                        call == null ? null : call.withoutLine(), key -> new LatencyTotals())
                .add(totals));
        return byMethod;
    }

    /** The JVM's longest events, longest first, or those that have most of what was asked for. */
    public List<Latency> longestLatencies() {
        return longestLatencies.toList();
    }

    /** How much the trace lost, by what. */
    public Map<String, Long> losses() {
        return losses;
    }

    /** What makes no sense in the trace but cost no slices, by what. */
    public Map<String, Long> notices() {
        return notices;
    }

    /** Whether the trace was damaged or had lost events. */
    public boolean isDamaged() {
        return !losses.isEmpty() || !notices.isEmpty();
    }
}
