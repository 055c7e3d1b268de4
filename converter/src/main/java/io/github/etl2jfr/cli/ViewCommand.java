package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.terminal.Report;
import io.github.etl2jfr.views.terminal.View;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
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
            "VIEW: summary, pools         processes, threads; pools of these: running, ready",
            "      findings               what is worth a look, and what to do about it",
            "      latency, displacers    how long threads were ready, and who ran instead",
            "      waits                  what threads waited for, and who woke them",
            "      processors, load, map  load and migrations; load over time; who ran where",
            "      explain, critical-path where an event's time went; and in awaited threads",
            "      bottlenecks            critical paths of all events: who held them up",
            "      threads, slices        all that is known of each; what each did, in order",
            "Example: etl2jfr view --sort ready --limit 5 out.jfr threads"
        })
final class ViewCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OUT.jfr|TRACE.etl", hidden = true)
    private Path input;

    @Parameters(arity = "0..1", index = "1", paramLabel = "VIEW", hidden = true)
    private String viewName = View.SUMMARY.command();

    @Mixin
    private TableOptions tables;

    @Mixin
    private WantedThreads wantedThreads;

    @Mixin
    private Window window;

    @Mixin
    private WantedJvms jvms;

    @Mixin
    private ShownTrace trace;

    @Mixin
    private WantedEvents wantedEvents;

    @Option(
            names = "--step",
            paramLabel = "LENGTH",
            converter = ConvertCommand.LengthConverter.class,
            description = "length of the steps of load: 50us, 1.5ms, 2s")
    private Duration step;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        if (!Files.exists(input) && new File(viewName).exists()) {
            throw new UsageException("the file comes before the view: etl2jfr view %s %s".formatted(viewName, input));
        }
        if (!Files.exists(input) && View.isName(input.toString())) {
            throw new UsageException("name the file before the view: etl2jfr view OUT.jfr " + input);
        }
        requireOneFile();
        if (step != null && step.isZero()) {
            throw new UsageException("--step is at least 1ns");
        }
        ThreadChoice wantedJvms = jvms.choice();
        Report report = tables.report(spec, wantedEvents, (layout, table, sort, limit) -> {
            Report view = new Report(View.of(viewName), layout, table, sort, limit);
            if (wantedJvms != null) {
                view.chooseJvms(wantedJvms);
            }
            if (step != null) {
                view.setStep(step.toNanos());
            }
            return view;
        });
        ThreadChoice choice = wantedThreads.ofRecording();
        RecordingInput.read(
                input,
                trace.options(input),
                recording -> {
                    wantedEvents.add(recording);
                    wantedEvents.requireKnown();
                    report.read(recording, window::of, choice);
                },
                window,
                false);
        return tables.print(report, spec);
    }

    /** Two files, such as a JVM's recording and a trace in whichever order, are no file and a view. */
    private void requireOneFile() throws UsageException {
        String first = input.toString();
        boolean isTraceFirst = RecordingInput.isCalledTrace(first);
        boolean isTraceSecond = RecordingInput.isCalledTrace(viewName);
        boolean isRecordingSecond = viewName.toLowerCase(Locale.ROOT).endsWith(".jfr");
        if (isRecordingSecond && !isTraceFirst) {
            throw new UsageException("a view shows one file; to see how two recordings differ: etl2jfr compare %s %s"
                    .formatted(first, viewName));
        }
        if (isTraceFirst ? isRecordingSecond : isTraceSecond) {
            throw new UsageException(
                    "a view shows one file; for a JVM's recording and a trace: etl2jfr view --jfr %s %s explain"
                            .formatted(isTraceFirst ? viewName : first, isTraceFirst ? first : viewName));
        }
    }
}
