package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.JvmRecording;

/**
 * A JVM's recording that events are added to.
 *
 * @param recording what the JVM wrote
 * @param clock its ticks for the values of the session's
 * @param agreement how they were found
 * @param threads the trace's threads that the JVM knows
 */
public record JvmTarget(JvmRecording recording, TickClock clock, ClockAgreement agreement, JvmThreads threads) {}
