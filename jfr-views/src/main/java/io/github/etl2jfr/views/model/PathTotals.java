package io.github.etl2jfr.views.model;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What events of the JVM took their time for all together, whoever's doing it was ({@link CriticalPath}). */
public final class PathTotals {
    private final UnaryOperator<Doing> common;
    private final Session.LeftOut leftOut;

    /** Sums of steps, by what the steps have in common. */
    private final Map<Doing, Sum> parts = new LinkedHashMap<>();

    private long events;
    private long duration;

    /**
     * A process whose threads ran while those on the paths were ready, on the processors that these got in the end.
     *
     * @param total nanoseconds that they ran
     */
    public record Displacer(String process, int threads, long total) {}

    /** What becomes a part. */
    private static final class Sum {
        private final ThreadTimes others = new ThreadTimes();
        private long steps;
        private long events;
        private long total;

        /** The last that has a step, from 1. */
        private long lastEvent;
    }

    /**
     * Those of no events yet.
     *
     * @param common what the steps of a part have in common
     */
    PathTotals(UnaryOperator<Doing> common, Session.LeftOut leftOut) {
        this.common = common;
        this.leftOut = leftOut;
    }

    /** The steps that come next are of its path. */
    void begin(Latency event) {
        events++;
        duration += event.duration();
    }

    /**
     * Adds a step.
     *
     * @param others who had a part in it, and how long
     */
    void add(Doing doing, long nanos, ThreadTimes others) {
        Sum sum = parts.computeIfAbsent(common.apply(doing), key -> new Sum());
        sum.others.addAll(others);
        sum.steps++;
        sum.total += nanos;
        if (sum.lastEvent < events) {
            sum.lastEvent = events;
            sum.events++;
        }
    }

    /** Adds those of other events. */
    void addAll(PathTotals others) {
        others.parts.forEach((doing, theirs) -> {
            Sum sum = parts.computeIfAbsent(doing, key -> new Sum());
            sum.others.addAll(theirs.others);
            sum.steps += theirs.steps;
            sum.total += theirs.total;
            sum.events += theirs.events;
        });
        events += others.events;
        duration += others.duration;
    }

    /** How many events' paths. */
    public long events() {
        return events;
    }

    /** Nanoseconds that the events took, also before and after what the recording tells. */
    public long duration() {
        return duration;
    }

    /** How much of that was spent in a state, as far as the recording tells. */
    public long total(Doing.State state) {
        return parts.entrySet().stream()
                .filter(part -> part.getKey().state() == state)
                .mapToLong(part -> part.getValue().total)
                .sum();
    }

    /** What took longest first. */
    public List<PathPart> parts() {
        return parts.entrySet().stream()
                .map(each -> {
                    Sum sum = each.getValue();
                    Doing doing = each.getKey().with(sum.others, sum.total, leftOut);
                    return new PathPart(doing, sum.steps, sum.events, sum.total);
                })
                .sorted(Comparator.comparingLong(PathPart::total).reversed())
                .toList();
    }

    /** Programs that ran while threads were ready, as far as that is told; the one that ran longest first. */
    public List<Displacer> displacers() {
        ThreadTimes ran = new ThreadTimes();
        parts.forEach((doing, sum) -> {
            if (doing.state() == Doing.State.READY) {
                ran.addAll(sum.others);
            }
        });
        Map<String, Displacer> byProcess = new HashMap<>();
        ran.forEach((thread, nanos) -> byProcess.merge(
                thread.process(),
                new Displacer(thread.process(), 1, nanos),
                (one, other) ->
                        new Displacer(one.process(), one.threads() + other.threads(), one.total() + other.total())));
        return byProcess.values().stream()
                .sorted(Comparator.comparingLong(Displacer::total).reversed().thenComparing(Displacer::process))
                .toList();
    }
}
