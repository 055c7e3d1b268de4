package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Set;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Did the JVM's threads wait long for pages of memory? */
public final class PageFaultWaitsRule extends SchedulerRule {
    private static final Limits LIMITS =
            Limits.milliseconds("etl2jfr.pagefault", "longest wait for a page of memory", 10, 100);

    /** Windows' names for waits for a page to come from disk, or for room to put one. */
    private static final Set<String> FOR_PAGES = Set.of(
            "FreePage",
            "PageIn",
            "WrFreePage",
            "WrPageIn",
            "WrVirtualMemory",
            "WrPageOut",
            "WrProcessInSwap",
            "WrPhysicalFault");

    public PageFaultWaitsRule() {
        super(
                "WindowsPageFaultWaits",
                "Long Waits for Pages of Memory",
                Topics.WAITING,
                LIMITS.preferences(JvmThreads.PROGRAMS),
                List.of(
                        TypedResult.SCORE,
                        RuleResults.LONGEST,
                        RuleResults.TOTAL,
                        RuleResults.OCCURRENCES,
                        RuleResults.THREAD,
                        RuleResults.WHAT,
                        RuleResults.WHEN),
                Recorded.THREAD_WAITING);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        List<EventSpan> waits = Spans.waiting(events, JvmThreads.of(events, preferences));
        if (waits.isEmpty()) {
            return RuleResults.notApplicable(this, preferences, JvmThreads.NONE);
        }
        waits.removeIf(wait -> wait.text() == null || !FOR_PAGES.contains(wait.text()));
        if (waits.isEmpty()) {
            return RuleResults.nothing(this, preferences, "The JVM's threads did not wait for pages of memory.");
        }
        EventSpan longest = waits.stream().max(EventSpan.BY_DURATION).orElseThrow();
        IQuantity time = RuleResults.timespan(longest.duration());
        return RuleResults.result(this, preferences, LIMITS.score(time, preferences))
                .addResult(RuleResults.LONGEST, time)
                .addResult(
                        RuleResults.TOTAL,
                        RuleResults.timespan(
                                waits.stream().mapToLong(EventSpan::duration).sum()))
                .addResult(RuleResults.OCCURRENCES, RuleResults.number(waits.size()))
                .addResult(RuleResults.THREAD, longest.thread())
                .addResult(RuleResults.WHAT, longest.text())
                .addResult(RuleResults.WHEN, RuleResults.moment(longest.start()))
                .setSummary("The JVM's threads waited up to {longest} for a page of memory.")
                .setExplanation("They waited {occurrences} times for a page to be read from disk or for room for"
                        + " one, {total} in total. Thread {thread} had the longest wait ({what}), at {when}.")
                .setSolution("The machine is short of memory, or memory-mapped files are read for the first time."
                        + " Make the heaps of all programs together fit into memory. -XX:+AlwaysPreTouch with -Xms"
                        + " equal to -Xmx takes the first touch of a page out of the run; large pages"
                        + " (-XX:+UseLargePages) are never paged out.")
                .build();
    }
}
