package io.github.etl2jfr.views.model;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What a recording tells of, and what it does not: whether that did not happen, was left out, or is not wanted, and
 * what to do about it.
 */
public final class Coverage implements TraceSink {
    /** The load of the time that is told is that of all, if it is not told of so small a share; it may have been any. */
    private static final double NEGLIGIBLE = 0.01;

    /** The same where idle time is not told: all that is not told may be idle time. So little changes no digit that is shown. */
    private static final double NEGLIGIBLE_IF_IDLE = 0.0005;

    /** What some threads or processors did. */
    private final Set<Slice.Kind> seen = EnumSet.noneOf(Slice.Kind.class);

    private final WantedLatencies wantedLatencies = new WantedLatencies();

    private Session session;
    private Span span;

    /** Whether an agent has told of its run. */
    private boolean isDescribed;

    private boolean hasSlices;
    private boolean hasPeriods;
    private boolean hasThreadsOfJvm;
    private boolean hasSwitches;
    private boolean hasLosses;

    /** Whether there are events of the JVM, be they wanted or not. */
    private boolean hasLatencies;

    private boolean hasTooManyJavaEvents;

    /** Whether all events of the JVM are told of, as slices tell what threads did in them. */
    private boolean isExplained;

    @Override
    public void begin(Session traceSession, Span shown) {
        session = traceSession;
        span = shown;
    }

    @Override
    public void describe(Session traceSession) {
        isDescribed = true;
        session = traceSession;
    }

    @Override
    public void slice(Slice slice) {
        boolean isOfThread = slice.kind() != Slice.Kind.IDLE;
        if (isOfThread && slice.thread() == null) {
            return;
        }
        seen.add(slice.kind());
        if (isOfThread) {
            hasSlices = true;
            hasThreadsOfJvm |= slice.thread().ofJvm();
        }
    }

    @Override
    public void sliceElsewhere(Slice.Kind kind) {
        seen.add(kind);
    }

    @Override
    public void processorPeriod(ProcessorPeriod period) {
        hasPeriods = true;
    }

    @Override
    public void contextSwitch(long time, TraceThread oldThread, int processor, boolean involuntary) {
        hasSwitches = true;
    }

    @Override
    public void contextSwitchElsewhere() {
        hasSwitches = true;
    }

    @Override
    public void latency(Latency latency) {
        hasLatencies = true;
        wantedLatencies.note(latency);
    }

    @Override
    public void dataLoss(String cause, long amount, boolean isNotice) {
        hasLosses |= !isNotice;
    }

    /** The trace. */
    public Session session() {
        return session;
    }

    /** The time that is looked at. */
    public Span span() {
        return span;
    }

    /** Fails if the recording does not tell what threads did, though there is a time in which they did something. */
    public void requireSlices() throws RecordingException {
        if (!hasSlices && session.span().length() > 0) {
            if (isOfAgent()) {
                throw missingOfAgent("slices of threads", hasSwitches ? "slices and a shorter min-duration" : "slices");
            }
            Session.LeftOut leftOut = session.leftOut();
            if (leftOut.hasThreads() && leftOut.onlyEvents() == null && leftOut.minDuration() == 0 && !isPart()) {
                throw new RecordingException(
                        "no slices of threads in it: the chosen threads had none; convert the trace with another"
                                + " --process or --thread");
            }
            throw missing("slices of threads", withSlices(leftOut));
        }
    }

    /** Whether it surely is: one whose session was taken out is taken for an agent's, too, whatever it tells of. */
    private boolean isOfAgent() {
        return session.fed() && (isDescribed || !hasSwitches);
    }

    /** As {@link #requireSlices()}, and also fails if those of a kind were not wanted. */
    public void requireSlices(Slice.Kind kind) throws RecordingException {
        requireSlices();
        if (session.leftOut().onlyEvents() != null && !seen.contains(kind)) {
            String what = "slices of %s threads".formatted(kind.name().toLowerCase(Locale.ROOT));
            throw isOfAgent() ? missingOfAgent(what, "slices") : missing(what, "with --events slices,switches");
        }
    }

    /** Whether it tells what processors did, also where there are no slices of threads. */
    public boolean hasPeriods() {
        return hasPeriods;
    }

    /** Whether it tells for how long processors ran threads. */
    public boolean tellsOfProcessors() {
        return hasPeriods || tells(Slice.Kind.RUNNING);
    }

    /** Whether it tells when threads did that: some did, or nothing is missing that would tell of it. */
    public boolean tells(Slice.Kind kind) {
        Session.LeftOut leftOut = session.leftOut();
        return seen.contains(kind) || leftOut.onlyEvents() == null && leftOut.minDuration() == 0 && !hasLosses;
    }

    /** An amount that was counted in slices of a kind; null if it does not tell of those. */
    public Long ifTold(Slice.Kind kind, long amount) {
        return tells(kind) ? amount : null;
    }

    /** Whether there are no threads that it does not tell of; an agent says which it was to tell of. */
    public boolean tellsOfAllThreads() {
        return tellsWhatIsLeftOut() && !session.leftOut().hasThreads();
    }

