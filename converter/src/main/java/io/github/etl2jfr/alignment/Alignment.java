package io.github.etl2jfr.alignment;

/** What became of the search for the offset between two clocks. */
public sealed interface Alignment permits ClockOffset, NoClockOffset {}
