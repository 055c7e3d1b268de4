package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.merge.MergeOptions;
import io.github.etl2jfr.options.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** The option that says what a trace is merged with to be shown. */
final class ShownTrace {
    @Option(
            names = "--jfr",
            paramLabel = "APP.jfr",
            description = "with TRACE.etl: merged with this recording of a JVM")
    private Path jvmRecording;

    /** How the input is converted if it is a trace. */
    ConversionOptions options(Path input) throws IOException, UsageException {
        if (jvmRecording == null) {
            return ConversionOptions.DEFAULT;
        }
        ConvertCommand.requireFile(input);
        if (JvmRecording.isRecording(input)) {
            throw new UsageException("--jfr goes with a trace; %s is a recording".formatted(input));
        }
        ConvertCommand.requireFile(jvmRecording);
        return ConversionOptions.all(
                EventSelection.DEFAULT, new MergeOptions(jvmRecording, OptionalLong.empty(), null, false));
    }
}
