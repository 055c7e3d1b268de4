package io.github.etl2jfr.bench;

import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.testing.SchedulerTruth;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The kinds of trace that are measured. All have ReadyThread events and name their threads at start and end. */
enum TraceKind {
    FULL("full"),
    FULL_COMPRESSED("full, XPRESS"),
    COMPACT("compact");

    private static final int XPRESS = 3;
    private static final long MANY_THREADS = 300_000;

    /** Switches to a thread's start where every run has a start or an end, in thousandths; counted in a trace. */
    private static final long SWITCHES_PER_START = 2_800;

    private static final int MAX_CHURN_PER_MILLE = 60;

    /**
     * What happens in a trace.
     *
     * @param threads at any time
     * @param processes at the start
     * @param churnPerMille in how many of a thousand runs a thread starts or ends
     */
    record Load(long switches, int processors, int threads, int processes, int churnPerMille) {
        Load withSwitches(long newSwitches) {
            return new Load(newSwitches, processors, threads, processes, churnPerMille);
        }

        Load withProcessors(int newProcessors) {
            return new Load(switches, newProcessors, threads, processes, churnPerMille);
        }

        /** With {@value TraceKind#MANY_THREADS} threads over its time, if it is long enough for so many. */
        Load withManyThreads() {
            long churn = MANY_THREADS * SWITCHES_PER_START / Math.max(1, switches);
            return new Load(switches, processors, threads, processes, (int) Math.min(churn, MAX_CHURN_PER_MILLE));
        }
    }

    private final String label;

    TraceKind(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Generates a trace, the same one for the same load. */
    void write(Load load, Path file) throws IOException {
        TraceOptions options = new TraceOptions().processors(load.processors);
        if (this == FULL_COMPRESSED) {
            options.compression(XPRESS, XpressEncoder::encode);
        }
        SyntheticTrace trace = new SyntheticTrace(1)
                .switches(load.switches)
                .threads(load.threads)
                .processes(load.processes)
                .churnPerMille(load.churnPerMille)
                .form(this == COMPACT ? SwitchForm.BATCHES : SwitchForm.EVENTS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            try (TraceBuilder builder = TraceBuilder.to(options, channel)) {
                trace.writeTo(builder, SchedulerTruth.IGNORED);
            }
            // Else the disk would still be busy with it during the first run.
            channel.force(true);
        }
    }
}
