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
 * @param contextSwitches switches in the trace, or in the part of it that was asked for
 * @param switchesWritten switches in the recording
 * @param events events in the recording, without those of a JVM
 * @param threads threads the trace tells of
 * @param threadsWritten those of them that were asked for and did something in the time that was
 * @param processes processes the trace tells of
 * @param processesWritten those of these threads
 * @param plansMissed switches that put another thread on the processor than the one planned
 * @param duplicates switches passed over because they stand in the trace twice
 * @param readyEvents whether the trace has ReadyThread events
 * @param damage what is lost or damaged
 * @param traceStart time of the trace's first event
 * @param traceEnd time of the trace's last event
 * @param from when the recording begins to tell
 * @param to when it ends
 * @param inputSize bytes
 * @param outputSize bytes
 * @param elapsed time the conversion took
 * @param latencies JVM events that are explained
 * @param merge how it was merged with a JVM's recording, null if it was not
 */
public record ConversionReport(
        Path input,
        Path output,
        long contextSwitches,
        long switchesWritten,
        long events,
        int threads,
        int threadsWritten,
        int processes,
        int processesWritten,
        long plansMissed,
        long duplicates,
        boolean readyEvents,
        Map<Damage, DamageLog.Total> damage,
        Instant traceStart,
        Instant traceEnd,
        Instant from,
        Instant to,
        long inputSize,
        long outputSize,
        Duration elapsed,
        long latencies,
        MergeReport merge) {

    /** JDK Mission Control 9 needs 300 to 570 bytes of heap an event. */
    private static final long JMC_BYTES_PER_EVENT = 570;

    /** Bytes of heap that JDK Mission Control will need to open the recording, at most. */
    public long jmcHeap() {
        return (events + (merge == null ? 0 : merge.jvmEvents())) * JMC_BYTES_PER_EVENT;
    }

    public double switchesPerSecond() {
        return contextSwitches / Math.max(1e-9, elapsed.toNanos() / 1e9);
    }
}
