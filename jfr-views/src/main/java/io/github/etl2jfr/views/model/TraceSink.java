package io.github.etl2jfr.views.model;

/** Receives what a recording tells, one thing after the other, in the order of their ends. */
public interface TraceSink {
    /**
     * Once, before everything else.
     *
     * @param session the trace; its span is the recording's where it says nothing of the trace
     * @param span the time that is looked at
     */
    default void begin(Session session, Span span) {}

    /**
     * What is told of the trace behind some of what it tells, as in recordings that an agent writes into. Its span is
     * the one that was there at the beginning.
     */
    default void describe(Session session) {}

    /** A thread or processor did something for a while. */
    default void slice(Slice slice) {}

    /** What a processor did for a while, all threads counted, also those of which no slices are told. */
    default void processorPeriod(ProcessorPeriod period) {}

    /**
     * A thread left a processor.
     *
     * @param time nanoseconds since 1970
     * @param involuntary whether it could have gone on
     */
    default void contextSwitch(long time, TraceThread oldThread, int processor, boolean involuntary) {}

    /** A thread, or a processor, did that at another time than that which is looked at. */
    default void sliceElsewhere(Slice.Kind kind) {}

    /** A thread left a processor at another time than that which is looked at: so the recording tells when they do. */
    default void contextSwitchElsewhere() {}

    /** What a thread did during an event of the JVM that lies at least partly in the time that is looked at. */
    default void latency(Latency latency) {}

    /** An event of the JVM that a thread took time for; only where they are asked for. */
    default void javaEvent(JavaEvent event) {}

    /**
     * Something is missing in the trace, or makes no sense.
     *
     * @param cause what exactly, each counted in a unit of its own; null if unknown
     * @param isNotice whether the slices are whole all the same
     */
    default void dataLoss(String cause, long amount, boolean isNotice) {}

    /**
     * Once, after everything else.
     *
     * @param events that there are in the recording, also those of which nothing else is told
     */
    default void end(long events) {}
}
