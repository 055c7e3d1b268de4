package io.github.etl2jfr.merge;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.recording.JvmThreads;
import io.github.etl2jfr.recording.LatencyBreakdown;
import io.github.etl2jfr.recording.TickClock;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.ThreadActivity;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/**
 * What did a JVM's thread do during one of the JVM's events? Goes along with the scheduler: an event is
 * taken up when its time has come, gets its share of each of its thread's slices, and is told at its end,
 * with what is known by then of the slice the thread is in. An event that ends while a thread of it is ready, or may
 * have ended its wait unseen, is told later: who was in its way, and how long it waited, is known only once it has a
 * processor. The next ones of its thread wait for it, as writers want those of a thread in the order of their ends.
 */
public final class LatencyExplainer {
    /** Is told what became of each event. */
    public interface Listener {
        /**
         * An event is explained.
         *
         * @param thread whose it is, as {@link ThreadRef}; none if the trace does not know it
         * @param vmThread the VM thread, if that one did the work, as {@link ThreadRef}; none if not
         * @param time session clock's value at its end
         */
        void explained(LatencyBreakdown breakdown, int thread, int vmThread, long time) throws IOException;
    }

    /**
     * Events of a thread id at once, each of which takes time for each of its slices: a JVM's lie in one another, some
     * ten, but calls of a method that calls itself, or requests that a thread takes turns with, may be any number. What
     * is done in further ones is unknown.
     */
    private static final int MOST_OPEN = 1000;

    private final JvmSurvey jvm;
    private final ThreadMatch threads;
    private final TickClock clock;
    private final ThreadDirectory directory;
    private final Scheduler scheduler;
    private final Listener listener;
    private final ProcessorHistory history;
    private final LatencyReader.InOrder upcoming;

    /** The last tick that the trace tells about. */
    private final long endTicks;

    /** Events that have begun and not ended yet, the one first that ends first. */
    private final PriorityQueue<OpenEvent> open =
            new PriorityQueue<>(Comparator.comparingLong(event -> event.event().endTicks()));

    /** Threads in events, by id of the operating system. */
    private final Map<Long, Busy> busyByThreadId = new HashMap<>();

    /** Events that have ended and are not told, by their thread, in the order of their ends. */
    private final Map<Integer, Queue<OpenEvent>> endedByThread = new HashMap<>();

    private long nextTime;

    /**
     * Who of the JVM's threads that had an id has shares. A slice looks among these for whom it is of: a thread that
     * attaches itself to the JVM for each call is hundreds of thousands of the JVM's, of which one is in an event.
     */
    private static final class Busy {
        final Map<Integer, Shares> byThread = new LinkedHashMap<>();

        /** Their events that have not ended yet. */
        int open;
    }

    /** What one of the JVM's threads has by an id: of open events, and those awaited. */
    private static final class Shares {
        final Set<ThreadShare> all = new LinkedHashSet<>();

        /** Shares that are awaited: their events have ended, but not the slice that the thread was in. */
        final List<ThreadShare> awaited = new ArrayList<>();
    }

    /**
     * @param from session clock's value; events that have ended by then are left out
     * @param to session clock's value; events that have not begun by then are left out
     */
    LatencyExplainer(
            JvmSurvey jvm,
            ThreadMatch threads,
            TickClock clock,
            ThreadDirectory directory,
            Scheduler scheduler,
            long from,
            long to,
            Listener listener)
            throws IOException, InputException {
        this.jvm = jvm;
        this.threads = threads;
        this.clock = clock;
        this.directory = directory;
        this.scheduler = scheduler;
        this.listener = listener;
        this.history = new ProcessorHistory();
        this.upcoming = jvm.latencies().inOrder();
        this.endTicks = clock.ticks(to);
        long start = clock.ticks(from);
        while (upcoming.peek() != null && upcoming.peek().startTicks() < start) {
            if (upcoming.peek().endTicks() > start) {
                take(upcoming.peek());
            }
            upcoming.remove();
        }
        await();
    }

    /** Whether the VM thread does what the event's thread waits for: concurrent collectors tell of pauses themselves. */
    private boolean worksForAnother(JvmEvent event) {
        return event.type().isPause() && event.thread() != jvm.vmThread();
    }

