package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When which processors had nothing to do. */
final class IdleProcessors {
    private static final StepFunction NEVER = StepFunction.of(List.of());

    private final StepFunction any;
    private final Map<Integer, StepFunction> alone = new HashMap<>();

    IdleProcessors(Collection<EventSpan> idle) {
        List<Edge> edges = new ArrayList<>(2 * idle.size());
        for (EventSpan span : idle) {
            edges.add(new Edge(span.start(), span.processor(), 1));
            edges.add(new Edge(span.end(), span.processor(), -1));
        }
        edges.sort(Comparator.comparingLong(Edge::time));
        List<EventSpan> withAny = new ArrayList<>();
        Map<Integer, List<EventSpan>> withOne = new HashMap<>();
        int count = 0;
        // Of those that are idle: where it is one, the sum is that one.
        int sumOfProcessors = 0;
        long since = 0;
        for (Edge edge : edges) {
            if (count > 0 && edge.time > since) {
                EventSpan span = new EventSpan(since, edge.time, null, Event.UNKNOWN, null);
                withAny.add(span);
                if (count == 1) {
                    withOne.computeIfAbsent(sumOfProcessors, processor -> new ArrayList<>())
                            .add(span);
                }
            }
            since = edge.time;
            count += edge.change;
            sumOfProcessors += edge.change * edge.processor;
        }
        any = StepFunction.of(withAny);
        withOne.forEach((processor, spans) -> alone.put(processor, StepFunction.of(spans)));
    }

    /** For how long of a time at least one processor was idle other than the given one. */
    long othersIdle(int processor, long from, long to) {
        return any.sum(from, to) - alone.getOrDefault(processor, NEVER).sum(from, to);
    }

    /** A processor begins or ends being idle. */
    private record Edge(long time, int processor, int change) {}
}
