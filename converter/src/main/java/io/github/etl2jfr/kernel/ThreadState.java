package io.github.etl2jfr.kernel;

import java.util.stream.Stream;

/** What the kernel's dispatcher thinks a thread does. Codes and names: KTHREAD_STATE in ntddk.h. */
public enum ThreadState {
    INITIALIZED(0, "Initialized"),
    READY(1, "Ready"),
    RUNNING(2, "Running"),
    STANDBY(3, "Standby"),
    TERMINATED(4, "Terminated"),
    WAITING(5, "Waiting"),
    TRANSITION(6, "Transition"),
    DEFERRED_READY(7, "DeferredReady"),
    GATE_WAIT(8, "GateWait"),
    WAITING_FOR_PROCESS_IN_SWAP(9, "WaitingForProcessInSwap");

    private static final CodeNames NAMES = new CodeNames(Stream.of(values()).map(state -> state.label));

    private final int code;
    private final String label;

    ThreadState(int code, String label) {
        this.code = code;
        this.label = label;
    }

    public int code() {
        return code;
    }

    /** Windows' own name of a code, or {@code Unknown(code)}. */
    public static String label(int code) {
        return NAMES.of(code);
    }

    /** Whether a thread that left its processor in this state could go on at once. */
    public static boolean isReady(int code) {
        return code == READY.code || code == STANDBY.code || code == DEFERRED_READY.code;
    }
}