    private void take(JvmEvent event) {
        OpenEvent taken = new OpenEvent(event, worksForAnother(event) ? jvm.vmThread() : JvmThreads.NONE);
        open.add(taken);
        for (ThreadShare share : taken.shares()) {
            long threadId = threadId(share);
            if (threadId == ThreadMatch.UNKNOWN_ID) {
                continue;
            }
            Busy busy = busyByThreadId.computeIfAbsent(threadId, id -> new Busy());
            if (busy.open < MOST_OPEN) {
                busy.byThread
                        .computeIfAbsent(share.thread(), thread -> new Shares())
                        .all
                        .add(share);
                busy.open++;
            }
        }
    }

    /** The id by which the system knew the thread in the event: a thread that ended and came again may still be there by another. */
    private long threadId(ThreadShare share) {
        return threads.threadIdAt(share.thread(), share.openEvent().event().startTicks());
    }

    private void await() throws IOException, InputException {
        long ticks = endsNext() ? endOfFirst() : startOfNext();
        nextTime = ticks > endTicks ? Long.MAX_VALUE : clock.sessionTime(ticks);
    }

    /** Whether an event ends before the next begins. */
    private boolean endsNext() throws IOException, InputException {
        return endOfFirst() <= startOfNext();
    }

    private long endOfFirst() {
        return open.isEmpty() ? Long.MAX_VALUE : open.peek().event().endTicks();
    }

    private long startOfNext() throws IOException, InputException {
        JvmEvent next = upcoming.peek();
        return next == null ? Long.MAX_VALUE : next.startTicks();
    }

    /**
     * Session clock's value at which {@link #next} has something to do: before anything of that moment is told
     * here.
     */
    public long nextTime() {
        return nextTime;
    }

    /** Takes up or tells the event that begins or ends next. */
    public void next() throws IOException {
        try {
            if (endsNext()) {
                end(open.remove());
            } else {
                take(upcoming.peek());
                upcoming.remove();
            }
            await();
        } catch (InputException e) {
            // The survey has checked everything.
            throw new IOException(e.getMessage(), e);
        }
    }

    private void end(OpenEvent ended) throws IOException {
        for (ThreadShare share : ended.shares()) {
            Busy busy = busyByThreadId.get(threadId(share));
            Shares ofThread = busy == null ? null : busy.byThread.get(share.thread());
            if (ofThread == null || !ofThread.all.contains(share)) {
                continue;
            }
            busy.open--;
            ThreadActivity activity = activity(share);
            share.setAwaited(
                    activity != null && (activity.kind() == ThreadActivity.Kind.READY || activity.mayBeOver()));
            if (share.isAwaited()) {
                ofThread.awaited.add(share);
                continue;
            }
            remove(share);
            if (activity != null) {
                addActivity(share, activity);
            }
        }
        endedByThread
                .computeIfAbsent(ended.event().thread(), thread -> new ArrayDeque<>())
                .add(ended);
        tellEnded(ended.event().thread());
    }

    private void remove(ThreadShare share) {
        Map<Integer, Shares> byThread = busyByThreadId.get(threadId(share)).byThread;
        Set<ThreadShare> ofThread = byThread.get(share.thread()).all;
        ofThread.remove(share);
        if (ofThread.isEmpty()) {
            byThread.remove(share.thread());
        }
    }

    /** Tells what has ended of a thread, up to the first that is awaited. */
    private void tellEnded(int thread) throws IOException {
        Queue<OpenEvent> ended = endedByThread.get(thread);
        while (!ended.isEmpty() && !ended.peek().isAwaited()) {
            tell(ended.remove());
        }
    }

    /** What a thread does now, null if the trace has no thread with the id of it, or that is another's. */
    private ThreadActivity activity(ThreadShare share) {
        int life = directory.find(threadId(share));
        return threads.isOf(share.thread(), life) ? scheduler.activityOf(life) : null;
    }

