package io.github.etl2jfr.views.model;

import java.util.List;

/**
 * What a thread or a processor did for a while, cut at the ends of the time that is looked at.
 *
 * @param processor -1 if unknown
 * @param priority what Windows gave a running thread at its end, from 0 to 31; {@link #UNKNOWN_PRIORITY} if unknown
 * @param reason what a waiting thread waits for, why a ready one is ready; null if unknown; of a running one
 *     {@link #TERMINATED} if it ended then, else null
 * @param readiedBy who ended the wait; null if unknown, or if it ends later than the time that is looked at
 * @param runningInstead who held the processor that a ready thread had lost; null if unknown or none
 * @param clipped whether it went on beyond the trace
 */
public record Slice(
        Kind kind,
        TraceThread thread,
        long start,
        long end,
        int processor,
        int priority,
        String reason,
        TraceThread readiedBy,
        TraceThread runningInstead,
        boolean clipped) {

    static final int UNKNOWN_PRIORITY = -1;

    /** Why a thread is ready that was not there before. */
    static final String STARTED = "Started";

    /** State of a thread that ran for the last time. */
    static final String TERMINATED = "Terminated";

    /** What a slice tells of. */
    public enum Kind {
        RUNNING,
        READY,
        WAITING,
        /** A processor was idle; the slice belongs to its pseudo-thread. */
        IDLE;

        /** What threads do. */
        public static final List<Kind> OF_THREADS = List.of(RUNNING, READY, WAITING);
    }

    public long duration() {
        return end - start;
    }

    /** The part of it between two times, of which it has some. */
    Slice within(long from, long to) {
        return new Slice(
                kind,
                thread,
                Math.max(start, from),
                Math.min(end, to),
                processor,
                priority,
                reason,
                readiedBy,
                runningInstead,
                clipped);
    }
}
