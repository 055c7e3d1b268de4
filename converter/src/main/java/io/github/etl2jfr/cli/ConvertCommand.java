package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.Conversion;
import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.conversion.ConversionReport;
import io.github.etl2jfr.conversion.EventSelection;
import io.github.etl2jfr.conversion.TimeLimit;
import io.github.etl2jfr.conversion.UsageException;
import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code etl2jfr TRACE.etl OUT.jfr}: converts a trace. */
@Command(
        name = "etl2jfr",
        subcommands = InfoCommand.class,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisHeading = "",
        customSynopsis = {
            "usage: etl2jfr [OPTIONS] TRACE.etl OUT.jfr  turn a trace into a recording",
            "       etl2jfr info [OPTIONS] TRACE.etl     show what a trace is",
            "",
            "Makes a Java flight recording of the context switches in a Windows kernel trace."
        },
        optionListHeading = "%n",
        footerHeading = "%n",
        footer = {
            "TIME: seconds from the start (2.5) or the end (-1), or clock time (14:30:05)",
            "Exit: 0 done, 1 usage, 2 converted but the trace is damaged, 3 no recording",
            "Example: etl2jfr --process javaw.exe --from 10 --to 12.5 trace.etl out.jfr"
        })
final class ConvertCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", index = "0", paramLabel = "TRACE.etl", hidden = true)
    private Path input;

    @Parameters(arity = "0..1", index = "1", paramLabel = "OUT.jfr", hidden = true)
    private Path output;

    @Option(names = "--process", paramLabel = "NAME|PID", description = "only its threads; repeatable")
    private Set<String> processes = new LinkedHashSet<>();

    @Option(names = "--thread", paramLabel = "TID", description = "only this thread; repeatable")
    private Set<Long> threadIds = new LinkedHashSet<>();

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

    @Option(
            names = "--events",
            paramLabel = "LIST",
            split = ",",
            hideParamSyntax = true,
            description = "only these: switches, slices, processors, statistics, processes, all,"
                    + " or event types, with commas")
    private List<String> events = List.of();

    @Option(
            names = "--min-duration",
            paramLabel = "LENGTH",
            converter = LengthConverter.class,
            description = "leave out shorter slices: 50us, 1.5ms, 2s")
    private Duration minDuration = Duration.ZERO;

    @Option(names = "--force", description = "replace OUT.jfr if it exists")
    private boolean force;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--json", description = "print the closing report as JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        checkFiles();
        ConversionOptions options = new ConversionOptions(selection(), processes, threadIds, from, to, minDuration);
        ConversionReport report;
        try (ProgressBar progress = ProgressBar.open(Conversion.work(Files.size(input)), quiet)) {
            report = new Conversion(input, output, options, progress).run();
        } catch (InputException e) {
            throw new InputException(input + ": " + e.getMessage());
        }
        if (json) {
            spec.commandLine().getOut().println(ReportPrinter.json(report));
        } else if (!quiet) {
            ReportPrinter.text(report).forEach(spec.commandLine().getOut()::println);
        }
        return report.damage().isEmpty() ? ExitCode.DONE : ExitCode.DAMAGED;
    }

    private EventSelection selection() throws UsageException {
        try {
            return events.isEmpty() ? EventSelection.DEFAULT : EventSelection.of(events);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private void checkFiles() throws IOException, UsageException {
        // Not required by declaration: then the subcommands would require them too.
        if (input == null || output == null) {
            throw new UsageException("name the trace to convert and the recording to write: TRACE.etl OUT.jfr");
        }
        requireFile(input);
        if (!Files.exists(output)) {
            Path directory = output.toAbsolutePath().getParent();
            if (!Files.isDirectory(directory)) {
                throw new FileSystemException(directory.toString(), null, "no such directory");
            }
            return;
        }
        if (Files.isDirectory(output)) {
            throw new UsageException(output + " is a directory; name the file to write");
        }
        if (Files.isSameFile(input, output)) {
            throw new UsageException(output + " is the trace itself");
        }
        if (!force) {
            throw new UsageException(output + " exists; --force replaces it");
        }
    }

    static void requireFile(Path trace) throws UsageException, NoSuchFileException {
        if (!Files.exists(trace)) {
            // Before anything is said about the output: it may be a mistyped command.
            throw new NoSuchFileException(trace.toString());
        }
        if (Files.isDirectory(trace)) {
            throw new UsageException(trace + " is a directory");
        }
    }

    /** Reads a {@link TimeLimit}. */
    private static final class TimeLimitConverter implements ITypeConverter<TimeLimit> {
        @Override
        public TimeLimit convert(String text) {
            try {
                return TimeLimit.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Reads a length of time with its unit. */
    private static final class LengthConverter implements ITypeConverter<Duration> {
        private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ns|us|ms|s)");
        private static final Map<String, Integer> DIGITS = Map.of("ns", 0, "us", 3, "ms", 6, "s", 9);

        @Override
        public Duration convert(String text) {
            Matcher matcher = LENGTH.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException("'%s' is no length of time; use 50us, 1.5ms or 2s".formatted(text));
            }
            BigDecimal number = new BigDecimal(matcher.group(1));
            return Duration.ofNanos(
                    number.movePointRight(DIGITS.get(matcher.group(2))).longValue());
        }
    }
}
