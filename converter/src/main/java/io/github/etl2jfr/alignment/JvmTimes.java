package io.github.etl2jfr.alignment;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a JVM's recording tells about when its threads ran. Times are nanoseconds by the JVM's clock, from the origin
 * of {@link TraceTimes}. Any number of events may be added: what is kept is bounded, a sample that every event has
 * the same chance to be in.
 *
 * <p>Only platform threads, as a virtual thread waits without its carrier leaving the processor. And one clock: the
 * chunks of a recording have each a wall clock of their own in their headers, and these disagree as much as the
 * trace's does; so the ticks of all chunks are to be converted by the header of the first.
 */
public final class JvmTimes {
    /** A wait from here on has left the processor: spinning, in the JVM as in the system, gives up long before. */
    private static final long SURELY_OFF_NANOS = 1_000_000;

    private final long start;
    private final long end;
    private final long resolution;
    private final Sample longWaits = new Sample();
    private final Sample shortWaits = new Sample();
    private final Sample runningInstants = new Sample();

    /**
     * @param start of the recording
     * @param end of the recording
     * @param resolution of its clock, in nanoseconds
     */
    public JvmTimes(long start, long end, long resolution) {
        this.start = start;
        this.end = end;
        this.resolution = resolution;
    }

    /**
     * A thread waited, off the processor: its sleep, park, monitor enter or wait, or a blocking read or write. It
     * ran when the event began and when it ended, and in between it did not.
     */
    public void waited(int thread, long waitStart, long waitEnd) {
        if (waitEnd <= waitStart) {
            return;
        }
        Sample sample = waitEnd - waitStart >= SURELY_OFF_NANOS ? longWaits : shortWaits;
        sample.add(thread, waitStart, waitEnd);
    }

    /**
     * A thread ran: it began or committed an event of its own. Not what a sampler tells of other threads
     * ({@code jdk.ExecutionSample}, {@code jdk.NativeMethodSample}, {@code jdk.ThreadCPULoad}).
     */
    public void ran(int thread, long time) {
        runningInstants.add(thread, time, time);
    }

    /** The threads it tells anything about, some more than once. */
    IntStream threads() {
        return Stream.of(longWaits, shortWaits, runningInstants)
                .flatMap(Sample::pieces)
                .mapToInt(Piece::thread);
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long resolution() {
        return resolution;
    }

    /** Waits that have surely left the processor. */
    Sample longWaits() {
        return longWaits;
    }

    /** Waits that may have been spun away. */
    Sample shortWaits() {
        return shortWaits;
    }

    Sample runningInstants() {
        return runningInstants;
    }
}
