package io.github.etl2jfr.scheduler;

import java.io.IOException;

/** Is told what the scheduler did, in the order of time: slices when they end. The views it is given are reused. */
public interface SchedulerListener {
    /** A processor went from one thread to another. */
    void contextSwitch(SwitchEvent event) throws IOException;

    /** A thread ran. */
    void running(Slice slice) throws IOException;

    /** A thread was ready but did not run. */
    void ready(Slice slice) throws IOException;

    /** A thread waited. */
    void waiting(Slice slice) throws IOException;

    /** A processor had nothing to do. */
    void idle(Slice slice) throws IOException;

    /**
     * What a thread did all in all; at its end or the trace's.
     *
     * @param thread as {@link ThreadRef}
     * @param time session clock's value
     */
    void statistics(int thread, long time, ThreadStatistics statistics) throws IOException;
}
