package io.github.etl2jfr.views.terminal;

import io.github.etl2jfr.views.model.Coverage;
import io.github.etl2jfr.views.model.Latency;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Slice;
import io.github.etl2jfr.views.model.TimeSteps;
import io.github.etl2jfr.views.model.TraceSink;
import io.github.etl2jfr.views.table.Column;
import io.github.etl2jfr.views.table.SortOrder;
import io.github.etl2jfr.views.table.Table;
import io.github.etl2jfr.views.text.Time;
import java.util.ArrayList;
import java.util.List;

/** When there was how much to do: what ran, what was ready, and what the JVM's events took in each step of time. */
final class LoadView implements Content {
    private static final int BAR = 30;

    /** Java threads stand still in it. Its parts are events of their own. */
    private static final String PAUSE = "jdk.GCPhasePause";

    private final Table table = new Table(
                    "steps",
                    "What there was to do in each step of time",
                    Column.moment("start", "From"),
                    Column.moment("end", "To").optional(0),
                    Column.share("load", "Load %").optional(8),
                    Column.picture("# ran, + others, ! ready").optional(7),
                    Column.time("running", "Running"),
                    Column.time("others", "Others").optional(5),
                    Column.time("unknown", "Unknown").optional(1),
                    Column.time("ready", "Ready"),
                    Column.time("longestReady", "Longest ready").optional(6),
                    Column.count("timesReady", "Times ready").optional(1),
                    Column.count("switches", "Switches").optional(2),
                    Column.time("javaEvents", "JVM events").optional(9),
                    Column.count("begunJavaEvents", "Events").optional(3),
                    Column.time("longestJavaEvent", "Longest event").optional(4))
            .inOrderOf("start")
            .usually(20);

    private final Overview overview = new Overview(0);
    private final TimeSteps steps = new TimeSteps(this::counts);
    private final List<String> notes = new ArrayList<>();
    private boolean isAnyCut;

    @Override
    public boolean setStep(long nanos) {
        steps.setLength(nanos);
        return true;
    }

    /** Pauses are those of all Java threads, whichever are chosen. */
    private boolean counts(Latency latency) {
        return overview.coverage().wantedLatencies().isChoice()
                ? overview.coverage().wantedLatencies().contains(latency)
                : latency.javaEvent().equals(PAUSE);
    }

    @Override
    public boolean hasLatencies() {
        return true;
    }

    @Override
    public List<Table> tables() {
        return List.of(table);
    }

    @Override
    public Overview overview(SortOrder sort, int most) {
        return overview;
    }

    @Override
    public List<TraceSink> sinks() {
        return List.of(steps);
    }

    @Override
    public void fill(Overview all) throws RecordingException {
        Coverage coverage = all.coverage();
        if (!coverage.hasPeriods()) {
            coverage.requireSlices();
            if (!coverage.tells(Slice.Kind.READY)) {
                coverage.requireSlices(Slice.Kind.RUNNING);
            }
        }
        if (coverage.wantedLatencies().isChoice()) {
            coverage.requireLatencies();
        }
        List<TimeSteps.Step> told = steps.steps();
        boolean tellsJavaEvents = coverage.wantedLatencies().isChoice() || coverage.tellsOfAllLatencies();
        long processors = all.processorCount();
        double most = told.stream().mapToDouble(LoadView::threads).max().orElse(0);
        for (TimeSteps.Step step : told) {
            isAnyCut |= step.end() - step.start() < steps.length();
            long length = processors * (step.end() - step.start());
            long known = step.running() + step.others() + step.idle();
            boolean ran = step.isTold() && coverage.tells(Slice.Kind.RUNNING);
            boolean wasReady = step.isTold() && coverage.tells(Slice.Kind.READY);
            table.add(
                    step.start(),
                    step.end(),
                    coverage.load(known, step.idle(), length),
                    picture(step, Math.max(most, (double) processors)),
                    ran ? step.running() : null,
                    ran ? step.others() : null,
                    coverage.tellsOfProcessors() ? (Long) Math.max(0, length - known) : null,
                    wasReady ? step.ready() : null,
                    wasReady ? step.longestReady() : null,
                    wasReady ? step.timesReady() : null,
                    coverage.hasSwitchesOfProcessors() && (step.isTold() || step.switches() > 0)
                            ? step.switches()
                            : null,
                    tellsJavaEvents ? step.javaEvents() : null,
                    tellsJavaEvents ? step.begunJavaEvents() : null,
                    tellsJavaEvents ? step.longestJavaEvent() : null);
        }
        table.hideIfNothing("load");
        table.hideIfNothing("others");
        table.hideIfNothing("unknown");
        if (!tellsJavaEvents) {
            List.of("javaEvents", "begunJavaEvents", "longestJavaEvent").forEach(table::hide);
        }
        if (tellsJavaEvents && !coverage.wantedLatencies().isChoice()) {
            notes.add("JVM events are pauses of the garbage collector; --event and --code choose others");
        }
    }

    /** How many wanted to run, on average. */
    private static double threads(TimeSteps.Step step) {
        double length = Math.max(1, step.end() - step.start());
        return (step.running() + step.others() + step.ready()) / length;
    }

    private static String picture(TimeSteps.Step step, double most) {
        StringBuilder bar = new StringBuilder();
        double scale = BAR / (most * Math.max(1, step.end() - step.start()));
        long sum = step.running();
        draw(bar, '#', sum * scale);
        sum += step.others();
        draw(bar, '+', sum * scale);
        sum += step.ready();
        draw(bar, '!', sum * scale);
        return bar.toString();
    }

    private static void draw(StringBuilder bar, char letter, double length) {
        while (bar.length() < Math.round(length)) {
            bar.append(letter);
        }
    }

    @Override
    public String units() {
        return "Times are in ms, in steps of %s%s; moments in seconds from the start, as for --from and --to."
                .formatted(Time.exact(steps.length()), isAnyCut ? " (shorter where the time begins or ends)" : "");
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
