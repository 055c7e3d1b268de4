package io.github.etl2jfr.scheduler;

/**
 * How the scheduler names a thread in an int: the number of a life in the {@link ThreadDirectory}, a
 * processor's idle thread, or nobody.
 */
public final class ThreadRef {
    /** No thread, or none that is known. */
    public static final int NONE = -1;

    private ThreadRef() {}

    /** The idle thread of a processor. */
    public static int idle(int processor) {
        return NONE - 1 - processor;
    }

    public static boolean isIdle(int thread) {
        return thread < NONE;
    }

    /** The processor whose idle thread it is. */
    public static int processor(int idleThread) {
        return NONE - 1 - idleThread;
    }
}
