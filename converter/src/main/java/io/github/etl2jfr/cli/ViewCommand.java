package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.NameList;
import io.github.etl2jfr.conversion.UsageException;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.recording.JvmLatency;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.terminal.Layout;
import io.github.etl2jfr.views.terminal.Report;
import io.github.etl2jfr.views.terminal.Spelling;
import io.github.etl2jfr.views.terminal.Text;
import io.github.etl2jfr.views.terminal.View;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code etl2jfr view OUT.jfr [VIEW]}: shows in the terminal what a recording tells. */
@Command(
        name = "view",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = "usage: etl2jfr view [OPTIONS] OUT.jfr|TRACE.etl [VIEW]  show tables",
        synopsisHeading = "",
        // All of it fits a console of Windows.
        optionListHeading = "",
        footer = {
            "VIEW: summary          processes and threads: running, ready, waiting",
            "      findings         what is worth a look, and what to do about it",
            "      latency          how long threads were ready, and who ran instead",
            "      displacers       the same in total: who ran while others were ready",
            "      waits            what threads waited for, and who woke them",
            "      processors, map  load, idle time and migrations; a picture of who ran",
            "      explain          where the time of the JVM's events went",
            "      critical-path    the same, through all threads that an event waited for",
            "      bottlenecks      that of all events together: who came no further",
            "      threads          all that is known of each thread",
            "      slices           what threads did, one thing after the other",
            "Example: etl2jfr view --sort ready --limit 5 out.jfr threads"
        })
final class ViewCommand implements Callable<Integer> {
    private static final int NARROWEST = 40;

    /** Wider is no terminal; what fills a line takes memory. */
    private static final int WIDEST = 9999;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OUT.jfr|TRACE.etl", hidden = true)
    private Path input;

    @Parameters(arity = "0..1", index = "1", paramLabel = "VIEW", hidden = true)
    private String viewName = View.SUMMARY.command();

    @Option(
            names = "--sort",
            paramLabel = "COLUMN",
            description = "sort by this column: its title, or its name in --json")
    private String sort;

    @Option(names = "--limit", paramLabel = "N", description = "show at most so many rows; 0 for all")
    private Integer limit;

    @Mixin
    private WantedThreads wanted;

    @Mixin
    private Window window;

    @Mixin
    private WantedJvms jvms;

    @Option(names = "--event", paramLabel = "LIST", description = "only these events: GC*,ThreadPark,com.acme.*")
    private List<String> events;

    @Option(names = "--code", paramLabel = "LIST", description = "only events in this code: com.acme.*,Pool.borrow")
    private List<String> code;

    @Option(names = "--table", paramLabel = "NAME", description = "show only this table, named as in --json")
    private String table;

    @Option(names = "--width", paramLabel = "N", description = "lay out for so many columns; else the terminal's width")
    private Integer width;

    @ArgGroup
    private Format format = new Format();

    /** For programs. */
    private static final class Format {
        @Option(names = "--json", description = "print JSON: durations in nanoseconds")
        private boolean json;

        @Option(names = "--csv", description = "print CSV: the first table, or that of --table")
        private boolean csv;
    }

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        NameList wantedEvents = new NameList(WantedThreads.list("--event", events));
        Report report = report(wantedEvents);
        ThreadChoice choice = wanted.ofRecording();
        RecordingInput.read(
                input,
                recording -> {
                    requireKnown(wantedEvents, recording);
                    report.read(recording, window::of, choice);
                },
                window,
                false);
        PrintWriter out = spec.commandLine().getOut();
        out.println((format.json ? report.json() : format.csv ? report.csv() : report.text())
                .replace("\n", System.lineSeparator()));
        if (format.csv && report.csvNote() != null) {
            spec.commandLine().getErr().println(report.csvNote());
        }
        return report.isDamaged() ? ExitCode.DAMAGED : ExitCode.DONE;
    }

    private Report report(NameList wantedEvents) throws UsageException {
        if (!Files.exists(input) && new File(viewName).exists()) {
            throw new UsageException("the file comes before the view: etl2jfr view %s %s".formatted(viewName, input));
        }
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
        NameList wantedCode = new NameList(WantedThreads.list("--code", code));
        try {
            Report report = new Report(View.of(viewName), layout, table, sort, limit);
            if (format.csv) {
                report.requireSortedCsv();
            } else if (!format.json) {
                report.requireSortedText();
            }
            if (!wantedEvents.isEmpty()) {
                // Asked for each event: there may be a million, of some ten types.
                Map<String, Boolean> known = new HashMap<>();
                report.keepLatencies(type -> known.computeIfAbsent(type, key -> wantedEvents.matches(namesOf(key))));
            }
            ThreadChoice wantedJvms = jvms.choice();
            if (wantedJvms != null) {
                report.chooseJvms(wantedJvms);
            }
            if (!wantedCode.isEmpty()) {
                report.keepCode(call -> wantedCode.matches(call.names()));
            }
            return report;
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** Those that the JVM may have, or the recording has: applications define their own. */
    private static void requireKnown(NameList wantedEvents, ReadRecording recording)
            throws IOException, RecordingException, UsageException {
        if (wantedEvents.isEmpty()) {
            return;
        }
        Set<String> known = new LinkedHashSet<>(recording.javaEvents());
        if (known.isEmpty()) {
            // Of a trace: the view says what is missing.
            return;
        }
        Stream.of(JvmLatency.values()).map(JvmLatency::typeName).forEach(known::add);
        Optional<String> unknown = wantedEvents
                .notAmong(known.stream().flatMap(ViewCommand::namesOf))
                .findFirst();
        if (unknown.isPresent()) {
            List<String> shortNames = known.stream()
                    .map(ViewCommand::withoutPackage)
                    .sorted(String.CASE_INSENSITIVE_ORDER)
                    .toList();
            throw new UsageException("'%s' is none of the events that are explained%s"
                    .formatted(
                            unknown.get(),
                            Spelling.hint(unknown.get(), shortNames)
                                    .orElseGet(() -> "; those are " + String.join(", ", shortNames))));
        }
    }

    /** As it is shown, too, and by the class alone, be it within another. */
    private static Stream<String> namesOf(String javaEvent) {
        String simple = withoutPackage(javaEvent);
        return Stream.of(javaEvent, Text.javaEvent(javaEvent), simple, simple.substring(simple.lastIndexOf('$') + 1));
    }

    private static String withoutPackage(String javaEvent) {
        return javaEvent.substring(javaEvent.lastIndexOf('.') + 1);
    }
}
