package io.github.etl2jfr.scheduler;

import java.io.IOException;

/**
 * Is told what the scheduler did, in the order of time: slices when they end. The views it is given are
 * reused. Whoever does not care for slices need not listen to them.
 */
public interface SchedulerListener {
    /**
     * Time has come to an instant: switches and slices told from now on, up to the next call, are of it or end at it.
     *
     * @param time session clock's value
     */
    default void reached(long time) throws IOException {}

    /** A processor went from one thread to another. */
    void contextSwitch(SwitchEvent event) throws IOException;

    /** A thread ran. */
    default void running(Slice slice) throws IOException {}

    /** A thread was ready but did not run. */
    default void ready(Slice slice) throws IOException {}

    /** A thread waited. */
    default void waiting(Slice slice) throws IOException {}

    /** A processor had nothing to do. */
    default void idle(Slice slice) throws IOException {}

    /**
     * What a thread did all in all; at its end or the trace's.
     *
     * @param thread as {@link ThreadRef}
     * @param time session clock's value
     */
    default void statistics(int thread, long time, ThreadStatistics statistics) throws IOException {}
}
