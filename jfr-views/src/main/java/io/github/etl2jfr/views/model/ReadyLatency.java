package io.github.etl2jfr.views.model;

/**
 * How long a thread could have run and did not, and who ran instead.
 *
 * @param slice of kind {@link Slice.Kind#READY}
 * @param culprit who meanwhile ran longest on the processor that the thread got in the end; null if nobody did or
 *     that is unknown, as it is where slices that were left out may be of one who ran longer
 * @param culpritRunning how long that one ran
 */
public record ReadyLatency(Slice slice, TraceThread culprit, long culpritRunning) {}
