package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.ProcessorTotals;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.List;

/** What processors did. */
final class ProcessorsView implements Content {
    private static final int BAR = 20;

    private final Table processors = new Table(
                    "processors",
                    "Processors",
                    Column.id("processor", "CPU"),
                    Column.share("load", "Load %"),
                    Column.picture("").optional(1),
                    Column.time("running", "Running"),
                    Column.time("others", "Others"),
                    Column.time("idle", "Idle"),
                    Column.time("unknown", "Unknown").optional(4),
                    Column.count("switches", "Switches"),
                    Column.count("arrivals", "Arrivals").optional(5),
                    Column.count("threads", "Threads").optional(3),
                    Column.text("busiest", "Busiest thread").optional(6),
                    Column.time("busiestRunning", "it ran").optional(2))
            .inOrderOf("processor");

    @Override
    public List<Table> tables() {
        return List.of(processors);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        Coverage coverage = overview.coverage();
        if (!coverage.hasPeriods()) {
            coverage.requireSlices(Slice.Kind.RUNNING);
        }
        long length = overview.span().length();
        for (ProcessorTotals processor : overview.processors()) {
            boolean isTold = processor.told() > 0;
            boolean ran = isTold && coverage.tells(Slice.Kind.RUNNING);
            long unknown = Math.max(0, length - processor.told());
            Double load = coverage.load(processor.told(), processor.idle(), length);
            processors.add(
                    processor.processor(),
                    load,
                    load == null ? "" : "#".repeat((int) Math.round(load * BAR)),
                    ran ? processor.running() : null,
                    ran ? processor.others() : null,
                    isTold && coverage.hasIdleTimes() ? processor.idle() : null,
                    unknown,
                    coverage.hasSwitchesOfProcessors() && (isTold || processor.switches() > 0)
                            ? processor.switches()
                            : null,
                    ran ? processor.arrivals() : null,
                    ran ? processor.threads() : null,
                    processor.busiest(),
                    processor.busiest() == null ? null : processor.busiestRunning());
        }
        processors.hideIfNothing("others");
    }
}
