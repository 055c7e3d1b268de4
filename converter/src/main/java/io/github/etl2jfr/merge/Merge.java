package io.github.etl2jfr.merge;

import io.github.etl2jfr.alignment.Alignment;
import io.github.etl2jfr.alignment.ClockAlignment;
import io.github.etl2jfr.alignment.ClockOffset;
import io.github.etl2jfr.alignment.NoClockOffset;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkHeader;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadGroupConstant;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.recording.ClockAgreement;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.recording.JvmTarget;
import io.github.etl2jfr.recording.TickClock;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Brings a trace together with a JVM's recording of the same time. */
public final class Merge implements Closeable {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Headers tell the time by the system's, which somebody may have set since the chunk began. */
    private static final long HEADERS_DISAGREE_NANOS = 2 * NANOS_PER_SECOND;

    private final MergeOptions options;
    private final JvmRecording recording;
    private final LongConsumer progress;

    /** What the JVM's recording tells; null until the trace's time is known. */
    private JvmSurvey jvm;

    private Merge(MergeOptions options, JvmRecording recording, LongConsumer progress) throws InputException {
        this.options = options;
        this.recording = recording;
        this.progress = progress;
        for (Chunk chunk : recording.chunks()) {
            if (chunk.eventType(EventType.TRACE_SESSION.typeName()) != null) {
                throw new InputException("recording has a trace's events already; take the one that the JVM wrote");
            }
        }
    }

    /**
     * Opens the JVM's recording.
     *
     * @param progress told the number of bytes done, of the recording and then of the trace
     * @throws InputException if it is no recording, or not a complete one
     */
    public static Merge open(MergeOptions options, LongConsumer progress) throws IOException, InputException {
        try {
            JvmRecording recording = JvmRecording.open(options.recording());
            try {
                return new Merge(options, recording, progress);
            } catch (InputException | RuntimeException e) {
                recording.close();
                throw e;
            }
        } catch (InputException e) {
            throw e.in(options.recording());
        }
    }

    /** Bytes that a merge goes through, beside those of a conversion: the recording and once more the trace. */
    public static long work(long traceSize, long recordingSize) {
        return traceSize + recordingSize;
    }

    /**
     * Finds which threads are the JVM's and how the clocks agree. Goes through the recording and the trace once.
     *
     * @param threads as the survey knows them; stands at the trace's start again afterwards
     * @throws InputException if the two have no time or no thread in common
     */
    public Merged run(EtlFile trace, TraceSurvey survey, ThreadDirectory threads, Workers workers)
            throws IOException, InputException {
        SessionClock clock = trace.clock();
        Map<Long, ThreadGroupConstant> groups = new HashMap<>();
        try {
            jvm = JvmSurvey.of(recording, new JvmClock(nearest(clock, survey).header()), progress);
            recording.threadGroups().forEach(group -> groups.put(group.key(), group));
        } catch (InputException e) {
            throw e.in(options.recording());
        }
        long doubt = options.clockOffset() == null ? HEADERS_DISAGREE_NANOS : 0;
        ClockOffset assumed = constant(survey, clock, givenOffset());
        requireCommonTime(survey, clock, doubt);
        long processId = JvmProcess.find(options.processId(), jvm, threads);
        TickClock assumedTicks = ticks(clock, assumed);
        ThreadMatch assumedThreads = new ThreadMatch(
                jvm, groups, threads, processId, assumedTicks, jvm.clock().length(doubt));
        Prelude prelude = prelude(trace, survey, threads, assumedThreads, doubt, workers);
        if (prelude.threadsSeen() == 0) {
            throw noCommonThread(processId, survey, clock);
        }

        Clocks clocks = compare(prelude, assumed);
        TickClock ticks = ticks(clock, clocks.offset());
        ThreadMatch matched = new ThreadMatch(jvm, groups, threads, processId, ticks, 0);
        long from = Math.max(survey.firstTime(), ticks.sessionTime(jvm.startTicks()));
        long to = Math.min(survey.lastTime(), ticks.sessionTime(jvm.endTicks()));
        if (from >= to) {
            throw noCommonTime(survey, clock);
        }
        MergeReport report = new MergeReport(
                options.recording(),
                processId,
                jvm.threads().size(),
                jvm.events(),
                jvm.virtualLatencies(),
                prelude.threadsSeen(),
                clocks.agreement(),
                clocks.note(),
                jvm.clock().instant(ticks.ticks(from)),
                jvm.clock().instant(ticks.ticks(to)));
        JvmTarget target = new JvmTarget(recording, ticks, clocks.agreement(), matched);
        return new Merged(jvm, matched, target, from, to, prelude.company(), report);
    }

    /** The chunk with the most of the trace's time; its time of day is the one to compare with. */
    private Chunk nearest(SessionClock clock, TraceSurvey survey) {
        long from = clock.epochNanos(survey.firstTime()) - givenOffset();
        long to = clock.epochNanos(survey.lastTime()) - givenOffset();
        return recording.chunks().stream()
                .max(Comparator.comparingLong(chunk -> shared(chunk.header(), from, to)))
                .orElseThrow();
    }

