package io.github.etl2jfr.kernel;

import java.util.stream.Stream;

/**
 * Why a thread waits, or why it lost its processor. Codes and names: KWAIT_REASON in wdm.h and the
 * public symbols of later kernels; which of the last ones exist depends on the build
 * ({@link WindowsBuild#maximumWaitReason}).
 */
public enum WaitReason {
    EXECUTIVE(0, "Executive"),
    FREE_PAGE(1, "FreePage"),
    PAGE_IN(2, "PageIn"),
    POOL_ALLOCATION(3, "PoolAllocation"),
    DELAY_EXECUTION(4, "DelayExecution"),
    SUSPENDED(5, "Suspended"),
    USER_REQUEST(6, "UserRequest"),
    WR_EXECUTIVE(7, "WrExecutive"),
    WR_FREE_PAGE(8, "WrFreePage"),
    WR_PAGE_IN(9, "WrPageIn"),
    WR_POOL_ALLOCATION(10, "WrPoolAllocation"),
    WR_DELAY_EXECUTION(11, "WrDelayExecution"),
    WR_SUSPENDED(12, "WrSuspended"),
    WR_USER_REQUEST(13, "WrUserRequest"),
    WR_EVENT_PAIR(14, "WrEventPair"),
    WR_QUEUE(15, "WrQueue"),
    WR_LPC_RECEIVE(16, "WrLpcReceive"),
    WR_LPC_REPLY(17, "WrLpcReply"),
    WR_VIRTUAL_MEMORY(18, "WrVirtualMemory"),
    WR_PAGE_OUT(19, "WrPageOut"),
    WR_RENDEZVOUS(20, "WrRendezvous"),
    WR_KEYED_EVENT(21, "WrKeyedEvent"),
    WR_TERMINATED(22, "WrTerminated"),
    WR_PROCESS_IN_SWAP(23, "WrProcessInSwap"),
    WR_CPU_RATE_CONTROL(24, "WrCpuRateControl"),
    WR_CALLOUT_STACK(25, "WrCalloutStack"),
    WR_KERNEL(26, "WrKernel"),
    WR_RESOURCE(27, "WrResource"),
    WR_PUSH_LOCK(28, "WrPushLock"),
    WR_MUTEX(29, "WrMutex"),
    WR_QUANTUM_END(30, "WrQuantumEnd"),
    WR_DISPATCH_INT(31, "WrDispatchInt"),
    WR_PREEMPTED(32, "WrPreempted"),
    WR_YIELD_EXECUTION(33, "WrYieldExecution"),
    WR_FAST_MUTEX(34, "WrFastMutex"),
    WR_GUARDED_MUTEX(35, "WrGuardedMutex"),
    WR_RUNDOWN(36, "WrRundown"),
    WR_ALERT_BY_THREAD_ID(37, "WrAlertByThreadId"),
    WR_DEFERRED_PREEMPT(38, "WrDeferredPreempt"),
    WR_PHYSICAL_FAULT(39, "WrPhysicalFault"),
    WR_IO_RING(40, "WrIoRing"),
    WR_MDL_CACHE(41, "WrMdlCache"),
    WR_RCU(42, "WrRcu");

    private static final CodeNames NAMES = new CodeNames(Stream.of(values()).map(reason -> reason.label));

    private final int code;
    private final String label;

    WaitReason(int code, String label) {
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

    /** Whether the code says why a thread that is still ready lost its processor, rather than why one waits. */
    public static boolean isPreemption(int code) {
        return code >= WR_QUANTUM_END.code && code <= WR_YIELD_EXECUTION.code || code == WR_DEFERRED_PREEMPT.code;
    }
}
