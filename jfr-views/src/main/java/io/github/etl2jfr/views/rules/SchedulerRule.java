package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.AbstractRule;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IResultValueProvider;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * A rule that is not applicable where events are missing, and says which.
 *
 * <p>Mission Control can be told what events a rule requires, and does not ask it without them. But then it takes
 * the rule for ignored, and a page whose topic has an ignored rule never shows its badge.
 */
abstract class SchedulerRule extends AbstractRule {
    private static final String NO_READY_EVENTS = "The trace does not say when threads were made ready, so they"
            + " count as waiting until they run. Record it with ReadyThread events (xperf: DISPATCHER).";

    private static final String THREADS_LEFT_OUT =
            "Nothing was found, but threads were left out of the recording. Convert the trace without --process and"
                    + " --thread.";

    /** The longest minimum duration, in nanoseconds, with which rules can tell: they tell of some milliseconds, which can be the sum of shorter slices. */
    private static final long LONGEST_MIN_DURATION = 1_000_000;

    private final List<String> requiredTypes;

    SchedulerRule(
            String id,
            String name,
            String topic,
            List<TypedPreference<?>> preferences,
            List<TypedResult<?>> results,
            String... requiredTypes) {
        super(id, name, topic, preferences, results, Map.of());
        this.requiredTypes = List.of(requiredTypes);
    }

    /** Whether the answer depends on when threads were made ready. */
    boolean restsOnReadyTimes() {
        return requiredTypes.contains(Recorded.THREAD_READY) || requiredTypes.contains(Recorded.LATENCY_BREAKDOWN);
    }

    /** Whether the answer depends on slices, of which short ones may be left out; statistics count them, too. */
    boolean restsOnSlices(RecordedEvents events) {
        return requiredTypes.contains(Recorded.THREAD_READY) || requiredTypes.contains(Recorded.THREAD_WAITING);
    }

    /** Whether the answer depends on what threads did: then it is not known of those that were left out. */
    boolean restsOnThreads() {
        return true;
    }

    /** Whether somebody chose threads, so that not even all of the JVM may be in it. */
    private static boolean areThreadsLeftOut(RecordedEvents events, IPreferenceValueProvider preferences) {
        Set<String> threads = new HashSet<>();
        Set<String> processes = new HashSet<>();
        events.forEach(Recorded.TRACE_SESSION, session -> {
            threads.add(session.text(Recorded.ONLY_THREADS));
            processes.add(session.text(Recorded.ONLY_PROCESSES));
        });
        threads.removeAll(Arrays.asList(null, Recorded.THOSE_OF_CONCERN, Recorded.THOSE_OF_JVM));
        processes.remove(null);
        return !threads.isEmpty() || !processes.isEmpty() && !tellsOfJvm(events, preferences);
    }

    /** Whether any event of ours is of a thread of the JVM: then all its threads are there, unless some were chosen. */
    private static boolean tellsOfJvm(RecordedEvents events, IPreferenceValueProvider preferences) {
        JvmThreads jvm = JvmThreads.of(events, preferences);
        boolean[] found = {false};
        Stream.of(Recorded.THREAD_STATISTICS, Recorded.THREAD_RUNNING, Recorded.THREAD_READY, Recorded.THREAD_WAITING)
                .forEach(type ->
                        events.forEach(type, event -> found[0] |= event.thread() != null && jvm.test(event.thread())));
        return found[0];
    }

    /** Whether no trace tells when threads were made ready. Recordings of the first versions do not tell. */
    private static boolean isWithoutReadyEvents(RecordedEvents events) {
        Set<Boolean> told = new HashSet<>();
        events.forEach(Recorded.TRACE_SESSION, session -> told.add(session.flag(Recorded.READY_EVENTS)));
        return told.equals(Set.of(false));
    }

    /** Types of which the recording has no events, so that there is no answer. */
    List<String> missing(RecordedEvents events) {
        return requiredTypes.stream().filter(type -> !events.has(type)).toList();
    }

