package io.github.etl2jfr.scheduler;

/** What a processor did in a period. Times are in ticks of the session clock. */
public interface ProcessorStatistics {
    int processor();

    /** Session clock's value at which the period begins. */
    long start();

    /** Session clock's value at which it ends. */
    long end();

    /** For how much of it any thread ran. */
    long runningTime();

    /** For how much of it none did. */
    long idleTime();

    /** How often the processor went from one thread to another. */
    int contextSwitches();

    /** For how much of it the trace does not tell. */
    default long unknownTime() {
        return end() - start() - runningTime() - idleTime();
    }
}
