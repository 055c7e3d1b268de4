package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.UsageException;
import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line's entry point: runs a command and turns what went wrong into one line and an exit code. */
public final class Main {
    private static final String SEE_HELP = "; see --help";

    private Main() {}

    public static void main(String[] arguments) {
        // The same digits and separators for everybody.
        Locale.setDefault(Locale.ROOT);
        System.exit(run(arguments));
    }

    /** Runs a command; the exit code is one of {@link ExitCode}. */
    static int run(String... arguments) {
        CommandLine command = new CommandLine(new ConvertCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                // A name may begin with @.
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(usageErrors())
                .setExecutionExceptionHandler(inputErrors());
        try {
            return command.execute(arguments);
        } catch (OutOfMemoryError e) {
            print(command, "not enough memory for this trace; give it more, such as java -Xmx1g -jar etl2jfr.jar");
            return ExitCode.NOTHING_USABLE;
        }
    }

    private static IParameterExceptionHandler usageErrors() {
        return (ParameterException error, String[] arguments) -> {
            print(error.getCommandLine(), lowerCase(error.getMessage()) + SEE_HELP);
            return ExitCode.USAGE;
        };
    }

    private static IExecutionExceptionHandler inputErrors() {
        return (Exception error, CommandLine command, ParseResult result) -> {
            if (error instanceof UsageException) {
                print(command, error.getMessage() + SEE_HELP);
                return ExitCode.USAGE;
            }
            print(command, message(error));
            return ExitCode.NOTHING_USABLE;
        };
    }

    private static void print(CommandLine command, String message) {
        PrintWriter err = command.getErr();
        err.println("etl2jfr: " + message.lines().findFirst().orElse("failed"));
        err.flush();
    }

    private static String message(Exception error) throws Exception {
        if (error instanceof NoSuchFileException e) {
            return e.getFile() + ": no such file";
        }
        if (error instanceof AccessDeniedException e) {
            return e.getFile() + ": permission denied";
        }
        if (error instanceof FileSystemException e) {
            return e.getFile() + ": " + lowerCase(e.getReason() == null ? "cannot be used" : e.getReason());
        }
        if (error instanceof InputException) {
            return error.getMessage();
        }
        if (error instanceof IOException) {
            return lowerCase(error.getMessage());
        }
        throw error;
    }

    /** For the words of others, which begin with a word and not with a name that is to be kept. */
    private static String lowerCase(String message) {
        if (message == null || message.isEmpty()) {
            return "failed";
        }
        // An abbreviation at the beginning stays as it is.
        boolean isWord = message.length() < 2 || !Character.isUpperCase(message.charAt(1));
        return isWord ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
    }
}
