package io.github.etl2jfr.views.model;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import jdk.jfr.consumer.RecordingFile;

/** Reads a recording from its first event to its last, and tells what is in it. */
public final class TraceReader {
    private static final String OURS = "windows.";
    static final String SESSION = "windows.TraceSession";
    static final String RUNNING = "windows.ThreadRunning";
    static final String READY = "windows.ThreadReady";
    static final String WAITING = "windows.ThreadWaiting";

    /** A field that only an agent's sessions have. */
    static final String WAY_OF_AGENT = "way";

    private static final String UNKNOWN = "unknown";

    /** As Flight Recorder has it. */
    private static final long UNKNOWN_TIMESPAN = Long.MIN_VALUE;

    /** Severity of damage that costs no slices. */
    private static final String NOTICE = "Notice";

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

    private final Path recording;
    private final Window window;
    private final List<TraceSink> sinks;
    private final Map<Long, TraceThread> threads;
    private Span span;

    /** Where the trace's is not told before what the trace tells; else null. */
    private Span spanOfAgent;

    /** How the name of the JVM's process ends; null if that is unknown. */
    private String jvmSuffix;

    private TraceReader(
            Path recording, Window window, List<TraceSink> sinks, Map<Long, TraceThread> threads, Span spanOfAgent) {
        this.spanOfAgent = spanOfAgent;
        this.recording = recording;
        this.window = window;
        this.sinks = sinks;
        this.threads = threads;
    }

    /**
     * Reads a recording.
     *
     * @throws RecordingException if it is none, or of something else
     */
    public static void read(Path recording, Window window, ThreadChoice choice, TraceSink... sinks)
            throws IOException, RecordingException {
        if (!Chunks.isRecording(recording)) {
            throw new RecordingException("not a flight recording");
        }
        try {
            Map<Long, TraceThread> threads = new HashMap<>();
            Span spanOfAgent = null;
            if (choice != ThreadChoice.ALL) {
                // The last event may be the one that names the JVM's process.
                TraceReader names = new TraceReader(recording, whole -> whole, List.of(), threads, null);
                names.read();
                spanOfAgent = names.spanOfAgent;
                Predicate<TraceThread> chosen = choice.among(threads.values());
                threads.values().forEach(thread -> thread.setChosen(chosen.test(thread)));
            }
            new TraceReader(recording, window, List.of(sinks), threads, spanOfAgent).read();
        } catch (RuntimeException | StackOverflowError | InternalError e) {
            // Flight Recorder's own reader relies on what is written in a file: types may contain themselves, and of
            // a pool without constants it says that it has failed itself.
            throw damaged(e);
        }
    }

    private static RecordingException damaged(Throwable cause) {
        RecordingException damaged = new RecordingException("the recording is damaged or not complete");
        damaged.initCause(cause);
        return damaged;
    }

    private void read() throws IOException, RecordingException {
        RecordingFile file;
        try {
            file = new RecordingFile(recording);
        } catch (IOException e) {
            throw damaged(e);
        }
        try (file) {
            while (file.hasMoreEvents()) {
                take(next(file));
            }
        }
        if (span == null) {
            throw new RecordingException(
                    "no windows.* events in it, so when its threads ran is not told; to add those of a trace:"
                            + " etl2jfr --jfr APP.jfr TRACE.etl OUT.jfr; an agent that was to write them tells with"
                            + " --status why it did not");
        }
        nameJvm();
    }

    /** The JVM knows its process's id; the program's name is that of a thread that only the trace knows. */
    private void nameJvm() {
        String name = jvmSuffix == null
                ? "JVM"
                : threads.values().stream()
                        .filter(thread -> !thread.ofJvm() && thread.process().endsWith(" " + jvmSuffix))
                        .map(TraceThread::process)
                        .findFirst()
                        .orElse("JVM " + jvmSuffix);
        for (TraceThread thread : threads.values()) {
            if (thread.ofJvm()) {
                thread.setProcess(name);
            }
        }
    }

