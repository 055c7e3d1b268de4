package io.github.etl2jfr.views.model;

import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads a recording from its first event to its last, and tells what is in it. */
public final class TraceReader {
    private static final String OURS = "windows.";
    private static final String OF_JVM = "jdk.";

    /** What an agent writes for itself. */
    private static final String OF_AGENT = "windows.Agent";

    static final String SESSION = "windows.TraceSession";
    static final String RUNNING = "windows.ThreadRunning";
    static final String READY = "windows.ThreadReady";
    static final String WAITING = "windows.ThreadWaiting";

    private static final String GARBAGE_COLLECTION = "jdk.GarbageCollection";
    private static final String COLLECTION = "gcId";

    /** A field that only an agent's sessions have. */
    public static final String WAY_OF_AGENT = "way";

    private static final String UNKNOWN = "unknown";

    private static final int UNKNOWN_PROCESSOR = -1;

    /** Processors that Windows knows at most: only damage tells of more, and each takes memory. */
    static final int MOST_PROCESSORS = 2048;

    /** The highest priority of Windows' threads. */
    private static final int HIGHEST_PRIORITY = 31;

    /** Bytes that an event of the JVM takes while it is explained. */
    private static final int JAVA_EVENT_BYTES = 600;

    /** What Flight Recorder writes in place of a timespan that is not known. */
    private static final long UNKNOWN_TIMESPAN = Long.MIN_VALUE;

    /** Severity of damage that costs no slices. */
    private static final String NOTICE = "Notice";

    /** The longest trace, in nanoseconds, as the converter's options have it, too. */
    private static final long LONGEST_SESSION = TimeUnit.DAYS.toNanos(3650);

    /** Chooses the time to look at. */
    @FunctionalInterface
    public interface Window {
        /**
         * The part of a trace's time to look at.
         *
         * @throws RecordingException if nothing would be left
         */
        Span of(Span trace) throws RecordingException;
    }

    private final Recording recording;
    private final Window window;
    private final List<TraceSink> sinks;

    /** The way to the sinks. */
    private Handover told;

    private final RecordedThreads threads;
    private final boolean areThreadsChosen;

    /** Whether the sinks want to know of the JVM's events. */
    private final boolean tellsJavaEvents;

    private boolean hasJavaEvents;

    /** How many events virtual threads took time for, by type; of all the time, as the first come before the trace's. */
    private final Map<String, Long> virtualEvents = new HashMap<>();

    /** Whether an event of ours tells of more than that there is a trace. */
    private boolean hasContent;

    private Span span;

    /** Whether no part of the trace's time comes after what is looked at. */
    private boolean isUntilTraceEnds;

    /** What slices at another time tell of. */
    private final Set<Slice.Kind> elsewhere = EnumSet.noneOf(Slice.Kind.class);

    private long count;

    /** The time of what an agent wrote, where no session comes before it; else null. */
    private Span spanOfAgent;

    /** Whether an agent has told of its run. */
    private boolean isDescribed;

    /** Whether a conversion has. */
    private boolean isConverted;

    private TraceReader(
            Recording recording,
            Window window,
            List<TraceSink> sinks,
            RecordedThreads threads,
            boolean areThreadsChosen,
            boolean tellsJavaEvents,
            Span spanOfAgent) {
        this.areThreadsChosen = areThreadsChosen;
        this.spanOfAgent = spanOfAgent;
        this.tellsJavaEvents = tellsJavaEvents;
        this.recording = recording;
        this.window = window;
        this.sinks = sinks;
        this.threads = threads;
    }

    /**
     * Reads a recording.
     *
     * @return what reads it once more
     * @throws RecordingException if it is damaged, or of something else
     */
    public static TraceReader read(Recording recording, Window window, ThreadChoice choice, TraceSink... sinks)
            throws IOException, RecordingException {
        RecordedThreads threads = new RecordedThreads();
        Span spanOfAgent = null;
        boolean areThreadsChosen = choice != ThreadChoice.ALL;
        if (areThreadsChosen) {
            // The last event may be the one that names the JVM's process.
            TraceReader names = new TraceReader(recording, whole -> whole, List.of(), threads, true, false, null);
            names.read();
            spanOfAgent = names.spanOfAgent;
            Predicate<TraceThread> chosen = choice.among(threads.all());
            threads.all().forEach(thread -> thread.setChosen(chosen.test(thread)));
        }
        TraceReader reader =
                new TraceReader(recording, window, List.of(sinks), threads, areThreadsChosen, false, spanOfAgent);
        reader.read();
        return reader;
    }

    /** Tells of the same threads once more, now of all the time, for what one knows to ask only when all is known. */
    public void again(TraceSink... others) throws IOException, RecordingException {
        again(false, others);
    }

