package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        Map<IMCThread, List<Span>> running = byThread(Spans.running(items, whose));
        Map<IMCThread, List<Span>> ready = byThread(Spans.ready(items, whose));
        return Stream.of(running, ready)
                .flatMap(spans -> spans.keySet().stream())
                .distinct()
                .map(thread ->
                        of(thread, running.getOrDefault(thread, List.of()), ready.getOrDefault(thread, List.of())))
                .toList();
    }

    private static Map<IMCThread, List<Span>> byThread(List<Span> spans) {
        return spans.stream().collect(Collectors.groupingBy(Span::thread));
    }

    private static ThreadTimes of(IMCThread thread, List<Span> running, List<Span> ready) {
        Optional<Span> longest = ready.stream().max(Span.BY_DURATION);
        return new ThreadTimes(
                thread,
                Event.UNKNOWN,
                sum(running),
                sum(ready),
                longest.map(Span::duration).orElse(0L),
                longest.map(Span::start).orElse(0L));
    }

    private static long sum(List<Span> spans) {
        return spans.stream().mapToLong(Span::duration).sum();
    }
}
