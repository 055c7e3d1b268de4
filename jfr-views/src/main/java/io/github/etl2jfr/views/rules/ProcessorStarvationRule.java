package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import java.util.List;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** For how much of the time in which the JVM's threads could run did they have no processor? */
public final class ProcessorStarvationRule extends SchedulerRule {
    private static final ShareLimits LIMITS =
            ShareLimits.of("etl2jfr.starvation", "time without a processor of the JVM's threads", 10, 30, 50);

    public ProcessorStarvationRule() {
        super(
                "WindowsProcessorStarvation",
                "JVM Threads Starved of Processors",
                Topics.SCHEDULING,
                LIMITS.preferences(JvmThreads.PROGRAMS),
                List.of(
                        TypedResult.SCORE,
                        RuleResults.SHARE,
                        RuleResults.TOTAL,
                        RuleResults.OF_TOTAL,
                        RuleResults.THREAD,
                        RuleResults.LONGEST,
                        RuleResults.WHEN),
                Recorded.THREAD_STATISTICS);
    }

    @Override
    boolean restsOnReadyTimes() {
        return true;
    }

    @Override
    boolean restsOnSlices(RecordedEvents events) {
        return !events.has(Recorded.THREAD_STATISTICS);
    }

    /** Slices tell it where there are no statistics, as in recordings that an agent writes into. */
    @Override
    List<String> missing(RecordedEvents events) {
        boolean hasSlices = events.has(Recorded.THREAD_RUNNING) && events.has(Recorded.THREAD_READY);
        return hasSlices ? List.of() : super.missing(events);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        JvmThreads jvm = JvmThreads.of(events, preferences);
        List<ThreadSums> threads =
                events.has(Recorded.THREAD_STATISTICS) ? ThreadSums.of(events, jvm) : ThreadSums.ofSlices(events, jvm);
        if (threads.isEmpty()) {
            return RuleResults.notApplicable(this, preferences, JvmThreads.NONE);
        }
        long ready = threads.stream().mapToLong(ThreadSums::ready).sum();
        long wanted = ready + threads.stream().mapToLong(ThreadSums::running).sum();
        ThreadSums worst = threads.stream()
                .max(Comparator.comparingLong(ThreadSums::longestReady))
                .orElseThrow();
        return LIMITS.result(this, preferences, ready, wanted)
                .addResult(RuleResults.THREAD, worst.thread())
                .addResult(RuleResults.LONGEST, RuleResults.timespan(worst.longestReady()))
                .addResult(RuleResults.WHEN, RuleResults.moment(worst.longestReadyStart()))
                .setSummary("The JVM's threads had no processor for {share} of the time in which they could run.")
                .setExplanation("Its threads could run for {ofTotal} in total, and had no processor for {total} of"
                        + " that. Thread {thread} had the longest such time: {longest} at {when}.")
                .setSolution("The page Scheduling shows when; the view latency of etl2jfr shows who ran instead. If"
                        + " it was the JVM itself, it has more threads that want to run than there are processors:"
                        + " make its thread pools smaller or give it more processors. If it was other programs, move"
                        + " them elsewhere or lower their priority.")
                .build();
    }
}
