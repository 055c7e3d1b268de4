package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Follows events of the JVM back from their ends, from thread to thread. It keeps the slices of the time that they took,
 * and leaves out the longest events where those are too many to be kept.
 */
public final class CriticalPaths implements TraceSink {
    /** Threads that wait for one another, at most; only a damaged recording tells of more. */
    private static final int DEEPEST = 200;

    /** One of so many events is left out at once: one by one could mean to go through all slices as often as there are events. */
    private static final int LEFT_OUT_AT_ONCE = 8;

    /** Memory that a slice takes while it is kept. */
    private static final int SLICE_BYTES = 100;

    /** Stands for no threads; none may be added. */
    private static final ThreadTimes NOBODY = new ThreadTimes();

    /** The shortest first. */
    private final List<Latency> events;

    private final Session.LeftOut leftOut;
    private final long mostSlices;
    private final Map<TraceThread, List<Slice>> told = new HashMap<>();

    /** By processor: who ran there, and when nobody did. */
    private final Map<Integer, List<Slice>> ran = new HashMap<>();

    private final Map<Integer, List<Slice>> idle = new HashMap<>();
    private final Set<Latency> followed = new HashSet<>();
    private Span span;
    private long count;

    /** Times that events took, one after the other without overlaps; the second are their ends. */
    private long[] starts = {};

    private long[] ends = {};

    /** Slices that take half of the heap. */
    public static long slicesOfHalfTheHeap() {
        return Runtime.getRuntime().maxMemory() / 2 / SLICE_BYTES;
    }

    /**
     * Those of some events.
     *
     * @param leftOut what of the trace is not in the recording
     * @param mostSlices as many are kept
     */
    public CriticalPaths(List<Latency> events, Session.LeftOut leftOut, long mostSlices) {
        this.events = new ArrayList<>(events);
        this.events.removeIf(event -> event.thread() == null);
        this.events.sort(Comparator.comparingLong(Latency::duration));
        this.leftOut = leftOut;
        this.mostSlices = mostSlices;
    }

    @Override
    public void begin(Session session, Span shown) {
        span = shown;
        findTimes();
    }

    private void findTimes() {
        List<Latency> byStart = new ArrayList<>(events);
        byStart.sort(Comparator.comparingLong(Latency::start));
        starts = new long[byStart.size()];
        ends = new long[byStart.size()];
        int size = 0;
        for (Latency event : byStart) {
            long end = event.start() + event.duration();
            if (size > 0 && event.start() <= ends[size - 1]) {
                ends[size - 1] = Math.max(ends[size - 1], end);
            } else {
                starts[size] = event.start();
                ends[size++] = end;
            }
        }
        starts = Arrays.copyOf(starts, size);
        ends = Arrays.copyOf(ends, size);
    }

    /** Whether a slice is, at least partly, of the time of an event. */
    private boolean isWanted(Slice slice) {
        int place = Arrays.binarySearch(starts, slice.end() - 1);
        int before = place >= 0 ? place : -place - 2;
        return before >= 0 && ends[before] > slice.start();
    }

    @Override
    public void slice(Slice slice) {
        if (slice.kind() == Slice.Kind.IDLE) {
            if (isWanted(slice)) {
                keep(slice, idle, slice.processor());
            }
        } else if (slice.thread() != null) {
            if (isWanted(slice)) {
                if (slice.kind() == Slice.Kind.RUNNING) {
                    ran.computeIfAbsent(slice.processor(), key -> new ArrayList<>())
                            .add(slice);
                }
                keep(slice, told, slice.thread());
            }
        }
    }

    private <K> void keep(Slice slice, Map<K, List<Slice>> kept, K key) {
        kept.computeIfAbsent(key, any -> new ArrayList<>()).add(slice);
        count++;
        while (count > mostSlices) {
            leaveOutLongest();
        }
    }

    private void leaveOutLongest() {
        // One that is far longer than the others may be all that there is no room for.
        long least = events.get(events.size() - 1).duration() / 2;
        int most = Math.max(1, events.size() / LEFT_OUT_AT_ONCE);
        while (most-- > 0 && events.get(events.size() - 1).duration() >= least) {
            events.remove(events.size() - 1);
        }
        findTimes();
        kept().forEach(its -> its.removeIf(slice -> !isWanted(slice)));
        count = Stream.of(told.values(), idle.values())
                .flatMap(Collection::stream)
                .mapToLong(List::size)
                .sum();
    }

    private Stream<List<Slice>> kept() {
        return Stream.of(told.values(), ran.values(), idle.values()).flatMap(Collection::stream);
    }

    @Override
    public void end(long eventCount) {
        followed.addAll(events);
        kept().forEach(its -> its.sort(Comparator.comparingLong(Slice::start)));
    }

    /** The path of an event; null if there were too many slices in its time, or nobody knows whose event it is. */
    public CriticalPath of(Latency event) {
        if (!followed.contains(event)) {
            return null;
        }
        List<PathStep> steps = new ArrayList<>();
        PathTotals totals = new PathTotals(UnaryOperator.identity(), leftOut);
        totals.begin(event);
        follow(event, (doing, start, end, others) -> {
            steps.add(new PathStep(doing.with(others, end - start, leftOut), start, end));
            totals.add(doing, end - start, others);
        });
        Collections.reverse(steps);
        return new CriticalPath(
                event, steps, totals.parts(), event.isPauseOfCollector() ? beside(event, steps) : List.of());
    }

