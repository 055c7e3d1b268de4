package io.github.etl2jfr.views.model;

/**
 * The trace that a recording was made from ({@code windows.TraceSession}).
 *
 * @param file name of the trace; null if unknown
 * @param osVersion null if unknown
 * @param processors -1 if unknown
 * @param span from its first event to its last, or where it was cut
 * @param merged whether the recording is a JVM's, with the trace's events added
 */
public record Session(String file, String osVersion, int processors, Span span, boolean merged) {}
