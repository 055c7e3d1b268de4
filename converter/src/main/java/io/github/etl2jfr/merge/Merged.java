package io.github.etl2jfr.merge;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.recording.JvmTarget;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** How a trace and a JVM's recording go together. */
public final class Merged {
    private final JvmSurvey jvm;
    private final ThreadMatch threads;
    private final JvmTarget target;
    private final long from;
    private final long to;
    private final BitSet company;
    private final MergeReport report;

    Merged(
            JvmSurvey jvm,
            ThreadMatch threads,
            JvmTarget target,
            long from,
            long to,
            BitSet company,
            MergeReport report) {
        this.jvm = jvm;
        this.threads = threads;
        this.target = target;
        this.from = from;
        this.to = to;
        this.company = company;
        this.report = report;
    }

    /** The JVM's recording, ready to be extended. */
    public JvmTarget target() {
        return target;
    }

    /** Session clock's value where the time begins that both tell of. */
    public long from() {
        return from;
    }

    /** Session clock's value where it ends. */
    public long to() {
        return to;
    }

    /** The JVM's threads, and those that ran instead of them or woke them, as the scheduler's directory counts them. */
    public BitSet company() {
        return company;
    }

    /** All names that the JVM gives to a thread, as the scheduler's directory counts it; none to others' threads. */
    public List<String> namesOf(int thread) {
        return IntStream.of(threads.indexesOf(thread))
                .mapToObj(jvm::namesOf)
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    public MergeReport report() {
        return report;
    }

    /**
     * Explains the JVM's events while a scheduler goes through the trace.
     *
     * @param start session clock's value from which on it tells
     * @param end session clock's value until which it tells
     */
    public LatencyExplainer explainer(
            ThreadDirectory directory, Scheduler scheduler, long start, long end, LatencyExplainer.Listener listener)
            throws IOException, InputException {
        try {
            return new LatencyExplainer(jvm, threads, target.clock(), directory, scheduler, start, end, listener);
        } catch (InputException e) {
            throw e.in(report.recording());
        }
    }
}
