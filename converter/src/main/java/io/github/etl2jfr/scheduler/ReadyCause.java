package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.WaitReason;

/** Why a thread is ready but does not run. */
public enum ReadyCause {
    READIED("Readied", "what it waited for came"),
    PREEMPTED("Preempted", "it lost its processor to another thread"),
    QUANTUM_END("QuantumEnd", "it had used up its time slice"),
    YIELDED("Yielded", "it gave its processor away"),
    STARTED("Started", "it has just been started");

    private final String label;
    private final String meaning;

    ReadyCause(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** The name used in recordings. */
    public String label() {
        return label;
    }

    /** In plain English. */
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
