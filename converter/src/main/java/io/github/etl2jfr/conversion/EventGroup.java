package io.github.etl2jfr.conversion;

/** Kinds of events that can be left out of a recording. What the trace is, and what it lost, is always told. */
public enum EventGroup {
    /** {@code windows.ContextSwitch}. */
    SWITCHES,

    /** {@code windows.ProcessStart}, {@code windows.ProcessEnd} and {@code jdk.SystemProcess}. */
    PROCESSES
}
