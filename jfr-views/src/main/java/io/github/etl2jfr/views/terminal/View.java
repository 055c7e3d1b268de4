package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.text.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A question that one asks a recording. */
public enum View {
    SUMMARY(layout -> new SummaryView()),
    FINDINGS(layout -> new FindingsView()),
    LATENCY(layout -> new LatencyView()),
    DISPLACERS(layout -> new DisplacersView()),
    WAITS(layout -> new WaitsView()),
    PROCESSORS(layout -> new ProcessorsView()),
    LOAD(layout -> new LoadView()),
    MAP(MapView::new),
    EXPLAIN(layout -> new ExplainView()),
    CRITICAL_PATH(layout -> new CriticalPathView()),
    BOTTLENECKS(layout -> new BottlenecksView()),
    POOLS(layout -> new PoolsView()),
    THREADS(layout -> new ThreadsView()),
    SLICES(layout -> new SlicesView());

    private final Function<Layout, Content> content;

    View(Function<Layout, Content> content) {
        this.content = content;
    }

    /** What one types. */
    public String command() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Content content(Layout layout) {
        return content.apply(layout);
    }

    /** Whether there is a view of a name. */
    public static boolean isName(String name) {
        return Arrays.stream(values()).anyMatch(view -> view.isCalled(name));
    }

    private boolean isCalled(String name) {
        return command().equalsIgnoreCase(name);
    }

    /**
     * The view of a name.
     *
     * @throws IllegalArgumentException if there is none; the message says what may have been meant
     */
    public static View of(String name) {
        for (View view : values()) {
            if (view.isCalled(name)) {
                return view;
            }
        }
        List<String> all = Arrays.stream(values()).map(View::command).toList();
        String hint = Spelling.hint(name, all).orElseGet(() -> "; there are " + String.join(", ", all));
        throw new IllegalArgumentException("there is no view '%s'%s".formatted(name, hint));
    }
}