    /** A thread as the trace knows it, which may have ended; of several, the one that began last. */
    private int life(int thread) {
        int last = ThreadRef.NONE;
        for (JvmSurvey.Presence presence : threads.presences(thread)) {
            int life = directory.find(presence.osThreadId());
            while (life != ThreadRef.NONE && !threads.isOf(thread, life)) {
                life = directory.previous(life);
            }
            if (last == ThreadRef.NONE || life != ThreadRef.NONE && directory.start(life) > directory.start(last)) {
                last = life;
            }
        }
        return last;
    }

    /** The share of the slice that its thread is in. */
    private void addActivity(ThreadShare share, ThreadActivity activity) {
        long since = clock.ticks(activity.since());
        switch (activity.kind()) {
            case RUNNING -> share.ran(since, Long.MAX_VALUE);
            case WAITING -> share.waited(since, Long.MAX_VALUE, activity.waitReason());
            case READY, UNKNOWN -> {}
        }
    }

    /** Tells what was awaited of a thread, now that a slice of it was told. */
    private void tellAwaited(Shares ofThread) throws IOException {
        for (ThreadShare share : ofThread.awaited) {
            remove(share);
            share.setAwaited(false);
            tellEnded(share.openEvent().event().thread());
        }
        ofThread.awaited.clear();
    }

    private void tell(OpenEvent ended) throws IOException {
        JvmEvent event = ended.event();
        LatencyBreakdown breakdown = ended.breakdown(jvm.latencies().detail(event));
        int vmThread = breakdown.vmThread() == JvmThreads.NONE ? ThreadRef.NONE : life(breakdown.vmThread());
        listener.explained(breakdown, life(event.thread()), vmThread, clock.sessionTime(event.endTicks()));
    }

    /** The shares of each of the JVM's threads that a thread of the trace is, if there are any. */
    private List<Shares> shares(int life) {
        Busy busy = life < 0 ? null : busyByThreadId.get(directory.threadId(life));
        if (busy == null || busy.byThread.isEmpty()) {
            return List.of();
        }
        // Not the map itself: it changes when what is awaited is told.
        return busy.byThread.entrySet().stream()
                .filter(entry -> threads.isOf(entry.getKey(), life))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** A thread ran. */
    public void running(Slice slice) throws IOException {
        history.add(slice);
        for (Shares ofThread : shares(slice.thread())) {
            for (ThreadShare share : ofThread.all) {
                share.ran(clock.ticks(slice.start()), clock.ticks(slice.end()));
            }
            tellAwaited(ofThread);
        }
    }

    /** A thread was ready. */
    public void ready(Slice slice) throws IOException {
        for (Shares ofThread : shares(slice.thread())) {
            for (ThreadShare share : ofThread.all) {
                if (share.wasReady(clock.ticks(slice.start()), clock.ticks(slice.end()))) {
                    addDisplacement(share, slice);
                }
            }
            tellAwaited(ofThread);
        }
    }

    private void addDisplacement(ThreadShare share, Slice ready) {
        // The share is told in the JVM's ticks, which are finer than the session clock's may be.
        long from = Math.max(
                        ready.start() + 1,
                        clock.sessionTime(share.openEvent().event().startTicks()))
                - 1;
        boolean isAllKnown = history.visit(
                ready.processor(),
                from,
                ready.end(),
                (thread, start, end) -> share.displaced(thread, clock.ticks(start), clock.ticks(end)));
        if (!isAllKnown) {
            share.displacementUnknown();
        }
    }

    /** A thread waited. */
    public void waiting(Slice slice) throws IOException {
        for (Shares ofThread : shares(slice.thread())) {
            for (ThreadShare share : ofThread.all) {
                share.waited(clock.ticks(slice.start()), clock.ticks(slice.end()), slice.waitReason());
            }
            tellAwaited(ofThread);
        }
    }

    /** Tells the events that last longer than the trace; those that end in it have been told. */
    public void end() throws IOException {
        // The slices that the trace's end cuts off have been told.
        for (Busy busy : busyByThreadId.values()) {
            for (Shares ofThread : List.copyOf(busy.byThread.values())) {
                tellAwaited(ofThread);
            }
        }
        while (!open.isEmpty()) {
            tell(open.remove());
        }
    }
}
