package io.github.etl2jfr.views.model;

/**
 * An event of the JVM that took time, and what its thread did meanwhile ({@code windows.LatencyBreakdown}).
 *
 * @param javaEvent its type, such as {@code jdk.ThreadPark}
 * @param detail what it is about; null if there is nothing to tell
 * @param waitReason what it waited for most; null if nothing
 * @param displacedBy who ran longest instead; null if nobody or unknown
 * @param displacedTime how long that one did; 0 if there is none
 */
public record Latency(
        TraceThread thread,
        long start,
        long duration,
        String javaEvent,
        String detail,
        long running,
        long ready,
        long waiting,
        long unknown,
        long longestReady,
        String waitReason,
        TraceThread displacedBy,
        long displacedTime) {

    /** Whether its thread is one of those whose doings are told, or nobody knows whose it is. */
    public boolean isChosen() {
        return thread == null || thread.isChosen();
    }
}
