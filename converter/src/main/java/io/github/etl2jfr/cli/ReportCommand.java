package io.github.etl2jfr.cli;

import io.github.etl2jfr.conversion.ConversionOptions;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.system.PendingFile;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.report.HtmlReport;
import io.github.etl2jfr.views.terminal.View;
import io.github.etl2jfr.views.text.Harmless;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code etl2jfr report OUT.jfr [REPORT.html]}: writes a web page that tells what a recording tells. */
@Command(
        name = "report",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = {
            "usage: etl2jfr report [OPTIONS] OUT.jfr|TRACE.etl [REPORT.html]",
            "       write a web page that shows a recording, in one file"
        },
        synopsisHeading = "",
        optionListHeading = "%n",
        footerHeading = "%n",
        footer = {
            "REPORT.html: if not given, the recording's name with .html.",
            "Examples: etl2jfr report --from 0.5 --to 1.5 out.jfr report.html",
            "          etl2jfr report --jfr app.jfr trace.etl"
        })
final class ReportCommand implements Callable<Integer> {
    /** A slice takes some 100 bytes in the columns of the browser. */
    private static final int USUAL_SLICES = 2_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OUT.jfr|TRACE.etl", hidden = true)
    private Path input;

    @Parameters(arity = "0..1", index = "1", paramLabel = "REPORT.html", hidden = true)
    private Path output;

    @Mixin
    private WantedThreads wanted;

    @Mixin
    private Window window;

    @Mixin
    private WantedJvms jvms;

    @Mixin
    private ShownTrace trace;

    @Option(
            names = "--max-slices",
            paramLabel = "N",
            description = "draw the longest N slices, and N JVM events; 2000000")
    private int mostSlices = USUAL_SLICES;

    @Option(names = "--no-findings", description = "leave out the findings, which take time and memory")
    private boolean withoutFindings;

    @Option(
            names = {"-f", "--force"},
            description = "replace REPORT.html if it exists")
    private boolean force;

    @Option(
            names = {"-q", "--quiet"},
            description = "print nothing but errors")
    private boolean quiet;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        if (mostSlices < 1) {
            throw new UsageException("--max-slices is a number of slices, at least 1");
        }
        ThreadChoice wantedJvms = jvms.choice();
        if (withoutFindings && wantedJvms != null) {
            throw new UsageException("--jvm is for findings, which --no-findings leaves out");
        }
        ConvertCommand.requireFile(input);
        requireNoView();
        Path page = output == null ? OutputFile.beside(input, ".html") : output;
        OutputFile.requireOther(page, input, "the recording");
        if (Files.isRegularFile(page) && JvmRecording.isRecording(page)) {
            throw new UsageException(
                    ("%s is a recording and is never replaced by a page; the page's name comes last, and 'etl2jfr compare' shows"
                                    + " how two recordings differ")
                            .formatted(page));
        }
        OutputFile.requirePlace(page, force);
        ConversionOptions options = trace.options(input);
        HtmlReport report = new HtmlReport(mostSlices, !withoutFindings);
        report.chooseJvms(wantedJvms);
        ThreadChoice choice = wanted.ofRecording();
        // Whether it can be written shows before all is read for it.
        try (PendingFile pending = pending(page, force)) {
            RecordingInput.read(input, options, recording -> report.read(recording, window::of, choice), window, quiet);
            write(report, page, pending);
        }
        if (!quiet) {
            spec.commandLine()
                    .getOut()
                    .println(Harmless.text("%s: %s; %s%s"
                            .formatted(
                                    page,
                                    report.contents(),
                                    Units.bytes(Files.size(page)),
                                    report.isDamaged() ? "; it says what is wrong with the trace" : "")));
        }
        return report.isDamaged() ? ExitCode.DAMAGED : ExitCode.DONE;
    }

    private static PendingFile pending(Path page, boolean force) throws IOException {
        try {
            return new PendingFile(page, force);
        } catch (IOException e) {
            throw NamedFailure.of(page, e);
        }
    }

    private static void write(HtmlReport report, Path page, PendingFile pending) throws IOException, UsageException {
        try {
            report.writeTo(Channels.newOutputStream(pending.channel()));
            pending.commit();
        } catch (IOException e) {
            throw NamedFailure.of(page, e);
        }
    }

    /** Who asks for a view wants no file of that name. */
    private void requireNoView() throws UsageException {
        if (output != null && View.isName(output.toString())) {
            throw new UsageException("a report has all views; for the terminal: etl2jfr view %s %s; for a file ./%s"
                    .formatted(input, output, output));
        }
    }
}
