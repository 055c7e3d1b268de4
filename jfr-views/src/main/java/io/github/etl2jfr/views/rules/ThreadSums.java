package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmc.common.IMCThread;

/**
 * What a thread did all in all; times are nanoseconds.
 *
 * @param involuntarySwitches how often it left a processor although it could have gone on, {@link Event#UNKNOWN} if that
 *     is not told
 * @param longestReadyStart when it had to wait longest for a processor, nanoseconds since 1970
 */
record ThreadSums(
        IMCThread thread,
        int involuntarySwitches,
        long running,
        long ready,
        long longestReady,
        long longestReadyStart) {

    /** What threads did by their statistics. */
    static List<ThreadSums> of(RecordedEvents events, Predicate<IMCThread> whose) {
        List<ThreadSums> all = new ArrayList<>();
        events.forEach(Recorded.THREAD_STATISTICS, event -> {
            IMCThread thread = event.thread();
            if (thread != null && whose.test(thread)) {
                all.add(new ThreadSums(
                        thread,
                        (int) event.number(Recorded.INVOLUNTARY_SWITCH_COUNT),
                        event.nanos(Recorded.RUNNING_TIME),
                        event.nanos(Recorded.READY_TIME),
                        event.nanos(Recorded.LONGEST_READY),
                        event.moment(Recorded.LONGEST_READY_START)));
            }
        });
        return all;
    }

    /** What threads did by their slices; not how often they lost a processor, as short slices may be left out. */
    static List<ThreadSums> ofSlices(RecordedEvents events, Predicate<IMCThread> whose) {
        Map<IMCThread, List<EventSpan>> running = byThread(Spans.running(events, whose));
        Map<IMCThread, List<EventSpan>> ready = byThread(Spans.ready(events, whose));
        return Stream.of(running, ready)
                .flatMap(spans -> spans.keySet().stream())
                .distinct()
                .map(thread ->
                        of(thread, running.getOrDefault(thread, List.of()), ready.getOrDefault(thread, List.of())))
                .toList();
    }

    private static Map<IMCThread, List<EventSpan>> byThread(List<EventSpan> spans) {
        return spans.stream().collect(Collectors.groupingBy(EventSpan::thread));
    }

    private static ThreadSums of(IMCThread thread, List<EventSpan> running, List<EventSpan> ready) {
        Optional<EventSpan> longest = ready.stream().max(EventSpan.BY_DURATION);
        return new ThreadSums(
                thread,
                Event.UNKNOWN,
                sum(running),
                sum(ready),
                longest.map(EventSpan::duration).orElse(0L),
                longest.map(EventSpan::start).orElse(0L));
    }

    private static long sum(List<EventSpan> spans) {
        return spans.stream().mapToLong(EventSpan::duration).sum();
    }
}
