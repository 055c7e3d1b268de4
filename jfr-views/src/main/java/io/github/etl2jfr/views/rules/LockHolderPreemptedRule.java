package io.github.etl2jfr.views.rules;

import io.github.etl2jfr.views.rules.HeldUpPeriods.Period;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkAttributes;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;
import org.openjdk.jmc.flightrecorder.rules.IResult;

/**
 * Did threads wait longer for a lock because the one that held it had no processor?
 *
 * <p>The JVM names the last of the threads that held a lock while another waited for it; what earlier ones did
 * is not looked at, nor that one before it had the lock, as far as the JVM tells when it got it.
 */
public final class LockHolderPreemptedRule extends SchedulerRule {
    private static final Limits LIMITS = Limits.milliseconds(
            "etl2jfr.lock", "longest time the holder of a lock had no processor while others waited", 10, 50);

    private static final HeldUpFindings.Texts TEXTS = new HeldUpFindings.Texts(
            "Thread {thread} held a lock and had no processor for {longest} while others waited for the lock.",
            "The worst case is {what}, at {when}: the wait took {ofLongest}, and for {longest} of that its"
                    + " holder, thread {thread}, was ready to run but had no processor. Waits with"
                    + " {etl2jfr.lock.information} or more of that: {occurrences}. All together locks were waited for"
                    + " for {ofTotal}, with their holders lacking a processor for {total} of it.",
            "A lock whose holder cannot run stops all who want it. Hold the lock for a shorter time, so that a"
                    + " preemption seldom falls into it, or do without it. The page Scheduling > Preemption shows who"
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
    IResult answer(IItemCollection items, IPreferenceValueProvider preferences) {
        Map<IMCThread, HeldUpPeriods> heldBy = new HashMap<>();
        waits(items).stream()
                .collect(Collectors.groupingBy(Span::thread))
                .forEach((holder, waits) -> heldBy.put(holder, new HeldUpPeriods(waits)));
        Spans.ready(items, heldBy::containsKey).stream()
                .collect(Collectors.groupingBy(Span::thread))
                .forEach((holder, ready) -> heldBy.get(holder).holdUp(ready));
        List<Period> periods = new ArrayList<>();
        heldBy.values().forEach(ofHolder -> periods.addAll(ofHolder.all()));
        return HeldUpFindings.result(
                        this,
                        preferences,
                        LIMITS,
                        periods,
                        "The holders of locks had processors while others waited for the locks.",
                        TEXTS)
                .build();
    }

    /** Waits for locks, each by the thread that held it last and from when on that is known to have had it. */
    private static List<Span> waits(IItemCollection items) {
        Map<Lock, NavigableSet<Long>> entered = new HashMap<>();
        Event.forEach(items, JdkTypeIDs.MONITOR_ENTER, event -> entered.computeIfAbsent(
                        new Lock(event.get(JfrAttributes.EVENT_THREAD), event.get(JdkAttributes.MONITOR_ADDRESS)),
                        lock -> new TreeSet<>())
                .add(event.moment(JfrAttributes.END_TIME)));
        List<Span> waits = new ArrayList<>();
        Event.forEach(items, JdkTypeIDs.MONITOR_ENTER, event -> {
            IMCThread holder = event.get(Recorded.PREVIOUS_OWNER);
            if (holder != null) {
                long start = event.moment(JfrAttributes.START_TIME);
                long end = event.moment(JfrAttributes.END_TIME);
                Lock lock = new Lock(holder, event.get(JdkAttributes.MONITOR_ADDRESS));
                Long since = entered.getOrDefault(lock, new TreeSet<>()).floor(end);
                long from = since == null ? start : Math.max(start, since);
                waits.add(new Span(from, end, holder, Event.UNKNOWN, describe(event)));
            }
        });
        return waits;
    }

    /** A lock, and who has it or wants it. */
    private record Lock(IMCThread thread, IQuantity address) {}

    private static String describe(Event event) {
        IMCType monitor = event.get(JdkAttributes.MONITOR_CLASS);
        IMCThread waiting = event.get(JfrAttributes.EVENT_THREAD);
        return "a lock" + (monitor == null ? "" : " on an object of class " + monitor.getFullName())
                + (waiting == null ? "" : ", for which thread " + waiting.getThreadName() + " waited");
    }
}
