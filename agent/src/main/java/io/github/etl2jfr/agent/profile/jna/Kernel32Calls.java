package io.github.etl2jfr.agent.profile.jna;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.github.etl2jfr.agent.profile.ProfilingCalls;

/** Calls of kernel32.dll, or of what stands in for it. */
public final class Kernel32Calls implements ProfilingCalls {
    /** winnt.h. */
    private static final int THREAD_PROFILING_FLAG_DISPATCH = 1;

    private static final int READ_THREAD_PROFILING_FLAG_DISPATCHING = 1;
    private static final int READ_THREAD_PROFILING_FLAG_HARDWARE_COUNTERS = 2;

    private final Kernel32 kernel32;

    /**
     * @param library its name, or its file
     */
    public Kernel32Calls(String library) {
        kernel32 = Native.load(library, Kernel32.class);
    }

    @Override
    public int currentThreadId() {
        return kernel32.GetCurrentThreadId();
    }

    @Override
    public int enable(int counters, long[] handle) {
        return kernel32.EnableThreadProfiling(
                kernel32.GetCurrentThread(), THREAD_PROFILING_FLAG_DISPATCH, counters, handle);
    }

    @Override
    public int disable(long handle) {
        return kernel32.DisableThreadProfiling(new Pointer(handle));
    }

    @Override
    public int read(long handle, boolean withCounters, byte[] data) {
        int flags = withCounters
                ? READ_THREAD_PROFILING_FLAG_DISPATCHING | READ_THREAD_PROFILING_FLAG_HARDWARE_COUNTERS
                : READ_THREAD_PROFILING_FLAG_DISPATCHING;
        return kernel32.ReadThreadProfilingData(new Pointer(handle), flags, data);
    }
}
