package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.Culprit;
import io.github.etl2jfr.views.model.DurationHistogram;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.ReadyLatency;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** How long threads that could have run had no processor, and who had it. */
final class LatencyView implements Content {
    private static final int BAR = 30;

    /** What a column of the longest sorts by, largest first; by the others, which are told later, when all are there. */
    private static final Map<String, ToLongFunction<Slice>> ORDERS = Map.of(
            "ready",
            Slice::duration,
            "start",
            slice -> -slice.start(),
            "processor",
            slice -> slice.processor() < 0 ? Long.MIN_VALUE : -slice.processor());

    private final Table percentiles = new Table(
                    "percentiles",
                    "How long a thread was ready before it ran",
                    Column.count("count", "Times"),
                    Column.time("total", "Together").optional(3),
                    Column.time("p50", "Median"),
                    Column.time("p90", "90 %").optional(1),
                    Column.time("p99", "99 %"),
                    Column.time("p999", "99.9 %").optional(2),
                    Column.time("longest", "Longest"))
            .fixed();

    private final Table histogram = new Table(
                    "histogram",
                    "Times ready, by length",
                    Column.time("from", "From"),
                    Column.time("to", "to below"),
                    Column.count("count", "Times"),
                    Column.time("total", "Together"),
                    Column.share("totalShare", "%").optional(1),
                    Column.picture("of all that time"))
            .fixed();

    private final Table longest = new Table(
                    "longest",
                    "The longest, and who ran meanwhile",
                    Column.moment("start", "At").optional(12),
                    Column.time("ready", "Ready"),
                    Column.text("thread", "Thread"),
                    Column.text("process", "Process").optional(5),
                    Column.text("cause", "Cause").optional(4),
                    // It may have got another processor than the one it had lost.
                    Column.text("runningInstead", "lost to").optional(0),
                    Column.id("processor", "CPU").optional(3),
                    Column.text("culprit", "Ran longest"),
                    Column.time("culpritRunning", "it ran").optional(6),
                    Column.text("culpritProcess", "of process").optional(1))
            .inOrderOf("ready")
            .usually(10);

    @Override
    public List<Table> tables() {
        return List.of(percentiles, histogram, longest);
    }

    @Override
    public Overview overview(SortOrder sort, int most) {
        if (!longest.has(sort.column())) {
            return new Overview(most);
        }
        ToLongFunction<Slice> order = ORDERS.get(longest.key(sort.column()));
        return order == null ? new Overview(Integer.MAX_VALUE) : new Overview(most, sort.of(order), Latency::duration);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        Coverage coverage = overview.coverage();
        coverage.requireSlices(Slice.Kind.READY);
        DurationHistogram times = overview.readyTimes();
        percentiles.add(
                coverage.ifTold(Slice.Kind.READY, times.count()),
                coverage.ifTold(Slice.Kind.READY, times.total()),
                times.percentile(0.5),
                times.percentile(0.9),
                times.percentile(0.99),
                times.percentile(0.999),
                times.count() == 0 ? null : times.longest());
        for (DurationHistogram.Bin bin : times.bins()) {
            double share = (double) bin.total() / times.total();
            histogram.add(
                    bin.from(),
                    bin.to() == Long.MAX_VALUE ? null : bin.to(),
                    bin.count(),
                    bin.total(),
                    share,
                    "#".repeat((int) Math.round(share * BAR)));
        }
        longest.setTotal(times.count());
        for (ReadyLatency latency : overview.longestReady()) {
            Slice slice = latency.slice();
            Culprit culprit = latency.culprit();
            longest.add(
                    slice.start(),
                    slice.duration(),
                    slice.thread(),
                    slice.thread().process(),
                    slice.reason(),
                    slice.runningInstead(),
                    slice.processor() < 0 ? null : slice.processor(),
                    culprit.thread(),
                    culprit.running() < 0 ? null : culprit.running(),
                    culprit.thread() == null ? null : culprit.thread().process());
        }
    }
}
