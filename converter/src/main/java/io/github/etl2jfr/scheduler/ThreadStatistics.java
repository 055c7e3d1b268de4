package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.WaitReason;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a thread did all in all. Times are in ticks of the session clock. */
public final class ThreadStatistics {
    private static final int LAST_BIT = Long.SIZE - 1;

    int contextSwitches;
    int involuntarySwitches;
    int migrations;
    long runningTime;
    long readyTime;
    long waitingTime;
    long longestReady;
    long longestReadyStart;

    private final WaitReasonSlots reasons;

    /** By slot: how often the thread left a processor for a reason. */
    private int[] reasonCounts = new int[4];

    /**
     * @param reasons the same for all threads of a trace
     */
    ThreadStatistics(WaitReasonSlots reasons) {
        this.reasons = reasons;
    }

    /**
     * @param code of a {@link WaitReason}
     */
    void countReason(int code) {
        int slot = reasons.of(code);
        if (slot >= reasonCounts.length) {
            reasonCounts = Arrays.copyOf(reasonCounts, Math.max(slot + 1, 2 * reasonCounts.length));
        }
        reasonCounts[slot]++;
    }

    void addReady(long start, long duration) {
        readyTime += duration;
        if (duration > longestReady) {
            longestReady = duration;
            longestReadyStart = start;
        }
    }

    /** How often the thread left a processor. */
    public int contextSwitches() {
        return contextSwitches;
    }

    /** How often it left a processor although it could have gone on. */
    public int involuntarySwitches() {
        return involuntarySwitches;
    }

    /** How often it ran on another processor than the time before. */
    public int migrations() {
        return migrations;
    }

    public long runningTime() {
        return runningTime;
    }

    public long readyTime() {
        return readyTime;
    }

    public long waitingTime() {
        return waitingTime;
    }

    public long longestReady() {
        return longestReady;
    }

    /** Session clock's value at which the longest time began that it was ready; meaningless if it never was. */
    public long longestReadyStart() {
        return longestReadyStart;
    }

    /** Bit n is set if it left a processor with {@link WaitReason} code n, as in PERFORMANCE_DATA. */
    public long waitReasonBitMap() {
        return usedSlots()
                .map(reasons::code)
                .filter(code -> code <= LAST_BIT)
                .mapToLong(code -> 1L << code)
                .reduce(0, (a, b) -> a | b);
    }

    /** The names of these reasons, the most frequent first, null if there are none. */
    public String waitReasons() {
        String names = usedSlots()
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(slot -> -reasonCounts[slot])
                        .thenComparingInt(reasons::code))
                .map(slot -> WaitReason.label(reasons.code(slot)))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? null : names;
    }

    private IntStream usedSlots() {
        return IntStream.range(0, reasonCounts.length).filter(slot -> reasonCounts[slot] > 0);
    }
}