    private static RecordedEvent next(RecordingFile file) throws RecordingException {
        try {
            return file.readEvent();
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    private void take(RecordedEvent event) throws IOException, RecordingException {
        String type = event.getEventType().getName();
        if (type.equals("jdk.JVMInformation")) {
            jvmSuffix = "(" + event.getLong("pid") + ")";
        }
        if (!type.startsWith(OURS)) {
            return;
        }
        if (span == null) {
            begin(event);
        }
        switch (type) {
            case SESSION -> describe(event);
            case RUNNING -> slice(event, Slice.Kind.RUNNING);
            case READY -> slice(event, Slice.Kind.READY);
            case WAITING -> slice(event, Slice.Kind.WAITING);
            case "windows.ProcessorIdle" -> slice(event, Slice.Kind.IDLE);
            case "windows.ContextSwitch" -> contextSwitch(event);
            case "windows.LatencyBreakdown" -> latency(event);
            case "windows.DataLoss" -> dataLoss(event);
            default -> {
                // Tells what the slices tell, or nothing about scheduling.
            }
        }
    }

    private void dataLoss(RecordedEvent event) {
        boolean isNotice = event.hasField("severity") && NOTICE.equals(event.getString("severity"));
        // What has a reason in common is of unlike kinds: amounts of buffers, of events, of files.
        String cause = text(event, "cause");
        String what = cause == null ? event.getString("reason") : cause;
        sinks.forEach(sink -> sink.dataLoss(what, event.getInt("amount"), isNotice));
    }

    /**
     * The session is the first of our events, unless somebody took it out, or they are an agent's: that tells how far it
     * has come whenever a chunk ends.
     */
    private void begin(RecordedEvent first) throws IOException, RecordingException {
        Session session;
        if (first.getEventType().getName().equals(SESSION) && !first.hasField(WAY_OF_AGENT)) {
            session = session(
                    first, new Span(nanos(first.getInstant("traceStart")), nanos(first.getInstant("traceEnd"))));
        } else {
            if (spanOfAgent == null) {
                spanOfAgent = spanOfAgent();
            }
            session = new Session(null, null, -1, spanOfAgent, false, true, true, Session.LeftOut.NOTHING, null);
        }
        if (session.span().end() < session.span().start()) {
            throw damaged(null);
        }
        span = window.of(session.span());
        sinks.forEach(sink -> sink.begin(session, span));
    }

    private Span spanOfAgent() throws IOException, RecordingException {
        FedSpan fed = new FedSpan();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                fed.add(next(file));
            }
        }
        return fed.in(Chunks.span(recording));
    }

    private void describe(RecordedEvent event) {
        if (spanOfAgent != null) {
            Session session = session(event, spanOfAgent);
            sinks.forEach(sink -> sink.describe(session));
        }
    }

    private static Session session(RecordedEvent event, Span span) {
        return new Session(
                event.getString("file"),
                event.getString("osVersion"),
                event.getInt("processors"),
                span,
                event.getString("clockOffsetSource") != null,
                event.hasField("way"),
                !event.hasField("readyEvents") || event.getBoolean("readyEvents"),
                leftOut(event),
                clock(event));
    }

    /** An agent compares the two directly: it knows of no offset. */
    private static Session.Clock clock(RecordedEvent event) {
        String source = event.getString("clockOffsetSource");
        if (source == null || event.hasField(WAY_OF_AGENT)) {
            return null;
        }
        long uncertainty = event.getLong("clockOffsetUncertainty");
        return new Session.Clock(
                source,
                event.getLong("clockOffset"),
                uncertainty == UNKNOWN_TIMESPAN ? null : uncertainty,
                number(event, "clockDrift"),
                event.getInt("clockOffsetEvidence"));
    }

    /** An agent's tell of no time, those of earlier versions of nothing. */
    private static Session.LeftOut leftOut(RecordedEvent event) {
        return new Session.LeftOut(
                number(event, "minDuration"),
                number(event, "leftOutBefore"),
                number(event, "leftOutAfter"),
                text(event, "onlyProcesses"),
                text(event, "onlyThreads"),
                text(event, "onlyEvents"));
    }

    private static long number(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getLong(field) : 0;
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }

