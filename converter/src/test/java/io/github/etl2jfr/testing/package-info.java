/**
 * Kernel traces made to measure: the truth that the decoder is tested against.
 *
 * <p>Nothing here uses the converter's own code, so that a mistake in one cannot hide behind the same mistake in the
 * other. From small to large: {@link io.github.etl2jfr.testing.EventBytes} is one event,
 * {@link io.github.etl2jfr.testing.TraceBuilder} a file of them, {@link io.github.etl2jfr.testing.SchedulerScript} a
 * file from a few lines of text, {@link io.github.etl2jfr.testing.SyntheticTrace} a file of any size from a seed.
 */
package io.github.etl2jfr.testing;
