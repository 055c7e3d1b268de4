package io.github.etl2jfr.views.model;

import java.util.List;

/**
 * What an event of the JVM took its time for, whoever's doing it was: where its thread waited and it is told who ended
 * that, what that one did meanwhile stands for the wait, and where that one waited, what those did who ended its waits.
 *
 * @param event whose path it is
 * @param steps in the order of time, without gaps: all of the event's time that the trace covers
 * @param parts the same, what belongs together as one; what took longest first
 * @param beside of a collector's pause, threads of the JVM that run no Java and had no processor meanwhile, as they may
 *     have been to share its work; who had none longest first
 */
public record CriticalPath(Latency event, List<PathStep> steps, List<PathPart> parts, List<ReadyBeside> beside) {
    /** Nanoseconds that all steps took together. */
    public long duration() {
        return steps.isEmpty()
                ? 0
                : steps.get(steps.size() - 1).end() - steps.get(0).start();
    }

    /** How much of that some time is, from 0 to 1. */
    public double share(long nanos) {
        return (double) nanos / duration();
    }
}
