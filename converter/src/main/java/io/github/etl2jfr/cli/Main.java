package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.system.Shutdown;
import io.github.etl2jfr.views.terminal.View;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Spelling;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line's entry point: runs a command and turns what went wrong into one line and an exit code. */
public final class Main {
    /** What the conversion takes together with {@code --jfr} only. */
    private static final Set<String> OF_MERGES = Set.of("--all", "--pid", "--clock-offset");

    /** Characters; a line of help for each option. */
    private static final int LONGEST_OPTION = 24;

    private static final String SEE_HELP = "; see --help";
    private static final String PROGRAM = "etl2jfr: ";
    private static final int MEGABYTE = 1 << 20;

    /** Put together while there is memory for it; not by a format, whose digits are the user's this early. */
    private static final String NOT_ENOUGH_MEMORY = "not enough memory; give it more, such as java -Xmx"
            + 2 * (Runtime.getRuntime().maxMemory() / MEGABYTE) + "m -jar etl2jfr.jar";

    private static final byte[] NOT_ENOUGH_MEMORY_BYTES =
            (PROGRAM + NOT_ENOUGH_MEMORY + System.lineSeparator()).getBytes(StandardCharsets.US_ASCII);

    private Main() {}

    public static void main(String[] arguments) {
        // The same digits and separators for everybody.
        Locale.setDefault(Locale.ROOT);
        // Whoever waits for what another thread was to do tells what became of it.
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {});
        System.exit(run(arguments));
    }

    /** Runs a command; the exit code is one of {@link ExitCode}. */
    static int run(String... arguments) {
        try {
            CommandLine command = new CommandLine(new ConvertCommand())
                    .setOut(StandardOutput.writer())
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setUsageHelpLongOptionsMaxWidth(LONGEST_OPTION)
                    .setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.isBold() ? Ansi.ON : Ansi.OFF))
                    // A name may begin with @.
                    .setExpandAtFiles(false)
                    .registerConverter(Path.class, new FileName())
                    .registerConverter(Integer.class, text -> (int) number(text, Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .registerConverter(int.class, text -> (int) number(text, Integer.MIN_VALUE, Integer.MAX_VALUE))
                    .registerConverter(Long.class, text -> number(text, Long.MIN_VALUE, Long.MAX_VALUE))
                    .setParameterExceptionHandler(usageErrors())
                    .setExecutionExceptionHandler(inputErrors());
            Optional<String> mistyped = mistypedCommand(command, arguments);
            if (mistyped.isPresent()) {
                print(mistyped.get() + SEE_HELP);
                return ExitCode.USAGE;
            }
            return told(command.execute(arguments));
        } catch (Error e) {
            return failed(e);
        }
    }

    /** A first word that is neither a command nor a file: then whatever else is wrong does not matter. */
    private static Optional<String> mistypedCommand(CommandLine command, String[] arguments) {
        String word = arguments.length == 0 ? "" : arguments[0];
        Set<String> commands = command.getSubcommands().keySet();
        if (word.isEmpty() || word.startsWith("-") || commands.contains(word) || new File(word).exists()) {
            return Optional.empty();
        }
        if (View.isName(word)) {
            return Optional.of("'%s' is a view, not a command: etl2jfr view OUT.jfr %s".formatted(word, word));
        }
        Stream<String> meant = Stream.concat(commands.stream(), Stream.of("--help", "--version"));
        String refusal = "'%s' is neither a command nor a file".formatted(word);
        Optional<String> hint =
                Spelling.hint(word, meant.collect(Collectors.toList())).map(refusal::concat);
        if (hint.isPresent() || !word.matches("[A-Za-z]{1,12}")) {
            return hint;
        }
        return Optional.of(
                "%s; commands are %s; none is needed to convert".formatted(refusal, String.join(", ", commands)));
    }

    @SuppressWarnings("SystemOut")
    private static int failed(Error error) {
        try {
            print(message(error));
        } catch (OutOfMemoryError e) {
            // Whoever took the memory has it still: there is none to put a message together.
            System.err.write(NOT_ENOUGH_MEMORY_BYTES, 0, NOT_ENOUGH_MEMORY_BYTES.length);
            System.err.flush();
        }
        return ExitCode.NOTHING_USABLE;
    }

    /** What was to be printed may not have arrived; streams of text keep that to themselves until asked. */
    @SuppressWarnings("SystemOut")
    private static int told(int exitCode) {
        if (!System.out.checkError()) {
            return exitCode;
        }
        String reason = "cannot be written to";
        try {
            // They do not keep the reason either; the system tells it again.
            new FileOutputStream(FileDescriptor.out).write('\n');
        } catch (IOException e) {
            reason = NamedFailure.lowerCase(e.getMessage());
        }
        if (reason.contains("pipe")) {
            // As by head, or more on Windows, which has read enough.
            return exitCode;
        }
        print("standard output: " + reason);
        return ExitCode.NOTHING_USABLE;
    }

    private static long number(String text, long least, long most) {
        if (!text.matches("[+-]?[0-9]+")) {
            throw new TypeConversionException("'%s' is not a whole number".formatted(text));
        }
        BigInteger number = new BigInteger(text);
        if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new TypeConversionException("%s is too far from 0".formatted(text));
        }
        return number.longValue();
    }

    private static IParameterExceptionHandler usageErrors() {
        return (ParameterException error, String[] arguments) -> {
            print(message(error) + SEE_HELP);
            return ExitCode.USAGE;
        };
    }

    private static String message(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            // What follows it may be its value, not another one.
            String typed = unmatched.getUnmatched().get(0).split("=", 2)[0];
            Optional<String> elsewhere = optionOfOtherCommand(typed, error.getCommandLine());
            if (elsewhere.isPresent()) {
                return elsewhere.get();
            }
            Set<String> options =
                    error.getCommandLine().getCommandSpec().optionsMap().keySet();
            return "unknown option '%s'%s"
                    .formatted(typed, Spelling.hint(typed, options).orElse(""));
        }
        if (error instanceof UnmatchedArgumentException unmatched) {
            return "one argument too many: '%s'".formatted(String.join("' and '", unmatched.getUnmatched()));
        }
        if (error instanceof MissingParameterException missing
                && missing.getMissing().stream().allMatch(ArgSpec::isPositional)) {
            return "name the file: "
                    + missing.getMissing().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" "));
        }
        return NamedFailure.lowerCase(error.getMessage().replaceFirst("^Error: ", ""));
    }

    /** Whose option it is, if another command has it. */
    private static Optional<String> optionOfOtherCommand(String option, CommandLine command) {
        CommandLine conversion = command.getParent() == null ? command : command.getParent();
        List<String> others = Stream.concat(Stream.of(conversion), conversion.getSubcommands().values().stream())
                .filter(each -> each.getCommandSpec().optionsMap().containsKey(option))
                .map(each -> name(each, conversion))
                .toList();
        if (others.isEmpty()) {
            return Optional.empty();
        }
        OptionSpec ofConversion = conversion.getCommandSpec().optionsMap().get(option);
        boolean isFlag = ofConversion != null && ofConversion.arity().max() == 0;
        // Of a flag that several have, such as --json, it is clear how to use it, and likelier another's than this
        // one's.
        String usage = ofConversion == null || isFlag && others.size() > 1
                ? ""
                : ": etl2jfr %s%s TRACE.etl OUT.jfr"
                        .formatted(
                                OF_MERGES.contains(option) ? "--jfr APP.jfr " : "",
                                isFlag ? option : option + " " + ofConversion.paramLabel());
        return Optional.of("'%s' is not an option of %s, but of %s%s"
                .formatted(option, name(command, conversion), String.join(", ", others), usage));
    }

    private static String name(CommandLine command, CommandLine conversion) {
        return command == conversion ? "the conversion" : command.getCommandName();
    }

    private static IExecutionExceptionHandler inputErrors() {
        return (Exception error, CommandLine command, ParseResult result) -> {
            if (error instanceof UsageException) {
                print(error.getMessage() + SEE_HELP);
                return ExitCode.USAGE;
            }
            print(message(error));
            return error instanceof InputException e && e.isMisuse() ? ExitCode.USAGE : ExitCode.NOTHING_USABLE;
        };
    }

    @SuppressWarnings("SystemOut")
    private static void print(String message) {
        if (!Shutdown.hasBegun()) {
            System.err.println(PROGRAM + Harmless.text(message));
        }
    }

    private static String message(Exception error) {
        if (error instanceof FileSystemException e) {
            return NamedFailure.line(e);
        }
        if (error instanceof InputException) {
            return error.getMessage();
        }
        if (error instanceof IOException) {
            return NamedFailure.lowerCase(error.getMessage());
        }
        return message((Throwable) error);
    }

    /** What nobody foresaw: the machine's limits, or a fault of this program. */
    private static String message(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (!(cause instanceof OutOfMemoryError)) {
            StackTraceElement[] trace = cause.getStackTrace();
            return "unexpected %s%s; please report it".formatted(cause, trace.length == 0 ? "" : " at " + trace[0]);
        }
        return String.valueOf(cause.getMessage()).contains("thread")
                ? "the system allows no more threads, or has no memory for them"
                : NOT_ENOUGH_MEMORY;
    }
}
