package io.github.etl2jfr.testing;

/** How a session writes context switches. */
public enum SwitchForm {
    /** One CSwitch event a switch. */
    EVENTS,
    /** Compact batches that begin at their first switch's time. */
    BATCHES,
    /** Compact batches that begin at the time of the switch before their first. */
    BATCHES_FROM_PREVIOUS;

    boolean isCompact() {
        return this != EVENTS;
    }
}
