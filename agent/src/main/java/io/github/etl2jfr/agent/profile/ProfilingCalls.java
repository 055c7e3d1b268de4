package io.github.etl2jfr.agent.profile;

/**
 * Windows' calls for the profiling of threads. Those with a result return a system error code (winerror.h), 0 for
 * success.
 */
public interface ProfilingCalls {
    /** The operating system's id of the calling thread. */
    int currentThreadId();

    /**
     * Enables profiling of the calling thread.
     *
     * @param counters hardware counters: bit n for that of index n
     * @param handle where its handle is put, to read and disable it by
     */
    int enable(int counters, long[] handle);

    /** Disables profiling of the calling thread. */
    int disable(long handle);

    /**
     * Reads what there is of a thread.
     *
     * @param withCounters also the hardware counters; on the thread itself only
     * @param data a PERFORMANCE_DATA with its size and version
     */
    int read(long handle, boolean withCounters, byte[] data);
}
