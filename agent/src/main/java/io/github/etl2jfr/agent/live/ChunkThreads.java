package io.github.etl2jfr.agent.live;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Which threads of this JVM the chunk that JFR writes now has constants of: those that lived when it began, and those
 * that started since. An event of any other would be on no lane there.
 *
 * <p>JFR says that a chunk ends about a millisecond before the next one begins, and a second or two late that a thread
 * has ended. So whoever lives is looked up when the first is asked for after a chunk's end. One that ends between that
 * and the beginning of the chunk is taken for one that is in it.
 */
public final class ChunkThreads {
    private final LongSupplier ticks;

    /** Chunks that ended. */
    private final AtomicInteger ended = new AtomicInteger();

    /** When the last of them did, or this began. */
    private volatile long endTicks;

    /** Sorted, {@link #ended} being {@link #askedAt}; both are the asking thread's. */
    private long[] alive = {};

    private int askedAt = -1;

    /** @param ticks JFR's clock */
    public ChunkThreads(LongSupplier ticks) {
        this.ticks = ticks;
        this.endTicks = ticks.getAsLong();
    }

    /** To be told, by any thread, when a chunk ends. */
    public void chunkEnds() {
        endTicks = ticks.getAsLong();
        ended.incrementAndGet();
    }

    /** Whether the chunk has no constant of a thread of this JVM. One thread asks. Allocates once a chunk. */
    public boolean lacks(TracedThread thread) {
        int now = ended.get();
        if (!thread.isAnswered(now)) {
            thread.answer(now, !has(thread, now));
        }
        return thread.isLacking();
    }

    private boolean has(TracedThread thread, int now) {
        if (!thread.isJava() || thread.thereFrom() >= endTicks) {
            return true;
        }
        if (askedAt != now) {
            alive = JavaThreads.aliveIds();
            askedAt = now;
        }
        return Arrays.binarySearch(alive, thread.javaThreadId()) >= 0
                || thread.isHidden() && thread.endTicks() == Long.MAX_VALUE;
    }
}
