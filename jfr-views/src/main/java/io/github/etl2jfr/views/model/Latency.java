package io.github.etl2jfr.views.model;

/**
 * An event of the JVM that took time, and what its thread did meanwhile ({@code windows.LatencyBreakdown}).
 *
 * @param thread whose event it is; the VM thread, if its own thread only waited for that one
 * @param javaEvent its type, such as {@code jdk.ThreadPark}
 * @param detail what it is about; null if there is nothing to tell
 * @param stackTrace the calls that the event's thread was in
 * @param longestReady without a break; 0 if it was not, or that is unknown
 * @param waitReason what it waited for most; null if nothing or unknown
 * @param displacedBy who ran longest instead; null if nobody or unknown
 * @param displacedTime how long that one did; 0 if there is none or that is unknown
 */
public record Latency(
        TraceThread thread,
        long start,
        long duration,
        String javaEvent,
        String detail,
        StackTrace stackTrace,
        long running,
        long ready,
        long waiting,
        long unknown,
        long longestReady,
        String waitReason,
        TraceThread displacedBy,
        long displacedTime) {

    /** How the names of the types of such pauses, and of their phases on the pausing thread, begin. */
    private static final String PAUSE_OF_COLLECTOR = "jdk.GCPhasePause";

    /** The same, done by the VM thread. */
    Latency of(
            TraceThread vmThread,
            long itsRunning,
            long itsReady,
            long itsWaiting,
            long itsUnknown,
            TraceThread itsDisplacedBy) {
        return new Latency(
                vmThread,
                start,
                duration,
                javaEvent,
                detail,
                stackTrace,
                itsRunning,
                itsReady,
                itsWaiting,
                itsUnknown,
                0,
                null,
                itsDisplacedBy,
                0);
    }

    /** The call that it is put down to; null if that is not told. */
    public StackFrame code() {
        return stackTrace.code();
    }

    /** Whether it is a pause in which garbage is collected, all of it or a part. */
    boolean isPauseOfCollector() {
        return javaEvent != null && javaEvent.startsWith(PAUSE_OF_COLLECTOR);
    }

    /** Whether its thread is one of those whose doings are told, or nobody knows whose it is. */
    public boolean isChosen() {
        return thread == null || thread.isChosen();
    }
}
