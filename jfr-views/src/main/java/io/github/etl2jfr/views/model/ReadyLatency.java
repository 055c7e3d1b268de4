package io.github.etl2jfr.views.model;

/**
 * How long a thread could have run and did not, and who ran instead.
 *
 * @param slice of kind {@link Slice.Kind#READY}
 */
public record ReadyLatency(Slice slice, Culprit culprit) {}