    private List<ReadyBeside> beside(Latency event, List<PathStep> steps) {
        Map<TraceThread, Long> onPath = steps.stream()
                .filter(step -> step.doing().state() == Doing.State.READY)
                .collect(Collectors.groupingBy(
                        step -> step.doing().thread(), Collectors.summingLong(PathStep::duration)));
        return told.keySet().stream()
                .filter(thread -> thread.ofJvm() && !thread.runsJava())
                .map(thread -> new ReadyBeside(thread, ready(thread, event) - onPath.getOrDefault(thread, 0L)))
                .filter(each -> each.total() > 0)
                .sorted(Comparator.comparingLong(ReadyBeside::total).reversed().thenComparing(each -> each.thread()
                        .index()))
                .toList();
    }

    /** For how long of an event a thread was ready. */
    private long ready(TraceThread thread, Latency event) {
        Span time = time(event);
        List<Slice> its = told.get(thread);
        return its.subList(0, Sorted.countBefore(its, Slice::start, time.end())).stream()
                .filter(slice -> slice.kind() == Slice.Kind.READY)
                .mapToLong(slice -> time.overlap(slice.start(), slice.end()))
                .sum();
    }

    /** What of an event's time is looked at. */
    private Span time(Latency event) {
        return new Span(Math.max(span.start(), event.start()), Math.min(span.end(), event.start() + event.duration()));
    }

    /** Adds up the paths of those events that {@link #of} has paths of, on all processors: there can be many steps. */
    public PathTotals total(Collection<Latency> wanted) {
        return wanted.parallelStream()
                .filter(followed::contains)
                .collect(() -> new PathTotals(Doing::forWhomever, leftOut), this::add, PathTotals::addAll);
    }

    private void add(PathTotals totals, Latency event) {
        totals.begin(event);
        follow(event, (doing, start, end, others) -> totals.add(doing, end - start, others));
    }

    private void follow(Latency event, Steps steps) {
        Span time = time(event);
        follow(event.thread(), time.start(), time.end(), null, new HashSet<>(), steps);
    }

    /** Takes what a path is made of, the last first. */
    private interface Steps {
        /**
         * Takes one.
         *
         * @param others who had a part in it, and how long
         */
        void add(Doing doing, long start, long end, ThreadTimes others);
    }

    /**
     * Goes back in time along what a thread did.
     *
     * @param woke whose wait it ended at the end of this time; null if nobody's
     * @param waiting threads whose waits are gone into
     * @param steps gets what is found
     */
    private void follow(
            TraceThread thread, long from, long to, TraceThread woke, Set<TraceThread> waiting, Steps steps) {
        List<Slice> its = told.getOrDefault(thread, List.of());
        int before = Sorted.countBefore(its, Slice::start, to);
        Slice next = null;
        for (long end = to; end > from; ) {
            while (before > 0 && its.get(before - 1).start() >= end) {
                before--;
            }
            Slice slice = before == 0 ? null : its.get(before - 1);
            long knownUntil = slice == null ? from : Math.max(from, slice.end());
            if (knownUntil < end) {
                steps.add(Doing.of(thread, between(slice, next), null, woke), knownUntil, end, NOBODY);
                end = knownUntil;
                continue;
            }
            long start = Math.max(from, slice.start());
            boolean isWait = slice.kind() == Slice.Kind.WAITING;
            if (isWait && slice.readiedBy() != thread && isFollowed(slice.readiedBy(), start, end, waiting)) {
                waiting.add(thread);
                follow(slice.readiedBy(), start, end, thread, waiting, steps);
                waiting.remove(thread);
            } else {
                Doing doing = Doing.of(thread, Doing.State.of(slice), isWait ? slice.reason() : null, woke);
                steps.add(doing, start, end, others(slice, start, end));
            }
            end = start;
            next = slice;
        }
    }

    /** Why nothing is told of a thread in a time; what is told before and after it is null if there is nothing. */
    private static Doing.State between(Slice before, Slice after) {
        if (before != null && Slice.TERMINATED.equals(before.reason())) {
            return Doing.State.ENDED;
        }
        boolean isBeforeStart = before == null && after != null && Slice.STARTED.equals(after.reason());
        return isBeforeStart ? Doing.State.NOT_STARTED : Doing.State.UNKNOWN;
    }

    /** Whether it is told what someone did, who then is not one of those that wait for him. */
    private boolean isFollowed(TraceThread waker, long from, long to, Set<TraceThread> waiting) {
        if (waker == null || waiting.contains(waker) || waiting.size() == DEEPEST) {
            return false;
        }
        List<Slice> its = told.getOrDefault(waker, List.of());
        int before = Sorted.countBefore(its, Slice::start, to);
        return before > 0 && its.get(before - 1).end() > from;
    }

    /** Who ran while a thread was ready, or ended its wait, in a part of a slice. */
    private ThreadTimes others(Slice slice, long start, long end) {
        if (slice.kind() == Slice.Kind.RUNNING) {
            return NOBODY;
        }
        ThreadTimes others = new ThreadTimes();
        if (slice.kind() == Slice.Kind.READY) {
            // Its processor is the one that the thread got in the end.
            for (Slice each : meanwhile(ran, slice.processor(), start, end)) {
                others.add(each.thread(), overlap(each, start, end));
            }
            for (Slice each : meanwhile(idle, slice.processor(), start, end)) {
                others.addNobody(overlap(each, start, end));
            }
        } else if (slice.readiedBy() != null) {
            others.add(slice.readiedBy(), end - start);
        } else {
            others.addNobody(end - start);
        }
        return others;
    }

    /** What a processor did in a time. */
    private static List<Slice> meanwhile(Map<Integer, List<Slice>> did, int processor, long start, long end) {
        List<Slice> its = did.getOrDefault(processor, List.of());
        int last = Sorted.countBefore(its, Slice::start, end);
        return its.subList(Math.min(last, Sorted.countBefore(its, Slice::end, start + 1)), last);
    }

    private static long overlap(Slice slice, long start, long end) {
        return Math.min(end, slice.end()) - Math.max(start, slice.start());
    }
}
