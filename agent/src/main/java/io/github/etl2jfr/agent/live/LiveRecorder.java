package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.kernel.PerformanceData;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes slices of threads into the recordings of this JVM. Times are ticks of JFR's clock.
 *
 * <p>Each method tells whether the event was written. It is not if no recording wants it, or none one that short,
 * which recordings that start and stop decide anew, nor if the way cannot write it.
 *
 * <p>Any number of threads may write, but no virtual one, and no two the same text at a time: where a chunk begins just
 * then, JDK 17's pool of strings leaves the text out, as it does of JFR's own events. One that writes the slices of all
 * threads should do so in the order of their ends: Mission Control loses some that are not.
 */
public sealed interface LiveRecorder extends AutoCloseable permits DirectRecorder, PublicRecorder {
    /**
     * Opens the most precise way to write that works here.
     *
     * @param instrumentation null if there is none; the precise way needs it
     * @param threads with those that live now
     * @throws UnavailableException if no way works
     */
    static LiveRecorder open(Instrumentation instrumentation, ThreadRegistry threads) throws UnavailableException {
        List<String> rejected = new ArrayList<>();
        try {
            return DirectRecorder.open(instrumentation, threads);
        } catch (UnavailableException e) {
            rejected.add("the precise way does not work: " + e.getMessage());
        }
        try {
            return PublicRecorder.open(threads, rejected);
        } catch (UnavailableException e) {
            rejected.add("nor does the public one: " + e.getMessage());
        }
        throw new UnavailableException(String.join("; ", rejected));
    }

    /** The way it writes, for the user. */
    String way();

    /** Why ways that are more precise were not taken, for the user. */
    List<String> rejected();

    /** Now, on JFR's clock. */
    long ticks();

    /** Writes that a thread ran. */
    boolean running(TracedSlice slice);

    /** Writes that a thread was ready but did not run. */
    boolean ready(TracedSlice slice);

    /** Writes that a thread waited. */
    boolean waiting(TracedSlice slice);

    /** Writes that a thread left a processor. */
    boolean contextSwitch(TracedSwitch contextSwitch);

    /** Writes that something is missing in the trace or makes no sense. */
    boolean dataLoss(long time, DamageLog.Entry damage);

    /** Writes what thread profiling told of a thread. */
    boolean profile(long time, TracedThread thread, PerformanceData data);

    /**
     * Writes what thread profiling told of the calling thread, which need not be known, now.
     *
     * @param threadName its name and id
     */
    boolean profileOfThisThread(String threadName, PerformanceData data);

    /**
     * Gives lanes to threads that have one of ours: until these are closed, their events are written, too. Begins four
     * chunks of JFR's.
     *
     * @throws UnavailableException if that does not work here, or not in this way
     */
    LaneChunks openLanes() throws UnavailableException;

    /** Takes the event types out of JFR; those already written stay. */
    @Override
    void close();
}
