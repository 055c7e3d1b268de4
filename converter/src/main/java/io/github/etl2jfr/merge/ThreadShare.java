package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.ThreadTimes;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.HashMap;
import java.util.Map;

/** What a thread did so far in an event of the JVM. Times are ticks. */
final class ThreadShare {
    private final OpenEvent openEvent;
    private final JvmEvent event;
    private final int thread;
    private long running;
    private long ready;
    private long waiting;
    private long longestReady;

    /** How long it waited, by {@link io.github.etl2jfr.kernel.WaitReason} code; few events have more than one. */
    private final Map<Integer, Long> waits = new HashMap<>(2);

    /** How long others ran while the thread was ready, by thread. */
    private final Map<Integer, Long> displacements = new HashMap<>(2);

    private boolean displacementUnknown;
    private boolean awaited;

    /**
     * @param thread by its place among the JVM's threads
     */
    ThreadShare(OpenEvent openEvent, int thread) {
        this.openEvent = openEvent;
        this.event = openEvent.event();
        this.thread = thread;
    }

    OpenEvent openEvent() {
        return openEvent;
    }

    int thread() {
        return thread;
    }

    /** Whether the event is over, but not all is known that the thread did in it. */
    boolean isAwaited() {
        return awaited;
    }

    void setAwaited(boolean awaited) {
        this.awaited = awaited;
    }

    /** How much of a time lies in the event. */
    private long share(long start, long end) {
        return Math.max(0, Math.min(end, event.endTicks()) - Math.max(start, event.startTicks()));
    }

    void ran(long start, long end) {
        running += share(start, end);
    }

    /**
     * The thread was ready.
     *
     * @return whether it was so in the event
     */
    boolean wasReady(long start, long end) {
        long share = share(start, end);
        ready += share;
        longestReady = Math.max(longestReady, share);
        return share > 0;
    }

    void waited(long start, long end, int reason) {
        long share = share(start, end);
        if (share > 0) {
            waiting += share;
            waits.merge(reason, share, Long::sum);
        }
    }

    /** Somebody ran where the thread would have. */
    void displaced(int thread, long start, long end) {
        long share = share(start, end);
        if (share > 0) {
            displacements.merge(thread, share, Long::sum);
        }
    }

    /** Who ran is not remembered, or on which processor the thread would have. */
    void displacementUnknown() {
        displacementUnknown = true;
    }

    /** All of it. */
    ThreadTimes times() {
        long duration = event.endTicks() - event.startTicks();
        Map.Entry<Integer, Long> displaced = displacementUnknown ? null : largest(displacements);
        Map.Entry<Integer, Long> wait = largest(waits);
        return new ThreadTimes(
                running,
                ready,
                waiting,
                duration - running - ready - waiting,
                longestReady,
                wait == null ? SwitchEvent.UNKNOWN : wait.getKey(),
                displaced == null ? ThreadRef.NONE : displaced.getKey(),
                displacementUnknown ? ThreadTimes.UNKNOWN : displaced == null ? 0 : displaced.getValue());
    }

    /** The largest share; of equal ones that with the smaller key, so that the same input has the same answer. */
    private static Map.Entry<Integer, Long> largest(Map<Integer, Long> shares) {
        Map.Entry<Integer, Long> largest = null;
        for (Map.Entry<Integer, Long> entry : shares.entrySet()) {
            if (largest == null
                    || entry.getValue() > largest.getValue()
                    || entry.getValue().equals(largest.getValue()) && entry.getKey() < largest.getKey()) {
                largest = entry;
            }
        }
        return largest;
    }
}
