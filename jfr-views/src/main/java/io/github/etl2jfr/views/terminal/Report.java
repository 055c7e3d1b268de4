package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.model.WantedLatencies;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.table.TableCsv;
import io.github.etl2jfr.views.table.TableText;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Width;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A view of a recording, to be written as text, CSV or JSON. */
public final class Report {
    private static final String NEXT_LINE = "\n";

    private final String command;
    private final Content content;
    private final Layout layout;
    private final WantedTables tables;
    private final Overview overview;

    /** What each recording tells, by the word for it ("before", "after"); only "after" where it is compared with no other. */
    private final Map<String, Overview> overviews;

    /**
     * Prepares a report.
     *
     * @param table name of the only table to show, null for all
     * @param sort key, name or title of the column to sort by, with a minus before it for the reverse order; null for
     *     the usual one
     * @param limit most rows of a table, 0 for all, null for the usual number
     * @throws IllegalArgumentException if there is no such table or column, or it cannot be sorted; the message is one
     *     line for the user
     */
    public Report(View view, Layout layout, String table, String sort, Integer limit) {
        this(view.command(), view.content(layout), layout, table, sort, limit);
    }

    /** A report on what is different in a recording from another one, which {@link #readBefore} reads first. */
    public static Report comparison(Layout layout, String table, String sort, Integer limit) {
        return new Report("compare", new CompareView(), layout, table, sort, limit);
    }

    private Report(String command, Content content, Layout layout, String table, String sort, Integer limit) {
        this.command = command;
        this.content = content;
        this.layout = layout;
        this.tables = new WantedTables(command, content, table, SortOrder.of(sort), limit);
        this.overview = tables.overview();
        this.overviews = new LinkedHashMap<>();
        content.before().ifPresent(before -> overviews.put("before", before));
        overviews.put("after", overview);
        tables.requireSortable();
    }

    /**
     * Makes sure that the text is sorted as is wanted; to be said before it is read.
     *
     * @throws IllegalArgumentException if it is a picture that is not
     */
    public void requireSortedText() {
        tables.requireSortedText();
    }

    /**
     * Makes sure that the only table in CSV is sorted as is wanted; to be said before it is read.
     *
     * @throws IllegalArgumentException if only others can be
     */
    public void requireSortedCsv() {
        tables.requireSortedCsv();
    }

    /**
     * Wants only some of the JVM's events; to be said before it is read.
     *
     * @throws IllegalArgumentException if the view has none
     */
    public void chooseLatencies(Consumer<WantedLatencies> choice) {
        if (!content.hasLatencies()) {
            throw new IllegalArgumentException(command + " is not about events of the JVM");
        }
        overviews.values().forEach(each -> choice.accept(each.coverage().wantedLatencies()));
    }

    /**
     * Wants findings about these JVMs, not all that are called as JVMs are; to be said before it is read.
     *
     * @throws IllegalArgumentException if the view has none
     */
    public void chooseJvms(ThreadChoice chosen) {
        if (!content.chooseJvms(chosen)) {
            throw new IllegalArgumentException("--jvm is for findings; %s chooses with --process".formatted(command));
        }
    }

    /**
     * Wants steps of time of this length; to be said before it is read.
     *
     * @param nanos at least 1
     * @throws IllegalArgumentException if the view has none
     */
    public void setStep(long nanos) {
        if (!content.setStep(nanos)) {
            throw new IllegalArgumentException("--step is for load; %s has no steps of time".formatted(command));
        }
    }

    /**
     * Reads a recording.
     *
     * @param window the time to look at
     * @param choice the threads to look at
     * @throws RecordingException if it cannot be shown
     */
    public void read(Recording recording, TraceReader.Window window, ThreadChoice choice)
            throws IOException, RecordingException {
        List<TraceSink> sinks = new ArrayList<>(content.sinks());
        TraceReader reader = read(recording, window, choice, overview, sinks);
        content.look(reader, overview);
        content.fill(overview);
        tables.sort();
    }

    /**
     * Reads the recording that the other one is compared with.
     *
     * @throws RecordingException if it cannot be
     */
    public void readBefore(Recording recording, TraceReader.Window window, ThreadChoice choice)
            throws IOException, RecordingException {
        Overview before = content.before().orElseThrow();
        read(recording, window, choice, before, new ArrayList<>());
        before.coverage().requireSlices();
    }

    private TraceReader read(
            Recording recording, TraceReader.Window window, ThreadChoice choice, Overview all, List<TraceSink> sinks)
            throws IOException, RecordingException {
        TraceSink[] others = sinks.toArray(TraceSink[]::new);
        sinks.add(all);
        TraceReader reader = TraceReader.read(recording, window, choice, sinks.toArray(TraceSink[]::new));
        if (content.hasLatencies()) {
            reader.explain(all, others);
        }
        return reader;
    }

    /** The report for people. */
    public String text() {
        tables.limitForPeople();
        List<String> lines = new ArrayList<>(ReportHeading.lines(overviews, layout.width()));
        lines.add(Width.wrap(content.units(), layout.width()));
        List<String> picture = tables.picture(layout);
        if (picture.isEmpty()) {
            content.notes().forEach(note -> lines.add(Width.wrap("note: " + note, layout.width())));
            for (Table each : tables.all()) {
                lines.add("");
                lines.addAll(TableText.lines(each, overview.session().span().start(), layout));
            }
        } else {
            lines.add("");
            lines.addAll(picture);
        }
        return String.join(NEXT_LINE, lines);
    }

    /** Whether a trace was damaged or had lost events. */
    public boolean isDamaged() {
        return overviews.values().stream().anyMatch(Overview::isDamaged);
    }

    /** The first table, or the one that was asked for. */
    public String csv() {
        tables.limitForPrograms();
        return String.join(NEXT_LINE, TableCsv.lines(tables.first()));
    }

    /** What there is to say of the CSV beside it, as that has no place for it; null if nothing. */
    public String csvNote() {
        if (content.missing() != null) {
            return Harmless.text(FindingsText.missing(content.missing()));
        }
        Table first = tables.first();
        List<String> notes = new ArrayList<>(content.notes());
        if (tables.isLimitUsual() && first.leftOut() > 0) {
            notes.add("%s of %s; --limit 0 shows all"
                    .formatted(Amount.number(first.rows().size()), Amount.of(first.total(), "row")));
        }
        if (tables.isLimitUsual()) {
            first.cutWhole()
                    .ifPresent(whole -> notes.add("rows of %s of %s in the table '%s'; --limit 0 shows all"
                            .formatted(
                                    Amount.number(whole.rows().size()), Amount.number(whole.total()), whole.name())));
        }
        return notes.isEmpty() ? null : notes.stream().map(Harmless::text).collect(Collectors.joining(NEXT_LINE));
    }

    /** All tables, or the one that was asked for. */
    public String json() {
        tables.limitForPrograms();
        return ReportJson.of(command, overviews, content, tables.all());
    }
}
