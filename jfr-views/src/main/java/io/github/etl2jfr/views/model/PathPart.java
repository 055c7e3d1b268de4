package io.github.etl2jfr.views.model;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Steps of a path that are of one thread, in one state, for one reason, and ended the waits of one thread.
 *
 * @param displacedBy of those that ran longest instead in the steps, the one of most of their time; null if none is known
 * @param readiedBy of those that ended the steps, the one of most of their time; null if none is known
 * @param count how many steps
 * @param total nanoseconds that they took together
 */
public record PathPart(
        TraceThread thread,
        Slice.Kind state,
        String waitReason,
        TraceThread woke,
        TraceThread displacedBy,
        TraceThread readiedBy,
        int count,
        long total) {
    private record Key(TraceThread thread, Slice.Kind state, String waitReason, TraceThread woke) {}

    /** A path's parts, those that took longest first. */
    static List<PathPart> of(List<PathStep> steps) {
        Map<Key, List<PathStep>> parts = steps.stream()
                .collect(Collectors.groupingBy(
                        step -> new Key(step.thread(), step.state(), step.waitReason(), step.woke()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return parts.entrySet().stream()
                .map(part -> of(part.getKey(), part.getValue()))
                .sorted(Comparator.comparingLong(PathPart::total).reversed())
                .toList();
    }

    private static PathPart of(Key key, List<PathStep> steps) {
        return new PathPart(
                key.thread,
                key.state,
                key.waitReason,
                key.woke,
                ofMost(steps, PathStep::displacedBy),
                ofMost(steps, PathStep::readiedBy),
                steps.size(),
                steps.stream().mapToLong(PathStep::duration).sum());
    }

    private static TraceThread ofMost(List<PathStep> steps, Function<PathStep, TraceThread> other) {
        Map<TraceThread, Long> times = new LinkedHashMap<>();
        for (PathStep step : steps) {
            if (other.apply(step) != null) {
                times.merge(other.apply(step), step.duration(), Long::sum);
            }
        }
        return times.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
