package io.github.etl2jfr.merge;

import io.github.etl2jfr.alignment.TraceTimes;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.recording.JvmThreads;
import io.github.etl2jfr.scheduler.SchedulerListener;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import java.util.BitSet;

/**
 * What must be known of a trace before it is told beside a JVM's recording: when the JVM's threads ran, by
 * which the clocks are compared, and who had to do with them, by running instead or by waking them.
 */
final class Prelude implements SchedulerListener {
    private final JvmSurvey jvm;
    private final JvmThreads threads;
    private final SessionClock clock;
    private final TraceTimes times;
    private final ProcessorHistory history;
    private final BitSet company = new BitSet();
    private final BitSet seen = new BitSet();

    /**
     * @param from session clock's value
     * @param to session clock's value
     */
    Prelude(JvmSurvey jvm, JvmThreads threads, SessionClock clock, long from, long to) {
        this.jvm = jvm;
        this.threads = threads;
        this.clock = clock;
        long resolution = Math.max(1, clock.nanosBetween(0, 1));
        times = new TraceTimes(clock.epochNanos(from), clock.epochNanos(to), resolution);
        history = new ProcessorHistory();
    }

    /** When the JVM's threads ran, in nanoseconds since 1970. */
    TraceTimes times() {
        return times;
    }

    /** The JVM's threads and those that ran instead of them or woke them, as the scheduler's directory counts them. */
    BitSet company() {
        return company;
    }

    /** How many of the JVM's threads the trace has seen. */
    int threadsSeen() {
        return seen.cardinality();
    }

    @Override
    public void contextSwitch(SwitchEvent event) {}

    @Override
    public void running(Slice slice) {
        history.add(slice);
        int index = look(slice);
        if (index != JvmThreads.NONE && jvm.hasEvidence(index)) {
            times.running(index, clock.epochNanos(slice.start()), clock.epochNanos(slice.end()));
        }
    }

    @Override
    public void ready(Slice slice) {
        if (look(slice) != JvmThreads.NONE) {
            keep(slice.readiedBy());
            keep(slice.runningInstead());
            history.visit(slice.processor(), slice.start(), slice.end(), (thread, start, end) -> keep(thread));
        }
    }

    @Override
    public void waiting(Slice slice) {
        if (look(slice) != JvmThreads.NONE) {
            keep(slice.readiedBy());
        }
    }

    private int look(Slice slice) {
        int index = threads.indexOf(slice.thread(), slice.end());
        if (index != JvmThreads.NONE) {
            seen.set(index);
            keep(slice.thread());
        }
        return index;
    }

    private void keep(int thread) {
        if (thread >= 0) {
            company.set(thread);
        }
    }
}
