package io.github.etl2jfr.views.model;

import java.util.Collection;
import java.util.function.Predicate;

/** Chooses the threads whose doings are told. Of the others it is told what they had to do with these. */
@FunctionalInterface
public interface ThreadChoice {
    /** All threads. */
    ThreadChoice ALL = threads -> thread -> true;

    /**
     * Chooses.
     *
     * @param threads all that the recording tells of
     * @throws RecordingException if what was asked for is not among them
     */
    Predicate<TraceThread> among(Collection<TraceThread> threads) throws RecordingException;
}
