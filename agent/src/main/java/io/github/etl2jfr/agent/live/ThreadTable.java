package io.github.etl2jfr.agent.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Who had an id of the operating system when. One thread at a time changes it while any number look up, which takes no
 * lock and allocates nothing. Open addressing; a slot holds the oldest thread of an id, who knows the next.
 */
final class ThreadTable {
    private static final int MIN_CAPACITY = 256;

    private final long retention;
    private volatile AtomicReferenceArray<TracedThread> slots = new AtomicReferenceArray<>(MIN_CAPACITY);
    private int size;

    /** How often it was changed. */
    private final AtomicInteger changes = new AtomicInteger();

    /**
     * @param retention in ticks; threads that ended longer ago may be forgotten
     */
    ThreadTable(long retention) {
        this.retention = retention;
    }

    /**
     * The thread that had an id at a time, of those that were there between two others, null if there is none. A thread
     * has its id until it ends, and as long as no other is known to have it: it does a little after JFR says that it
     * ended. Then the id is the next one's: a thread does more before JFR says that it starts, since it waits for the
     * one that starts it. But if the two times are of one thread, nobody takes its place before JFR says so: its end may
     * just not be known.
     *
     * @param isOneThread whether one thread alone had the id between the two others, but for losses
     */
    TracedThread find(long osThreadId, long ticks, long from, long until, boolean isOneThread) {
        TracedThread found = null;
        TracedThread thread = oldest(osThreadId);
        while (thread != null && (found == null || found.endTicks() < ticks)) {
            // The one that started at 'from' may be the first, however late JFR says that it starts.
            boolean isAnother = isOneThread && (found != null || from == Long.MIN_VALUE) && thread.startsAfter(ticks);
            if (!isAnother && thread.mayBeThereWithin(from, until)) {
                found = thread;
            }
            thread = thread.successor();
        }
        return found;
    }

    /**
     * Whether {@link #find} gives the same at whatever time, as long as {@link #changes} is the same: one thread, or
     * none, was there between the two others. If it gives none, it may give that one later.
     */
    boolean isSameAlways(long osThreadId, long from, long until) {
        int there = 0;
        for (TracedThread thread = oldest(osThreadId); thread != null && there < 2; thread = thread.successor()) {
            there += thread.mayBeThereWithin(from, until) ? 1 : 0;
        }
        return there < 2;
    }

    /** Another number after each change; to be asked before {@link #find} if its answer is remembered. */
    int changes() {
        return changes.get();
    }

    /** The thread that had an id and has a key, null if there is none. */
    TracedThread findKey(long osThreadId, long key) {
        TracedThread thread = oldest(osThreadId);
        while (thread != null && thread.key() != key) {
            thread = thread.successor();
        }
        return thread;
    }

    private TracedThread oldest(long osThreadId) {
        AtomicReferenceArray<TracedThread> current = slots;
        return current.get(slot(current, osThreadId));
    }

    /** Adds a thread. Whoever had its id before has ended when it started, if not known to have ended earlier. */
    void add(TracedThread thread) {
        insert(thread);
        changed();
    }

    /** Something else was learned of when a thread was there. */
    void changed() {
        changes.incrementAndGet();
    }

    private void insert(TracedThread thread) {
        long ended = thread.sinceTicks() - retention;
        if (size >= slots.length() / 2) {
            forgetAndGrow(ended);
        }
        AtomicReferenceArray<TracedThread> current = slots;
        int slot = slot(current, thread.osThreadId());
        TracedThread oldest = current.get(slot);
        if (oldest == null) {
            size++;
        }
        TracedThread before = null;
        TracedThread after = oldest;
        while (after != null && after.sinceTicks() <= thread.sinceTicks()) {
            before = after;
            after = after.successor();
        }
        if (after != null) {
            thread.end(after.sinceTicks());
            thread.setSuccessor(after);
        }
        if (before == null) {
            current.set(slot, thread);
            return;
        }
        if (before.endTicks() > thread.sinceTicks()) {
            before.end(thread.sinceTicks());
        }
        before.setSuccessor(thread);
        current.set(slot, remembered(oldest, ended));
    }

    private void forgetAndGrow(long ended) {
        List<TracedThread> remembered = new ArrayList<>();
        for (int i = 0; i < slots.length(); i++) {
            TracedThread thread = remembered(slots.get(i), ended);
            if (thread != null) {
                remembered.add(thread);
            }
        }
        int capacity = slots.length();
        while (remembered.size() >= capacity / 4) {
            capacity *= 2;
        }
        AtomicReferenceArray<TracedThread> larger = new AtomicReferenceArray<>(capacity);
        for (TracedThread thread : remembered) {
            larger.set(slot(larger, thread.osThreadId()), thread);
        }
        size = remembered.size();
        slots = larger;
    }

    /** The oldest of these that did not end before a time. */
    private static TracedThread remembered(TracedThread oldest, long ended) {
        TracedThread thread = oldest;
        while (thread != null && thread.endTicks() < ended) {
            thread = thread.successor();
        }
        return thread;
    }

    /** All that are remembered, in no order. */
    List<TracedThread> all() {
        AtomicReferenceArray<TracedThread> current = slots;
        List<TracedThread> all = new ArrayList<>();
        for (int i = 0; i < current.length(); i++) {
            for (TracedThread thread = current.get(i); thread != null; thread = thread.successor()) {
                all.add(thread);
            }
        }
        return all;
    }

    /** Where an id is, or would be. */
    private static int slot(AtomicReferenceArray<TracedThread> slots, long osThreadId) {
        int mask = slots.length() - 1;
        // Ids of Windows are multiples of four, those of Linux close to each other: the upper bits of a product are
        // not.
        int slot = (int) (osThreadId * 0x9E37_79B9_7F4A_7C15L >>> 33) & mask;
        for (TracedThread there = slots.get(slot);
                there != null && there.osThreadId() != osThreadId;
                there = slots.get(slot)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
