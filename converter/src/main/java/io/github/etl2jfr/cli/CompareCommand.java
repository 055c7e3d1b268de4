package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.terminal.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code etl2jfr compare BEFORE.jfr AFTER.jfr}: shows what is different in another recording. */
@Command(
        name = "compare",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = "usage: etl2jfr compare [OPTIONS] BEFORE.jfr AFTER.jfr  show what has changed",
        synopsisHeading = "",
        optionListHeading = "",
        footer = {
            "Traces will do as well. --from and --to count from the start of each.",
            "Example: etl2jfr compare --from 10 --process java* before.jfr after.jfr"
        })
final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BEFORE.jfr", hidden = true)
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER.jfr", hidden = true)
    private Path after;

    @Mixin
    private TableOptions tables;

    @Mixin
    private WantedThreads wantedThreads;

    @Mixin
    private Window window;

    @Mixin
    private WantedEvents wantedEvents;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        // Not after minutes with the other one.
        ConvertCommand.requireFile(after);
        Report report = tables.report(spec, wantedEvents, Report::comparison);
        ThreadChoice choice = wantedThreads.ofEither();
        read(before, recording -> {
            wantedEvents.add(recording);
            report.readBefore(recording, window::of, choice);
        });
        read(after, recording -> {
            wantedEvents.add(recording);
            wantedEvents.requireKnown();
            report.read(recording, window::of, choice);
        });
        return tables.print(report, spec);
    }

    private void read(Path input, RecordingInput.Reader reader) throws IOException, InputException, UsageException {
        try {
            RecordingInput.read(input, reader, window, false);
        } catch (UsageException e) {
            // The times may be wrong for one of them alone.
            throw window.misuse() == null ? e : new UsageException(input + ": " + e.getMessage());
        }
    }
}
