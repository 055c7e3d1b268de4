package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.merge.MergeOptions;
import io.github.etl2jfr.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The input is a JVM's recording, damaged: merged with a sound trace of the same time. */
public final class MergeFuzz {
    private static final Path OUTPUT = Scratch.file("merged.jfr");
    private static final byte[] TRACE = SmallRecordings.trace();

    private MergeFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException, UsageException {
        Path trace = Scratch.file("merge.etl", TRACE);
        Path recording = Scratch.file("jvm.jfr", input);
        Files.deleteIfExists(OUTPUT);
        MergeOptions merge = new MergeOptions(recording, OptionalLong.empty(), null, false);
        ConversionOptions options = ConversionOptions.all(EventSelection.DEFAULT, merge);
        try {
            ConversionReport report = new Conversion(trace, OUTPUT, options, bytes -> {}).run();
            Checks.require(Files.size(OUTPUT) == report.output().size(), "not the size that is reported");
            Checks.require(report.output().size() >= input.length, "less than the JVM wrote");
        } catch (InputException e) {
            Checks.message(e);
            Checks.require(!Files.exists(OUTPUT), "a recording in spite of the refusal");
        }
    }
}
