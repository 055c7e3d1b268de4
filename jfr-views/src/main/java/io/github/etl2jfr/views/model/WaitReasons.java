package io.github.etl2jfr.views.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Windows' wait reasons in plain English. */
public final class WaitReasons {
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("Executive", "waits in the kernel, for a device or a kernel object");
        MEANINGS.put("FreePage", "waits for a free page of memory");
        MEANINGS.put("PageIn", "waits for a page to be read from disk");
        MEANINGS.put("PoolAllocation", "waits for kernel memory");
        MEANINGS.put("DelayExecution", "sleeps");
        MEANINGS.put("Suspended", "is suspended");
        MEANINGS.put("UserRequest", "waits for an object such as an event, a mutex or a thread");
        MEANINGS.put("WrExecutive", "waits in the kernel, for a device or a kernel object");
        MEANINGS.put("WrFreePage", "waits for a free page of memory");
        MEANINGS.put("WrPageIn", "waits for a page to be read from disk");
        MEANINGS.put("WrPoolAllocation", "waits for kernel memory");
        MEANINGS.put("WrDelayExecution", "sleeps");
        MEANINGS.put("WrSuspended", "is suspended");
        MEANINGS.put("WrUserRequest", "waits for an object, in the window manager");
        MEANINGS.put("WrEventPair", "waits for an event pair");
        MEANINGS.put("WrQueue", "waits for work in a queue or a completion port");
        MEANINGS.put("WrLpcReceive", "waits for a local procedure call");
        MEANINGS.put("WrLpcReply", "waits for the answer to a local procedure call");
        MEANINGS.put("WrVirtualMemory", "waits for virtual memory");
        MEANINGS.put("WrPageOut", "waits for a page to be written to disk");
        MEANINGS.put("WrRendezvous", "waits for other processors to meet");
        MEANINGS.put("WrKeyedEvent", "waits for a lock (keyed event)");
        MEANINGS.put("WrTerminated", "has ended");
        MEANINGS.put("WrProcessInSwap", "waits for its process to be brought into memory");
        MEANINGS.put("WrCpuRateControl", "has used up the processor time it is allowed");
        MEANINGS.put("WrCalloutStack", "waits for a larger kernel stack");
        MEANINGS.put("WrKernel", "waits in the kernel");
        MEANINGS.put("WrResource", "waits for a kernel resource lock");
        MEANINGS.put("WrPushLock", "waits for a kernel push lock");
        MEANINGS.put("WrMutex", "waits for a kernel mutex");
        MEANINGS.put("WrQuantumEnd", "has used up its time slice");
        MEANINGS.put("WrDispatchInt", "gave way at a dispatch interrupt");
        MEANINGS.put("WrPreempted", "gave way to a thread of higher priority");
        MEANINGS.put("WrYieldExecution", "gave its processor away");
        MEANINGS.put("WrFastMutex", "waits for a kernel fast mutex");
        MEANINGS.put("WrGuardedMutex", "waits for a kernel guarded mutex");
        MEANINGS.put("WrRundown", "waits for an object in use to be released");
        MEANINGS.put("WrAlertByThreadId", "waits for a lock or condition variable");
        MEANINGS.put("WrDeferredPreempt", "gave way to another thread, later than it should");
        MEANINGS.put("WrPhysicalFault", "waits for a page of physical memory");
        MEANINGS.put("WrIoRing", "waits for an I/O ring");
        MEANINGS.put("WrMdlCache", "waits for the memory descriptor cache");
        MEANINGS.put("WrRcu", "waits for readers of kernel data (RCU)");
    }

    private WaitReasons() {}

    /** Windows' names, in the order of their codes. */
    public static Set<String> names() {
        return MEANINGS.keySet();
    }

    /**
     * What a thread with a reason does.
     *
     * @return such as {@code sleeps}; null if the reason is unknown
     */
    public static String meaning(String name) {
        return MEANINGS.get(name);
    }
}
