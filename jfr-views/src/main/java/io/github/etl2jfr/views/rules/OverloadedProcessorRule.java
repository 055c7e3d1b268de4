package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Did threads queue for one processor while another had nothing to do? */
public final class OverloadedProcessorRule extends SchedulerRule {
    private static final String ID = "etl2jfr.overload";

    private static final ShareLimits LIMITS =
            ShareLimits.of(ID, "waiting for one processor while another was idle", 25, 50, 100);

    /** Until an idle processor is up and has looked for work, some time passes by nature. */
    private static final TypedPreference<IQuantity> SHORTEST = new TypedPreference<>(
            ID + ".shortest",
            "Shortest that counts",
            "Shorter times without a processor are left out",
            UnitLookup.TIMESPAN.getPersister(),
            UnitLookup.MILLISECOND.quantity(1));

    public OverloadedProcessorRule() {
        super(
                "WindowsOverloadedProcessor",
                "One Processor Overloaded While Others Are Idle",
                Topics.PROCESSORS,
                LIMITS.preferences(SHORTEST),
                List.of(
                        TypedResult.SCORE,
                        RuleResults.PROCESSOR,
                        RuleResults.SHARE,
                        RuleResults.TOTAL,
                        RuleResults.OF_TOTAL,
                        RuleResults.THREAD,
                        RuleResults.LONGEST,
                        RuleResults.WHEN),
                Recorded.THREAD_READY,
                Recorded.PROCESSOR_IDLE);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        long shortest = preferences.getPreferenceValue(SHORTEST).clampedLongValueIn(UnitLookup.NANOSECOND);
        IdleProcessors idle = new IdleProcessors(Spans.idle(events));
        Map<Integer, Queue> queues = new HashMap<>();
        Spans.forEachReady(events, ready -> {
            if (ready.duration() >= shortest && ready.processor() != Event.UNKNOWN) {
                queues.computeIfAbsent(ready.processor(), processor -> new Queue())
                        .add(ready, idle.othersIdle(ready.processor(), ready.start(), ready.end()));
            }
        });
        Queue worst = queues.values().stream()
                .max(Comparator.comparingDouble(
                                (Queue queue) -> LIMITS.score(queue.avoidable, queue.waiting, preferences))
                        .thenComparingLong(queue -> queue.avoidable))
                .filter(queue -> queue.avoidable > 0)
                .orElse(null);
        if (worst == null) {
            return RuleResults.nothing(this, preferences, "No thread waited for a processor while another was idle.");
        }
        return LIMITS.result(this, preferences, worst.avoidable, worst.waiting)
                .addResult(RuleResults.PROCESSOR, RuleResults.number(worst.longest.processor()))
                .addResult(RuleResults.THREAD, worst.longest.thread())
                .addResult(RuleResults.LONGEST, RuleResults.timespan(worst.longestAvoidable))
                .addResult(RuleResults.WHEN, RuleResults.moment(worst.longest.start()))
                .setSummary("Threads that waited for processor {processor} could have run elsewhere for {share} of the"
                        + " time.")
                .setExplanation(
                        "Threads waited for processor {processor} for {ofTotal} in total, and for {total} of that"
                                + " some other processor was idle. Thread {thread} had the longest such time:"
                                + " {longest} from {when} on.")
                .setSolution("Something ties threads to processors: an affinity mask (start /affinity, a job, Task"
                        + " Manager, a container's limits), a power plan that parks processors, or drivers whose"
                        + " interrupts fall on one. The page Processors shows which processor ran what.")
                .build();
    }

    /** The threads that waited for one processor. */
    private static final class Queue {
        private long waiting;
        private long avoidable;
        private EventSpan longest;
        private long longestAvoidable = -1;

        void add(EventSpan ready, long othersIdle) {
            waiting += ready.duration();
            avoidable += othersIdle;
            if (othersIdle > longestAvoidable) {
                longest = ready;
                longestAvoidable = othersIdle;
            }
        }
    }
}
