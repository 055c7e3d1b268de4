package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.WaitReason;
import java.util.Arrays;
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

    /** How often the thread left its processor for each reason: pairs of a code and a count, few as they are. */
    private int[] reasons = new int[4];

    private int reasonCount;

    ThreadStatistics() {}

    void countReason(int code) {
        for (int i = 0; i < reasonCount; i++) {
            if (reasons[2 * i] == code) {
                reasons[2 * i + 1]++;
                return;
            }
        }
        if (2 * reasonCount == reasons.length) {
            reasons = Arrays.copyOf(reasons, 2 * reasons.length);
        }
        reasons[2 * reasonCount] = code;
        reasons[2 * reasonCount + 1] = 1;
        reasonCount++;
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
        long bits = 0;
        for (int i = 0; i < reasonCount; i++) {
            if (reasons[2 * i] <= LAST_BIT) {
                bits |= 1L << reasons[2 * i];
            }
        }
        return bits;
    }

    /** The names of these reasons, the most frequent first, null if there are none. */
    public String waitReasons() {
        if (reasonCount == 0) {
            return null;
        }
        return IntStream.range(0, reasonCount)
                .boxed()
                .sorted((a, b) -> reasons[2 * a + 1] != reasons[2 * b + 1]
                        ? Integer.compare(reasons[2 * b + 1], reasons[2 * a + 1])
                        : Integer.compare(reasons[2 * a], reasons[2 * b]))
                .map(i -> WaitReason.label(reasons[2 * i]))
                .collect(Collectors.joining(", "));
    }
}