    /** Whether there are no threads of its JVM that it does not tell of; not if it is of none. */
    public boolean tellsOfAllThreadsOfJvm() {
        return isOfJvm() && tellsWhatIsLeftOut() && !session.leftOut().hasThreadsOfJvm();
    }

    private boolean tellsWhatIsLeftOut() {
        return !session.fed() || isDescribed;
    }

    /** Whether there are no events of the JVM that it does not tell of: a kind that is not there did not happen. */
    public boolean tellsOfAllLatencies() {
        boolean isTold = hasLatencies
                || isExplained
                || session.merged() && !session.fed() && session.leftOut().onlyEvents() == null;
        return isTold && !hasTooManyJavaEvents && !session.leftOut().hasThreadsOfJvm();
    }

    /** Whether the recording tells of events of the JVM's in chosen threads, or is asked for certain ones. */
    public boolean isAboutLatencies() {
        return wantedLatencies.hasSome() || wantedLatencies.isChoice();
    }

    /** Which of the JVM's events it is asked for. */
    public WantedLatencies wantedLatencies() {
        return wantedLatencies;
    }

    /** Whether it is not told what threads did during the JVM's events, but slices of all kinds can tell. */
    boolean isToBeExplained() {
        return !hasLatencies && (session.leftOut().onlyEvents() == null || seen.containsAll(Slice.Kind.OF_THREADS));
    }

    /** Notes that the JVM's events are not explained, as there are too many of them. */
    void tooManyJavaEvents() {
        hasTooManyJavaEvents = true;
    }

    /** Notes that all of the JVM's events are explained, even if there are none in this time. */
    void explained() {
        isExplained = true;
    }

    /** Fails if the recording does not tell of the JVM's events. */
    public void requireLatencies() throws RecordingException {
        wantedLatencies.requireSome(isPart());
        if (hasLatencies) {
            return;
        }
        if (hasTooManyJavaEvents) {
            throw new RecordingException(
                    "more events of the JVM in it than there is memory for; try java -Xmx4g -jar etl2jfr.jar");
        }
        if (session.fed()) {
            requireSlices();
        } else if (session.merged() && session.leftOut().onlyEvents() != null) {
            throw missing("latencies of the JVM", "with --events latencies");
        }
        if (session.fed() || session.merged()) {
            throw new RecordingException("no latencies of the JVM in it"
                    + (isPart() ? " then; widen --from and --to" : ": its recording has none of these threads"));
        }
        throw new RecordingException("no latencies of a JVM in it; to add those of its recording:"
                + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr");
    }

    /** Whether it is only a part of the recording's time that is looked at. */
    public boolean isPart() {
        return !span.equals(session.span());
    }

    private RecordingException missing(String what, String how) {
        return new RecordingException("no %s in it%s; %sconvert the trace %s"
                .formatted(what, isPart() ? " then" : "", isPart() ? "widen --from and --to, or " : "", how));
    }

    /** How to convert a trace to have slices; of what may be in their way, only what was asked for. */
    private static String withSlices(Session.LeftOut leftOut) {
        boolean isLong = leftOut.minDuration() > 0;
        if (isLong && leftOut.onlyEvents() == null) {
            return "without --min-duration";
        }
        return "with --events slices,switches" + (isLong ? " and without --min-duration" : "");
    }

    /** Nobody converted anything: whoever looks for them has to ask the agent, unless it was told to leave them out. */
    private RecordingException missingOfAgent(String what, String events) {
        String hint = isPart()
                ? " then; widen --from and --to"
                : hasSwitches || session.leftOut().onlyEvents() != null
                        ? "; the agent writes them with events=" + events
                        : "; the agent's --status says why it did not write them";
        return new RecordingException("no %s in it%s".formatted(what, hint));
    }

    /** Whether it tells when threads left a processor. */
    public boolean hasSwitches() {
        return hasSwitches;
    }

    /** Whether it tells of all switches of a processor; those between threads that were left out are not there. */
    public boolean hasSwitchesOfProcessors() {
        return hasSwitches() && !session.leftOut().hasThreads();
    }

    /** Whether it tells when processors were idle: some were, or it would tell. */
    public boolean hasIdle() {
        boolean isOfAllThreads =
                !session.merged() && !session.fed() && !session.leftOut().hasThreads();
        return seen.contains(Slice.Kind.IDLE) || isOfAllThreads && tells(Slice.Kind.IDLE);
    }

    /** Whether it tells for how long processors were idle, be it not when. */
    public boolean hasIdleTimes() {
        return hasPeriods || hasIdle();
    }

    /**
     * Which share of some time threads ran; null if too little of it is told.
     *
     * @param told of how much it is told who ran, or that nobody did
     * @param idle for how much of that nobody ran
     */
    public Double load(long told, long idle, long length) {
        double share = hasIdleTimes() ? NEGLIGIBLE : NEGLIGIBLE_IF_IDLE;
        boolean isTold = told > 0 && length - told <= share * length;
        return isTold ? (double) (told - idle) / told : null;
    }

    /** Whether it is a JVM's; its threads tell where the session does not. */
    public boolean isOfJvm() {
        return session.merged() || hasThreadsOfJvm;
    }
}
