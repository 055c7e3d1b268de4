package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentitySink;
import io.github.etl2jfr.kernel.ProcessRecord;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;

/**
 * What a trace that is being written tells of threads and processes, until the events before it are told. A few
 * a second, so that each may be an object.
 */
final class PendingIdentities implements IdentitySink {
    /** Past this many, and this many characters of their texts, order in time counts less than memory. */
    private static final int MAX_PENDING = 1 << 16;

    private static final int MAX_PENDING_TEXT = 1 << 22;

    /**
     * A process, or a thread if there is none.
     *
     * @param place how many came before it
     */
    private record Identity(
            long time,
            Kind kind,
            int processId,
            int threadId,
            String name,
            ProcessRecord process,
            boolean late,
            long place) {

        int textLength() {
            return process == null ? length(name) : length(process.image()) + length(process.commandLine());
        }

        private static int length(String text) {
            return text == null ? 0 : text.length();
        }
    }

    /** The order that {@link io.github.etl2jfr.kernel.IdentityEvents} has; a process before its threads. */
    private static final Comparator<Identity> ORDER = Comparator.comparingLong(Identity::time)
            .thenComparing(Identity::kind)
            .thenComparing(identity -> identity.process == null)
            .thenComparing(Identity::threadId, Integer::compareUnsigned)
            .thenComparing(Identity::processId, Integer::compareUnsigned)
            // A queue does not keep the order of equals.
            .thenComparingLong(Identity::place);

    private final PriorityQueue<Identity> queue = new PriorityQueue<>(ORDER);
    private final ThreadDirectory threads;
    private long told = Long.MIN_VALUE;

    /** Time of the next in the queue. */
    private long nextTime = Long.MAX_VALUE;

    private int textLength;
    private long added;

    PendingIdentities(ThreadDirectory threads) {
        this.threads = threads;
    }

    @Override
    public void add(Kind kind, long time, ProcessRecord process) throws IOException {
        add(new Identity(time, kind, process.processId(), 0, null, process, time < told, added++));
    }

    @Override
    public void add(Kind kind, long time, int processId, int threadId, String name) throws IOException {
        add(new Identity(time, kind, processId, threadId, name, null, time < told, added++));
    }

    /**
     * Everything before a time is told: a thread whose start comes later than that is known once it is seen.
     */
    void toldUntil(long time) {
        told = time;
    }

    private void add(Identity identity) throws IOException {
        queue.add(identity);
        nextTime = Math.min(nextTime, identity.time);
        textLength += identity.textLength();
        if (queue.size() > MAX_PENDING || textLength > MAX_PENDING_TEXT) {
            learn(Long.MAX_VALUE, null, ThreadDirectory.NOBODY);
        }
    }

    /**
     * Learns everything that is told up to a time.
     *
     * @param slices told of the threads that start; null if none of it is to be told any more
     * @param endsThen whether a thread with an id is still to leave its processor for good at that time
     * @throws IOException if there is no room for more
     */
    void learn(long time, SliceBuilder slices, IntPredicate endsThen) throws IOException {
        while (nextTime <= time && !queue.isEmpty()) {
            Identity next = queue.remove();
            nextTime = queue.isEmpty() ? Long.MAX_VALUE : queue.element().time;
            textLength -= next.textLength();
            if (next.process != null) {
                threads.hear(next.kind, next.time, next.process);
            } else {
                threads.hear(
                        next.kind,
                        next.time,
                        next.processId,
                        next.threadId,
                        next.name,
                        next.late ? null : slices,
                        next.time == time ? endsThen : ThreadDirectory.NOBODY);
            }
        }
    }
}
