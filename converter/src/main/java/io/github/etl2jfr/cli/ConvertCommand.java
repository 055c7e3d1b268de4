package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.merge.MergeOptions;
import io.github.etl2jfr.options.Length;
import io.github.etl2jfr.options.TimeLimit;
import io.github.etl2jfr.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code etl2jfr TRACE.etl [OUT.jfr]}: converts a trace. */
@Command(
        name = "etl2jfr",
        subcommands = {
            InfoCommand.class,
            ViewCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            SortCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisHeading = "",
        customSynopsis = {
            "usage: etl2jfr [OPTIONS] TRACE.etl [OUT.jfr]  convert a kernel trace",
            "       etl2jfr info [OPTIONS] TRACE.etl       show what is in a trace",
            "       etl2jfr view|report [OPTIONS] OUT.jfr  show a recording: tables, web page",
            "       etl2jfr compare BEFORE.jfr AFTER.jfr   show what has changed",
            "       etl2jfr sort DUMP.jfr [OUT.jfr]        put events in order, for JMC"
        },
        optionListHeading = "",
        // All of it fits a console of 24 lines.
        footer = {
            "KINDS: switches,slices,latencies,processors,statistics,processes,all,EventType",
            "TIME: seconds from the start (2.5) or the end (-1), or a clock time (14:30)",
            "Exit: 0 done, 1 usage, 2 done but the trace is damaged or lossy, 3 failed",
            "Example: etl2jfr --jfr app.jfr trace.etl out.jfr"
        })
final class ConvertCommand implements Callable<Integer> {
    /** What many programs take for standard input or output; a file of that name is {@code ./-}. */
    static final Path STREAM = Path.of("-");

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", index = "0", paramLabel = "TRACE.etl", hidden = true)
    private Path input;

    @Parameters(arity = "0..1", index = "1", paramLabel = "OUT.jfr", hidden = true)
    private Path output;

    @Mixin
    private WantedThreads wanted;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeLimitConverter.class,
            description = "leave out what is earlier")
    private TimeLimit from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TimeLimitConverter.class,
            description = "leave out what is later")
    private TimeLimit to;

    @Option(names = "--events", paramLabel = "KINDS", description = "write only these kinds of events")
    private List<String> events;

    @Option(
            names = "--min-duration",
            paramLabel = "LENGTH",
            converter = LengthConverter.class,
            description = "leave out shorter slices: 50us, 1.5ms, 2s")
    private Duration minDuration = Duration.ZERO;

    @Option(names = "--jfr", paramLabel = "APP.jfr", description = "merge with this recording of a JVM")
    private Path jvmRecording;

    @Option(names = "--all", description = "with --jfr: write all threads of the machine")
    private boolean wholeMachine;

    @Option(names = "--pid", paramLabel = "PID", description = "with --jfr: the JVM's process; found if omitted")
    private Long processId;

    @Option(
            names = "--clock-offset",
            paramLabel = "LENGTH",
            converter = OffsetConverter.class,
            description = "with --jfr: how far the trace clock is ahead")
    private Duration clockOffset;

    @Option(
            names = {"-f", "--force"},
            description = "replace OUT.jfr if it exists")
    private boolean force;

    @Option(
            names = {"-q", "--quiet"},
            description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--json", description = "print the closing report as JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        checkFiles();
        ConversionOptions options = new ConversionOptions(
                selection(), wanted.processes(), wanted.threads(), from, to, minDuration, merge());
        ConversionReport report;
        try (ProgressBar progress = ProgressBar.open(Conversion.work(input, options), quiet)) {
            report = new Conversion(input, output, force, options, progress).run();
        }
        if (json) {
            spec.commandLine().getOut().println(ReportPrinter.json(report));
        } else if (!quiet) {
            ReportPrinter.text(report).forEach(spec.commandLine().getOut()::println);
        }
        return report.damage().isEmpty() ? ExitCode.DONE : ExitCode.DAMAGED;
    }

    private EventSelection selection() throws UsageException {
        EventSelection selection;
        try {
            selection =
                    events == null ? EventSelection.DEFAULT : EventSelection.of(WantedThreads.list("--events", events));
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
        if (jvmRecording == null && selection.needsJvm()) {
            throw new UsageException("latencies are those of a JVM's recording; name it with --jfr");
        }
        return selection;
    }

    private MergeOptions merge() throws UsageException {
        if (jvmRecording != null) {
            if (wholeMachine
                    && !(wanted.processes().isEmpty() && wanted.threads().isEmpty())) {
                throw new UsageException("--all is for all threads, --process and --thread for some; leave one out");
            }
            OptionalLong process = processId == null ? OptionalLong.empty() : OptionalLong.of(processId);
            return new MergeOptions(jvmRecording, process, clockOffset, wholeMachine);
        }
        String option =
                processId != null ? "--pid" : clockOffset != null ? "--clock-offset" : wholeMachine ? "--all" : null;
        if (option != null) {
            throw new UsageException(option + " is for a merge with a JVM's recording; name it with --jfr");
        }
        return null;
    }

    private void checkFiles() throws IOException, InputException, UsageException {
        // Not required by declaration: then the subcommands would require them too.
        if (input == null) {
            throw new UsageException("name the trace to convert: TRACE.etl [OUT.jfr]");
        }
        if (output == null) {
            requireFile(input);
            output = OutputFile.beside(input, ".jfr");
        }
        RecordingInput.requireOrder(input, output);
        requireFile(input);
        RecordingInput.refuse(input);
        OutputFile.requireOther(output, input, "the trace");
        if (jvmRecording != null) {
            requireFile(jvmRecording);
            OutputFile.requireOther(output, jvmRecording, "the JVM's recording");
        }
        OutputFile.requirePlace(output, force);
    }

    static void requireFile(Path trace) throws UsageException, IOException {
        if (trace.equals(STREAM)) {
            throw new UsageException(trace + ": etl2jfr reads files, not streams; name one");
        }
        BasicFileAttributes attributes = Files.readAttributes(trace, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            throw new UsageException(trace + " is a directory");
        }
        if (!EtlFile.isFile(attributes)) {
            // A pipe would be waited for, and cannot be read twice.
            throw new UsageException(trace + " is not a regular file; copy it into one");
        }
    }

    private static <T> T read(String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Reads a {@link TimeLimit}. */
    static final class TimeLimitConverter implements ITypeConverter<TimeLimit> {
        @Override
        public TimeLimit convert(String text) {
            return read(text, TimeLimit::parse);
        }
    }

    /** Reads a {@link Length}. */
    static final class LengthConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return read(text, Length::parse);
        }
    }

    /** Reads a {@link Length} that may be negative. */
    private static final class OffsetConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return read(text, Length::parseSigned);
        }
    }
}
