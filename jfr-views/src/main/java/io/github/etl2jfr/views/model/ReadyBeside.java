package io.github.etl2jfr.views.model;

/**
 * A thread that had no processor while an event took its time for something else.
 *
 * @param total nanoseconds, without those that are on the event's path
 */
public record ReadyBeside(TraceThread thread, long total) {}
