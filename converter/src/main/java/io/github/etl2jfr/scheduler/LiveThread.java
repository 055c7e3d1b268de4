package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.WaitReason;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A thread that was seen and has not ended: what it does, as far as is known, and what it did so far. All
 * in one place, as every switch comes here twice and finds it cold.
 */
final class LiveThread implements ThreadStatistics {
    // Activities. Not an enum: storing a reference costs the garbage collector's bookkeeping.
    static final int UNKNOWN = 0;
    static final int RUNNING = 1;
    static final int READY = 2;
    static final int WAITING = 3;
    static final int ENDED = 4;

    private static final int LAST_BIT = Long.SIZE - 1;

    private static final int[] NONE_COUNTED = {};

    /** Slots that have some bits of a long. Few traces have more reasons. */
    private static final int RECENT_SLOTS = 16;

    private static final int RECENT_BITS = Long.SIZE / RECENT_SLOTS;
    private static final int MAX_RECENT = (1 << RECENT_BITS) - 1;

    int activity = UNKNOWN;

    /** Number of losses at {@code since}, or {@link SliceBuilder#UNTRUSTED}. */
    int lossesThen;

    /** Session clock's value at which the activity began; before the trace, if the thread was never seen. */
    long since = ProcessDirectory.BEFORE_TRACE;

    int processor = SwitchEvent.UNKNOWN;
    int lastRanOn = SwitchEvent.UNKNOWN;

    /** While waiting: {@link WaitReason} code. While ready: {@link ReadyCause} code. */
    int why;

    int waitMode;
    int readiedBy;
    int runningInstead;

    int contextSwitches;
    int involuntarySwitches;
    int migrations;
    long runningTime;
    long readyTime;
    long waitingTime;
    private long longestReady;
    private long longestReadyStart;

    private final WaitReasonSlots reasons;

    /** By slot: how often the thread left a processor for a reason, but for the last times. */
    private int[] reasonCounts = NONE_COUNTED;

    /** By slot, some bits each: the last times. They spare every switch a look at the other table, which is colder still. */
    private long recentReasons;

    /**
     * How many these are. At first, only a few go in: what no thread has done yet when HotSpot compiles how switches are
     * followed is not in that code, and makes HotSpot throw it away.
     */
    private int recentSize = MAX_RECENT - 3;

    /**
     * @param reasons the same for all threads of a trace
     */
    LiveThread(WaitReasonSlots reasons) {
        this.reasons = reasons;
    }

    /** Does now what another did. */
    void goOnFrom(LiveThread other) {
        activity = other.activity;
        lossesThen = other.lossesThen;
        since = other.since;
        processor = other.processor;
        lastRanOn = other.lastRanOn;
        why = other.why;
        waitMode = other.waitMode;
        readiedBy = other.readiedBy;
        runningInstead = other.runningInstead;
    }

    /**
     * @param code of a {@link WaitReason}
     */
    void countReason(int code) {
        int slot = reasons.of(code);
        if (slot >= RECENT_SLOTS) {
            addReasons(slot, 1);
            return;
        }
        recentReasons += 1L << slot * RECENT_BITS;
        if (++recentSize == MAX_RECENT) {
            addRecentReasons();
        }
    }

    private void addRecentReasons() {
        for (int slot = 0; slot < RECENT_SLOTS; slot++) {
            if (recent(slot) > 0) {
                addReasons(slot, recent(slot));
            }
        }
        recentReasons = 0;
        recentSize = 0;
    }

    private int recent(int slot) {
        return (int) (recentReasons >>> slot * RECENT_BITS) & MAX_RECENT;
    }

    private void addReasons(int slot, int count) {
        if (slot >= reasonCounts.length) {
            reasonCounts = Arrays.copyOf(reasonCounts, Math.max(slot + 1, 2 * reasonCounts.length));
        }
        reasonCounts[slot] += count;
    }

    void addReady(long start, long duration) {
        readyTime += duration;
        if (duration > longestReady) {
            longestReady = duration;
            longestReadyStart = start;
        }
    }

    @Override
    public int contextSwitches() {
        return contextSwitches;
    }

    @Override
    public int involuntarySwitches() {
        return involuntarySwitches;
    }

    @Override
    public int migrations() {
        return migrations;
    }

    @Override
    public long runningTime() {
        return runningTime;
    }

    @Override
    public long readyTime() {
        return readyTime;
    }

    @Override
    public long waitingTime() {
        return waitingTime;
    }

    @Override
    public long longestReady() {
        return longestReady;
    }

    @Override
    public long longestReadyStart() {
        return longestReadyStart;
    }

    @Override
    public long waitReasonBitMap() {
        int[] counts = reasonCounts();
        long bits = 0;
        for (int slot = 0; slot < counts.length; slot++) {
            // The count first: behind the last reason there may be more of them, all 0.
            if (counts[slot] > 0 && reasons.code(slot) <= LAST_BIT) {
                bits |= 1L << reasons.code(slot);
            }
        }
        return bits;
    }

    @Override
    public String waitReasons() {
        int[] counts = reasonCounts();
        // The count, negated, above the code, of eight bits: the most frequent first.
        long[] ranked = new long[counts.length];
        int size = 0;
        for (int slot = 0; slot < counts.length; slot++) {
            if (counts[slot] > 0) {
                ranked[size++] = (long) -counts[slot] << Byte.SIZE | reasons.code(slot);
            }
        }
        if (size == 0) {
            return null;
        }
        Arrays.sort(ranked, 0, size);
        StringJoiner names = new StringJoiner(", ");
        for (int i = 0; i < size; i++) {
            names.add(WaitReason.label((int) ranked[i] & 0xFF));
        }
        return names.toString();
    }

    /** Counts by slot. */
    private int[] reasonCounts() {
        int[] counts = Arrays.copyOf(reasonCounts, Math.max(RECENT_SLOTS, reasonCounts.length));
        for (int slot = 0; slot < RECENT_SLOTS; slot++) {
            counts[slot] += recent(slot);
        }
        return counts;
    }
}
