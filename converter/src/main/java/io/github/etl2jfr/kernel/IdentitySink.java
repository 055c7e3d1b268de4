package io.github.etl2jfr.kernel;

import java.io.IOException;

/** Is told what a trace says of the identity of threads and processes, in no order. */
public interface IdentitySink {
    /**
     * A process.
     *
     * @param time session clock's value
     * @throws IOException if there is no room for more
     */
    void add(IdentityEvents.Kind kind, long time, ProcessRecord process) throws IOException;

    /**
     * A thread.
     *
     * @param time session clock's value
     * @param name null if the event gives none
     * @throws IOException if there is no room for more
     */
    void add(IdentityEvents.Kind kind, long time, int processId, int threadId, String name) throws IOException;
}
