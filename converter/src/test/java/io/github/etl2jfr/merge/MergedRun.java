package io.github.etl2jfr.merge;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.testing.Recordings;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * The recording of a JVM of the JDK that runs the test, merged with a trace of its run, and what is true of both.
 *
 * @param events of the merged recording
 * @param session the one of them that tells what the trace is
 */
record MergedRun(
        JvmRun jvm,
        TraceOfRun truth,
        Path trace,
        Path merged,
        ConversionReport report,
        List<RecordedEvent> events,
        RecordedEvent session) {
    private static final double LEAD_NANOS = 50e6;
    private static final double LONG_NANOS = 15e6;

    /** The JVM's recording as it was. */
    static Path original() throws IOException, InterruptedException {
        return Recordings.run().recording();
    }

    /** A trace that begins a little before the recording and ends after it. */
    static TraceOfRun around(JvmRun jvm, long skewNanos, double drift) throws IOException, InterruptedException {
        return around(jvm, skewNanos, drift, (int) Recordings.run().processId());
    }

    /** The same of another process. */
    static TraceOfRun around(JvmRun jvm, long skewNanos, double drift, int processId) {
        TrueClock clock = jvm.clock(skewNanos, drift);
        long lead = clock.ticks(LEAD_NANOS);
        List<Long> edges = jvm.chunkEdges();
        Span span = new Span(edges.get(0) - lead, edges.get(edges.size() - 1) + lead);
        return TraceOfRun.of(jvm, clock, span, processId);
    }

    /** A trace that begins in the midst of the recording's first long wait and ends in that of its last. */
    static TraceOfRun within(JvmRun jvm, long skewNanos, double drift) throws IOException, InterruptedException {
        // Others switch meanwhile, so that the trace really begins there.
        long longEnough = jvm.clock(skewNanos, drift).ticks(LONG_NANOS);
        List<Span> waits = jvm.threads().stream()
                .flatMap(thread -> thread.waits().stream())
                .map(JvmRun.Wait::time)
                .filter(time -> time.length() > longEnough)
                .sorted(Comparator.comparingLong(Span::start))
                .toList();
        Span first = waits.get(0);
        Span last = waits.get(waits.size() - 1);
        Span span = new Span((first.start() + first.end()) / 2, (last.start() + last.end()) / 2);
        return TraceOfRun.of(
                jvm, jvm.clock(skewNanos, drift), span, (int) Recordings.run().processId());
    }

    /** Merges all that is in the trace. */
    static MergedRun merge(JvmRun jvm, TraceOfRun truth, SwitchForm form, Duration clockOffset, Path directory)
            throws Exception {
        Path trace = Files.write(Files.createTempFile(directory, "run", ".etl"), truth.write(form));
        Path merged = Files.createTempFile(directory, "merged", ".jfr");
        ConversionOptions options = ConversionOptions.all(
                EventSelection.of(List.of("all")),
                new MergeOptions(original(), OptionalLong.empty(), clockOffset, true));
        ConversionReport report = new Conversion(trace, merged, options, bytes -> {}).run();
        List<RecordedEvent> events = RecordingFile.readAllEvents(merged);
        RecordedEvent session = events.stream()
                .filter(event -> event.getEventType().getName().equals("windows.TraceSession"))
                .findFirst()
                .orElseThrow();
        return new MergedRun(jvm, truth, trace, merged, report, events, session);
    }

    /** The events of a type. */
    List<RecordedEvent> events(String type) {
        return events(event -> event.getEventType().getName().equals(type));
    }

    List<RecordedEvent> events(Predicate<RecordedEvent> condition) {
        return events.stream().filter(condition).toList();
    }

    /** What the merged recording says that the trace and the JVM's have in common, in ticks of the JVM. */
    Span common() {
        return new Span(session.getLong("traceStart"), session.getLong("traceEnd"));
    }
}
