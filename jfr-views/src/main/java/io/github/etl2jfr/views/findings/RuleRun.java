package io.github.etl2jfr.views.findings;

import io.github.etl2jfr.views.findings.Finding.Severity;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceThread;
import io.github.etl2jfr.views.rules.Rules;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Asks the rules about a recording; what they read of it is in memory meanwhile. */
public final class RuleRun {
    /** Of all events; it took 30 where a third are switches, which rules do not read, and all threads are the JVM's. */
    private static final long BYTES_PER_EVENT = 50;

    /** The part of the heap that may be taken: the rest is for what was read before, and for the collector. */
    private static final double SHARE_OF_HEAP = 0.7;

    private static final long GIGABYTE = 1L << 30;

    /** Java's other space that is not broken; not all terminals know it. */
    private static final char NARROW = '\u202f';

    /** The Greek letter, for millionths: neither in what views print else nor in code pages of Windows. */
    private static final char MU = '\u03bc';

    private static final char MICRO = '\u00b5';

    private static final double WHOLE_SCORE = 100;

    /** What to say without Mission Control of its pages and preferences, by how rules name them; longer ones come first. */
    private static final Map<String, String> INSTEAD = new LinkedHashMap<>();

    static {
        INSTEAD.put("The page Scheduling > Preemption", "The view displacers");
        INSTEAD.put("The page Scheduling shows when; the view latency of etl2jfr", "The view latency");
        INSTEAD.put("The page Processors", "The view map");
        INSTEAD.put("The page JVM Latency Explained", "The view explain");
        INSTEAD.put("The page Trace > Losses", "'jfr print --events windows.DataLoss'");
    }

    private static final String WHICH_ARE_JVMS = "Which programs are JVMs is a preference of this rule.";

    /** What to say instead of that. */
    static final String USUAL_JVMS =
            "JVMs are java.exe and javaw.exe, those that --jvm names, or the one whose recording is merged in:"
                    + " --jfr.";

    /** The same where its recording is merged in, so that nothing can make it another. */
    private static final String JVM_LEFT_OUT =
            "Those of the JVM whose recording is merged in were left out; convert the trace without --process and"
                    + " --thread.";

    private RuleRun() {}

    /** Whether a collector's pause can wait for a thread, as the rule about these has it. */
    public static boolean worksInPauses(TraceThread thread) {
        return Rules.worksInPauses(thread.name());
    }

    /**
     * Asks all rules about the whole recording. If it is too large for the memory there is, or cannot be read, the
     * findings say so.
     *
     * @param overview of the recording
     * @param jvms whose processes are the JVMs; null for all that are called as JVMs are
     * @throws RecordingException if they are not there, or the recording tells itself which is its JVM, or an agent
     *     wrote nothing into it
     */
    public static Findings of(TraceReader reader, Overview overview, ThreadChoice jvms)
            throws IOException, RecordingException {
        if (reader.isOfJvm() && jvms != null) {
            throw RecordingException.ofMisuse(
                    "it has a JVM's own events: findings are about that JVM; leave --jvm out");
        }
        if (reader.isAgentSilent()) {
            // To say that nothing is worth a look, and nothing lost, would be to say that all is well.
            overview.coverage().requireSlices();
        }
        Session session = overview.session();
        boolean mayJvmBeLeftOut =
                session.merged() && !session.fed() && session.leftOut().hasThreads();
        Predicate<String> isJvm = Rules.isJvm();
        ThreadChoice usual = all -> thread -> isJvm.test(thread.process());
        return of(
                reader.recording(),
                overview.events(),
                session.span().start(),
                reader.isOfJvm() ? Set.of() : reader.processes(jvms == null ? usual : jvms),
                mayJvmBeLeftOut ? JVM_LEFT_OUT : USUAL_JVMS,
                Runtime.getRuntime().maxMemory());
    }

    /**
     * As the other.
     *
     * @param events how many the recording has, of all types
     * @param start what moments are told from, in nanoseconds since 1970
     * @param jvms the processes that are JVMs; none if the recording tells, or there is none
     * @param whichAreJvms what to say where there is none
     * @param heap how much memory there is, in bytes
     */
    static Findings of(Recording recording, long events, long start, Set<String> jvms, String whichAreJvms, long heap)
            throws IOException {
        if (events * BYTES_PER_EVENT > heap * SHARE_OF_HEAP) {
            return tooLarge(events);
        }
        try {
            List<Finding> findings = Rules.ask(StoredEvents.of(recording), jvms).stream()
                    .map(result -> finding(result, start, whichAreJvms))
                    .sorted(Comparator.comparing(Finding::severity)
                            .thenComparing(Finding::score, Comparator.nullsLast(Comparator.reverseOrder()))
                            .thenComparing(Finding::rule))
                    .toList();
            return new Findings(findings, jvms, null);
        } catch (RecordingException e) {
            return Findings.missing(e.getMessage());
        } catch (OutOfMemoryError e) {
            return tooLarge(events);
        }
    }

    private static Findings tooLarge(long events) {
        long bytes = (long) (events * BYTES_PER_EVENT / SHARE_OF_HEAP);
        return Findings.missing(String.format(
                Locale.ROOT,
                "for %,d events the rules need more memory; try java -Xmx%dg -jar etl2jfr.jar, or convert a part"
                        + " of the trace with --from and --to",
                events,
                bytes / GIGABYTE + 1));
    }

    private static Finding finding(IResult result, long start, String whichAreJvms) {
        IRule rule = result.getRule();
        IQuantity score = value(result, TypedResult.SCORE.getIdentifier(), IQuantity.class);
        IQuantity when = value(result, "when", IQuantity.class);
        IMCThread thread = value(result, "thread", IMCThread.class);
        Long worst = when == null ? null : when.clampedLongValueIn(UnitLookup.EPOCH_NS);
        String moment =
                worst == null ? "" : String.format(Locale.ROOT, "%.6f%cs", (worst - start) / 1e9, Finding.UNBROKEN);
        Severity severity = severity(result);
        return new Finding(
                severity,
                rule.getName(),
                rule.getId(),
                score == null || severity == Severity.NOT_APPLICABLE ? null : score.doubleValue() / WHOLE_SCORE,
                text(result, result.getSummary(), moment).replace(WHICH_ARE_JVMS, whichAreJvms),
                text(result, result.getExplanation(), moment),
                text(result, result.getSolution(), moment),
                worst,
                thread == null ? null : thread.getThreadName());
    }

    private static Severity severity(IResult result) {
        return switch (result.getSeverity()) {
            case WARNING -> Severity.WARNING;
            case INFO -> Severity.INFO;
            case OK -> Severity.OK;
            case NA, IGNORE -> Severity.NOT_APPLICABLE;
        };
    }

    /** A value of a result; null if the rule tells nothing of that name, or nothing this time. */
    private static <T> T value(IResult result, String id, Class<T> type) {
        for (TypedResult<?> each : result.getRule().getResults()) {
            if (each.getIdentifier().equals(id)) {
                return type.cast(result.getResult(each));
            }
        }
        return null;
    }

    /**
     * A text of a rule with its values.
     *
     * @param moment of the worst case: Mission Control would write it in the time zone of whoever asks
     */
    private static String text(IResult result, String template, String moment) {
        if (template == null) {
            return "";
        }
        String text = template.replace("{when}", moment);
        for (Map.Entry<String, String> each : INSTEAD.entrySet()) {
            text = text.replace(each.getKey(), each.getValue());
        }
        return ResultToolkit.populateMessage(result, text, false)
                .replace(NARROW, Finding.UNBROKEN)
                .replace(MU, MICRO);
    }
}
