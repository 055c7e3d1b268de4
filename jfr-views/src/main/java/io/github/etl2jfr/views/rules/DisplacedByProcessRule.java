package io.github.etl2jfr.views.rules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/**
 * Does one program, such as an antivirus, keep the JVM from running?
 *
 * <p>While a thread of the JVM is ready, whatever runs on the processor where it will run keeps it waiting. If
 * several are ready for a processor, each of them counts.
 */
public final class DisplacedByProcessRule extends SchedulerRule {
    private static final ShareLimits LIMITS =
            ShareLimits.of("etl2jfr.displaced", "time the JVM's threads waited behind one program", 5, 20, 50);

    /** Programs that look into every file that a process opens. */
    private static final Pattern ANTIVIRUS =
            Pattern.compile("(?i)(MsMpEng|MsSense|NisSrv|CSFalconService|SentinelAgent|ccSvcHst|mcshield|avp|ekrn|"
                    + "SophosFileScanner|TmCCSF|CylanceSvc|AvastSvc|avgsvc|bdservicehost)\\.exe .*");

    private static final String OF_ANTIVIRUS =
            "It is an antivirus. Have it skip the folders that the Java program reads and writes often: its logs,"
                    + " its data, the JDK's files, the folder for temporary files. Run full scans at quiet times.";

    private static final String OF_ANY =
            "Move one of the two to another machine or another time, give them processors of their own (start"
                    + " /affinity), or lower the priority of the other program.";

    private static final String OTHERS_LEFT_OUT = "The recording does not say when other programs' threads ran: they"
            + " were left out. Convert the trace without --process and --thread, or start the agent with lanes=all.";

    public DisplacedByProcessRule() {
        super(
                "WindowsDisplacedByProcess",
                "JVM Displaced by One Program",
                Topics.SCHEDULING,
                LIMITS.preferences(JvmThreads.PROGRAMS),
                List.of(
                        TypedResult.SCORE,
                        RuleResults.PROCESS,
                        RuleResults.SHARE,
                        RuleResults.TOTAL,
                        RuleResults.OF_TOTAL,
                        RuleResults.THREAD,
                        RuleResults.LONGEST,
                        RuleResults.WAITED,
                        RuleResults.WHEN),
                Recorded.THREAD_READY,
                Recorded.THREAD_RUNNING);
    }

    @Override
    IResult answer(IItemCollection items, IPreferenceValueProvider preferences) {
        IResult told = ofThoseTold(items, preferences);
        return told.getSeverity() == Severity.OK && othersAreLeftOut(items)
                ? RuleResults.notApplicable(this, preferences, OTHERS_LEFT_OUT)
                : told;
    }

    private IResult ofThoseTold(IItemCollection items, IPreferenceValueProvider preferences) {
        JvmThreads jvm = JvmThreads.of(items, preferences);
        List<EventSpan> ready = Spans.ready(items, jvm);
        if (ready.isEmpty()) {
            return RuleResults.notApplicable(this, preferences, JvmThreads.NONE);
        }
        Map<Integer, StepFunction> queues = ready.stream()
                .collect(Collectors.groupingBy(
                        EventSpan::processor, Collectors.collectingAndThen(Collectors.toList(), StepFunction::of)));
        long wanted = ready.stream().mapToLong(EventSpan::duration).sum();
        Map<String, Displacement> byProcess = new HashMap<>();
        Displacement worst = null;
        for (EventSpan running : Spans.running(items, thread -> true)) {
            StepFunction queue = queues.get(running.processor());
            if (jvm.test(running.thread())) {
                wanted += running.duration();
            } else if (queue != null) {
                Displacement displacement = byProcess.computeIfAbsent(
                        JvmThreads.process(running.thread()), process -> new Displacement(process));
                displacement.add(running, queue.sum(running.start(), running.end()));
                worst = worst == null || displacement.total > worst.total ? displacement : worst;
            }
        }
        if (worst == null || worst.total == 0) {
            return RuleResults.nothing(this, preferences, "No other program kept the JVM's threads from running.");
        }
        return LIMITS.result(this, preferences, worst.total, wanted)
                .addResult(RuleResults.PROCESS, worst.process)
                .addResult(RuleResults.THREAD, worst.longest.thread())
                .addResult(RuleResults.LONGEST, RuleResults.timespan(worst.longest.duration()))
                .addResult(RuleResults.WAITED, RuleResults.timespan(worst.longestWaited))
                .addResult(RuleResults.WHEN, RuleResults.moment(worst.longest.start()))
                .setSummary("{process} kept the JVM's threads from running for {share} of the time they could run.")
                .setExplanation("In total, the JVM's threads could run for {ofTotal}. For {total} of that they"
                        + " waited while {process} ran on their processor. At worst, its thread {thread} ran for"
                        + " {longest} from {when} on, while they waited {waited} in total behind it.")
                .setSolution(ANTIVIRUS.matcher(worst.process).matches() ? OF_ANTIVIRUS : OF_ANY)
                .build();
    }

    private static boolean othersAreLeftOut(IItemCollection items) {
        Set<Boolean> told = new HashSet<>();
        Event.forEach(items, Recorded.TRACE_SESSION, session -> {
            String threads = session.get(Recorded.ONLY_THREADS);
            told.add(session.get(Recorded.ONLY_PROCESSES) != null
                    || threads != null && !threads.equals(Recorded.THOSE_OF_CONCERN));
        });
        return told.contains(true);
    }

    /** How long threads of the JVM waited behind one process. */
    private static final class Displacement {
        private final String process;
        private long total;
        private EventSpan longest;
        private long longestWaited = -1;

        Displacement(String process) {
            this.process = process;
        }

        void add(EventSpan running, long waited) {
            total += waited;
            if (waited > longestWaited) {
                longest = running;
                longestWaited = waited;
            }
        }
    }
}
