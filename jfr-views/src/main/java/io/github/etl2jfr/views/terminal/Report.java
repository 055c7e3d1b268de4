package io.github.etl2jfr.views.terminal;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.Span;
import io.github.etl2jfr.views.model.StackFrame;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.table.TableCsv;
import io.github.etl2jfr.views.table.TableJson;
import io.github.etl2jfr.views.table.TableText;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Spelling;
import io.github.etl2jfr.views.text.Time;
import io.github.etl2jfr.views.text.Width;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A view of a recording, to be written as text, CSV or JSON. */
public final class Report {
    /** The table that there can be too much for. */
    private static final String LONGEST = "longest";

    private static final String NEXT_LINE = "\n";

    private final String command;
    private final Content content;
    private final List<Table> tables;
    private final String table;
    private final Layout layout;
    private final String sort;
    private final Integer limit;
    private final Overview overview;

    /** What each recording tells, by the word for it ("before", "after"); only "after" where it is compared with no other. */
    private final Map<String, Overview> overviews;

    /**
     * Prepares a report.
     *
     * @param table name of the only table to show, null for all
     * @param sort key or title of the column to sort by, null for the usual order
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
        this.table = table;
        this.sort = sort;
        this.limit = limit;
        this.tables = tables();
        boolean hasLongest = tables.stream().anyMatch(this::isLongest);
        int most = !hasLongest ? 0 : limit == null ? content.usualLongest() : limit == 0 ? Integer.MAX_VALUE : limit;
        this.overview = content.overview(hasLongest ? sort : null, most);
        this.overviews = new LinkedHashMap<>();
        content.before().ifPresent(before -> overviews.put("before", before));
        overviews.put("after", overview);
        if (sort != null && tables.stream().noneMatch(this::isToBeSorted)) {
            throw new IllegalArgumentException(unsortable());
        }
    }

    private boolean isToBeSorted(Table each) {
        return each.isSortable() && each.has(sort);
    }

    /**
     * Makes sure that the text is sorted as is wanted; to be said before it is read.
     *
     * @throws IllegalArgumentException if it is a picture that is not
     */
    public void requireSortedText() {
        if (sort != null && table == null && !content.isPictureSorted()) {
            throw new IllegalArgumentException(
                    "%s is a picture, which is not sorted; %s".formatted(command, otherTable()));
        }
    }

    /**
     * Makes sure that the only table in CSV is sorted as is wanted; to be said before it is read.
     *
     * @throws IllegalArgumentException if only others can be
     */
    public void requireSortedCsv() {
        if (sort != null && !isToBeSorted(tables.get(0))) {
            throw new IllegalArgumentException("CSV has the table '%s' alone, which cannot be sorted by '%s'; %s"
                    .formatted(tables.get(0).name(), sort, otherTable()));
        }
    }

    private String otherTable() {
        return tables.stream()
                .filter(this::isToBeSorted)
                .map(Table::name)
                .collect(Collectors.joining(" or ", "for one that is: --table ", ""));
    }

    /**
     * Wants only events of the JVM of some types; to be said before it is read.
     *
     * @throws IllegalArgumentException if the view has none
     */
    public void keepLatencies(Predicate<String> javaEvents) {
        requireLatencies();
        overviews.values().forEach(each -> each.coverage().keepLatencies(javaEvents));
    }

    /**
     * Wants only events of the JVM in some code.
     *
     * @throws IllegalArgumentException if the view has none
     */
    public void keepCode(Predicate<StackFrame> code) {
        requireLatencies();
        overviews.values().forEach(each -> each.coverage().keepCode(code));
    }

