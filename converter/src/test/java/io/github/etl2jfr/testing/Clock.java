package io.github.etl2jfr.testing;

/** What the timestamps of a session count: ReservedFlags of the log header. */
public enum Clock {
    QPC(1),
    SYSTEM_TIME(2),
    CPU_CYCLES(3);

    private final int code;

    Clock(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
