package io.github.etl2jfr.merge;

import io.github.etl2jfr.recording.ClockAgreement;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What became of a merge.
 *
 * @param recording the JVM's
 * @param processId the JVM's
 * @param jvmThreads threads of the JVM that the operating system knows
 * @param jvmEvents of all kinds, in the JVM's recording
 * @param virtualLatencies those in all of the recording that are not explained, as only the JVM knows their virtual threads
 * @param threadsSeen how many of them the trace tells of
 * @param clock how the clocks were brought together
 * @param clockNote why the headers' clocks serve, null if they do not
 * @param from where the time begins that both tell of, by the JVM's clock
 * @param to where it ends
 */
public record MergeReport(
        Path recording,
        long processId,
        int jvmThreads,
        long jvmEvents,
        long virtualLatencies,
        int threadsSeen,
        ClockAgreement clock,
        String clockNote,
        Instant from,
        Instant to) {}
