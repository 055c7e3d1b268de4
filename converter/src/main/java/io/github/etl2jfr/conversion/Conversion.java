package io.github.etl2jfr.conversion;

import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.merge.Merge;
import io.github.etl2jfr.merge.MergeOptions;
import io.github.etl2jfr.merge.Merged;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.recording.EventType;
import io.github.etl2jfr.recording.LeftOut;
import io.github.etl2jfr.recording.Readability;
import io.github.etl2jfr.recording.RecordingWriter;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.RecordedSwitches;
import io.github.etl2jfr.scheduler.Scheduler;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.system.PendingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;

/** Turns a trace into a recording. */
public final class Conversion {
    private static final String LIST_OF_THREADS = "'etl2jfr view TRACE.etl threads'";

    private static final String CONCERNED = "those of concern to the JVM";

    private final Path input;
    private final Path output;
    private final boolean replaces;
    private final ConversionOptions options;
    private final LongConsumer progress;
    private final DamageLog damage = new DamageLog();

    /** A conversion that replaces the recording if it exists. */
    public Conversion(Path input, Path output, ConversionOptions options, LongConsumer progress) {
        this(input, output, true, options, progress);
    }

    /**
     * @param input the trace
     * @param output the recording
     * @param replaces whether that is replaced if it exists
     * @param progress told the number of bytes whenever some more are done, by any thread; all together
     *     are at most {@link #work}
     */
    public Conversion(Path input, Path output, boolean replaces, ConversionOptions options, LongConsumer progress) {
        this.input = input;
        this.output = output;
        this.replaces = replaces;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Bytes that a conversion goes through: the survey reads the trace once, the scheduler once more, one in an archive
     * is unpacked before, and a merge has work of its own.
     *
     * @throws InputException if the file is an archive without a trace
     */
    public static long work(Path input, ConversionOptions options) throws IOException, InputException {
        try {
            long unpacked = EtlFile.unpackedSize(input);
            long size = unpacked == 0 ? Files.size(input) : unpacked;
            MergeOptions merge = options.merge();
            return unpacked + 2 * size + (merge == null ? 0 : Merge.work(size, Files.size(merge.recording())));
        } catch (InputException e) {
            throw e.in(input);
        }
    }

    /**
     * Converts.
     *
     * @throws InputException if no recording can be made of the trace
     * @throws UsageException if the options ask for a time at which there is no trace, or the recording exists and is
     *     not to be replaced
     * @throws IOException if it cannot be read, or the recording not be written
     */
    public ConversionReport run() throws IOException, InputException, UsageException {
        long started = System.nanoTime();
        try (EtlFile file = EtlFile.open(input, progress);
                Workers workers = Workers.start();
                // Whether it can be written shows before all is read for it.
                PendingFile pending = new PendingFile(output, replaces);
                Merge merge = options.merge() == null ? null : Merge.open(options.merge(), progress)) {
            TraceSurvey survey = TraceSurvey.of(file, damage, workers, progress);
            RecordedSwitches.require(file, survey, damage);
            ProcessDirectory processes = new ProcessDirectory(survey.identities());
            survey.identities().forgetProcesses();
            ThreadDirectory threads = ThreadDirectory.of(file, survey, processes);
            survey.forgetIdentities();
            Merged merged = merge == null ? null : merge.run(file, survey, threads, workers);
            ThreadFilter filter = filter(threads, merged);
            if (!options.processes().isEmpty() && options.threads().isEmpty()) {
                requireMatch(filter);
            }
            TimeLimit.Limits window = window(file.clock(), survey, merged);
            long from = window.from();
            long to = window.to();
            RecordingWriter.Session session = session(file, survey, from, to);
            RecordingWriter writer = writer(pending, session, threads, merged, workers);
            EventMerge events = new EventMerge(file, survey, damage, progress, workers);
            Scheduler scheduler = new Scheduler(events, threads);
            Chronicle chronicle = new Chronicle(writer, session, filter, options.events(), damage);
            if (merged != null && options.events().contains(EventType.LATENCY_BREAKDOWN)) {
                chronicle.explain(merged.explainer(threads, scheduler, from, to, chronicle::explained));
            }
            chronicle.begin(survey, processes);
            survey.forgetBuffers();
            scheduler.replay(from, to, chronicle);
            // Some threads the trace never announces: only their switches tell that they were there.
            requireMatch(filter);
            damage.addRest(file.header());
            chronicle.end();
            writer.finish();
            if (merged != null) {
                requireReadable(pending);
            }
            long size = pending.channel().size();
            pending.commit();
            SessionClock clock = file.clock();
            return new ConversionReport(
                    new ConversionReport.SizedFile(input, file.size()),
                    new ConversionReport.SizedFile(output, size),
                    new ConversionReport.Part(chronicle.switchesSeen(), chronicle.switchesWritten()),
                    events.plansMissed(),
                    events.duplicates(),
                    new ConversionReport.Part(
                            threads.threads(), chronicle.threads().cardinality()),
                    new ConversionReport.Part(processes.lives().size(), processesOf(chronicle.threads(), threads)),
                    writer.events(),
                    chronicle.latencies(),
                    session.readyEvents(),
                    damage.totals(),
                    span(clock, survey.firstTime(), survey.lastTime()),
                    span(clock, from, to),
                    Duration.ofNanos(System.nanoTime() - started),
                    merged == null ? null : merged.report());
        } catch (InputException e) {
            throw e.in(input);
        } catch (IOException e) {
            // What is read names its own file, but for a JVM's recording that has changed, or only now proves damaged.
            throw NamedFailure.of(
                    e.getCause() instanceof InputException ? options.merge().recording() : output, e);
        }
    }

    private static long processesOf(BitSet written, ThreadDirectory threads) {
        return written.stream()
                .mapToObj(threads::process)
                .filter(Objects::nonNull)
                .distinct()
                .count();
    }

    private static ConversionReport.Span span(SessionClock clock, long from, long to) {
        return new ConversionReport.Span(clock.instant(from), clock.instant(to));
    }

    /**
     * The time that the recording is to tell of, of all that it could: with a JVM's recording of that which is in both
     * files, as whoever looks at the recording counts from its start.
     */
    private TimeLimit.Limits window(SessionClock clock, TraceSurvey survey, Merged merged) throws UsageException {
        boolean isMerged = merged != null;
        long first = isMerged ? merged.from() : survey.firstTime();
        long last = isMerged ? merged.to() : survey.lastTime();
        TimeLimit.Limits wanted = TimeLimit.Limits.of(
                new TimeLimit.Option("--from", options.from()),
                new TimeLimit.Option("--to", options.to()),
                isMerged ? "the time that is in both files" : "the trace",
                clock,
                first,
                last);
        return new TimeLimit.Limits(Math.max(wanted.from(), first), Math.min(wanted.to(), last));
    }

    private void requireReadable(PendingFile pending) throws IOException, InputException {
        Path recording = pending.complete();
        try {
            Readability.require(recording);
        } catch (InputException e) {
            throw e.in(options.merge().recording());
        } catch (IOException e) {
            throw pending.ofTarget(e);
        }
    }

    private RecordingWriter writer(
            PendingFile pending,
            RecordingWriter.Session session,
            ThreadDirectory threads,
            Merged merged,
            Workers workers)
            throws IOException, InputException {
        if (merged == null) {
            return new RecordingWriter(pending.channel(), session, threads, workers);
        }
        try {
            return new RecordingWriter(pending.channel(), session, threads, merged.target(), workers);
        } catch (InputException e) {
            throw e.in(options.merge().recording());
        }
    }

    private ThreadFilter filter(ThreadDirectory threads, Merged merged) {
        if (!options.processes().isEmpty() || !options.threads().isEmpty()) {
            return ThreadFilter.of(
                    options.processes(),
                    options.threads(),
                    merged == null ? thread -> List.of() : merged::namesOf,
                    threads);
        }
        return isOfConcerned() ? ThreadFilter.of(merged.company(), threads) : ThreadFilter.all(threads);
    }

    private void requireMatch(ThreadFilter filter) throws InputException {
        String missing = filter.missing();
        if (!missing.isEmpty()) {
            String list = missing.startsWith("no process") ? "'etl2jfr info --processes'" : LIST_OF_THREADS;
            throw InputException.ofMisuse("%s in the trace; %s lists them".formatted(missing, list));
        }
        String ofOthers = filter.missingOfProcesses();
        if (!ofOthers.isEmpty()) {
            throw InputException.ofMisuse(
                    "%s in the trace, only of others; %s lists them".formatted(ofOthers, LIST_OF_THREADS));
        }
        if (!filter.matchesAnyThread()) {
            throw filter.isOfUser()
                    ? InputException.ofMisuse("no thread of process '%s' in the trace; %s lists those there are"
                            .formatted(String.join("', '", options.processes()), LIST_OF_THREADS))
                    : new InputException("no thread of the JVM in the trace");
        }
    }

    private RecordingWriter.Session session(EtlFile file, TraceSurvey survey, long from, long to) {
        // Not the header's number: it may be anything, and memory depends on this one.
        int processors = 0;
        for (SurveyedBuffer buffer : survey.buffers()) {
            processors = Math.max(processors, buffer.entry().processor() + 1);
        }
        return new RecordingWriter.Session(
                input.getFileName().toString(),
                file.header(),
                file.clock(),
                from,
                to,
                survey.isCompact(),
                survey.hasReadyEvents(),
                processors,
                leftOut(file.clock(), survey, from, to));
    }

    private LeftOut leftOut(SessionClock clock, TraceSurvey survey, long from, long to) {
        return new LeftOut(
                options.minDuration(),
                clock.nanosBetween(survey.firstTime(), from),
                clock.nanosBetween(to, survey.lastTime()),
                listed(options.processes()),
                isOfConcerned() ? CONCERNED : listed(options.threads()),
                options.events().limits(options.merge() != null));
    }

    private static String listed(Set<String> patterns) {
        return patterns.isEmpty() ? null : String.join(", ", patterns);
    }

    /** Whether only threads go into a JVM's recording that are of concern to it. */
    private boolean isOfConcerned() {
        return options.merge() != null
                && !options.merge().wholeMachine()
                && options.processes().isEmpty()
                && options.threads().isEmpty();
    }
}
