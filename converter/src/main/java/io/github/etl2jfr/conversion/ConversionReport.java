package io.github.etl2jfr.conversion;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.merge.MergeReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What a conversion did.
 *
 * @param input the trace
 * @param output the recording
 * @param switches in the trace, or in the part of it that was asked for
 * @param plansMissed switches that put another thread on the processor than the one planned
 * @param duplicates switches passed over because they stand in the trace twice
 * @param threads those written were asked for and did something in the time that was
 * @param processes those written are the ones of these threads
 * @param events events in the recording, without those of a JVM
 * @param latencies JVM events that are explained
 * @param readyEvents whether the trace has ReadyThread events
 * @param damage what is lost or damaged
 * @param trace from its first event to its last
 * @param written the time that the recording tells of
 * @param elapsed time the conversion took
 * @param merge how it was merged with a JVM's recording, null if it was not
 */
public record ConversionReport(
        SizedFile input,
        SizedFile output,
        Part switches,
        long plansMissed,
        long duplicates,
        Part threads,
        Part processes,
        long events,
        long latencies,
        boolean readyEvents,
        Map<Damage, DamageLog.Total> damage,
        Span trace,
        Span written,
        Duration elapsed,
        MergeReport merge) {

    /**
     * A file that was read or written.
     *
     * @param size bytes
     */
    public record SizedFile(Path path, long size) {}

    /**
     * How many the trace tells of.
     *
     * @param written how many of these are in the recording
     */
    public record Part(long all, long written) {}

    /** A part of the time. */
    public record Span(Instant from, Instant to) {
        public Duration length() {
            return Duration.between(from, to);
        }
    }

    /** JDK Mission Control 9 needs 300 to 570 bytes of heap an event. */
    private static final long JMC_BYTES_PER_EVENT = 570;

    /** Bytes of heap that JDK Mission Control will need to open the recording, at most. */
    public long jmcHeap() {
        return (events + (merge == null ? 0 : merge.jvmEvents())) * JMC_BYTES_PER_EVENT;
    }

    public double switchesPerSecond() {
        return switches.all / Math.max(1e-9, elapsed.toNanos() / 1e9);
    }
}
