package io.github.etl2jfr.alignment;

/**
 * How much the trace's clock is ahead of the JVM's: <em>trace time = JVM time + offset</em>, and the offset is
 * {@code offsetNanos + drift * (JVM time - referenceTime)}.
 *
 * @param referenceTime JVM time in nanoseconds at which the offset is {@code offsetNanos}: the middle of the time
 *     that the trace and the recording have in common
 * @param offsetNanos positive if the trace's clock is ahead
 * @param drift nanoseconds that the offset grows by in each nanosecond; 0 if a constant offset agrees with the
 *     evidence about as well
 * @param uncertaintyNanos the true offset is within this of the one told, at any moment of the common time; it
 *     includes a step of the trace's clock, by which that may be behind
 * @param waits JVM waits it rests on
 * @param runningInstants JVM instants of running it rests on
 * @param contradicting how many of both it contradicts
 */
public record ClockOffset(
        long referenceTime,
        double offsetNanos,
        double drift,
        double uncertaintyNanos,
        int waits,
        int runningInstants,
        int contradicting)
        implements Alignment {}
