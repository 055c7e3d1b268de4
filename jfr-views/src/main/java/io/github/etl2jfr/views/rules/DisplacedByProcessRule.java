package io.github.etl2jfr.views.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
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
    IResult answer(RecordedEvents events, IPreferenceValueProvider preferences) {
        IResult told = ofThoseTold(events, preferences);
        return told.getSeverity() == Severity.OK && othersAreLeftOut(events)
                ? RuleResults.notApplicable(this, preferences, OTHERS_LEFT_OUT)
                : told;
    }

    private IResult ofThoseTold(RecordedEvents events, IPreferenceValueProvider preferences) {
        JvmThreads jvm = JvmThreads.of(events, preferences);
        long[] wanted = {0};
        Map<Integer, StepFunction> queues = Spans.byProcessor(queue -> Spans.forEachReady(events, ready -> {
            if (jvm.test(ready.thread())) {
                wanted[0] += ready.duration();
                queue.accept(ready);
            }
        }));
        if (queues.isEmpty()) {
            return RuleResults.notApplicable(this, preferences, JvmThreads.NONE);
        }
        Map<String, Displacement> byProcess = new HashMap<>();
        Spans.forEachRunning(events, running -> {
            StepFunction queue = queues.get(running.processor());
            if (jvm.test(running.thread())) {
                wanted[0] += running.duration();
            } else if (queue != null) {
                byProcess
                        .computeIfAbsent(JvmThreads.process(running.thread()), Displacement::new)
                        .add(running, queue.sum(running.start(), running.end()));
            }
        });
        Displacement worst = byProcess.values().stream()
                .max(Comparator.comparingLong(displacement -> displacement.total))
                .filter(displacement -> displacement.total > 0)
                .orElse(null);
        if (worst == null) {
            return RuleResults.nothing(this, preferences, "No other program kept the JVM's threads from running.");
        }
        return LIMITS.result(this, preferences, worst.total, wanted[0])
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

    private static boolean othersAreLeftOut(RecordedEvents events) {
        Set<Boolean> told = new HashSet<>();
        events.forEach(Recorded.TRACE_SESSION, session -> {
            String threads = session.text(Recorded.ONLY_THREADS);
            told.add(session.text(Recorded.ONLY_PROCESSES) != null
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