    private void slice(RecordedEvent event, Slice.Kind kind) {
        long start = Math.max(span.start(), nanos(event.getStartTime()));
        long wholeEnd = nanos(event.getEndTime());
        long end = Math.min(span.end(), wholeEnd);
        if (start >= end) {
            return;
        }
        boolean ready = kind == Slice.Kind.READY;
        boolean waiting = kind == Slice.Kind.WAITING;
        // Nobody ends a wait before it ends.
        boolean readied = ready || waiting && wholeEnd == end;
        Slice slice = new Slice(
                kind,
                thread(event, "eventThread"),
                start,
                end,
                event.getInt("processor"),
                ready ? event.getString("cause") : waiting ? event.getString("waitReason") : null,
                readied ? thread(event, "readiedBy") : null,
                ready ? thread(event, "runningInstead") : null,
                kind != Slice.Kind.IDLE && event.getBoolean("clipped"));
        for (TraceSink sink : sinks) {
            sink.slice(slice);
        }
    }

    private void contextSwitch(RecordedEvent event) {
        long time = nanos(event.getStartTime());
        TraceThread thread = thread(event, "eventThread");
        if (thread == null) {
            return;
        }
        if (time < span.start() || time > span.end()) {
            sinks.forEach(TraceSink::contextSwitchElsewhere);
            return;
        }
        String state = event.getString("oldThreadState");
        boolean involuntary = state != null
                && switch (state) {
                    case "Ready", "Standby", "DeferredReady" -> true;
                    default -> false;
                };
        for (TraceSink sink : sinks) {
            sink.contextSwitch(thread, event.getInt("processor"), involuntary);
        }
    }

    private void latency(RecordedEvent event) {
        long start = nanos(event.getStartTime());
        long duration = nanos(event.getEndTime()) - start;
        if (start > span.end() || start + duration < span.start()) {
            return;
        }
        TraceThread displacedBy = thread(event, "displacedBy");
        Latency latency = new Latency(
                thread(event, "eventThread"),
                start,
                duration,
                event.getString("javaEvent"),
                event.getString("detail"),
                length(event, "runningTime"),
                length(event, "readyTime"),
                length(event, "waitingTime"),
                length(event, "unknownTime"),
                length(event, "longestReady"),
                event.getString("waitReason"),
                displacedBy,
                displacedBy == null ? 0 : length(event, "displacedTime"));
        // Older recordings do not tell.
        TraceThread vmThread = event.hasField("vmThread") ? thread(event, "vmThread") : null;
        if (vmThread != null) {
            latency = latency.of(
                    vmThread,
                    length(event, "vmThreadRunningTime"),
                    length(event, "vmThreadReadyTime"),
                    length(event, "vmThreadWaitingTime"),
                    length(event, "vmThreadUnknownTime"),
                    thread(event, "vmThreadDisplacedBy"));
        }
        for (TraceSink sink : sinks) {
            sink.latency(latency);
        }
    }

    private static long length(RecordedEvent event, String field) {
        return event.getDuration(field).toNanos();
    }

    /** Nanoseconds since 1970. */
    static long nanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }

    /** Null if the recording does not tell. */
    private TraceThread thread(RecordedEvent event, String field) {
        RecordedThread recorded = event.getThread(field);
        if (recorded == null) {
            return null;
        }
        TraceThread thread = threads.get(recorded.getId());
        if (thread == null) {
            // The converter's threads have negative Java ids, the JVM's that run no Java code have 0. Not asked for by
            // its own method: newer JDKs make -1 of both.
            boolean ofJvm = recorded.getLong("javaThreadId") >= 0;
            String name = recorded.getJavaName() == null ? recorded.getOSName() : recorded.getJavaName();
            RecordedThreadGroup group = recorded.getThreadGroup();
            thread = new TraceThread(
                    threads.size(),
                    name == null ? UNKNOWN : name,
                    recorded.getOSThreadId(),
                    ofJvm,
                    group == null || group.getName() == null ? UNKNOWN : group.getName());
            threads.put(recorded.getId(), thread);
        }
        return thread;
    }
}
