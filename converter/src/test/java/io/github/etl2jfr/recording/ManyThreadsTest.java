package io.github.etl2jfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.testing.ContextSwitch;
import io.github.etl2jfr.testing.ProcessRecord;
import io.github.etl2jfr.testing.ThreadRecord;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording does not grow beyond measure with the names of threads, nor do its constants. */
class ManyThreadsTest {
    private static final TraceOptions OPTIONS = new TraceOptions().processors(1).bufferSize(0x20000);

    @TempDir
    private Path directory;

    private final TraceBuilder.InMemory trace = TraceBuilder.inMemory(OPTIONS);

    /** One switch each. */
    private void run(int threads) {
        for (int i = 1; i <= threads; i++) {
            ContextSwitch next =
                    new ContextSwitch().oldThread(4 * i, 8).waiting(6).newThread(4 * (i + 1), 8);
            trace.builder().append(0, OPTIONS.events().contextSwitch(OPTIONS.ticks(10L * i), next));
        }
    }

    private Path convert() throws Exception {
        Path input = Files.write(directory.resolve("trace.etl"), trace.finish());
        Path recording = directory.resolve("trace.jfr");
        ConversionOptions all = ConversionOptions.all(EventSelection.of(List.of("all")), null);
        new Conversion(input, recording, all, bytes -> {}).run();
        return recording;
    }

    private static List<RecordedEvent> switches(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals("windows.ContextSwitch"))
                .toList();
    }

    /** Each thread has its process' name, of 60 KB, which the trace has once. */
    @Test
    void longNamesAreCut() throws Exception {
        int threads = 5000;
        ProcessRecord process = ProcessRecord.of(ProcessRecord.Kind.RUNDOWN_AT_START)
                .processId(100)
                .image("x".repeat(60_000));
        trace.builder().append(0, OPTIONS.events().process(OPTIONS.ticks(0), 0, 0, process));
        for (int i = 1; i <= threads + 1; i++) {
            ThreadRecord thread = ThreadRecord.of(ThreadRecord.Kind.RUNDOWN_AT_START)
                    .processId(100)
                    .threadId(4 * i);
            trace.builder().append(0, OPTIONS.events().thread(OPTIONS.ticks(0), 0, 0, thread));
        }
        run(threads);
        Path recording = convert();
        // Twice a name of a thousand for each: its own, and in its ProcessorRunning its process'.
        assertThat(Files.size(recording)).isBetween(10_000_000L, 20_000_000L);
        assertThat(switches(recording))
                .hasSize(threads)
                .last()
                .extracting(event -> event.getThread("newThread").getOSName())
                .isEqualTo("x".repeat(1000) + " (" + 4 * (threads + 1) + ")");
    }

    @Test
    void manyAreInSeveralChunks() throws Exception {
        int threads = 100_000;
        run(threads);
        Path recording = convert();
        // Each runs, and at the end of the trace each waits: 200,000 times one is named, 32,768 of them in a chunk.
        assertThat(Chunks.of(recording)).hasSizeBetween(6, 8);
        assertThat(switches(recording))
                .hasSize(threads)
                .allMatch(event -> event.getThread("newThread").getOSName().startsWith("Unknown ("));
    }
}
