package io.github.etl2jfr.views.rules;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;
import org.openjdk.jmc.flightrecorder.rules.IResult;

/** Did a garbage collection pause last longer because a thread of the collector or the VM had no processor? */
public final class PauseHeldUpRule extends SchedulerRule {
    private static final Limits LIMITS = Limits.milliseconds(
            "etl2jfr.pause", "longest time a thread had no processor in a garbage collection pause", 5, 50);

    private static final HeldUpFindings.Texts TEXTS = new HeldUpFindings.Texts(
            "In the time of the trace there was no garbage collection pause.",
            "In garbage collection pauses, threads of the collector and the VM had processors.",
            "In a garbage collection pause of {ofLongest}, thread {thread} had no processor for {longest}.",
            "The worst case is {what}, from {when} on: for {longest} thread {thread} was ready to run but had no"
                    + " processor, while other collector threads may have worked. Pauses with"
                    + " {etl2jfr.pause.information} or more of that: {occurrences}. All pauses in the time of the"
                    + " trace lasted {ofTotal} in total; the thread worst off in each had no processor for {total}.",
            "The heap is not to blame for this part of a pause, the processors are. The page Scheduling shows"
                    + " when; the view latency of etl2jfr shows who ran instead. Leave processors free for the"
                    + " collector: fewer threads that compute, fewer other programs, or fewer threads of its own"
                    + " (-XX:ParallelGCThreads) if it has more of them than there are processors available.");

    public PauseHeldUpRule() {
        super(
                "WindowsPauseHeldUp",
                "Garbage Collection Paused for Want of a Processor",
                Topics.JVM_LATENCY,
                LIMITS.preferences(JvmThreads.PROGRAMS),
                HeldUpFindings.RESULTS,
                Recorded.THREAD_READY,
                JdkTypeIDs.GC_PAUSE);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        List<EventSpan> pauses = Spans.ofJvm(
                events,
                JdkTypeIDs.GC_PAUSE,
                event -> Objects.toString(event.text(JdkAttributes.GC_PHASE_NAME), "a pause"));
        HeldUpPeriods periods = HeldUpPeriods.ofJvm(events, pauses);
        JvmThreads jvm = JvmThreads.of(events, preferences);
        Set<IMCThread> pausing = pauses.stream().map(EventSpan::thread).collect(Collectors.toSet());
        periods.holdUp(Spans.ready(events, jvm.and(JvmThreads::worksInPauses).or(pausing::contains)));
        return HeldUpFindings.result(this, preferences, LIMITS, periods.all(), TEXTS);
    }
}
