package io.github.etl2jfr.cli;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.jfr.ChunkSorter;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.system.PendingFile;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code etl2jfr sort DUMP.jfr [OUT.jfr]}: writes a recording so that Mission Control shows each event once. */
@Command(
        name = "sort",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = {
            "usage: etl2jfr sort [OPTIONS] DUMP.jfr [OUT.jfr]",
            "       write a recording's events in the order of their ends: Mission Control",
            "       shows some of an agent's slices twice, and others not, in another one"
        },
        synopsisHeading = "",
        optionListHeading = "%n",
        footerHeading = "%n",
        footer = {"OUT.jfr: if not given, the recording's name with -sorted.jfr.", "Example: etl2jfr sort dump.jfr"})
final class SortCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DUMP.jfr", hidden = true)
    private Path input;

    @Parameters(arity = "0..1", index = "1", paramLabel = "OUT.jfr", hidden = true)
    private Path output;

    @Option(
            names = {"-f", "--force"},
            description = "replace OUT.jfr if it exists, unless a JVM made it")
    private boolean force;

    @Option(
            names = {"-q", "--quiet"},
            description = "print nothing but errors")
    private boolean quiet;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        ConvertCommand.requireFile(input);
        if (RecordingInput.isTrace(input)) {
            throw new UsageException("%s is a trace; what etl2jfr converts it to is in order".formatted(input));
        }
        if (output == null) {
            output = OutputFile.beside(input, "-sorted.jfr");
        }
        OutputFile.requireOther(output, input, "the recording");
        OutputFile.requirePlace(output, force);
        try (JvmRecording recording = JvmRecording.open(input)) {
            ChunkSorter sorter = write(recording);
            if (!quiet) {
                spec.commandLine()
                        .getOut()
                        .println(Harmless.text("%s: %s in order; %s had been behind a later one; %s"
                                .formatted(
                                        output,
                                        Amount.of(sorter.events(), "event"),
                                        Amount.number(sorter.late()),
                                        Units.bytes(Files.size(output)))));
            }
            return ExitCode.DONE;
        } catch (InputException e) {
            throw e.in(input);
        }
    }

    private ChunkSorter write(JvmRecording recording) throws IOException, InputException, UsageException {
        try (PendingFile pending = new PendingFile(output, force);
                ProgressBar progress = ProgressBar.open(ChunkSorter.work(Files.size(input)), quiet)) {
            ChunkSorter sorter = new ChunkSorter(pending.channel(), progress);
            sorter.write(recording);
            pending.commit();
            return sorter;
        } catch (IOException e) {
            throw NamedFailure.of(output, e);
        }
    }
}