    private void again(boolean withJavaEvents, TraceSink... others) throws IOException, RecordingException {
        new TraceReader(
                        recording,
                        whole -> whole,
                        List.of(others),
                        threads,
                        areThreadsChosen,
                        withJavaEvents,
                        spanOfAgent)
                .read();
    }

    /**
     * Tells what threads did during the JVM's events, if the recording does not, but of both: in an agent's, and where
     * that was left out.
     *
     * @param overview of what was read
     * @param others to be told, too
     */
    public void explain(Overview overview, TraceSink... others) throws IOException, RecordingException {
        if (!hasJavaEvents || isAgentSilent() || !overview.coverage().isToBeExplained()) {
            return;
        }
        JavaEvents events = new JavaEvents(overview.span(), Runtime.getRuntime().maxMemory() / 4 / JAVA_EVENT_BYTES);
        again(true, events);
        if (events.tooMany()) {
            overview.coverage().tooManyJavaEvents();
            return;
        }
        overview.coverage().explained();
        if (events.events().isEmpty()) {
            return;
        }
        Explanations explanations =
                new Explanations(events, threads.all(), overview.session().leftOut());
        again(explanations);
        for (Latency latency : explanations.latencies()) {
            overview.latency(latency);
            for (TraceSink other : others) {
                other.latency(latency);
            }
        }
    }

    public Recording recording() {
        return recording;
    }