    /** What the user can do to have them in the next recording; empty if there is nothing, or nobody knows. */
    private static String remedy(List<String> missing, RecordedEvents events) {
        Set<String> remedies = new HashSet<>();
        events.forEach(Recorded.TRACE_SESSION, session -> remedies.add(remedy(missing, session)));
        return remedies.size() == 1 ? remedies.iterator().next() : "";
    }

    private static String remedy(List<String> missing, Event session) {
        boolean isMerged = session.text(Recorded.CLOCK_OFFSET_SOURCE) != null;
        if (session.text(Recorded.WAY_OF_AGENT) != null) {
            return "";
        }
        if (!isMerged && missing.stream().anyMatch(SchedulerRule::isOfJvm)) {
            return "; convert the trace with --jfr and the JVM's recording";
        }
        List<String> how = new ArrayList<>();
        String threads = session.text(Recorded.ONLY_THREADS);
        boolean areThreadsLeftOut = session.text(Recorded.ONLY_PROCESSES) != null || threads != null;
        if (areThreadsLeftOut && missing.contains(Recorded.PROCESSOR_IDLE)) {
            how.add(
                    !isMerged
                            ? "without --process and --thread"
                            : Recorded.THOSE_OF_CONCERN.equals(threads)
                                    ? "with --all"
                                    : "with --all in place of --process and --thread");
        }
        if (session.text(Recorded.ONLY_EVENTS) != null && missing.stream().anyMatch(SchedulerRule::isOurs)) {
            how.add("without --events");
        }
        return how.isEmpty() ? "" : "; convert the trace " + String.join(" and ", how);
    }

    /** Whether the converter writes such events. */
    private static boolean isOurs(String type) {
        return !type.startsWith("jdk.");
    }

    /** Whether it takes a JVM's recording to have such events, at least. */
    private static boolean isOfJvm(String type) {
        return !isOurs(type) || type.equals(Recorded.LATENCY_BREAKDOWN);
    }

    /** Answers the rule's question; there is nothing {@link #missing}. */
    abstract IResult answer(RecordedEvents events, IPreferenceValueProvider preferences);

    @Override
    protected final IResult getResult(
            IItemCollection items, IPreferenceValueProvider preferences, IResultValueProvider results) {
        return result(new ItemEvents(items), preferences);
    }

    /** What the rule says of a recording. */
    final IResult result(RecordedEvents events, IPreferenceValueProvider preferences) {
        List<String> missing = missing(events);
        if (!missing.isEmpty()) {
            return RuleResults.notApplicable(
                    this,
                    preferences,
                    "The recording has no events of type %s%s."
                            .formatted(String.join(", ", missing), remedy(missing, events)));
        }
        try {
            IResult answer = answer(events, preferences);
            if (answer.getSeverity() != Severity.OK) {
                return answer;
            }
            if (restsOnReadyTimes() && isWithoutReadyEvents(events)) {
                return RuleResults.notApplicable(this, preferences, NO_READY_EVENTS);
            }
            if (restsOnThreads() && areThreadsLeftOut(events, preferences)) {
                return RuleResults.notApplicable(this, preferences, THREADS_LEFT_OUT);
            }
            long minDuration =
                    restsOnSlices(events) ? events.longest(Recorded.TRACE_SESSION, Recorded.MIN_DURATION) : 0;
            return minDuration > LONGEST_MIN_DURATION
                    ? RuleResults.notApplicable(
                            this,
                            preferences,
                            "Nothing was found, but slices shorter than %s are not in the recording."
                                    .formatted(RuleResults.timespan(minDuration).displayUsing(IDisplayable.AUTO)))
                    : answer;
        } catch (PatternSyntaxException e) {
            return RuleResults.notApplicable(
                    this,
                    preferences,
                    "%s, a preference of this rule, is not a regular expression: %s."
                            .formatted(JvmThreads.PROGRAMS.getName(), e.getDescription()));
        } catch (RuntimeException e) {
            // Whoever wrote the recording may have written anything; Mission Control would log a fault of its own.
            return RuleResults.notApplicable(
                    this,
                    preferences,
                    "The recording has events that are not as etl2jfr writes them (%s)."
                            .formatted(e.getClass().getSimpleName()));
        }
    }
}