    /** For how many nanoseconds a chunk is of a time; negative if it is not: how far it is away. */
    private static long shared(ChunkHeader chunk, long from, long to) {
        return Math.min(chunk.startNanos() + JvmSurvey.durationNanos(chunk), to) - Math.max(chunk.startNanos(), from);
    }

    /**
     * How two clocks agree.
     *
     * @param note why nothing was found, null if something was
     */
    private record Clocks(ClockOffset offset, ClockAgreement agreement, String note) {}

    private Clocks compare(Prelude prelude, ClockOffset assumed) {
        Alignment alignment = ClockAlignment.find(prelude.times(), jvm.times());
        if (options.clockOffset() != null) {
            ClockAgreement otherwise = alignment instanceof ClockOffset found && contradicts(found, givenOffset())
                    ? agreement(found)
                    : null;
            return new Clocks(assumed, ClockAgreement.ofUser(givenOffset(), otherwise), null);
        }
        if (alignment instanceof ClockOffset found) {
            return new Clocks(found, agreement(found), null);
        }
        NoClockOffset none = (NoClockOffset) alignment;
        return new Clocks(assumed, ClockAgreement.ofHeaders(), none.reason().meaning());
    }

    private static boolean contradicts(ClockOffset found, long offset) {
        return Math.abs(found.offsetNanos() - offset) > found.uncertaintyNanos();
    }

    private Prelude prelude(
            EtlFile trace,
            TraceSurvey survey,
            ThreadDirectory threads,
            ThreadMatch matched,
            long doubt,
            Workers workers)
            throws IOException {
        SessionClock clock = trace.clock();
        long from = Math.max(survey.firstTime(), clock.timestampAt(jvm.startNanos() + givenOffset() - doubt));
        long to = Math.min(survey.lastTime(), clock.timestampAt(jvm.endNanos() + givenOffset() + doubt));
        // What is damaged is told when the trace is gone through for good.
        EventMerge events = new EventMerge(trace, survey, new DamageLog(), progress, workers);
        Prelude prelude = new Prelude(jvm, matched, clock, from, to);
        new Scheduler(events, threads).replay(from, to, prelude);
        threads.rewind();
        return prelude;
    }

    private long givenOffset() {
        return options.clockOffset() == null ? 0 : options.clockOffset().toNanos();
    }

    /** An offset that nobody measured. */
    private static ClockOffset constant(TraceSurvey survey, SessionClock clock, long offset) {
        return new ClockOffset(clock.epochNanos(survey.firstTime()) - offset, offset, 0, 0, 0, 0, 0);
    }

    private static ClockAgreement agreement(ClockOffset found) {
        return new ClockAgreement(
                ClockAgreement.Source.EVENTS,
                Math.round(found.offsetNanos()),
                (long) Math.ceil(found.uncertaintyNanos()),
                Math.round(found.drift() * NANOS_PER_SECOND),
                found.waits() + found.runningInstants(),
                found.contradicting(),
                null);
    }

    private TickClock ticks(SessionClock trace, ClockOffset offset) throws InputException {
        try {
            return jvm.clock().ticks(trace, offset);
        } catch (InputException e) {
            throw e.in(options.recording());
        }
    }

    /**
     * @param doubt by how many nanoseconds the clocks may disagree
     */
    private void requireCommonTime(TraceSurvey survey, SessionClock clock, long doubt) throws InputException {
        long offset = givenOffset();
        if (clock.epochNanos(survey.firstTime()) - offset - doubt > jvm.endNanos()
                || clock.epochNanos(survey.lastTime()) - offset + doubt < jvm.startNanos()) {
            throw noCommonTime(survey, clock);
        }
    }

    private InputException noCommonTime(TraceSurvey survey, SessionClock clock) {
        return new InputException("trace and recording do not overlap in time; " + spans(survey, clock));
    }

    private InputException noCommonThread(long processId, TraceSurvey survey, SessionClock clock) {
        OptionalLong told = jvm.processId();
        if (told.isPresent() && told.getAsLong() != processId) {
            return InputException.ofMisuse("--pid names process %d, but the recording is of process %d; leave --pid out"
                    .formatted(processId, told.getAsLong()));
        }
        return new InputException(
                "no thread of the recording's process %d in the trace; %s".formatted(processId, spans(survey, clock)));
    }

    private String spans(TraceSurvey survey, SessionClock clock) {
        return "the trace is from %s to %s, the recording from %s to %s"
                .formatted(
                        clock.instant(survey.firstTime()),
                        clock.instant(survey.lastTime()),
                        Instant.ofEpochSecond(0, jvm.startNanos()),
                        Instant.ofEpochSecond(0, jvm.endNanos()));
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
