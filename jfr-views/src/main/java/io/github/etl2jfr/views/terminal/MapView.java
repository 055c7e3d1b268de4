package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.ProcessorTotals;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.model.WhoRan;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.text.Time;
import io.github.etl2jfr.views.text.Width;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Who ran where and when: a letter for each processor and step of time, and what the busiest threads did. */
final class MapView implements Content {
    /** The shortest column, in nanoseconds, of which milliseconds tell where it is. */
    private static final long FINE_STEP = 100_000;

    /** Before each line. */
    private static final int LABEL = 20;

    private static final int FEWEST_COLUMNS = 20;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final char OTHER = '+';
    private static final char NOBODY = '.';

    /** Letters of the states, in the order of {@link Slice.Kind#OF_THREADS}. */
    private static final String STATE_LETTERS = "#!.";

    private static final int USUAL_LANES = 12;

    private final WhoRan whoRan;
    private final Table cells = new Table(
            "cells",
            "Who ran longest",
            Column.id("processor", "CPU"),
            Column.moment("start", "From"),
            Column.moment("end", "To"),
            Column.text("thread", "Thread"),
            Column.text("process", "Process"),
            Column.time("threadRunning", "ran"),
            Column.time("running", "all ran"));

    private final Table states = new Table(
            "states",
            "What threads did, the busiest first",
            Column.text("thread", "Thread"),
            Column.text("process", "Process"),
            Column.moment("start", "From"),
            Column.moment("end", "To"),
            Column.time("running", "ran"),
            Column.time("ready", "was ready"),
            Column.time("waiting", "waited"));

    private Span span;
    private Collection<ProcessorTotals> processors;

    MapView(Layout layout) {
        whoRan = new WhoRan(Math.max(FEWEST_COLUMNS, layout.width() - LABEL));
    }

    @Override
    public List<Table> tables() {
        return List.of(cells, states);
    }

    @Override
    public List<TraceSink> sinks() {
        return List.of(whoRan);
    }

    @Override
    public void fill(Overview overview) throws RecordingException {
        overview.coverage().requireSlices(Slice.Kind.RUNNING);
        span = new Span(overview.session().span().start(), overview.span().end());
        processors = overview.processors();
        for (ProcessorTotals totals : processors) {
            int processor = totals.processor();
            for (int column = 0; column < whoRan.columns(); column++) {
                WhoRan.Cell cell = whoRan.cell(processor, column);
                boolean isChosen = cell != null && cell.thread().isChosen();
                cells.add(
                        processor,
                        whoRan.start(column),
                        whoRan.start(column + 1),
                        isChosen ? cell.thread().name() : null,
                        isChosen ? cell.thread().process() : null,
                        isChosen ? cell.running() : null,
                        isTold(processor, column) ? whoRan.running(processor, column) : null);
            }
        }
        fillStates(overview);
    }

    private boolean isTold(int processor, int column) {
        return whoRan.running(processor, column) + whoRan.idle(processor, column) > 0;
    }

    /** Fills in what threads did, where anything is told of that. */
    private void fillStates(Overview overview) {
        Coverage coverage = overview.coverage();
        for (TraceThread thread : whoRan.threads()) {
            for (int column = 0; column < whoRan.columns(); column++) {
                long running = whoRan.time(thread, Slice.Kind.RUNNING, column);
                long ready = whoRan.time(thread, Slice.Kind.READY, column);
                long waiting = whoRan.time(thread, Slice.Kind.WAITING, column);
                if (running + ready + waiting > 0) {
                    states.add(
                            thread.name(),
                            thread.process(),
                            whoRan.start(column),
                            whoRan.start(column + 1),
                            coverage.ifTold(Slice.Kind.RUNNING, running),
                            coverage.ifTold(Slice.Kind.READY, ready),
                            coverage.ifTold(Slice.Kind.WAITING, waiting));
                }
            }
        }
    }

    /** Time goes from left to right, and the busiest threads come first. */
    @Override
    public boolean isPictureSorted() {
        return false;
    }

