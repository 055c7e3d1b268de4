package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.io.IOException;

/** Where slices come from: one trace, from its start to its end, be it there already or still being written. */
public interface TraceSource {
    /** Who takes what a source tells. */
    interface Receiver {
        /**
         * The trace is open; nothing has been told of yet.
         *
         * @param threads whom the listener will be told of, by the numbers it is told
         * @return who is told what happened, by one thread, in the order of time
         */
        SchedulerListener begin(TraceDescription trace, ThreadDirectory threads) throws IOException, InputException;

        /** It was waited for what is told next: those who want it may be others now. */
        void willTell() throws IOException;

        /**
         * Everything that ended before a time was told.
         *
         * @param time session clock's value
         */
        void told(long time) throws IOException;
    }

    /**
     * Tells what is in the trace, until it ends or it is to be stopped. Holds back what happened less than the delay
     * ago that it was made with.
     *
     * @param stop asked now and then, and waited at
     * @throws InputException if there is nothing to tell of
     * @throws UsageException if the options ask for a time at which there is no trace
     * @throws IOException if it cannot be read; {@link StopSignal.StoppedException} if it is to be stopped
     */
    void read(Receiver receiver, StopSignal stop) throws IOException, InputException, UsageException;
}
