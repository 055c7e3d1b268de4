package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Culprit;
import io.github.etl2jfr.views.model.Doing;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.SliceList;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What threads did, one thing after the other. */
final class SlicesView implements Content {
    private static final String START = "start";

    /** What a column sorts by while slices are read; for the others all must be there. */
    private static final Map<String, ToLongFunction<Slice>> ORDERS =
            Map.of(START, slice -> -slice.start(), "duration", Slice::duration);

    private final Table slices = new Table(
                    "slices",
                    "What threads did, one thing after the other",
                    Column.moment(START, "At"),
                    Column.time("duration", "Time"),
                    Column.text("thread", "Thread"),
                    Column.text("process", "Process").optional(2),
                    Column.text("state", "did"),
                    Column.id("processor", "CPU").optional(4),
                    Column.count("priority", "Priority").optional(0),
                    Column.text("reason", "Why").optional(7),
                    Column.text("readiedBy", "woken by").optional(6),
                    Column.text("runningInstead", "lost to").optional(1),
                    Column.text("culprit", "Ran longest").optional(5),
                    Column.time("culpritRunning", "it ran").optional(3))
            .inOrderOf(START)
            .usually(20);

    private SliceList list;

    @Override
    public List<Table> tables() {
        return List.of(slices);
    }

    @Override
    public boolean isAboutLongest() {
        return true;
    }

    @Override
    public Overview overview(SortOrder sort, int most) {
        String key = slices.has(sort.column()) ? slices.key(sort.column()) : START;
        list = ORDERS.containsKey(key)
                ? new SliceList(most, sort.of(ORDERS.get(key)))
                : new SliceList(Integer.MAX_VALUE, ORDERS.get(START));
        return new Overview(0);
    }

    @Override
    public List<TraceSink> sinks() {
        return List.of(list);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        overview.coverage().requireSlices();
        slices.setTotal(list.count());
        for (SliceList.Entry entry : list.entries(overview.session().leftOut())) {
            Slice slice = entry.slice();
            Culprit culprit = entry.culprit();
            slices.add(
                    slice.start(),
                    slice.duration(),
                    slice.thread(),
                    slice.thread().process(),
                    DoingColumns.did(Doing.State.of(slice)),
                    slice.processor() < 0 ? null : slice.processor(),
                    slice.priority() < 0 ? null : slice.priority(),
                    slice.reason(),
                    slice.readiedBy(),
                    slice.runningInstead(),
                    culprit == null ? null : culprit.thread(),
                    culprit == null || culprit.running() < 0 ? null : culprit.running());
        }
    }
}
