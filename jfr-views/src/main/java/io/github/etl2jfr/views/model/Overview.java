package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** What a recording tells all in all: of threads and processes, processors, waits, and the JVM's latencies. */
public final class Overview implements TraceSink {
    /** More than a program makes; those of a damaged recording can be any number. */
    private static final int MOST_CALLS = 1 << 16;

    /** The load of the time that is told is that of all, if it is not told of so small a share; it may have been any. */
    private static final double NEGLIGIBLE = 0.01;

    /** Where idle time is not told, that is what it may all have been; so little changes no digit that is shown. */
    private static final double NEGLIGIBLE_IF_IDLE = 0.0005;

    private final List<ThreadTotals> threads = new ArrayList<>();

    /** By number and one, as that of an unknown one is -1; null where nothing is told. */
    private ProcessorTotals[] processors = {};

    private final ProcessorHistories histories = new ProcessorHistories();

    /** By Windows' name of the reason; null is unknown. */
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
    private final Set<Slice.Kind> seen = EnumSet.noneOf(Slice.Kind.class);

    /** Types of the JVM's events that are not wanted. */
    private final Set<String> otherLatencies = new TreeSet<>();

    /** Null for all. */
    private Predicate<String> wantedLatencies;

    private Predicate<StackFrame> wantedCode;

    /** Whether some of the JVM's events are wanted, but for their code. */
    private boolean hasOtherCode;

    private boolean hasWantedOfOthers;

    private Session session;

    /** Whether an agent has told of its run. */
    private boolean isDescribed;

    private Span span;
    private long events;
    private long slices;
    private long readyBesideIdle;
    private boolean hasSwitches;
    private boolean hasLatencies;
    private boolean hasTooManyJavaEvents;

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

    /** Wants only events of the JVM of some types; to be said before there are any. */
    public void keepLatencies(Predicate<String> javaEvents) {
        wantedLatencies = javaEvents;
    }

    /** Wants only events of the JVM in some code; to be said before there are any. */
    public void keepCode(Predicate<StackFrame> code) {
        wantedCode = code;
    }

    @Override
    public void begin(Session traceSession, Span shown) {
        session = traceSession;
        span = shown;
    }

    @Override
    public void describe(Session traceSession) {
        isDescribed = true;
        session = traceSession;
    }

