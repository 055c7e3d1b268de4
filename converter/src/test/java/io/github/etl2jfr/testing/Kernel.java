package io.github.etl2jfr.testing;

import java.util.List;

/**
 * The kernel's own numbers: KTHREAD_STATE, and KWAIT_REASON with its end, which moved from build to build. A copy for
 * the tests, so that a slip in the converter's tables shows.
 */
public final class Kernel {
    public static final int READY = 1;
    public static final int RUNNING = 2;
    public static final int TERMINATED = 4;
    public static final int WAITING = 5;

    public static final int WR_QUANTUM_END = 30;
    public static final int WR_DISPATCH_INT = 31;
    public static final int WR_PREEMPTED = 32;
    public static final int WR_TERMINATED = 22;

    private static final List<String> STATES = List.of(
            "Initialized",
            "Ready",
            "Running",
            "Standby",
            "Terminated",
            "Waiting",
            "Transition",
            "DeferredReady",
            "GateWait",
            "WaitingForProcessInSwap");

    private static final List<String> WAIT_REASONS = List.of(
            "Executive",
            "FreePage",
            "PageIn",
            "PoolAllocation",
            "DelayExecution",
            "Suspended",
            "UserRequest",
            "WrExecutive",
            "WrFreePage",
            "WrPageIn",
            "WrPoolAllocation",
            "WrDelayExecution",
            "WrSuspended",
            "WrUserRequest",
            "WrEventPair",
            "WrQueue",
            "WrLpcReceive",
            "WrLpcReply",
            "WrVirtualMemory",
            "WrPageOut",
            "WrRendezvous",
            "WrKeyedEvent",
            "WrTerminated",
            "WrProcessInSwap",
            "WrCpuRateControl",
            "WrCalloutStack",
            "WrKernel",
            "WrResource",
            "WrPushLock",
            "WrMutex",
            "WrQuantumEnd",
            "WrDispatchInt",
            "WrPreempted",
            "WrYieldExecution",
            "WrFastMutex",
            "WrGuardedMutex",
            "WrRundown",
            "WrAlertByThreadId",
            "WrDeferredPreempt",
            "WrPhysicalFault",
            "WrIoRing",
            "WrMdlCache",
            "WrRcu");

    private Kernel() {}

    /** The number of wait reasons in a build: from this value on, a compact packet's field is a state. */
    public static int maximumWaitReason(int build) {
        if (build < 9200) {
            return 37;
        }
        if (build < 16299) {
            return 39;
        }
        if (build < 22000) {
            return 40;
        }
        if (build < 22621) {
            return 41;
        }
        return build < 26100 ? 42 : 43;
    }

    /** How a compact packet says state and wait reason in one field. */
    public static int stateOrWaitReason(int build, int state, int waitReason) {
        return state == WAITING ? waitReason : maximumWaitReason(build) + state;
    }

    public static String stateName(int state) {
        return STATES.get(state);
    }

    /** The number of a state, -1 if there is none of that name. */
    public static int state(String name) {
        return STATES.indexOf(name);
    }

    public static String waitReasonName(int waitReason) {
        return WAIT_REASONS.get(waitReason);
    }

    /** The number of a wait reason, -1 if there is none of that name. */
    public static int waitReason(String name) {
        return WAIT_REASONS.indexOf(name);
    }
}
