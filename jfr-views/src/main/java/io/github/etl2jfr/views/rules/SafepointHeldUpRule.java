package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Set;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;
import org.openjdk.jmc.flightrecorder.rules.IResult;

/** Did the JVM come late to a safepoint because a Java thread had lost its processor? */
public final class SafepointHeldUpRule extends SchedulerRule {
    private static final Limits LIMITS = Limits.milliseconds(
            "etl2jfr.safepoint", "longest time a Java thread had no processor while a safepoint began", 5, 50);

    /** Causes of such a loss. A thread that waited, or is new, is at a safepoint already: it holds nobody up. */
    private static final Set<String> LOST_THEIR_PROCESSOR = Set.of("Preempted", "QuantumEnd", "Yielded");

    private static final HeldUpFindings.Texts TEXTS = new HeldUpFindings.Texts(
            "In the time of the trace there was no safepoint.",
            "No thread that had lost its processor held up a safepoint.",
            "A safepoint was held up for {longest}: thread {thread} had lost its processor.",
            "Stopping all Java threads took {ofLongest}, held up from {when} on: for {longest} thread {thread} had"
                    + " no processor on which to reach a safepoint. Safepoints with {etl2jfr.safepoint.information}"
                    + " or more of that: {occurrences}. All safepoints in the time of the trace took {ofTotal} in"
                    + " total to begin; the thread worst off in each had no processor for {total}.",
            "All threads waited for one that could not run. The page Scheduling > Preemption shows who took its"
                    + " processor. Make pools of computing threads smaller than the number of processors, and keep"
                    + " other programs off them.");

    public SafepointHeldUpRule() {
        super(
                "WindowsSafepointHeldUp",
                "Safepoint Held Up by a Thread Without a Processor",
                Topics.JVM_LATENCY,
                LIMITS.preferences(JvmThreads.PROGRAMS),
                HeldUpFindings.RESULTS,
                Recorded.THREAD_READY,
                JdkTypeIDs.SAFEPOINT_BEGIN);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        HeldUpPeriods beginnings =
                HeldUpPeriods.ofJvm(events, Spans.ofJvm(events, JdkTypeIDs.SAFEPOINT_BEGIN, event -> "safepoint"));
        List<EventSpan> ready = Spans.ready(events, JvmThreads.of(events, preferences));
        // The JVM names all threads that run Java; but in a trace that was not merged, it names none.
        boolean isMerged = ready.stream().anyMatch(span -> JvmThreads.isNamedByJvm(span.thread()));
        ready.removeIf(span -> span.text() == null
                || !LOST_THEIR_PROCESSOR.contains(span.text())
                || JvmThreads.isCompiler(span.thread())
                || (isMerged ? !JvmThreads.runsJava(span.thread()) : JvmThreads.isCollectorOrVm(span.thread())));
        beginnings.holdUp(ready);
        return HeldUpFindings.result(this, preferences, LIMITS, beginnings.all(), TEXTS);
    }
}
