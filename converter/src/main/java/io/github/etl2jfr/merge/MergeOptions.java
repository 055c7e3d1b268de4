package io.github.etl2jfr.merge;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How a trace is told beside a JVM's recording.
 *
 * @param recording the JVM's
 * @param processId the JVM's in the trace; empty to find it
 * @param clockOffset how far the trace's clock is ahead of the JVM's; null to find it
 * @param wholeMachine whether threads are kept that have nothing to do with the JVM's
 */
public record MergeOptions(Path recording, OptionalLong processId, Duration clockOffset, boolean wholeMachine) {}