    @Override
    public void slice(Slice slice) {
        histories.add(slice);
        if (slice.kind() == Slice.Kind.IDLE) {
            seen.add(slice.kind());
            processor(slice.processor()).addIdle(slice);
            return;
        }
        if (slice.thread() == null) {
            return;
        }
        slices++;
        seen.add(slice.kind());
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
                    displacers.computeIfAbsent(thread, DisplacerTotals::new).add(time));
            longestDisplacements.add(meanwhile);
            readyBesideIdle += meanwhile.nobody();
        }
    }

    private void addWait(Slice wait) {
        waitsByWaker.computeIfAbsent(wait.readiedBy(), key -> new WaitTotals()).add(wait);
        waitsByReason.computeIfAbsent(wait.reason(), key -> new WaitTotals()).add(wait);
    }

    @Override
    public void contextSwitch(long time, TraceThread oldThread, int processor, boolean involuntary) {
        hasSwitches = true;
        totals(oldThread).addSwitch(involuntary);
        if (oldThread.isChosen()) {
            processor(processor).addSwitch();
        }
    }

    @Override
    public void contextSwitchElsewhere() {
        hasSwitches = true;
    }

    @Override
    public void latency(Latency latency) {
        hasLatencies = true;
        String type = latency.javaEvent();
        if (!isOfWantedType(latency)) {
            otherLatencies.add(type);
        } else if (!latency.isChosen()) {
            hasWantedOfOthers = true;
        } else if (!isInWantedCode(latency)) {
            hasOtherCode = true;
        } else {
            latencies.computeIfAbsent(type, key -> new LatencyDistribution()).add(latency, span);
            boolean isRoom = latenciesByCode.size() < MOST_CALLS || latenciesByCode.containsKey(latency.code());
            latenciesByCode
                    .computeIfAbsent(isRoom ? latency.code() : null, key -> new LatencyTotals())
                    .add(latency, span);
            longestLatencies.offer(latencyOrder.applyAsLong(latency), latency.duration(), () -> latency);
        }
    }

    @Override
    public void dataLoss(String cause, long amount, boolean isNotice) {
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

    /** The trace. */
    public Session session() {
        return session;
    }

    /** The time that is looked at. */
    public Span span() {
        return span;
    }

    /** How many events of all types the whole recording has. */
    public long events() {
        return events;
    }

    /** Fails if the recording does not tell what threads did, though there is a time in which they did something. */
    public void requireSlices() throws RecordingException {
        if (slices == 0 && session.span().length() > 0) {
            if (isOfAgent()) {
                throw missingOfAgent("slices of threads", hasSwitches ? "slices and a shorter min-duration" : "slices");
            }
            throw missing("slices of threads", "slices,switches and without --min-duration");
        }
    }

    /** Whether it surely is: one whose session was taken out is taken for an agent's, too, whatever it tells of. */
    private boolean isOfAgent() {
        return session.fed() && (isDescribed || !hasSwitches);
    }

    /** As {@link #requireSlices()}, and also fails if those of a kind were not wanted. */
    public void requireSlices(Slice.Kind kind) throws RecordingException {
        requireSlices();
        if (session.leftOut().onlyEvents() != null && !seen.contains(kind)) {
            String what = "slices of %s threads".formatted(kind.name().toLowerCase(Locale.ROOT));
            throw isOfAgent() ? missingOfAgent(what, "slices") : missing(what, "slices,switches");
        }
    }

    /** Whether it tells when threads did that: some did, or nothing is missing that would tell of it. */
    public boolean tells(Slice.Kind kind) {
        Session.LeftOut leftOut = session.leftOut();
        return seen.contains(kind) || leftOut.onlyEvents() == null && leftOut.minDuration() == 0 && losses.isEmpty();
    }

    /** An amount that was counted in slices of a kind; null if it does not tell of those. */
    public Long ifTold(Slice.Kind kind, long amount) {
        return tells(kind) ? amount : null;
    }

    /** Whether there are no threads that it does not tell of; an agent says which it was to tell of. */
    public boolean tellsOfAllThreads() {
        return tellsWhatIsLeftOut() && !session.leftOut().hasThreads();
    }

    /** Whether there are no threads of its JVM that it does not tell of; not if it is of none. */
    public boolean tellsOfAllThreadsOfJvm() {
        return isOfJvm() && tellsWhatIsLeftOut() && !session.leftOut().hasThreadsOfJvm();
    }

    private boolean tellsWhatIsLeftOut() {
        return !session.fed() || isDescribed;
    }

    /** Whether there are events of the JVM that it tells of, wanted or not. */
    public boolean tellsOfLatencies() {
        return hasLatencies;
    }

    /** Whether there are no events of the JVM that it does not tell of: a kind that is not there did not happen. */
    public boolean tellsOfAllLatencies() {
        boolean isTold = hasLatencies
                || session.merged() && !session.fed() && session.leftOut().onlyEvents() == null;
        return isTold && !hasTooManyJavaEvents && !session.leftOut().hasThreadsOfJvm();
    }

    private boolean isInWantedCode(Latency latency) {
        return wantedCode == null || latency.code() != null && wantedCode.test(latency.code());
    }

    /** Whether the recording tells of events of the JVM's in chosen threads, or is asked for certain ones. */
    public boolean isAboutLatencies() {
        return !latencies.isEmpty() || isAskedForLatencies();
    }

    /** Whether it is asked for certain events of the JVM's, not for all. */
    public boolean isAskedForLatencies() {
        return wantedLatencies != null || wantedCode != null;
    }

    /** Whether it counts an event of the JVM's. */
    public boolean isWanted(Latency latency) {
        return isOfWantedType(latency) && latency.isChosen() && isInWantedCode(latency);
    }

    private boolean isOfWantedType(Latency latency) {
        return wantedLatencies == null || wantedLatencies.test(latency.javaEvent());
    }

    /** Whether it is not told what threads did during the JVM's events, but slices of all kinds can tell. */
    boolean isToBeExplained() {
        return !hasLatencies && (session.leftOut().onlyEvents() == null || seen.containsAll(Slice.Kind.OF_THREADS));
    }

    /** That is not told, as there are too many of them. */
    void tooManyJavaEvents() {
        hasTooManyJavaEvents = true;
    }

    /** Fails if the recording does not tell of the JVM's events. */
    public void requireLatencies() throws RecordingException {
        if (latencies.isEmpty() && hasOtherCode) {
            throw new RecordingException(
                    "no events of the JVM in such code; the table 'code' of the view 'explain' has" + " what there is");
        }
        if (latencies.isEmpty() && wantedLatencies != null && hasWantedOfOthers) {
            throw new RecordingException("no such events of these threads of the JVM in it; others have them");
        }
        if (latencies.isEmpty() && !otherLatencies.isEmpty()) {
            throw new RecordingException(
                    "no such events of the JVM in it; there are " + String.join(", ", otherLatencies));
        }
        if (hasLatencies) {
            return;
        }
        if (hasTooManyJavaEvents) {
            throw new RecordingException(
                    "more events of the JVM in it than there is memory for; java -Xmx4g -jar etl2jfr.jar has more");
        }
        if (session.fed()) {
            requireSlices();
        } else if (session.merged() && session.leftOut().onlyEvents() != null) {
            throw missing("latencies of the JVM", "latencies");
        }
        if (session.fed() || session.merged()) {
            throw new RecordingException("no latencies of the JVM in it"
                    + (isPart() ? " then; widen --from and --to" : ": its recording has none of these threads"));
        }
        throw new RecordingException("no latencies of a JVM in it; to add those of its recording:"
                + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr");
    }

    private boolean isPart() {
        return !span.equals(session.span());
    }

    private RecordingException missing(String what, String events) {
        return new RecordingException("no %s in it%s; %sconvert the trace with --events %s"
                .formatted(what, isPart() ? " then" : "", isPart() ? "widen --from and --to, or " : "", events));
    }

    /** Nobody converted anything: whoever looks for them has to ask the agent, unless it was told to leave them out. */
    private RecordingException missingOfAgent(String what, String events) {
        String hint = isPart()
                ? " then; widen --from and --to"
                : hasSwitches || session.leftOut().onlyEvents() != null
                        ? "; the agent writes them with events=" + events
                        : "; the agent that was to write them says with --status why it did not";
        return new RecordingException("no %s in it%s".formatted(what, hint));
    }

    /** Whether it tells when threads left a processor. */
    public boolean hasSwitches() {
        return hasSwitches;
    }

    /** Whether it tells of all switches of a processor; those between threads that were left out are not there. */
    public boolean hasSwitchesOfProcessors() {
        return hasSwitches() && !session.leftOut().hasThreads();
    }

    /** Whether it tells when processors were idle: some were, or it would tell. */
    public boolean hasIdle() {
        boolean isOfAllThreads =
                !session.merged() && !session.fed() && !session.leftOut().hasThreads();
        return seen.contains(Slice.Kind.IDLE) || isOfAllThreads && tells(Slice.Kind.IDLE);
    }

    /**
     * Which share of some time threads ran; null if too little of it is told.
     *
     * @param told of how much it is told who ran, or that nobody did
     * @param idle for how much of that nobody ran
     */
    public Double load(long told, long idle, long length) {
        double share = hasIdle() ? NEGLIGIBLE : NEGLIGIBLE_IF_IDLE;
        boolean isTold = told > 0 && length - told <= share * length;
        return isTold ? (double) (told - idle) / told : null;
    }

    /** Whether it is a JVM's; its threads tell where the session does not. */
    public boolean isOfJvm() {
        return session.merged()
                || allThreads().anyMatch(thread -> thread.thread().ofJvm());
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

    /** Those with chosen threads that did something. */
    public Collection<ProcessTotals> processes() {
        Map<String, ProcessTotals> processes = new LinkedHashMap<>();
        for (ThreadTotals thread : threads()) {
            processes
                    .computeIfAbsent(thread.thread().process(), ProcessTotals::new)
                    .add(thread);
        }
        return processes.values();
    }

    /** What chosen threads that have the same name did, all together. */
    public <N> Map<N, Totals> totalsBy(Function<TraceThread, N> name) {
        Map<N, Totals> totals = new LinkedHashMap<>();
        for (ThreadTotals thread : threads()) {
            totals.computeIfAbsent(name.apply(thread.thread()), key -> new Totals())
                    .add(thread.totals());
        }
        return totals;
    }

    /** In their order; also those of which nothing is told, unless that is what the user wanted. */
    public Collection<ProcessorTotals> processors() {
        if (!session.leftOut().hasThreads() && session.processors() <= TraceReader.MOST_PROCESSORS) {
            for (int number = 0; number < session.processors(); number++) {
                processor(number);
            }
        }
        return Stream.of(processors).filter(Objects::nonNull).toList();
    }

    /** The key null is an unknown reason. */
    public Set<Map.Entry<String, WaitTotals>> waitsByReason() {
        return waitsByReason.entrySet();
    }

    /** By who ended them; the key null is whoever it was, and nobody yet. */
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
                .map(latency ->
                        new ReadyLatency(latency.slice(), latency.culprit().ifCertain(session.leftOut())))
                .toList();
    }

    /** How many events of the JVM it tells of. */
    public long latencyCount() {
        return latencies.values().stream().mapToLong(type -> type.all().count()).sum();
    }

    /** By type. */
    public Set<Map.Entry<String, LatencyDistribution>> latencies() {
        return latencies.entrySet();
    }

    /** By the call that they are put down to; the key null is one that is not told. */
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
