package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** When which processors had nothing to do. */
final class IdleProcessors {
    private final StepFunction any;
    private final Map<Integer, StepFunction> alone = new HashMap<>();

    /**
     * Those of a recording.
     *
     * @param idle how often each processor has nothing to do at a time, which is more than once in damaged recordings
     *     only
     */
    IdleProcessors(Map<Integer, StepFunction> idle) {
        PriorityQueue<Edge> next = new PriorityQueue<>(Comparator.comparingLong(Edge::time));
        idle.forEach((processor, steps) -> add(new Edge(processor, steps, 0), next));
        StepFunction.Builder withAny = new StepFunction.Builder();
        Map<Integer, StepFunction.Builder> withOne = new HashMap<>();
        int count = 0;
        // Of those that are idle: where it is one, the sum is that one.
        int sumOfProcessors = 0;
        long anySince = 0;
        long since = 0;
        while (!next.isEmpty()) {
            Edge edge = next.poll();
            add(new Edge(edge.processor, edge.steps, edge.index + 1), next);
            int change = edge.change();
            if (change == 0) {
                continue;
            }
            if (count == 1) {
                withOne.computeIfAbsent(sumOfProcessors, processor -> new StepFunction.Builder())
                        .add(since, edge.time());
            }
            since = edge.time();
            count += change;
            sumOfProcessors += change * edge.processor;
            if (count == 1 && change > 0) {
                anySince = since;
            } else if (count == 0) {
                withAny.add(anySince, since);
            }
        }
        any = withAny.build();
        withOne.forEach((processor, times) -> alone.put(processor, times.build()));
    }

    private static void add(Edge edge, PriorityQueue<Edge> next) {
        if (edge.index < edge.steps.size()) {
            next.add(edge);
        }
    }

    /** For how long of a time at least one processor was idle other than the given one. */
    long othersIdle(int processor, long from, long to) {
        return any.sum(from, to)
                - alone.getOrDefault(processor, StepFunction.NEVER).sum(from, to);
    }

    /** A processor begins or ends being idle. */
    private record Edge(int processor, StepFunction steps, int index) {
        long time() {
            return steps.time(index);
        }

        /** By how much the number of idle processors changes. */
        int change() {
            int before = index == 0 ? 0 : steps.value(index - 1);
            return Math.min(1, steps.value(index)) - Math.min(1, before);
        }
    }
}
