package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Doing;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Who did what, and who had a part in it: columns of tables about paths. */
final class DoingColumns {
    static final Column PROCESS = Column.text("process", "Process").optional(1);

    /** Whose wait it ended. */
    static final Column WOKE = Column.text("woke", "woke").atLeast(12).optional(4);

    private static final Map<Column, Function<Doing, Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put(Column.text("thread", "Thread").atLeast(12), Doing::thread);
        ALL.put(PROCESS, doing -> doing.thread().process());
        ALL.put(Column.text("state", "did"), doing -> did(doing.state()));
        ALL.put(Column.text("displacedBy", "Displaced by").atLeast(12).optional(5), Doing::displacedBy);
        ALL.put(
                Column.time("displaced", "displaced").optional(2),
                doing -> doing.displacedTime() > 0 ? doing.displacedTime() : null);
        ALL.put(Column.text("waitReason", "waited for").optional(3), Doing::waitReason);
        ALL.put(Column.text("readiedBy", "woken by").atLeast(12).optional(1), Doing::readiedBy);
        ALL.put(WOKE, Doing::woke);
    }

    private DoingColumns() {}

    /** All of them, in their order. */
    static List<Column> all() {
        return List.copyOf(ALL.keySet());
    }

    static Object cell(Column column, Doing doing) {
        return ALL.get(column).apply(doing);
    }

    /** A table with other columns, and then some of these. */
    static Table table(String name, String heading, Collection<Column> ofDoing, Column... before) {
        return new Table(
                name,
                heading,
                Stream.concat(Stream.of(before), ofDoing.stream()).toArray(Column[]::new));
    }

    /** Adds a row to it. */
    static void add(Table table, Doing doing, Collection<Column> ofDoing, Object... before) {
        List<Object> cells = new ArrayList<>(List.of(before));
        ofDoing.forEach(column -> cells.add(cell(column, doing)));
        table.add(cells.toArray());
    }

    /** The word for a state in the column "did". */
    static String did(Doing.State state) {
        return switch (state) {
            case RUNNING -> "ran";
            case READY -> "ready";
            case WAITING -> "waited";
            case NOT_STARTED -> "not started";
            case ENDED -> "ended";
            case UNKNOWN -> "unknown";
        };
    }
}
