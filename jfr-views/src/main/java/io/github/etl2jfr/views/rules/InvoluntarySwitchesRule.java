package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import java.util.List;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Do the JVM's threads lose their processors too often to get on? */
public final class InvoluntarySwitchesRule extends SchedulerRule {
    private static final String ID = "etl2jfr.involuntary";

    /** A time slice of Windows lasts some 20 ms to 200 ms: who uses up each loses a processor 5 to 50 times. */
    private static final Limits LIMITS =
            Limits.number(ID, "number of involuntary switches in a second of running", 100, 500);

    private static final double NANOS_PER_SECOND = 1e9;

    private static final TypedPreference<IQuantity> LEAST_RUNNING = new TypedPreference<>(
            ID + ".least",
            "Only if they ran at least",
            "If the JVM's threads ran for less, their switches do not matter",
            UnitLookup.TIMESPAN.getPersister(),
            UnitLookup.MILLISECOND.quantity(100));

    public InvoluntarySwitchesRule() {
        super(
                "WindowsInvoluntarySwitches",
                "Too Many Involuntary Switches",
                Topics.SCHEDULING,
                LIMITS.preferences(LEAST_RUNNING, JvmThreads.PROGRAMS),
                List.of(
                        TypedResult.SCORE,
                        RuleResults.RATE,
                        RuleResults.OCCURRENCES,
                        RuleResults.OF_TOTAL,
                        RuleResults.THREAD),
                Recorded.THREAD_STATISTICS);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        List<ThreadSums> threads = ThreadSums.of(events, JvmThreads.of(events, preferences));
        if (threads.isEmpty()) {
            return RuleResults.notApplicable(this, preferences, JvmThreads.NONE);
        }
        IQuantity running = RuleResults.timespan(
                threads.stream().mapToLong(ThreadSums::running).sum());
        if (running.compareTo(preferences.getPreferenceValue(LEAST_RUNNING)) < 0) {
            return RuleResults.notApplicable(this, preferences, "The JVM's threads hardly ran.");
        }
        long switches =
                threads.stream().mapToLong(ThreadSums::involuntarySwitches).sum();
        ThreadSums worst = threads.stream()
                .max(Comparator.comparingInt(ThreadSums::involuntarySwitches))
                .orElseThrow();
        IQuantity rate = RuleResults.number(Math.round(switches * NANOS_PER_SECOND / running.longValue()));
        return RuleResults.result(this, preferences, LIMITS.score(rate, preferences))
                .addResult(RuleResults.RATE, rate)
                .addResult(RuleResults.OCCURRENCES, RuleResults.number(switches))
                .addResult(RuleResults.OF_TOTAL, running)
                .addResult(RuleResults.THREAD, worst.thread())
                .setSummary("The JVM's threads lost their processor {rate} times per second of running.")
                .setExplanation("In {ofTotal} of running, all threads together, they lost a processor"
                        + " {occurrences} times although they could have gone on; thread {thread} did so most often."
                        + " Each time costs a switch and the contents of caches.")
                .setSolution("Too many threads share the processors, or threads of higher priority wake up often. The"
                        + " page Scheduling > Preemption shows who took the processors. Make thread pools no larger"
                        + " than the number of processors where their threads compute, and look for timers that fire"
                        + " every millisecond.")
                .build();
    }
}
