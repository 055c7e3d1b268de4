package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.RecordingFile;

/** The input is a damaged trace as for {@link TraceFuzz}: converted to a recording that the JDK reads, or none. */
public final class ConversionFuzz {
    private static final Path OUTPUT = Scratch.file("conversion.jfr");

    private ConversionFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException, UsageException {
        if (input.length == 0) {
            return;
        }
        Path trace = Scratch.file("conversion.etl", TraceFuzz.trace(input));
        Files.deleteIfExists(OUTPUT);
        AtomicLong work = new AtomicLong();
        try {
            ConversionReport report = new Conversion(trace, OUTPUT, ConversionOptions.DEFAULT, work::addAndGet).run();
            long events = 0;
            try (RecordingFile recording = new RecordingFile(OUTPUT)) {
                while (recording.hasMoreEvents()) {
                    recording.readEvent().getEventType();
                    events++;
                }
            }
            Checks.require(events == report.events(), events + " events, and " + report.events() + " reported");
            Checks.require(work.get() <= Conversion.work(trace, ConversionOptions.DEFAULT), "more work than there is");
        } catch (InputException e) {
            Checks.message(e);
            Checks.require(!Files.exists(OUTPUT), "a recording in spite of the refusal");
        }
    }
}
