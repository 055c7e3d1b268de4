package io.github.etl2jfr.kernel;

/**
 * Why a thread waits, or why it lost its processor. Codes and names: KWAIT_REASON in wdm.h and the
 * public symbols of later kernels; which of the last ones exist depends on the build
 * ({@link WindowsBuild#maximumWaitReason}).
 */
public enum WaitReason {
    EXECUTIVE(0, "Executive", "waits in the kernel, for a device or a kernel object"),
    FREE_PAGE(1, "FreePage", "waits for a free page of memory"),
    PAGE_IN(2, "PageIn", "waits for a page to be read from disk"),
    POOL_ALLOCATION(3, "PoolAllocation", "waits for kernel memory"),
    DELAY_EXECUTION(4, "DelayExecution", "sleeps"),
    SUSPENDED(5, "Suspended", "is suspended"),
    USER_REQUEST(6, "UserRequest", "waits for an object such as an event, a mutex or a thread"),
    WR_EXECUTIVE(7, "WrExecutive", "waits in the kernel, for a device or a kernel object"),
    WR_FREE_PAGE(8, "WrFreePage", "waits for a free page of memory"),
    WR_PAGE_IN(9, "WrPageIn", "waits for a page to be read from disk"),
    WR_POOL_ALLOCATION(10, "WrPoolAllocation", "waits for kernel memory"),
    WR_DELAY_EXECUTION(11, "WrDelayExecution", "sleeps"),
    WR_SUSPENDED(12, "WrSuspended", "is suspended"),
    WR_USER_REQUEST(13, "WrUserRequest", "waits for an object, in the window manager"),
    WR_EVENT_PAIR(14, "WrEventPair", "waits for an event pair"),
    WR_QUEUE(15, "WrQueue", "waits for work in a queue or a completion port"),
    WR_LPC_RECEIVE(16, "WrLpcReceive", "waits for a local procedure call"),
    WR_LPC_REPLY(17, "WrLpcReply", "waits for the answer to a local procedure call"),
    WR_VIRTUAL_MEMORY(18, "WrVirtualMemory", "waits for virtual memory"),
    WR_PAGE_OUT(19, "WrPageOut", "waits for a page to be written to disk"),
    WR_RENDEZVOUS(20, "WrRendezvous", "waits for other processors to meet"),
    WR_KEYED_EVENT(21, "WrKeyedEvent", "waits for a lock (keyed event)"),
    WR_TERMINATED(22, "WrTerminated", "has ended"),
    WR_PROCESS_IN_SWAP(23, "WrProcessInSwap", "waits for its process to be brought into memory"),
    WR_CPU_RATE_CONTROL(24, "WrCpuRateControl", "has used up the processor time it is allowed"),
    WR_CALLOUT_STACK(25, "WrCalloutStack", "waits for a larger kernel stack"),
    WR_KERNEL(26, "WrKernel", "waits in the kernel"),
    WR_RESOURCE(27, "WrResource", "waits for a kernel resource lock"),
    WR_PUSH_LOCK(28, "WrPushLock", "waits for a kernel push lock"),
    WR_MUTEX(29, "WrMutex", "waits for a kernel mutex"),
    WR_QUANTUM_END(30, "WrQuantumEnd", "has used up its time slice"),
    WR_DISPATCH_INT(31, "WrDispatchInt", "gave way at a dispatch interrupt"),
    WR_PREEMPTED(32, "WrPreempted", "gave way to a thread of higher priority"),
    WR_YIELD_EXECUTION(33, "WrYieldExecution", "gave its processor away"),
    WR_FAST_MUTEX(34, "WrFastMutex", "waits for a kernel fast mutex"),
    WR_GUARDED_MUTEX(35, "WrGuardedMutex", "waits for a kernel guarded mutex"),
    WR_RUNDOWN(36, "WrRundown", "waits for an object in use to be released"),
    WR_ALERT_BY_THREAD_ID(37, "WrAlertByThreadId", "waits for a lock or condition variable"),
    WR_DEFERRED_PREEMPT(38, "WrDeferredPreempt", "gave way to another thread, later than it should"),
    WR_PHYSICAL_FAULT(39, "WrPhysicalFault", "waits for a page of physical memory"),
    WR_IO_RING(40, "WrIoRing", "waits for an I/O ring"),
    WR_MDL_CACHE(41, "WrMdlCache", "waits for the memory descriptor cache"),
    WR_RCU(42, "WrRcu", "waits for readers of kernel data (RCU)");

    private static final WaitReason[] BY_CODE = values();

    private final int code;
    private final String label;
    private final String meaning;

    WaitReason(int code, String label, String meaning) {
        this.code = code;
        this.label = label;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    /** What a thread with this reason does, in plain English. */
    public String meaning() {
        return meaning;
    }

    /** Windows' own name of a code, or {@code Unknown(code)}. */
    public static String label(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code].label : "Unknown(" + code + ")";
    }

    /** Whether the code says why a thread that is still ready lost its processor, rather than why one waits. */
    public static boolean isPreemption(int code) {
        return code >= WR_QUANTUM_END.code && code <= WR_YIELD_EXECUTION.code || code == WR_DEFERRED_PREEMPT.code;
    }
}
