package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/**
 * What a thread did all in all; times are nanoseconds.
 *
 * @param involuntarySwitches how often it left a processor although it could have gone on, {@link Event#UNKNOWN} if that
 *     is not told
 * @param longestReadyStart when it had to wait longest for a processor, nanoseconds since 1970
 */
record ThreadTimes(
        IMCThread thread,
        int involuntarySwitches,
        long running,
        long ready,
        long longestReady,
        long longestReadyStart) {

    /** As statistics tell. */
    static List<ThreadTimes> of(IItemCollection items, Predicate<IMCThread> whose) {
        List<ThreadTimes> all = new ArrayList<>();
        Event.forEach(items, Recorded.THREAD_STATISTICS, event -> {
            IMCThread thread = event.get(JfrAttributes.EVENT_THREAD);
            if (thread != null && whose.test(thread)) {
                all.add(new ThreadTimes(
                        thread,
                        event.number(Recorded.INVOLUNTARY_SWITCH_COUNT),
                        event.nanos(Recorded.RUNNING_TIME),
                        event.nanos(Recorded.READY_TIME),
                        event.nanos(Recorded.LONGEST_READY),
                        event.moment(Recorded.LONGEST_READY_START)));
            }
        });
        return all;
    }

    /** As slices tell, if there are no statistics; not how often they lost a processor, as short ones may be left out. */
    static List<ThreadTimes> ofSlices(IItemCollection items, Predicate<IMCThread> whose) {
        Map<IMCThread, Long> running = new HashMap<>();
        for (Span span : Spans.running(items, whose)) {
            running.merge(span.thread(), span.duration(), Long::sum);
        }
        Map<IMCThread, List<Span>> ready = new HashMap<>();
        for (Span span : Spans.ready(items, whose)) {
            ready.computeIfAbsent(span.thread(), thread -> new ArrayList<>()).add(span);
        }
        Set<IMCThread> threads = new LinkedHashSet<>(running.keySet());
        threads.addAll(ready.keySet());
        return threads.stream()
                .map(thread -> of(thread, running.getOrDefault(thread, 0L), ready.getOrDefault(thread, List.of())))
                .toList();
    }

    private static ThreadTimes of(IMCThread thread, long running, List<Span> ready) {
        long sum = ready.stream().mapToLong(Span::duration).sum();
        return ready.stream()
                .max(Span.BY_DURATION)
                .map(longest ->
                        new ThreadTimes(thread, Event.UNKNOWN, running, sum, longest.duration(), longest.start()))
                .orElseGet(() -> new ThreadTimes(thread, Event.UNKNOWN, running, 0, 0, 0));
    }
}
