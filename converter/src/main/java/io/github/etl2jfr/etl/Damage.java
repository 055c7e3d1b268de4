package io.github.etl2jfr.etl;

/** What can be wrong with a trace, in the words of the {@code windows.DataLoss} event. */
public enum Damage {
    EVENTS_LOST("EventsLost", "events the session had no room for"),
    BUFFER_LOST("BufferLost", "buffers the session could not write"),
    CORRUPT_BUFFER("CorruptBuffer", "buffers whose header or compressed data make no sense"),
    CORRUPT_EVENT("CorruptEvent", "events that make no sense"),
    TRUNCATED("Truncated", "buffers cut off");

    private final String label;
    private final String explanation;

    Damage(String label, String explanation) {
        this.label = label;
        this.explanation = explanation;
    }

    /** The name used in recordings and reports. */
    public String label() {
        return label;
    }

    /** What the counted things are, in plain English. */
    public String explanation() {
        return explanation;
    }
}
