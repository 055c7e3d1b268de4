package io.github.etl2jfr.recording;

/**
 * What threads did while a JVM's event lasted.
 *
 * @param javaEvent the type of the JVM event, as {@code jdk.ThreadPark}
 * @param detail what it was about, null if it does not tell
 * @param jvmThread its thread, by its place in {@link JvmThreads}
 * @param times what that one did
 * @param chunk of the JVM's recording that has the event, by its place there
 * @param stackTrace of the event, by its key in that chunk; 0 if it has none
 * @param vmThread who did the work for it, by its place in {@link JvmThreads}; none if it did the work itself
 * @param vmThreadTimes what that one did
 */
public record LatencyBreakdown(
        String javaEvent,
        String detail,
        int jvmThread,
        long startTicks,
        long durationTicks,
        ThreadTimes times,
        int chunk,
        long stackTrace,
        int vmThread,
        ThreadTimes vmThreadTimes) {}
