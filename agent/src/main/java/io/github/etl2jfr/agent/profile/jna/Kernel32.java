package io.github.etl2jfr.agent.profile.jna;

import com.sun.jna.Library;
import com.sun.jna.Pointer;

/**
 * What is called of kernel32.dll, as winbase.h and processthreadsapi.h declare it. On x86-64 there is but one calling
 * convention.
 */
@SuppressWarnings("MemberName") // They are Windows' names.
public interface Kernel32 extends Library {
    /** A handle that means the calling thread, whichever that is. */
    Pointer GetCurrentThread();

    int GetCurrentThreadId();

    /**
     * To be called by the thread that is to be profiled.
     *
     * @param threadHandle of the current thread; "you cannot enable thread B from thread A"
     * @param hardwareCounters a bit for each, 0 for none
     * @param performanceDataHandle where the handle for the other calls is put
     */
    int EnableThreadProfiling(Pointer threadHandle, int flags, long hardwareCounters, long[] performanceDataHandle);

    /** To be called by the thread before it exits. */
    int DisableThreadProfiling(Pointer performanceDataHandle);

    /**
     * Reads what there is of a thread.
     *
     * @param performanceData a PERFORMANCE_DATA, whose size and version are set
     */
    int ReadThreadProfilingData(Pointer performanceDataHandle, int flags, byte[] performanceData);
}
