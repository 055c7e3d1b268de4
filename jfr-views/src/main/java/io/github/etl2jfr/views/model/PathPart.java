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
 * @param doing what they went to; who displaced or readied it did so for longest, null if it is longer unknown
 * @param count how many steps
 * @param total nanoseconds that they took together
 */
public record PathPart(Doing doing, int count, long total) {
    /** A path's parts, those that took longest first. */
    static List<PathPart> of(List<PathStep> steps) {
        Map<Doing, List<PathStep>> parts = steps.stream()
                .collect(Collectors.groupingBy(
                        step -> step.doing().with(null, null), LinkedHashMap::new, Collectors.toList()));
        return parts.entrySet().stream()
                .map(part -> of(part.getKey(), part.getValue()))
                .sorted(Comparator.comparingLong(PathPart::total).reversed())
                .toList();
    }

    private static PathPart of(Doing common, List<PathStep> steps) {
        return new PathPart(
                common.with(ofMost(steps, Doing::displacedBy), ofMost(steps, Doing::readiedBy)),
                steps.size(),
                steps.stream().mapToLong(PathStep::duration).sum());
    }

    private static TraceThread ofMost(List<PathStep> steps, Function<Doing, TraceThread> other) {
        Map<TraceThread, Long> times = new LinkedHashMap<>();
        for (PathStep step : steps) {
            // Null stands for whoever it was, where that is unknown.
            times.merge(other.apply(step.doing()), step.duration(), Long::sum);
        }
        return times.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }
}
