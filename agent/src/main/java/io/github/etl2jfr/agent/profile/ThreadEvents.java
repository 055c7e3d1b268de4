package io.github.etl2jfr.agent.profile;

/** Tells of this JVM's platform threads, on the thread itself. */
public interface ThreadEvents {
    /**
     * Begins to tell.
     *
     * @param start called by each thread that starts, before it does anything else
     * @param end called by each thread that ends, after all else it does in Java
     * @throws IllegalStateException if the JVM does not allow it
     */
    void begin(Runnable start, Runnable end);

    /** No longer tells of threads that start; some may be about to call all the same. */
    void endStarts();

    /** No longer tells of threads that end. */
    void endEnds();
}
