package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.IdentityEvents.Kind;
import io.github.etl2jfr.kernel.IdentitySink;
import io.github.etl2jfr.kernel.ProcessRecord;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What a trace that is being written tells of threads and processes, until the events before it are told. A few
 * a second, so that each may be an object.
 */
final class PendingIdentities implements IdentitySink {
    /** Past this many, order in time counts less than memory. */
    private static final int MAX_PENDING = 1 << 17;

    /** A process, or a thread if there is none. */
    private record Identity(
            long time, Kind kind, int processId, int threadId, String name, ProcessRecord process, boolean late) {}

    /** As {@link io.github.etl2jfr.kernel.IdentityEvents} has them; a process before its threads. */
    private static final Comparator<Identity> ORDER = Comparator.comparingLong(Identity::time)
            .thenComparing(Identity::kind)
            .thenComparing(identity -> identity.process == null)
            .thenComparing(Identity::threadId, Integer::compareUnsigned)
            .thenComparing(Identity::processId, Integer::compareUnsigned);

    private final PriorityQueue<Identity> queue = new PriorityQueue<>(ORDER);
    private final ThreadDirectory threads;
    private long told = Long.MIN_VALUE;

    PendingIdentities(ThreadDirectory threads) {
        this.threads = threads;
    }

    @Override
    public void add(Kind kind, long time, ProcessRecord process) {
        add(new Identity(time, kind, process.processId(), 0, null, process, time < told));
    }

    @Override
    public void add(Kind kind, long time, int processId, int threadId, String name) {
        add(new Identity(time, kind, processId, threadId, name, null, time < told));
    }

    /**
     * Everything before a time is told: a thread whose start comes later than that is known once it is seen.
     */
    void toldUntil(long time) {
        told = time;
    }

    private void add(Identity identity) {
        queue.add(identity);
        if (queue.size() > MAX_PENDING) {
            learn(Long.MAX_VALUE, null);
        }
    }

    /**
     * Learns everything that is told up to a time.
     *
     * @param slices told of the threads that start; null if none of it is to be told any more
     */
    void learn(long time, SliceBuilder slices) {
        for (Identity next; (next = queue.peek()) != null && next.time <= time; ) {
            queue.remove();
            if (next.process != null) {
                threads.processes().add(next.kind, next.time, next.process);
            } else {
                threads.hear(next.kind, next.time, next.processId, next.threadId, next.name, next.late ? null : slices);
            }
        }
    }
}
