package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.LatencyBreakdown;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadRef;
import java.util.HashMap;
import java.util.Map;

/** An event of the JVM that is going on, or not told yet, and what its thread did so far. Times are ticks. */
final class OpenEvent {
    private final JvmEvent event;
    private long running;
    private long ready;
    private long waiting;
    private long longestReady;

    /** By {@link io.github.etl2jfr.kernel.WaitReason} code; few events have more than one. */
    private final Map<Integer, Long> waits = new HashMap<>(2);

    /** By who ran while the thread was ready. */
    private final Map<Integer, Long> displacements = new HashMap<>(2);

    private boolean displacementUnknown;
    private boolean ended;

    OpenEvent(JvmEvent event) {
        this.event = event;
    }

    JvmEvent event() {
        return event;
    }

    /** It is over, but all of what its thread did is not known yet. */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
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

    /**
     * All of it.
     *
     * @param detail what the event is about
     */
    LatencyBreakdown breakdown(String detail) {
        long duration = event.endTicks() - event.startTicks();
        Map.Entry<Integer, Long> displaced = displacementUnknown ? null : largest(displacements);
        Map.Entry<Integer, Long> wait = largest(waits);
        return new LatencyBreakdown(
                event.type(),
                detail,
                event.thread(),
                event.startTicks(),
                duration,
                running,
                ready,
                waiting,
                duration - running - ready - waiting,
                longestReady,
                wait == null ? SwitchEvent.UNKNOWN : wait.getKey(),
                displaced == null ? ThreadRef.NONE : displaced.getKey(),
                displacementUnknown ? LatencyBreakdown.UNKNOWN : displaced == null ? 0 : displaced.getValue());
    }

    /** Of equal ones that with the smaller key, so that the same input has the same answer. */
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
