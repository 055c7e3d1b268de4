package io.github.etl2jfr.testing;

/**
 * What really happened, told in time order while a trace of it is written. Times are session clock values. Everything
 * but the switches may be ignored.
 */
public interface SchedulerTruth {
    /** Nobody wants to know. */
    SchedulerTruth IGNORED =
            (time, processor, oldThread, newThread, oldPriority, newPriority, oldState, waitReason, waitTicks) -> {};

    /**
     * A processor goes from one thread to another, of which 0 is the idle thread.
     *
     * @param oldState the state that the old thread is left in
     * @param oldWaitReason why it waits, -1 if it does not
     * @param newWaitTicks timer ticks the new thread was ready but not running
     */
    void contextSwitch(
            long time,
            int processor,
            int oldThreadId,
            int newThreadId,
            int oldPriority,
            int newPriority,
            int oldState,
            int oldWaitReason,
            int newWaitTicks);

    /**
     * What only an event, no batch, says of the switch told next.
     *
     * @param waitReason as in the event, where it is stale unless the thread waits
     */
    default void eventFields(int waitReason, int waitMode, int cState, int idealProcessor, int remainingQuantum) {}

    /** A waiting thread is made ready, by nobody if the waker is 0. */
    default void ready(long time, int processor, int wakerThreadId, int threadId) {}

    /** A thread starts, ready to run, or was there at the trace's start. */
    default void threadStart(long time, int threadId, int processId, String name) {}

    /** A thread is about to leave its processor for good. */
    default void threadEnd(long time, int threadId, int processId) {}

    /** A process starts, or was there at the trace's start. */
    default void processStart(long time, int processId, String image) {}

    /** A process has lost its last thread. */
    default void processEnd(long time, int processId) {}
}
