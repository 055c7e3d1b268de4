package io.github.etl2jfr.cli;

import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.table.Layout;
import io.github.etl2jfr.views.terminal.Report;
import java.io.PrintWriter;
import java.util.Stack;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say which tables to print, and how. */
final class TableOptions {
    private static final int NARROWEST = 40;

    /** Wider is no terminal; what fills a line takes memory. */
    private static final int WIDEST = 9999;

    @Option(
            names = "--sort",
            paramLabel = "COLUMN",
            parameterConsumer = AnyWord.class,
            description = "by its title, or name in --json; -COLUMN: in reverse")
    private String sort;

    @Option(names = "--limit", paramLabel = "N", description = "show at most N rows; 0 for all")
    private Integer limit;

    @Option(names = "--table", paramLabel = "NAME", description = "show only this table, named as in --json")
    private String table;

    @Option(names = "--width", paramLabel = "N", description = "lay out for N columns; else for the terminal's width")
    private Integer width;

    @ArgGroup
    private Format format = new Format();

    /** Takes a word that looks like an option, too: -highestPriority is not -h with more behind it. */
    private static final class AnyWord implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
            if (arguments.isEmpty() || arguments.peek().startsWith("--")) {
                throw new MissingParameterException(
                        command.commandLine(), option, "missing required parameter for option '--sort' (COLUMN)");
            }
            option.setValue(arguments.pop());
        }
    }

    /** Formats for programs. */
    private static final class Format {
        @Option(names = "--json", description = "print JSON: durations in nanoseconds")
        private boolean json;

        @Option(names = "--csv", description = "print CSV: the first table, or that of --table")
        private boolean csv;
    }

    /** What there is to say of these tables. */
    @FunctionalInterface
    interface Tables {
        /**
         * Prepares a report, as {@link Report#Report} does.
         *
         * @throws IllegalArgumentException if the user wants what is not in them
         */
        Report report(Layout layout, String table, String sort, Integer limit);
    }

    /** A report that is as the user wants it, about these events. */
    Report report(CommandSpec spec, WantedEvents events, Tables tables) throws UsageException {
        if (limit != null && limit < 0) {
            throw new UsageException("--limit is a number of rows, or 0 for all");
        }
        if (width != null && width < NARROWEST) {
            throw new UsageException("--width is at least " + NARROWEST);
        }
        if (width != null && width > WIDEST) {
            throw new UsageException("--width is at most " + WIDEST);
        }
        boolean forPrograms = format.json || format.csv;
        // What programs get does not depend on where they are started.
        int usualWidth = forPrograms ? Terminal.USUAL_WIDTH : Math.max(NARROWEST, Terminal.width(spec));
        Layout layout = new Layout(
                width == null ? usualWidth : width, !forPrograms && Terminal.isBold(), StandardOutput.spelling());
        try {
            Report report = tables.report(layout, table, sort, limit);
            if (format.csv) {
                report.requireSortedCsv();
            } else if (!format.json) {
                report.requireSortedText();
            }
            events.choose(report);
            return report;
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /**
     * Prints a report that has read what it is about.
     *
     * @return the exit code
     */
    int print(Report report, CommandSpec spec) {
        PrintWriter out = spec.commandLine().getOut();
        out.println((format.json ? report.json() : format.csv ? report.csv() : report.text())
                .replace("\n", System.lineSeparator()));
        if (format.csv && report.csvNote() != null) {
            spec.commandLine().getErr().println(report.csvNote());
        }
        return report.isDamaged() ? ExitCode.DAMAGED : ExitCode.DONE;
    }
}
