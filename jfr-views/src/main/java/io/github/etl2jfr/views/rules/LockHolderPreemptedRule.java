package io.github.etl2jfr.views.rules;

import io.github.etl2jfr.views.rules.HeldUpPeriods.Period;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;
import org.openjdk.jmc.flightrecorder.rules.IResult;

/**
 * Did threads wait longer for a lock because the one that held it had no processor?
 *
 * <p>The JVM names the last of the threads that held a lock while another waited for it; what earlier ones did
 * is not looked at, nor that one before it had the lock, as far as the JVM tells when it got it, nor after it gave the
 * lock away, as far as the trace tells when it made the other ready.
 */
public final class LockHolderPreemptedRule extends SchedulerRule {
    private static final Limits LIMITS = Limits.milliseconds(
            "etl2jfr.lock", "longest time the holder of a lock had no processor while a thread waited for it", 10, 50);

    private static final HeldUpFindings.Texts TEXTS = new HeldUpFindings.Texts(
            "In the time of the trace no thread waited for a lock whose holder the JVM names.",
            "The holders of locks had processors while others waited for the locks.",
            "Thread {thread} held a lock and had no processor for {longest} while another waited for the lock.",
            "The worst case is {what}, at {when}: the wait took {ofLongest}, and for {longest} of that the lock's"
                    + " holder, thread {thread}, was ready to run but had no processor. Waits with"
                    + " {etl2jfr.lock.information} or more of that: {occurrences}. All waits in the time of the"
                    + " trace for locks with known holders took {ofTotal} in total; for {total} of that the holder"
                    + " had no processor. If several threads waited at once, each counts.",
            "A lock whose holder cannot run stops all who want it. Hold the lock for a shorter time, so that its"
                    + " holder is rarely preempted, or do without it. The page Scheduling > Preemption shows who"
                    + " took the processor.");

    public LockHolderPreemptedRule() {
        super(
                "WindowsLockHolderPreempted",
                "Lock Holder Without a Processor",
                Topics.JVM_LATENCY,
                LIMITS.preferences(),
                HeldUpFindings.RESULTS,
                Recorded.THREAD_READY,
                JdkTypeIDs.MONITOR_ENTER);
    }

    @Override
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        List<Wait> waits = waits(events);
        Set<IMCThread> holders =
                waits.stream().map(wait -> wait.held().thread()).collect(Collectors.toSet());
        Map<IMCThread, StepFunction> ready = Spans.ready(events, holders::contains).stream()
                .collect(Collectors.groupingBy(
                        EventSpan::thread, Collectors.collectingAndThen(Collectors.toList(), StepFunction::of)));
        List<Period> periods = waits.stream().map(wait -> wait.heldUpBy(ready)).toList();
        return HeldUpFindings.result(this, preferences, LIMITS, periods, TEXTS);
    }

    /** All in the time of the trace whose holder the JVM names. */
    private static List<Wait> waits(RecordedEvents events) {
        Map<Lock, NavigableSet<Long>> entered = new HashMap<>();
        Map<Handover, NavigableSet<Long>> handedOver = new HashMap<>();
        events.forEach(JdkTypeIDs.MONITOR_ENTER, event -> {
            IMCThread waiting = event.thread();
            entered.computeIfAbsent(
                            new Lock(waiting, event.number(JdkAttributes.MONITOR_ADDRESS)), lock -> new TreeSet<>())
                    .add(event.end());
            IMCThread holder = event.thread(Recorded.PREVIOUS_OWNER);
            if (holder != null) {
                handedOver.put(new Handover(holder, waiting), new TreeSet<>());
            }
        });
        events.forEach(Recorded.THREAD_READY, event -> {
            Handover handover = new Handover(event.thread(Recorded.READIED_BY), event.thread());
            NavigableSet<Long> moments = handedOver.get(handover);
            if (moments != null) {
                moments.add(event.start());
            }
        });
        TracedTime traced = TracedTime.of(events);
        List<Wait> waits = new ArrayList<>();
        events.forEach(JdkTypeIDs.MONITOR_ENTER, event -> {
            IMCThread holder = event.thread(Recorded.PREVIOUS_OWNER);
            if (holder != null) {
                long start = event.start();
                long end = event.end();
                Lock lock = new Lock(holder, event.number(JdkAttributes.MONITOR_ADDRESS));
                Long since = entered.getOrDefault(lock, new TreeSet<>()).floor(end);
                long from = since == null ? start : Math.max(start, since);
                IMCThread waiting = event.thread();
                Long until = handedOver.get(new Handover(holder, waiting)).floor(end);
                long to = until == null || until < from ? end : until;
                EventSpan whole = new EventSpan(start, end, waiting, Event.UNKNOWN, describe(event));
                if (traced.meets(whole)) {
                    waits.add(new Wait(whole, new EventSpan(from, to, holder, Event.UNKNOWN, null)));
                }
            }
        });
        return waits;
    }

    /**
     * One thread's wait for a lock.
     *
     * @param held what of it the thread that held the lock last is known to have had it
     */
    private record Wait(EventSpan whole, EventSpan held) {
        Period heldUpBy(Map<IMCThread, StepFunction> ready) {
            Period period = new Period(whole);
            StepFunction ofHolder = ready.get(held.thread());
            if (ofHolder != null) {
                period.holdUp(held, ofHolder.sum(held.start(), held.end()));
            }
            return period;
        }
    }

    /** A lock, and who has it or wants it. */
    private record Lock(IMCThread thread, long address) {}

    /** Who held a lock, and who waited for it and was made ready. */
    private record Handover(IMCThread from, IMCThread to) {}

    private static String describe(Event event) {
        String monitor = event.className(JdkAttributes.MONITOR_CLASS);
        IMCThread waiting = event.thread();
        return "a lock" + (monitor == null ? "" : " on an object of class " + monitor)
                + (waiting == null ? "" : ", for which thread " + waiting.getThreadName() + " waited");
    }
}