    /**
     * Wants only events of the JVM that took so long.
     *
     * @param nanos at least
     * @throws IllegalArgumentException if the view has none
     */
    public void keepLongLatencies(long nanos) {
        requireLatencies();
        overviews.values().forEach(each -> each.coverage().keepLongLatencies(nanos));
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
            throw new IllegalArgumentException(
                    "--step is for load; %s is not told in steps of time".formatted(command));
        }
    }

    private void requireLatencies() {
        if (!content.hasLatencies()) {
            throw new IllegalArgumentException(command + " is not about events of the JVM");
        }
    }

    private String unsortable() {
        if (tables.stream().noneMatch(Table::isSortable)) {
            return "table '%s' of %s cannot be sorted".formatted(tables.get(0).name(), command);
        }
        Set<String> keys = sortable(Table::keys);
        List<String> words = new ArrayList<>(keys);
        words.addAll(sortable(Table::titles));
        return "%s has no column '%s' to sort by%s".formatted(command, sort, meant(sort, words, keys));
    }

    /**
     * @param words that may be meant
     * @param names to list if none is
     */
    private static String meant(String typed, Collection<String> words, Collection<String> names) {
        return Spelling.hint(typed, words).orElseGet(() -> "; there are " + String.join(", ", names));
    }

    private boolean isLongest(Table each) {
        return content.isAboutLongest() || each.name().equals(LONGEST);
    }

    private List<Table> tables() {
        List<Table> all = content.tables();
        if (table == null) {
            return all;
        }
        List<Table> wanted =
                all.stream().filter(each -> each.name().equalsIgnoreCase(table)).toList();
        if (wanted.isEmpty()) {
            List<String> names = all.stream().map(Table::name).toList();
            throw new IllegalArgumentException(
                    "%s has no table '%s'%s".formatted(command, table, meant(table, names, names)));
        }
        return wanted;
    }

    private Set<String> sortable(Function<Table, List<String>> words) {
        return tables.stream()
                .filter(Table::isSortable)
                .flatMap(each -> words.apply(each).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
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
        if (sort != null) {
            tables.stream().filter(this::isToBeSorted).forEach(each -> each.sortAsWanted(sort));
        }
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

    private void limit(boolean forPeople) {
        for (Table each : tables) {
            int most = limit != null
                    ? limit
                    : forPeople ? each.usualLimit() : isLongest(each) ? content.usualLongest() : 0;
            if (most > 0 && !each.isFixed()) {
                each.limit(most);
            }
        }
    }

    /** The report for people. */
    public String text() {
        limit(true);
        List<String> lines = new ArrayList<>(heading());
        List<String> picture = table == null ? content.picture(layout, limit) : List.of();
        if (picture.isEmpty()) {
            content.notes().forEach(note -> lines.add(Width.wrap("note: " + note, layout.width())));
            for (Table each : tables) {
                lines.add("");
                lines.addAll(TableText.lines(each, overview.session().span().start(), layout));
            }
        } else {
            lines.add("");
            lines.addAll(picture);
        }
        return String.join(NEXT_LINE, lines);
    }

    private List<String> heading() {
        List<String> lines = new ArrayList<>();
        overviews.forEach((when, each) -> {
            String what = overviews.size() == 1 ? "" : when + ": ";
            lines.addAll(heading(what, each));
        });
        lines.add(Width.wrap(content.units(), layout.width()));
        return lines;
    }

    private List<String> heading(String before, Overview its) {
        Session session = its.session();
        Span all = session.span();
        Span shown = its.span();
        String what = "%s%s: %s s from %s%s%s"
                .formatted(
                        before,
                        session.file() == null ? "a trace" : Harmless.text(session.file()),
                        Time.seconds(all.length()),
                        Time.moment(all.start()),
                        session.processors() < 0 ? "" : ", " + Amount.of(session.processors(), "processor"),
                        its.coverage().isOfJvm() ? ", in a JVM's recording" : "");
        List<String> lines = new ArrayList<>();
        lines.add(Width.wrap(what, layout.width()));
        TraceNotes.of(its).forEach((word, note) -> lines.add(Width.wrap(word + ": " + note, layout.width())));
        if (!shown.equals(all)) {
            lines.add("shown: %s s to %s s"
                    .formatted(Time.seconds(shown.start() - all.start()), Time.seconds(shown.end() - all.start())));
        }
        int threads = its.threads().size();
        if (threads < its.threadCount()) {
            lines.add("shown: %s of %s".formatted(Amount.number(threads), Amount.of(its.threadCount(), "thread")));
        }
        return lines;
    }

    /** Whether a trace was damaged or had lost events. */
    public boolean isDamaged() {
        return overviews.values().stream().anyMatch(Overview::isDamaged);
    }

    /** The first table, or the one that was asked for. */
    public String csv() {
        limit(false);
        return String.join(NEXT_LINE, TableCsv.lines(tables.get(0)));
    }

    /** What there is to say of the CSV beside it, as that has no place for it; null if nothing. */
    public String csvNote() {
        if (content.missing() != null) {
            return Harmless.text(FindingsText.missing(content.missing()));
        }
        Table first = tables.get(0);
        List<String> notes = new ArrayList<>(content.notes());
        if (limit == null && first.leftOut() > 0) {
            notes.add("%s of %s; --limit 0 shows all"
                    .formatted(Amount.number(first.rows().size()), Amount.of(first.total(), "row")));
        }
        return notes.isEmpty() ? null : notes.stream().map(Harmless::text).collect(Collectors.joining(NEXT_LINE));
    }

    /** All tables, or the one that was asked for. */
    public String json() {
        limit(false);
        JsonObject json = new JsonObject();
        json.addProperty("view", command);
        if (overviews.size() == 1) {
            describe(json, overview);
        } else {
            overviews.forEach((when, each) -> json.add(when, describe(new JsonObject(), each)));
        }
        json.addProperty("missing", content.missing());
        JsonArray notes = new JsonArray();
        content.notes().forEach(notes::add);
        json.add("notes", notes);
        JsonObject rows = new JsonObject();
        for (Table each : tables) {
            JsonObject ofTable = new JsonObject();
            ofTable.addProperty("shown", each.rows().size());
            ofTable.addProperty("total", each.total());
            rows.add(each.name(), ofTable);
        }
        json.add("rows", rows);
        for (Table each : tables) {
            json.add(each.name(), TableJson.rows(each));
        }
        String text = new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .serializeNulls()
                .create()
                .toJson(json);
        return Harmless.json(text);
    }

    private static JsonObject describe(JsonObject json, Overview its) {
        Session session = its.session();
        json.addProperty("trace", session.file());
        json.addProperty("osVersion", session.osVersion());
        json.addProperty("merged", session.merged());
        Session.Clock clock = session.clock();
        json.addProperty("clockOffsetSource", clock == null ? null : clock.source());
        json.addProperty("clockOffsetNanos", clock == null ? null : clock.offset());
        json.addProperty("clockOffsetUncertaintyNanos", clock == null ? null : clock.uncertainty());
        json.addProperty("clockDriftNanosPerSecond", clock == null ? null : clock.drift());
        json.addProperty("clockOffsetEvidence", clock == null ? null : clock.evidence());
        json.addProperty("clockOffsetOfEventsNanos", clock == null ? null : clock.ofEvents());
        json.addProperty("traceStart", Time.moment(session.span().start()));
        json.addProperty("traceEnd", Time.moment(session.span().end()));
        json.addProperty("from", Time.moment(its.span().start()));
        json.addProperty("to", Time.moment(its.span().end()));
        json.add("lost", amounts(its.losses()));
        json.add("notices", amounts(its.notices()));
        json.addProperty("readyEvents", session.readyEvents());
        json.addProperty("leftOut", TraceNotes.leftOut(session.leftOut()));
        json.addProperty("threadsShown", its.threads().size());
        json.addProperty("threadsTold", its.threadCount());
        return json;
    }

    private static JsonObject amounts(Map<String, Long> amounts) {
        JsonObject json = new JsonObject();
        amounts.forEach(json::addProperty);
        return json;
    }
}