    @Override
    public List<String> picture(Layout layout, Integer limit) {
        List<TraceThread> threads = whoRan.threads();
        int most = limit == null ? USUAL_LANES : limit == 0 ? Integer.MAX_VALUE : limit;
        int lanes = Math.min(most, threads.size());
        // Who did not run is on no processor.
        int known = (int) threads.stream()
                .limit(LETTERS.length())
                .filter(thread -> whoRan.running(thread) > 0)
                .count();
        Map<TraceThread, Character> letters = new HashMap<>();
        for (int i = 0; i < known; i++) {
            letters.put(threads.get(i), LETTERS.charAt(i));
        }
        List<String> lines = new ArrayList<>();
        String what = "Who ran longest in %s: %s another thread, %s nobody; blank: unknown"
                .formatted(isFine() ? Time.rounded(step()) : Time.millis(step()) + " ms", OTHER, NOBODY);
        lines.add(layout.heading(Width.wrap(what, layout.width())));
        lines.add(ruler());
        for (ProcessorTotals totals : processors) {
            int processor = totals.processor();
            String did = line(column -> letter(processor, column, letters));
            lines.add((Width.fit("CPU " + processor, LABEL) + did).stripTrailing());
        }
        lines.add("");
        lines.add(
                layout.heading(Width.wrap("What the busiest did most: # ran, ! was ready, . waited", layout.width())));
        lines.add(ruler());
        for (TraceThread thread : threads.subList(0, lanes)) {
            lines.add(Width.fit(letters.getOrDefault(thread, OTHER) + " " + layout.text(thread.name()), LABEL - 1) + " "
                    + line(column -> state(thread, column)).stripTrailing());
        }
        List<String> others = threads.subList(Math.min(lanes, known), known).stream()
                .map(thread -> letters.get(thread) + " " + layout.text(thread.name()))
                .toList();
        if (!others.isEmpty()) {
            lines.add("");
            lines.addAll(legend(others, layout.width()));
        }
        return lines;
    }

    /** Names may have blanks in them; lines are broken between names only. */
    private static List<String> legend(List<String> names, int width) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String name : names) {
            String longer = line.isEmpty() ? name : line + "  " + name;
            if (!line.isEmpty() && Width.of(longer) > width) {
                lines.add(line);
                longer = name;
            }
            line = longer;
        }
        lines.add(line);
        return lines.stream()
                .map(text -> Width.fit(text, Math.min(width, Width.of(text))))
                .toList();
    }

    private interface Drawing {
        char at(int column);
    }

    private String line(Drawing drawing) {
        return IntStream.range(0, whoRan.columns())
                .mapToObj(column -> String.valueOf(drawing.at(column)))
                .collect(Collectors.joining());
    }

    /** How long a column is, in nanoseconds. */
    private long step() {
        return Math.max(1, whoRan.start(1) - whoRan.start(0));
    }

    /** Whether milliseconds are too long to tell one column from the other. */
    private boolean isFine() {
        return step() < FINE_STEP;
    }

    /** Seconds from the trace's start, left, middle and right; or what is added to those on the left. */
    private String ruler() {
        int columns = whoRan.columns();
        int half = columns / 2;
        String left = "|" + seconds(0);
        String middle = "|" + (isFine() ? added(half) : seconds(half));
        String right = (isFine() ? added(columns) : seconds(columns)) + "|";
        if (left.length() >= half || middle.length() + right.length() >= columns - half) {
            return " ".repeat(LABEL) + Width.fit(left, columns - right.length()) + right;
        }
        return " ".repeat(LABEL) + Width.fit(left, half) + Width.fit(middle, columns - half - right.length()) + right;
    }

    private String seconds(int column) {
        long nanos = whoRan.start(column) - span.start();
        return isFine() ? Time.seconds(nanos) + " s" : String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }

    private String added(int column) {
        return "+" + Time.rounded(whoRan.start(column) - whoRan.start(0));
    }

    private char letter(int processor, int column, Map<TraceThread, Character> letters) {
        WhoRan.Cell cell = whoRan.cell(processor, column);
        long longest = cell == null ? 0 : cell.running();
        long idle = whoRan.idle(processor, column);
        long unknown = whoRan.start(column + 1) - whoRan.start(column) - whoRan.running(processor, column) - idle;
        if (!isTold(processor, column) || Math.max(longest, idle) < unknown) {
            return ' ';
        }
        return longest < idle ? NOBODY : letters.getOrDefault(cell.thread(), OTHER);
    }

    private char state(TraceThread thread, int column) {
        long known = 0;
        long most = 0;
        char letter = ' ';
        for (int i = 0; i < STATE_LETTERS.length(); i++) {
            long time = whoRan.time(thread, Slice.Kind.OF_THREADS.get(i), column);
            known += time;
            if (time > most) {
                most = time;
                letter = STATE_LETTERS.charAt(i);
            }
        }
        return most < whoRan.start(column + 1) - whoRan.start(column) - known ? ' ' : letter;
    }
}
