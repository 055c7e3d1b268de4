package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.WaitReason;

/** Why a thread is ready but does not run. */
public enum ReadyCause {
    READIED(0, "Readied", "what it waited for came"),
    PREEMPTED(1, "Preempted", "it lost its processor to another thread"),
    QUANTUM_END(2, "QuantumEnd", "it had used up its time slice"),
    YIELDED(3, "Yielded", "it gave its processor away"),
    STARTED(4, "Started", "it has just been started");

    private static final ReadyCause[] BY_CODE = values();

    private final int code;
    private final String label;
    private final String meaning;

    ReadyCause(int code, String label, String meaning) {
        this.code = code;
        this.label = label;
        this.meaning = meaning;
    }

    /** A small number of our own; Windows has none. */
    public int code() {
        return code;
    }

    /** The name used in recordings. */
    public String label() {
        return label;
    }

    /** The name of a code. */
    public static String label(int code) {
        return BY_CODE[code].label;
    }

    /** The cause in plain English. */
    public String meaning() {
        return meaning;
    }

    /**
     * Why a thread left its processor although it could have gone on.
     *
     * @param waitReason code that the switch gives; batches give none, and do not tell the causes apart
     */
    static ReadyCause ofSwitchOut(int waitReason) {
        if (waitReason == WaitReason.WR_QUANTUM_END.code()) {
            return QUANTUM_END;
        }
        return waitReason == WaitReason.WR_YIELD_EXECUTION.code() ? YIELDED : PREEMPTED;
    }
}
