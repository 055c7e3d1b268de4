package io.github.etl2jfr.scheduler;

/**
 * What a thread does at a moment, from some time on. One object serves all: it is good only until the next
 * is asked for.
 */
public final class ThreadActivity {
    /** What a thread can do. */
    public enum Kind {
        UNKNOWN,
        RUNNING,
        READY,
        WAITING
    }

    Kind kind;
    long since;
    int waitReason;
    boolean mayBeOver;

    ThreadActivity() {}

    public Kind kind() {
        return kind;
    }

    /** Session clock's value. */
    public long since() {
        return since;
    }

    /** Waiting: {@link io.github.etl2jfr.kernel.WaitReason} code. */
    public int waitReason() {
        return waitReason;
    }

    /** Ready or waiting: whether it may run by now, on a processor of which it is unknown who took it. */
    public boolean mayBeOver() {
        return mayBeOver;
    }
}
