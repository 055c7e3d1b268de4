package io.github.etl2jfr.scheduler;

/**
 * A stretch of time in which a thread did one thing. One object serves all: it is good only while its
 * listener is being called, and which fields mean something depends on what is told. Codes that the
 * trace does not tell are {@link SwitchEvent#UNKNOWN}, threads {@link ThreadRef#NONE}.
 */
public final class Slice {
    int thread;
    long start;
    long end;
    int processor;
    int priority;
    int state;
    int waitReason;
    int waitMode;
    int cState;
    int cause;
    int nextThread;
    int readiedBy;
    int runningInstead;
    boolean clipped;

    Slice() {}

    /** Whose slice it is, as {@link ThreadRef}. */
    public int thread() {
        return thread;
    }

    /** Session clock's value. */
    public long start() {
        return start;
    }

    /** Session clock's value. */
    public long end() {
        return end;
    }

    /** Running: where. Ready: where it ran afterwards, or unknown. Waiting: the one it left. */
    public int processor() {
        return processor;
    }

    /** Running: the thread's priority, at its end if that is known. */
    public int priority() {
        return priority;
    }

    /** Running: {@link io.github.etl2jfr.kernel.ThreadState} code with which it ended. */
    public int endState() {
        return state;
    }

    /** Running and waiting: {@link io.github.etl2jfr.kernel.WaitReason} code. */
    public int waitReason() {
        return waitReason;
    }

    /** Waiting: {@link io.github.etl2jfr.kernel.WaitMode} code. */
    public int waitMode() {
        return waitMode;
    }

    /** Idle: the idle state that the processor left. */
    public int cState() {
        return cState;
    }

    /** Ready: {@link ReadyCause} code. */
    public int cause() {
        return cause;
    }

    /** Running: who ran next. */
    public int nextThread() {
        return nextThread;
    }

    /** Ready and waiting: who made it ready. */
    public int readiedBy() {
        return readiedBy;
    }

    /** Ready: who held the processor that it had lost. */
    public int runningInstead() {
        return runningInstead;
    }

    /** Whether an edge of the time that is told cuts it off. */
    public boolean clipped() {
        return clipped;
    }
}
