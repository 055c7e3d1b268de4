package io.github.etl2jfr.merge;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.testing.MadeUpRecording;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A few lines of trace merged with a few events of a JVM. Both start at the same time and count in units of 100 ns. */
final class MadeUpRun {
    private MadeUpRun() {}

    /**
     * Merges them.
     *
     * @param script two processors' trace, in which the JVM is process {@value MadeUpRecording#PROCESS}
     * @param duration the recording's
     * @param jvm writes the JVM's events
     */
    static List<RecordedEvent> merge(
            Path directory, String script, long duration, Consumer<MadeUpRecording> jvm, Duration clockOffset)
            throws Exception {
        return merge(directory, script, MadeUpRecording.of(duration, jvm), clockOffset);
    }

    /** As {@link #merge}, with a recording of several chunks. */
    static List<RecordedEvent> merge(Path directory, String script, byte[] jvm, Duration clockOffset) throws Exception {
        return merge(directory, script, SwitchForm.EVENTS, jvm, clockOffset, Set.of());
    }

    /** As {@link #merge}, with a trace of compact batches and clocks that agree. */
    static List<RecordedEvent> mergeBatches(Path directory, String script, long duration, Consumer<MadeUpRecording> jvm)
            throws Exception {
        byte[] recording = MadeUpRecording.of(duration, jvm);
        return merge(directory, script, SwitchForm.BATCHES, recording, Duration.ZERO, Set.of());
    }

    /** As {@link #merge}, some threads of clocks that agree. */
    static List<RecordedEvent> merge(Path directory, String script, byte[] jvm, Set<String> threads) throws Exception {
        return merge(directory, script, SwitchForm.EVENTS, jvm, Duration.ZERO, threads);
    }

    private static List<RecordedEvent> merge(
            Path directory, String script, SwitchForm form, byte[] jvm, Duration clockOffset, Set<String> threads)
            throws Exception {
        Path recording = Files.write(directory.resolve("jvm.jfr"), jvm);
        Path trace = Files.write(
                directory.resolve("trace.etl"),
                SchedulerScript.parse(script)
                        .toTrace(MadeUpRecording.traceOptions().processors(2), form));
        Path merged = directory.resolve("merged.jfr");
        ConversionOptions options = new ConversionOptions(
                EventSelection.DEFAULT,
                Set.of(),
                threads,
                null,
                null,
                Duration.ZERO,
                new MergeOptions(recording, OptionalLong.empty(), clockOffset, false));
        new Conversion(trace, merged, options, bytes -> {}).run();
        return RecordingFile.readAllEvents(merged);
    }

    /** What a merge tells of the JVM's events. */
    static List<RecordedEvent> latencies(List<RecordedEvent> merged) {
        return merged.stream()
                .filter(event -> event.getEventType().getName().equals("windows.LatencyBreakdown"))
                .toList();
    }
}
