package io.github.etl2jfr.scheduler;

/** What a thread did all in all. Times are in ticks of the session clock. */
public interface ThreadStatistics {
    /** How often the thread left a processor. */
    int contextSwitches();

    /** How often it left a processor although it could have gone on. */
    int involuntarySwitches();

    /** How often it ran on another processor than the time before. */
    int migrations();

    long runningTime();

    long readyTime();

    long waitingTime();

    long longestReady();

    /** Session clock's value at which the longest time began that it was ready; meaningless if it never was. */
    long longestReadyStart();

    /** Bit n is set if it left a processor with {@link io.github.etl2jfr.kernel.WaitReason} code n, as in PERFORMANCE_DATA. */
    long waitReasonBitMap();

    /** The names of these reasons, the most frequent first, null if there are none. */
    String waitReasons();
}
