package io.github.etl2jfr.agent.profile;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.kernel.PerformanceData;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A thread whose profiling is enabled. Its handle is the address of memory that is gone once it is disabled, so nobody
 * reads meanwhile.
 */
final class ProfiledThread {
    private static final long NONE = 0;
    private static final long UNKNOWN = -1;

    private final Thread thread;
    private final long osThreadId;
    private long handle = NONE;

    /** Windows tells each once; what has been read and could not be written is told with the next. */
    private long unwrittenReasons;

    ProfiledThread(Thread thread, int osThreadId) {
        this.thread = thread;
        this.osThreadId = Integer.toUnsignedLong(osThreadId);
    }

    Thread thread() {
        return thread;
    }

    long osThreadId() {
        return osThreadId;
    }

    /** Called by the thread itself. */
    synchronized int enable(ProfilingCalls calls, int counters) {
        long[] enabled = new long[1];
        int error = calls.enable(counters, enabled);
        handle = enabled[0];
        return error;
    }

    /** Called by the thread itself: reads all there is. */
    synchronized int read(ProfilingCalls calls, int counters, Predicate<PerformanceData> writer) throws InputException {
        byte[] bytes = PerformanceData.empty();
        int error = calls.read(handle, counters != 0, bytes);
        if (error == 0) {
            write(PerformanceData.read(bytes, counters), writer);
        }
        return error;
    }

    /** Called by the thread itself, before it ends. */
    synchronized int disable(ProfilingCalls calls) {
        long disabled = handle;
        handle = NONE;
        return calls.disable(disabled);
    }

    /**
     * Called by any other thread: reads what Windows counts at each switch. Cycles and hardware counters since the last
     * one the call takes from the processor that it runs on, so they are right only if the thread itself reads them.
     */
    synchronized int readFromOutside(ProfilingCalls calls, Predicate<PerformanceData> writer) throws InputException {
        if (handle == NONE) {
            return 0;
        }
        byte[] bytes = PerformanceData.empty();
        int error = calls.read(handle, false, bytes);
        if (error == 0) {
            PerformanceData data = PerformanceData.read(bytes, 0);
            write(
                    new PerformanceData(
                            data.contextSwitchCount(), data.waitReasonBitMap(), UNKNOWN, data.retryCount(), Map.of()),
                    writer);
        }
        return error;
    }

    private void write(PerformanceData data, Predicate<PerformanceData> writer) {
        unwrittenReasons |= data.waitReasonBitMap();
        if (writer.test(data.withWaitReasons(unwrittenReasons))) {
            unwrittenReasons = 0;
        }
    }
}