    /**
     * The number of events in all of the recording that nobody can explain, as only the JVM knows their virtual threads.
     *
     * @param types those that count
     */
    public long virtualEvents(Predicate<String> types) {
        return virtualEvents.entrySet().stream()
                .filter(each -> types.test(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Whether the user chose threads, be they all that there are. */
    public boolean areThreadsChosen() {
        return areThreadsChosen;
    }

    /** The processes of threads, be they looked at or not. */
    public Set<String> processes(ThreadChoice choice) throws RecordingException {
        return threads.all().stream()
                .filter(choice.among(threads.all()))
                .map(TraceThread::process)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether the recording is also a JVM's own, which tells what process that is. */
    public boolean isOfJvm() {
        return threads.areOfJvm();
    }

    /** Whether an agent was there, and wrote nothing that it was to write. */
    public boolean isAgentSilent() {
        return spanOfAgent != null && !hasContent;
    }

    private void read() throws IOException, RecordingException {
        try (Events events = recording.events();
                Handover handover = new Handover(sinks)) {
            told = handover;
            while (events.next()) {
                take(events);
                count++;
            }
            handover.finish();
        }
        if (span == null) {
            throw new RecordingException(
                    "no windows.* events in it, so it does not say when its threads ran; to add those of a trace:"
                            + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr; if an agent was to write them, its --status"
                            + " says why it did not");
        }
        threads.nameJvm();
        for (TraceSink sink : sinks) {
            sink.end(count);
        }
    }

    private void take(Events event) throws IOException, RecordingException {
        String type = event.type();
        if (type.equals("jdk.JVMInformation")) {
            threads.jvmHasId(event.number("pid"));
        }
        if (!type.startsWith(OURS)) {
            if (event.isJavaEvent()) {
                javaEvent(event);
            }
            return;
        }
        if (span == null) {
            begin(event);
        }
        hasContent |= !type.equals(SESSION) && !type.startsWith(OF_AGENT);
        switch (type) {
            case SESSION -> describe(event);
            case RUNNING -> slice(event, Slice.Kind.RUNNING);
            case READY -> slice(event, Slice.Kind.READY);
            case WAITING -> slice(event, Slice.Kind.WAITING);
            case "windows.ProcessorIdle" -> slice(event, Slice.Kind.IDLE);
            case "windows.ProcessorStatistics" -> processorPeriod(event);
            case "windows.ContextSwitch" -> contextSwitch(event);
            case "windows.LatencyBreakdown" -> latency(event);
            case "windows.DataLoss" -> dataLoss(event);
            default -> {
                // Tells what the slices tell, or nothing about scheduling.
            }
        }
    }

    private void javaEvent(Events event) throws IOException, RecordingException {
        hasJavaEvents = true;
        if (!tellsJavaEvents) {
            if (event.end() > event.start() && threads.isVirtual(event, event.threadKey())) {
                virtualEvents.merge(event.type(), 1L, Long::sum);
            }
            return;
        }
        if (event.end() < event.start()) {
            return;
        }
        JavaEvent javaEvent = new JavaEvent(
                threads.of(event, event.threadKey()),
                event.type(),
                event.isPause(),
                event.start(),
                event.end(),
                event.detail(),
                event.stackTrace(),
                event.type().startsWith(OF_JVM) && event.has(COLLECTION)
                        ? event.number(COLLECTION)
                        : JavaEvent.NO_COLLECTION,
                event.type().equals(GARBAGE_COLLECTION) ? text(event, "cause") : null);
        told.tell(sink -> sink.javaEvent(javaEvent));
    }

    private void dataLoss(Events event) throws IOException, RecordingException {
        boolean isNotice = event.has("severity") && NOTICE.equals(event.text("severity"));
        // What has a reason in common is of unlike kinds: amounts of buffers, of events, of files.
        String cause = text(event, "cause");
        String what = cause == null ? event.text("reason") : cause;
        long amount = event.number("amount");
        told.tell(sink -> sink.dataLoss(what, amount, isNotice));
    }

    /**
     * The session is the first of our events, unless somebody took it out, or they are an agent's: that tells how far it
     * has come whenever a chunk ends.
     */
    private void begin(Events first) throws IOException, RecordingException {
        Session session;
        if (first.type().equals(SESSION) && !first.has(WAY_OF_AGENT)) {
            session = session(first, new Span(first.time("traceStart"), first.time("traceEnd")));
        } else {
            if (spanOfAgent == null) {
                spanOfAgent = spanOfAgent();
            }
            session = new Session(null, null, -1, spanOfAgent, false, true, true, Session.LeftOut.NOTHING, null);
        }
        if (session.span().end() < session.span().start()) {
            throw new RecordingException("damaged recording: its trace ends before it begins");
        }
        // No trace does. It need not even fit into 64 bits, and of tens of years a browser cannot tell the nanoseconds.
        long length = session.span().length();
        if (length < 0 || length > LONGEST_SESSION) {
            throw new RecordingException("damaged recording: its trace takes more than ten years");
        }
        span = window.of(session.span());
        isUntilTraceEnds = span.end() == session.span().end();
        told.tell(sink -> sink.begin(session, span));
    }

    private Span spanOfAgent() throws IOException, RecordingException {
        FedSpan fed = new FedSpan();
        try (Events events = recording.events()) {
            while (events.next()) {
                fed.add(events);
            }
        }
        return fed.in(recording.span());
    }

    /** An agent's, of which there may be several: one that wrote nothing does not tell of what is here. */
    private void describe(Events event) throws IOException, RecordingException {
        if (!event.has(WAY_OF_AGENT)) {
            if (isConverted) {
                throw new RecordingException("several conversions in it; 'jfr disassemble' takes it apart");
            }
            isConverted = true;
        }
        threads.jvmIsCalled(text(event, "jvmProcess"));
        if (spanOfAgent != null && (!isDescribed || !event.has("written") || event.number("written") > 0)) {
            isDescribed = true;
            Session session = session(event, spanOfAgent);
            told.tell(sink -> sink.describe(session));
        }
    }

    private static Session session(Events event, Span span) throws IOException, RecordingException {
        return new Session(
                event.text("file"),
                event.text("osVersion"),
                (int) event.number("processors"),
                span,
                event.text("clockOffsetSource") != null,
                event.has(WAY_OF_AGENT),
                !event.has("readyEvents") || event.number("readyEvents") != 0,
                leftOut(event),
                clock(event));
    }

    /** An agent compares the two directly: it knows of no offset. */
    private static Session.Clock clock(Events event) throws IOException, RecordingException {
        String source = event.text("clockOffsetSource");
        if (source == null || event.has(WAY_OF_AGENT)) {
            return null;
        }
        return new Session.Clock(
                source,
                event.length("clockOffset"),
                lengthIfKnown(event, "clockOffsetUncertainty"),
                length(event, "clockDrift"),
                (int) event.number("clockOffsetEvidence"),
                lengthIfKnown(event, "clockOffsetOfEvents"));
    }

    private static Long lengthIfKnown(Events event, String field) throws IOException, RecordingException {
        long length = event.has(field) ? event.length(field) : UNKNOWN_TIMESPAN;
        return length == UNKNOWN_TIMESPAN ? null : length;
    }

    /** An agent's tell of no time, those of earlier versions of nothing. */
    private static Session.LeftOut leftOut(Events event) throws IOException, RecordingException {
        return new Session.LeftOut(
                length(event, "minDuration"),
                length(event, "leftOutBefore"),
                length(event, "leftOutAfter"),
                text(event, "onlyProcesses"),
                text(event, "onlyThreads"),
                text(event, "onlyEvents"));
    }

    private static long length(Events event, String field) throws IOException, RecordingException {
        return event.has(field) ? event.length(field) : 0;
    }

    private static String text(Events event, String field) throws IOException, RecordingException {
        return event.has(field) ? event.text(field) : null;
    }

    private void slice(Events event, Slice.Kind kind) throws IOException, RecordingException {
        // Who is there does not depend on the time that is looked at.
        TraceThread thread = threads.of(event, event.threadKey());
        long start = Math.max(span.start(), event.start());
        long wholeEnd = event.end();
        long end = Math.min(span.end(), wholeEnd);
        if (start >= end) {
            if (elsewhere.add(kind)) {
                told.tell(sink -> sink.sliceElsewhere(kind));
            }
            return;
        }
        boolean ready = kind == Slice.Kind.READY;
        boolean waiting = kind == Slice.Kind.WAITING;
        // Nobody ends a wait before it ends.
        boolean readied = ready || waiting && wholeEnd == end;
        Slice slice = new Slice(
                kind,
                thread,
                start,
                end,
                processor(event),
                kind == Slice.Kind.RUNNING ? priority(event) : Slice.UNKNOWN_PRIORITY,
                reason(event, kind),
                readied ? threads.of(event, "readiedBy") : null,
                ready ? threads.of(event, "runningInstead") : null,
                kind != Slice.Kind.IDLE && event.number("clipped") != 0);
        told.tell(sink -> sink.slice(slice));
    }

    private void processorPeriod(Events event) throws IOException, RecordingException {
        long start = event.time("periodStart");
        long end = start + event.length("period");
        if (end <= start) {
            return;
        }
        ProcessorPeriod period = new ProcessorPeriod(
                        processor(event), start, end, event.length("runningTime"), event.length("idleTime"))
                .within(span);
        if (period != null) {
            told.tell(sink -> sink.processorPeriod(period));
        }
    }

    private static String reason(Events event, Slice.Kind kind) throws IOException, RecordingException {
        return switch (kind) {
            case READY -> event.text("cause");
            case WAITING -> event.text("waitReason");
            case RUNNING -> Slice.TERMINATED.equals(text(event, "endState")) ? Slice.TERMINATED : null;
            case IDLE -> null;
        };
    }

    private static int processor(Events event) throws IOException, RecordingException {
        long processor = event.number("processor");
        return processor >= 0 && processor < MOST_PROCESSORS ? (int) processor : UNKNOWN_PROCESSOR;
    }

    private static int priority(Events event) throws IOException, RecordingException {
        long priority = event.has("priority") ? event.number("priority") : Slice.UNKNOWN_PRIORITY;
        return priority >= 0 && priority <= HIGHEST_PRIORITY ? (int) priority : Slice.UNKNOWN_PRIORITY;
    }

    private void contextSwitch(Events event) throws IOException, RecordingException {
        long time = event.start();
        TraceThread thread = threads.of(event, event.threadKey());
        if (thread == null) {
            return;
        }
        // At the end of a part it is of the one that begins there; behind the trace's end none does.
        boolean isLater = isUntilTraceEnds ? time > span.end() : time >= span.end();
        if (time < span.start() || isLater) {
            told.tell(TraceSink::contextSwitchElsewhere);
            return;
        }
        String state = event.text("oldThreadState");
        boolean involuntary = state != null
                && switch (state) {
                    case "Ready", "Standby", "DeferredReady" -> true;
                    default -> false;
                };
        int processor = processor(event);
        told.tell(sink -> sink.contextSwitch(time, thread, processor, involuntary));
    }

    private void latency(Events event) throws IOException, RecordingException {
        long start = event.start();
        long duration = event.end() - start;
        // No event of ours takes less than no time.
        if (duration < 0 || !span.has(start, start + duration)) {
            return;
        }
        TraceThread displacedBy = threads.of(event, "displacedBy");
        Latency latency = new Latency(
                threads.of(event, event.threadKey()),
                start,
                duration,
                Objects.toString(event.text("javaEvent"), UNKNOWN),
                event.text("detail"),
                event.stackTrace(),
                length(event, "runningTime"),
                length(event, "readyTime"),
                length(event, "waitingTime"),
                length(event, "unknownTime"),
                length(event, "longestReady"),
                event.text("waitReason"),
                displacedBy,
                displacedBy == null ? 0 : length(event, "displacedTime"));
        // Older recordings do not tell.
        TraceThread vmThread = event.has("vmThread") ? threads.of(event, "vmThread") : null;
        if (vmThread != null) {
            latency = latency.of(
                    vmThread,
                    length(event, "vmThreadRunningTime"),
                    length(event, "vmThreadReadyTime"),
                    length(event, "vmThreadWaitingTime"),
                    length(event, "vmThreadUnknownTime"),
                    threads.of(event, "vmThreadDisplacedBy"));
        }
        Latency whole = latency;
        told.tell(sink -> sink.latency(whole));
    }
}
