package io.github.etl2jfr.views.model;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Steps of a path that are of one thread, in one state, for one reason, and ended the waits of one thread.
 *
 * @param doing what they went to; who ran longest in all of them while it was ready, or ended those of its waits that
 *     took longest
 * @param count how many steps
 * @param total nanoseconds that they took together
 */
public record PathPart(Doing doing, int count, long total) {
    /**
     * A path's parts, those that took longest first.
     *
     * @param others by what steps have in common: who had a part in them, and how long
     */
    static List<PathPart> of(List<PathStep> steps, Map<Doing, ThreadTimes> others, Session.LeftOut leftOut) {
        Map<Doing, List<PathStep>> parts = steps.stream()
                .collect(Collectors.groupingBy(step -> step.doing().common(), LinkedHashMap::new, Collectors.toList()));
        return parts.entrySet().stream()
                .map(part -> {
                    Doing common = part.getKey();
                    long total = part.getValue().stream()
                            .mapToLong(PathStep::duration)
                            .sum();
                    Doing doing = common.with(others.get(common), total, leftOut);
                    return new PathPart(doing, part.getValue().size(), total);
                })
                .sorted(Comparator.comparingLong(PathPart::total).reversed())
                .toList();
    }
}
