package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Which of the JVM's latencies are in truth waits for a processor? */
public final class ExplainedLatencyRule extends SchedulerRule {
    private static final ShareLimits LIMITS =
            ShareLimits.of("etl2jfr.latency", "time without a processor in one kind of JVM event", 10, 30, 20);

    public ExplainedLatencyRule() {
        super(
                "WindowsExplainedLatency",
                "JVM Latency for Want of a Processor",
                Topics.JVM_LATENCY,
                LIMITS.preferences(),
                List.of(
                        TypedResult.SCORE,
                        RuleResults.WHAT,
                        RuleResults.SHARE,
                        RuleResults.TOTAL,
                        RuleResults.OF_TOTAL,
                        RuleResults.THREAD,
                        RuleResults.LONGEST,
                        RuleResults.OF_LONGEST,
                        RuleResults.WHEN,
                        RuleResults.PROCESS,
                        RuleResults.OTHERS),
                Recorded.LATENCY_BREAKDOWN);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        Map<String, Kind> kinds = new HashMap<>();
        events.forEach(Recorded.LATENCY_BREAKDOWN, event -> {
            String kind = event.text(Recorded.JAVA_EVENT);
            IMCThread thread = event.thread();
            if (kind != null && thread != null) {
                kinds.computeIfAbsent(kind, Kind::new).add(event, thread);
            }
        });
        List<Kind> worstFirst = kinds.values().stream()
                .filter(kind -> kind.ready > 0)
                .sorted(Comparator.comparingDouble((Kind kind) -> kind.score(preferences))
                        .thenComparingLong(kind -> kind.ready)
                        .reversed())
                .toList();
        if (worstFirst.isEmpty()) {
            return RuleResults.nothing(
                    this, preferences, "In none of the JVM's latencies did the thread lack a processor.");
        }
        Kind worst = worstFirst.get(0);
        String others = worstFirst.stream()
                .skip(1)
                .filter(kind -> Severity.get(kind.score(preferences)) != Severity.OK)
                .map(Kind::text)
                .collect(Collectors.joining(", "));
        return LIMITS.result(this, preferences, worst.ready, worst.duration)
                .addResult(RuleResults.WHAT, worst.name)
                .addResult(RuleResults.THREAD, worst.longestThread)
                .addResult(RuleResults.LONGEST, RuleResults.timespan(worst.longestReady))
                .addResult(RuleResults.OF_LONGEST, RuleResults.timespan(worst.longestDuration))
                .addResult(RuleResults.WHEN, RuleResults.moment(worst.longestStart))
                .addResult(RuleResults.PROCESS, worst.longestDisplacedBy)
                .addResult(RuleResults.OTHERS, others)
                .setSummary("For {share} of the time of {what} the thread was ready but had no processor.")
                .setExplanation("Events of type {what} lasted {ofTotal} in total, and for {total} of that their"
                        + " threads could have gone on but had no processor. The worst case is thread {thread} at"
                        + " {when}: {longest} of {ofLongest}. In its place, {process} ran longest."
                        + (others.isEmpty() ? "" : " Other types above the limit: {others}."))
                .setSolution("This part of the latency is not due to what the event names, but to waiting for a"
                        + " processor. The page JVM Latency Explained shows who ran instead. If it was other"
                        + " programs, move them elsewhere; if it was the JVM itself, it has more threads"
                        + " that want to run than there are processors.")
                .build();
    }

    /** All events of one type of the JVM's. */
    private static final class Kind {
        private final String name;
        private long duration;
        private long ready;
        private IMCThread longestThread;
        private long longestReady = -1;
        private long longestDuration;
        private long longestStart;
        private String longestDisplacedBy;

        Kind(String name) {
            this.name = name;
        }

        double score(IPreferenceValueProvider preferences) {
            return LIMITS.score(ready, duration, preferences);
        }

        String text() {
            return "%s (%s of %s)"
                    .formatted(
                            name,
                            RuleResults.share(ready, duration).displayUsing(IDisplayable.AUTO),
                            RuleResults.timespan(duration).displayUsing(IDisplayable.AUTO));
        }

        void add(Event event, IMCThread thread) {
            // Where that one did the work, the event's thread only waited.
            IMCThread vmThread = event.thread(Recorded.VM_THREAD);
            long readyOfThis = event.nanos(vmThread == null ? Recorded.READY_TIME : Recorded.VM_THREAD_READY_TIME);
            long durationOfThis = event.end() - event.start();
            ready += readyOfThis;
            duration += durationOfThis;
            if (readyOfThis > longestReady) {
                longestReady = readyOfThis;
                longestDuration = durationOfThis;
                longestStart = event.start();
                longestThread = vmThread == null ? thread : vmThread;
                longestDisplacedBy = describe(
                        event.thread(vmThread == null ? Recorded.DISPLACED_BY : Recorded.VM_THREAD_DISPLACED_BY));
            }
        }

        private static String describe(IMCThread thread) {
            return thread == null
                    ? "a thread the trace does not name"
                    : "thread " + thread.getThreadName() + " of " + JvmThreads.process(thread);
        }
    }
}
