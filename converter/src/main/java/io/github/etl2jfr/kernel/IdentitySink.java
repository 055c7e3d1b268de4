package io.github.etl2jfr.kernel;

/** Is told what a trace says of the identity of threads and processes, in no order. */
public interface IdentitySink {
    /**
     * A process.
     *
     * @param time session clock's value
     */
    void add(IdentityEvents.Kind kind, long time, ProcessRecord process);

    /**
     * A thread.
     *
     * @param time session clock's value
     * @param name null if the event gives none
     */
    void add(IdentityEvents.Kind kind, long time, int processId, int threadId, String name);
}
