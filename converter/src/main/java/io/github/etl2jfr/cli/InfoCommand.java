package io.github.etl2jfr.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.LogFileHeader;
import io.github.etl2jfr.etl.SessionClock;
import io.github.etl2jfr.kernel.GroupMasks;
import io.github.etl2jfr.kernel.TraceSurvey;
import io.github.etl2jfr.kernel.WindowsBuild;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.parallel.Workers;
import io.github.etl2jfr.scheduler.EventMerge;
import io.github.etl2jfr.scheduler.ProcessDirectory;
import io.github.etl2jfr.scheduler.ThreadDirectory;
import io.github.etl2jfr.views.terminal.TraceNotes;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code etl2jfr info TRACE.etl}: tells what a trace is, without converting it. */
@Command(
        name = "info",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = "usage: etl2jfr info [OPTIONS] TRACE.etl  show what is in a trace",
        synopsisHeading = "",
        optionListHeading = "%n",
        footerHeading = "%n",
        footer = "Example: etl2jfr info --processes trace.etl")
final class InfoCommand implements Callable<Integer> {
    /** Places that the word before each line takes. */
    private static final int LABEL = 11;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TRACE.etl", hidden = true)
    private Path input;

    @Option(names = "--processes", description = "list the processes as well")
    private boolean listProcesses;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException, InputException, UsageException {
        ConvertCommand.requireFile(input);
        RecordingInput.refuse(input);
        DamageLog damage = new DamageLog();
        try (EtlFile file = open(input)) {
            TraceSurvey survey = survey(file, damage);
            EventMerge.findMissing(file, survey, damage);
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(ReportPrinter.print(json(file, survey, damage)));
            } else {
                printText(file, survey, damage, out);
            }
            LogFileHeader header = file.header();
            boolean lossless = header.eventsLost() == 0 && header.buffersLost() == 0;
            return damage.totals().isEmpty() && lossless ? ExitCode.DONE : ExitCode.DAMAGED;
        } catch (InputException e) {
            throw e.in(input);
        }
    }

    private static EtlFile open(Path input) throws IOException, InputException {
        try (ProgressBar progress = ProgressBar.open(EtlFile.unpackedSize(input), false)) {
            return EtlFile.open(input, progress);
        }
    }

    private static TraceSurvey survey(EtlFile file, DamageLog damage) throws IOException {
        try (ProgressBar progress = ProgressBar.open(file.size(), false);
                Workers workers = Workers.start()) {
            return TraceSurvey.of(file, damage, workers, progress);
        }
    }

    private void printText(EtlFile file, TraceSurvey survey, DamageLog damage, PrintWriter out) throws IOException {
        LogFileHeader header = file.header();
        SessionClock clock = file.clock();
        out.println(Harmless.text(input.toString()));
        out.printf(
                Locale.ROOT,
                "  system      %s, %s, %d bit%n",
                os(header),
                Amount.of(header.processors(), "processor"),
                header.pointerSize() * 8);
        out.printf(Locale.ROOT, "  session     %s%n", Harmless.text(header.loggerName()));
        out.printf(
                Locale.ROOT,
                "  clock       %s, %,d ticks/s; timer tick %s%n",
                clock.type().label(),
                clock.frequency(),
                timerTick(header.timerTickNanos()));
        if (survey.hasEvents()) {
            out.printf(
                    Locale.ROOT,
                    "  span        %s, %s to %s%n",
                    Units.seconds(clock.nanosBetween(survey.firstTime(), survey.lastTime()) / 1e9),
                    clock.instant(survey.firstTime()),
                    clock.instant(survey.lastTime()));
        } else {
            out.println("  span        no events");
        }
        out.printf(
                Locale.ROOT,
                "  buffers     %s of %s in %s%n",
                Amount.number(survey.buffers().size()),
                Units.bytes(header.bufferSize()),
                Units.bytes(file.size()));
        out.printf(Locale.ROOT, "  enabled     %s%n", groups(survey.groupMasks()));
        out.printf(
                Locale.ROOT,
                "  lost        %s, %s, says the header%n",
                Amount.of(header.eventsLost(), "event"),
                Amount.of(header.buffersLost(), "buffer"));
        if (!damage.totals().isEmpty()) {
            ReportPrinter.damage(damage.totals(), LABEL).forEach(out::println);
        }
        note(survey).ifPresent(note -> out.println("  note        " + note));
        out.println("  events");
        survey.eventCounts().forEach((name, count) -> out.printf(Locale.ROOT, "    %-28s %,12d%n", name, count));
        if (listProcesses) {
            out.println("  processes");
            for (ProcessDirectory.Life process : processes(file, survey)) {
                out.printf(
                        Locale.ROOT,
                        "    %7s  %-24s %s%n",
                        Integer.toUnsignedString(process.processId()),
                        harmless(process.image()),
                        harmless(process.commandLine()));
            }
        }
    }

    /** What a conversion of the trace would miss. */
    private static Optional<String> note(TraceSurvey survey) {
        if (!survey.hasSwitches()) {
            return Optional.of("no context switches in the trace, so there is nothing to convert");
        }
        return survey.hasReadyEvents() ? Optional.empty() : Optional.of(TraceNotes.NO_READY_EVENTS);
    }

    private JsonObject json(EtlFile file, TraceSurvey survey, DamageLog damage) throws IOException {
        LogFileHeader header = file.header();
        SessionClock clock = file.clock();
        JsonObject json = new JsonObject();
        json.addProperty("file", input.toString());
        json.addProperty("fileBytes", file.size());
        json.addProperty("osVersion", os(header));
        json.addProperty("osBuild", header.osBuild());
        json.addProperty("processors", header.processors());
        json.addProperty("pointerSize", header.pointerSize());
        json.addProperty("session", header.loggerName());
        json.addProperty("clock", clock.type().label());
        json.addProperty("clockFrequency", clock.frequency());
        boolean hasEvents = survey.hasEvents();
        json.addProperty(
                "traceStart", hasEvents ? clock.instant(survey.firstTime()).toString() : null);
        json.addProperty(
                "traceEnd", hasEvents ? clock.instant(survey.lastTime()).toString() : null);
        json.addProperty("buffers", survey.buffers().size());
        json.addProperty("bufferBytes", header.bufferSize());
        json.addProperty("eventsLost", header.eventsLost());
        json.addProperty("buffersLost", header.buffersLost());
        json.add("enabled", jsonGroups(survey.groupMasks()));
        json.add("damage", ReportPrinter.json(damage.totals()));
        JsonObject events = new JsonObject();
        survey.eventCounts().forEach(events::addProperty);
        json.add("events", events);
        if (listProcesses) {
            JsonArray processes = new JsonArray();
            for (ProcessDirectory.Life process : processes(file, survey)) {
                JsonObject entry = new JsonObject();
                entry.addProperty("pid", Integer.toUnsignedLong(process.processId()));
                entry.addProperty("image", process.image());
                entry.addProperty("commandLine", process.commandLine());
                processes.add(entry);
            }
            json.add("processes", processes);
        }
        return json;
    }

    private static List<ProcessDirectory.Life> processes(EtlFile file, TraceSurvey survey) throws IOException {
        ProcessDirectory told = new ProcessDirectory(survey.identities());
        // Of some only threads are told.
        return ThreadDirectory.of(file, survey, told).processes().lives();
    }

    private static String os(LogFileHeader header) {
        return WindowsBuild.describe(header.osMajor(), header.osMinor(), header.osBuild());
    }

    private static String timerTick(long nanos) {
        return nanos == LogFileHeader.UNKNOWN ? "unknown" : String.format(Locale.ROOT, "%.4f ms", nanos / 1e6);
    }

    private static String groups(GroupMasks masks) {
        if (masks == null) {
            return "unknown";
        }
        StringBuilder groups = new StringBuilder();
        append(groups, masks.processes(), "processes");
        append(groups, masks.threads(), "threads");
        append(groups, masks.contextSwitches(), masks.compact() ? "context switches (compact)" : "context switches");
        append(groups, masks.readyThreads(), "ready threads");
        return groups.isEmpty() ? "nothing of the scheduler" : groups.toString();
    }

    private static JsonElement jsonGroups(GroupMasks masks) {
        if (masks == null) {
            return JsonNull.INSTANCE;
        }
        JsonObject groups = new JsonObject();
        groups.addProperty("processes", masks.processes());
        groups.addProperty("threads", masks.threads());
        groups.addProperty("contextSwitches", masks.contextSwitches());
        groups.addProperty("compactContextSwitches", masks.compact());
        groups.addProperty("readyThreads", masks.readyThreads());
        return groups;
    }

    private static void append(StringBuilder list, boolean enabled, String name) {
        if (enabled) {
            list.append(list.isEmpty() ? "" : ", ").append(name);
        }
    }

    private static String harmless(String text) {
        return text == null ? "" : Harmless.text(text);
    }
}
