package io.github.etl2jfr.merge;

import io.github.etl2jfr.merge.Timetable.TraceThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a thread did during an event of the JVM, worked out from the slices of the truth. Times are the JVM's ticks. */
final class TrueLatency {
    private final TraceOfRun truth;
    private final Span event;
    private long running;
    private long ready;
    private long waiting;
    private long longestReady;
    private final Map<String, Long> waits = new HashMap<>();
    private final Map<TraceThread, Long> displacements = new HashMap<>();

    private TrueLatency(TraceOfRun truth, Span event) {
        this.truth = truth;
        this.event = event;
    }

    /**
     * Works it out.
     *
     * @param threadKey of the event's thread
     * @param common the time that the recording and the trace both tell of
     */
    static TrueLatency of(TraceOfRun truth, long threadKey, Span event, Span common) {
        TrueLatency latency = new TrueLatency(truth, event);
        Span told = new Span(Math.max(event.start(), common.start()), Math.min(event.end(), common.end()));
        for (Slice slice : truth.slices()) {
            if (slice.thread().jvm() != null && slice.thread().jvm().was(threadKey)) {
                latency.add(slice, told);
            }
        }
        return latency;
    }

    private Span time(Slice slice) {
        return new Span(
                truth.clock().jvm(slice.time().start()),
                truth.clock().jvm(slice.time().end()));
    }

    private void add(Slice slice, Span told) {
        Span time = time(slice);
        long share = told.share(time.start(), time.end());
        if (share == 0) {
            return;
        }
        switch (slice.kind()) {
            case RUNNING -> running += share;
            case WAITING -> {
                waiting += share;
                waits.merge(String.valueOf(slice.why()), share, Long::sum);
            }
            case READY -> {
                ready += share;
                longestReady = Math.max(longestReady, share);
                addDisplacements(slice, told);
            }
        }
    }

    private void addDisplacements(Slice ready, Span told) {
        Span time = time(ready);
        for (Slice slice : truth.slices()) {
            if (slice.kind() == Slice.Kind.RUNNING && slice.processor() == ready.processor()) {
                Span other = time(slice);
                long share = told.share(Math.max(time.start(), other.start()), Math.min(time.end(), other.end()));
                if (share > 0) {
                    displacements.merge(slice.thread(), share, Long::sum);
                }
            }
        }
    }

    Span event() {
        return event;
    }

    long running() {
        return running;
    }

    long ready() {
        return ready;
    }

    long waiting() {
        return waiting;
    }

    long unknown() {
        return event.length() - running - ready - waiting;
    }

    long longestReady() {
        return longestReady;
    }

    /** What it waited for longest; several if the difference is a matter of rounding. */
    List<String> waitReasons(long tolerance) {
        return largest(waits, tolerance);
    }

    /** Who ran longest where it would have run; several if the difference is a matter of rounding. */
    List<TraceThread> displacedBy(long tolerance) {
        return largest(displacements, tolerance);
    }

    long displaced() {
        return displacements.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static <T> List<T> largest(Map<T, Long> shares, long tolerance) {
        long most = shares.values().stream().mapToLong(Long::longValue).max().orElse(0);
        List<T> largest = new ArrayList<>();
        shares.forEach((key, share) -> {
            if (share >= most - tolerance) {
                largest.add(key);
            }
        });
        return largest;
    }
}
