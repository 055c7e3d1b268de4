package io.github.etl2jfr.views.model;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What several events of the JVM took their time for all together, whoever's doing it was ({@link CriticalPath}). */
public final class PathTotals {
    private final Session.LeftOut leftOut;

    /** By what they have in common. */
    private final Map<Doing, Sum> parts = new HashMap<>();

    private final Map<Doing.State, Long> times = new EnumMap<>(Doing.State.class);
    private long events;

    /**
     * What is of one thread, in one state, for one reason.
     *
     * @param doing who did what, and who ran longest in all that time while it was ready, or ended those of its waits that
     *     took longest
     * @param events how many have it on their paths
     * @param total nanoseconds that it took
     */
    public record Part(Doing doing, long events, long total) {}

    /**
     * A process whose threads ran while those on the paths were ready, on the processors that these got in the end.
     *
     * @param total nanoseconds that they ran
     */
    public record Displacer(String process, int threads, long total) {}

    /** What becomes a part. */
    private static final class Sum {
        private final ThreadTimes others = new ThreadTimes();
        private long total;
        private long events;

        /** The last that has it, from 1. */
        private long lastEvent;
    }

    PathTotals(Session.LeftOut leftOut) {
        this.leftOut = leftOut;
    }

    /** What comes next is of another event's path. */
    void begin() {
        events++;
    }

    void add(Doing doing, long start, long end, ThreadTimes others) {
        Sum sum = parts.computeIfAbsent(doing.forWhomever(), key -> new Sum());
        sum.total += end - start;
        sum.others.addAll(others);
        if (sum.lastEvent < events) {
            sum.lastEvent = events;
            sum.events++;
        }
        times.merge(doing.state(), end - start, Long::sum);
    }

    /** How many events' paths. */
    public long events() {
        return events;
    }

    /** Nanoseconds of all of them. */
    public long total() {
        return times.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How much of that was spent in a state. */
    public long total(Doing.State state) {
        return times.getOrDefault(state, 0L);
    }

    /** What took longest first. */
    public List<Part> parts() {
        return parts.entrySet().stream()
                .map(each -> {
                    Sum sum = each.getValue();
                    return new Part(each.getKey().with(sum.others, sum.total, leftOut), sum.events, sum.total);
                })
                .sorted(Comparator.comparingLong(Part::total)
                        .reversed()
                        .thenComparing(part -> part.doing().thread().index())
                        .thenComparing(part -> part.doing().state()))
                .toList();
    }

    /** As far as it is told who ran; what took longest first. */
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
