package io.github.etl2jfr.merge;

import io.github.etl2jfr.testing.TraceOptions;

/**
 * How the clock of a JVM and that of a trace, which ticks every 100 ns, go together in truth.
 *
 * @param jvmTicks a tick of the JVM
 * @param jvmNanos the nanoseconds since 1970 that the JVM takes it for
 * @param ticksPerSecond of the JVM
 * @param skewNanos how far the trace's clock is ahead at that tick
 * @param drift by how much the trace's clock is faster, as a share
 */
record TrueClock(long jvmTicks, long jvmNanos, long ticksPerSecond, long skewNanos, double drift) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_FILE_TIME = 100;
    private static final long FILE_TIME_OF_1970 = 116_444_736_000_000_000L;

    /** The trace's clock at its start, and the time it then takes it for. */
    TraceOptions startOf(TraceOptions options) {
        return options.start(options.ticks(0), jvmNanos / NANOS_PER_FILE_TIME + FILE_TIME_OF_1970);
    }

    /** The trace's tick, counted from its start, at one of the JVM. */
    long trace(long tick) {
        double elapsed = nanos((double) tick - jvmTicks) * (1 + drift);
        return Math.round((elapsed + skewNanos + jvmNanos % NANOS_PER_FILE_TIME) / NANOS_PER_FILE_TIME);
    }

    /** The JVM's tick at one of the trace, counted from its start. */
    long jvm(long traceTick) {
        double elapsed = (double) traceTick * NANOS_PER_FILE_TIME - skewNanos - jvmNanos % NANOS_PER_FILE_TIME;
        return jvmTicks + ticks(elapsed / (1 + drift));
    }

    /** How far the trace's clock is ahead at a tick of the JVM. */
    double offsetNanos(double tick) {
        return skewNanos + nanos(tick - jvmTicks) * drift;
    }

    long ticks(double nanos) {
        return Math.round(nanos * ticksPerSecond / NANOS_PER_SECOND);
    }

    double nanos(double ticks) {
        return ticks * NANOS_PER_SECOND / ticksPerSecond;
    }
}
