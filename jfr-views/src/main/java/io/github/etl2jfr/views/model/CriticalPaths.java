package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows events of the JVM back from their ends, from thread to thread. It keeps the slices of the time that they took,
 * and leaves out the longest events where those are too many to be kept.
 */
public final class CriticalPaths implements TraceSink {
    /** More do not wait for one another but in a damaged recording. */
    private static final int DEEPEST = 200;

    /** Leaving out one event at a time could mean to go through all slices as often as there are events. */
    private static final int LEFT_OUT_AT_ONCE = 8;

    /** The shortest first. */
    private final List<Latency> events;

    private final Session.LeftOut leftOut;
    private final long mostSlices;
    private final Map<TraceThread, List<Told>> told = new HashMap<>();
    private final ProcessorHistories processors = new ProcessorHistories();
    private final ThreadsByIndex threads = new ThreadsByIndex();
    private final Set<Latency> followed = new HashSet<>();
    private Span span;
    private long count;

    /** Times that events took, one after the other without overlaps; the second are their ends. */
    private long[] starts = {};

    private long[] ends = {};

    /** What a thread did for a while, and who ran instead of it if it was ready. */
    private record Told(Slice slice, TraceThread displacedBy) {}

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
        processors.add(slice);
        if (slice.kind() == Slice.Kind.IDLE || slice.thread() == null) {
            return;
        }
        threads.add(slice.thread());
        if (isWanted(slice)) {
            told.computeIfAbsent(slice.thread(), key -> new ArrayList<>()).add(new Told(slice, displacer(slice)));
            if (++count > mostSlices) {
                leaveOutLongest();
            }
        }
    }

    private TraceThread displacer(Slice slice) {
        if (slice.kind() != Slice.Kind.READY) {
            return null;
        }
        ThreadTimes meanwhile = processors.during(slice.processor(), slice.start(), slice.end());
        return ReadyLatency.of(slice, meanwhile, threads).ifCertain(leftOut).culprit();
    }

    private void leaveOutLongest() {
        int kept = events.size() - Math.max(1, events.size() / LEFT_OUT_AT_ONCE);
        events.subList(Math.max(0, kept), events.size()).clear();
        findTimes();
        told.values().forEach(its -> its.removeIf(each -> !isWanted(each.slice)));
        count = told.values().stream().mapToLong(List::size).sum();
    }

    @Override
    public void end(long eventCount) {
        followed.addAll(events);
        for (List<Told> its : told.values()) {
            its.sort(Comparator.comparingLong(each -> each.slice.start()));
        }
    }

    /** The path of an event; null if there were too many slices in its time, or nobody knows whose event it is. */
    public CriticalPath of(Latency event) {
        if (!followed.contains(event)) {
            return null;
        }
        List<PathStep> steps = new ArrayList<>();
        long start = Math.max(span.start(), event.start());
        long end = Math.min(span.end(), event.start() + event.duration());
        follow(event.thread(), start, end, null, new HashSet<>(), steps);
        Collections.reverse(steps);
        return new CriticalPath(event, steps);
    }

    /**
     * Goes back in time along what a thread did.
     *
     * @param woke whose wait it ended at the end of this time; null if nobody's
     * @param waiting threads whose waits are gone into
     * @param steps gets what is found, the last first
     */
    private void follow(
            TraceThread thread, long from, long to, TraceThread woke, Set<TraceThread> waiting, List<PathStep> steps) {
        for (long end = to; end > from; ) {
            Told last = lastBefore(thread, end);
            long knownUntil = last == null ? from : Math.max(from, last.slice.end());
            if (knownUntil < end) {
                steps.add(new PathStep(new Doing(thread, null, null, null, null, woke), knownUntil, end));
                end = knownUntil;
                continue;
            }
            Slice slice = last.slice;
            long start = Math.max(from, slice.start());
            boolean isWait = slice.kind() == Slice.Kind.WAITING;
            if (isWait && slice.readiedBy() != thread && isFollowed(slice.readiedBy(), start, end, waiting)) {
                waiting.add(thread);
                follow(slice.readiedBy(), start, end, thread, waiting, steps);
                waiting.remove(thread);
            } else {
                Doing doing = new Doing(
                        thread,
                        slice.kind(),
                        isWait ? slice.reason() : null,
                        last.displacedBy,
                        isWait ? slice.readiedBy() : null,
                        woke);
                steps.add(new PathStep(doing, start, end));
            }
            end = start;
        }
    }

    /** Whether it is told what someone did, who then is not one of those that wait for him. */
    private boolean isFollowed(TraceThread waker, long from, long to, Set<TraceThread> waiting) {
        if (waker == null || waiting.contains(waker) || waiting.size() == DEEPEST) {
            return false;
        }
        Told last = lastBefore(waker, to);
        return last != null && last.slice.end() > from;
    }

    /** What a thread did last that began before a time; null if nothing is told. */
    private Told lastBefore(TraceThread thread, long time) {
        List<Told> its = told.getOrDefault(thread, List.of());
        int before = Sorted.countBefore(its, each -> each.slice.start(), time);
        return before == 0 ? null : its.get(before - 1);
    }
}
