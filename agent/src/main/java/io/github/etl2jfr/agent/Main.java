package io.github.etl2jfr.agent;

import com.sun.tools.attach.VirtualMachineDescriptor;
import io.github.etl2jfr.agent.feed.FollowedTrace;
import io.github.etl2jfr.agent.feed.TraceFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Spelling;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The command line: brings the agent into a JVM that runs, asks what it does, ends it. */
public final class Main {
    private static final int DONE = 0;
    private static final int USAGE = 1;
    private static final int FAILED = 3;

    private static final String OPTION = "--";
    private static final List<String> COMMANDS = List.of("--status", "--stop", "--list", "--help", "--version");
    private static final String SEE_HELP = "; see --help";
    private static final List<String> HELP = List.of(
            "usage: java -javaagent:etl2jfr-agent.jar=trace=PATH[,option=value...] APPLICATION",
            "       java -jar etl2jfr-agent.jar PID TRACE.etl [--option value...]",
            "       java -jar etl2jfr-agent.jar --status PID | --stop PID | --list | --version",
            "",
            "Feeds a kernel trace into the flight recordings of a running JVM. TRACE.etl may still be",
            "being written; a %d in its name stands for the numbers of successive files.",
            "",
            "  events=LIST          write only these: slices (default), switches, all, or event types",
            "  threads=LIST         only these threads, by name or id; * stands for any characters",
            "  lanes=own|all        slices of this JVM's threads only (default), or of all processes",
            "  min-duration=LENGTH  leave out shorter slices: 50us, 1.5ms, 2s; default 20us",
            "  from=TIME, to=TIME   finished traces only: leave out what is earlier, or later: seconds from",
            "                       the start (2.5) or the end (-1), or a clock time (14:30:05)",
            "  max-rate=N           above N slices a second, raise the minimum duration; default 100000",
            "  delay=LENGTH         how long to wait for late buffers and for news of threads; default 2s",
            "  flushed              the session flushes its buffers more often than the delay: a processor",
            "                       silent for that long has had no switches",
            "  start                start a recording if none is running, instead of waiting for one",
            "  again                write again what an earlier run wrote of this trace",
            "  profile-threads=PERIOD",
            "                       on Windows (never tried): profile the threads that start from now on",
            "  profile-counters=LIST",
            "                       record these hardware counters, by index (0 to 15)",
            "",
            "Exit: 0 done, 1 usage, 3 failed",
            "Example: java -jar etl2jfr-agent.jar 4711 trace.etl --min-duration 50us");

    private final PrintStream out;
    private final PrintStream err;

    private Main(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs a command. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(new Main(System.out, System.err).run(List.of(arguments)));
    }

    private int run(List<String> arguments) {
        try {
            return command(arguments);
        } catch (UsageException e) {
            return fail(e.getMessage() + SEE_HELP, USAGE);
        } catch (AttachException e) {
            return fail(e.getMessage(), FAILED);
        } catch (InputException | IOException e) {
            return fail(Failure.message(e), FAILED);
        } catch (NoClassDefFoundError e) {
            return fail("this Java cannot attach to another (no module jdk.attach); run it with a JDK", FAILED);
        }
    }

    private int fail(String message, int exitCode) {
        err.println("etl2jfr: " + Harmless.text(message));
        return exitCode;
    }

    private int command(List<String> arguments) throws UsageException, AttachException, InputException, IOException {
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        return switch (first) {
            case "" -> throw new UsageException("name the process and the trace: PID TRACE.etl");
            case "--help", "-h" -> {
                HELP.forEach(out::println);
                yield DONE;
            }
            case "--version", "-V" -> {
                String version = Main.class.getPackage().getImplementationVersion();
                out.println("etl2jfr-agent " + (version == null ? "(development)" : version));
                yield DONE;
            }
            case "--list" -> {
                if (arguments.size() != 1) {
                    throw new UsageException(first + " takes nothing else");
                }
                yield list();
            }
            case "--status" -> status(processId(only(arguments, first)));
            case "--stop" -> stop(processId(only(arguments, first)));
            default -> {
                refuseMistyped(first);
                yield attach(arguments);
            }
        };
    }

    /** A first word that is neither a process id nor an option: then whatever else is wrong does not matter. */
    private static void refuseMistyped(String word) throws UsageException {
        String name = word.startsWith(OPTION) ? word.substring(OPTION.length()).split("=", 2)[0] : word;
        if (!word.matches("[0-9].*") && !AgentOptions.isName(name)) {
            Optional<String> hint = Spelling.hint(word, COMMANDS);
            if (hint.isPresent()) {
                throw new UsageException("'%s' is not a command%s".formatted(word, hint.get()));
            }
        }
    }

    private static String only(List<String> arguments, String command) throws UsageException {
        if (arguments.size() != 2) {
            throw new UsageException(command + " takes a process id, and nothing else");
        }
        return arguments.get(1);
    }

    private static Path path(String text) throws UsageException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException("'%s' is not a file name: %s".formatted(text, e.getReason()));
        }
    }

    private static long processId(String text) throws UsageException {
        try {
            long id = Long.parseLong(text);
            if (id > 0) {
                return id;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new UsageException("'%s' is not a process id".formatted(text));
    }

    private int list() {
        long self = ProcessHandle.current().pid();
        AttachedJvm.list().stream()
                .filter(jvm -> !jvm.id().equals(Long.toString(self)))
                .sorted(Comparator.comparing(VirtualMachineDescriptor::id, Comparator.comparingInt(String::length))
                        .thenComparing(VirtualMachineDescriptor::id))
                .forEach(jvm -> out.println(jvm.id() + " " + Harmless.text(jvm.displayName())));
        return DONE;
    }

    private int status(long processId) throws AttachException {
        try (AttachedJvm jvm = AttachedJvm.attach(processId)) {
            Optional<Status> status = jvm.status();
            out.println("process %s: %s"
                    .formatted(
                            processId,
                            status.map(Main::text).map(Harmless::text).orElse("has no agent")));
            return DONE;
        }
    }

    /** A status in words, which says that the agent has ended where its own words do not. */
    private static String text(Status status) {
        return status.phase() == Status.Phase.FAILED ? "failed: " + status.text() : status.text();
    }

    private int stop(long processId) throws AttachException {
        try (AttachedJvm jvm = AttachedJvm.attach(processId)) {
            // Whatever is told before: the application may have taken that away.
            jvm.load(Agent.STOP);
            Status status =
                    jvm.status().orElseThrow(() -> new AttachException("process %s has no agent".formatted(processId)));
            String text = "process %s: %s".formatted(processId, text(status));
            if (status.phase().isActive()) {
                throw new AttachException(text);
            }
            out.println(Harmless.text(text));
            return DONE;
        }
    }

    private int attach(List<String> arguments) throws UsageException, AttachException, InputException, IOException {
        List<String> names = new ArrayList<>();
        StringBuilder options = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith(OPTION)) {
                names.add(argument);
                continue;
            }
            String option = argument.substring(OPTION.length());
            AgentOptions.requireName(option.split("=", 2)[0]);
            if (!option.contains("=") && !AgentOptions.isFlag(option)) {
                if (++i == arguments.size()) {
                    throw new UsageException(argument + " needs a value");
                }
                option += "=" + arguments.get(i);
            }
            AgentOptions.requirePassable(option);
            options.append(',').append(option);
        }
        if (names.size() != 2) {
            throw new UsageException("name the process and the trace: PID TRACE.etl");
        }
        long processId = processId(names.get(0));
        Path trace = path(names.get(1)).toAbsolutePath();
        AgentOptions.requirePassable(trace);
        String agentArguments = AgentOptions.TRACE + "=" + trace + options;
        AgentOptions.parse(agentArguments);
        requireTrace(trace);
        return attach(processId, agentArguments);
    }

    /** What is wrong with it is better told here than in the other process. */
    private static void requireTrace(Path trace) throws InputException, IOException {
        if (FollowedTrace.isPattern(trace)) {
            FollowedTrace.requireDirectory(trace);
        } else {
            TraceFile.require(trace);
        }
    }

    private int attach(long processId, String agentArguments) throws AttachException {
        try (AttachedJvm jvm = AttachedJvm.attach(processId)) {
            Optional<Status> before = jvm.status();
            if (before.isPresent() && before.get().phase().isActive()) {
                throw new AttachException("process %s has an agent already, which %s; --stop %s ends it"
                        .formatted(processId, before.get().text(), processId));
            }
            jvm.start(agentArguments);
            Status status = jvm.awaitStart();
            if (status.phase() == Status.Phase.FAILED) {
                throw new AttachException("process %s: %s".formatted(processId, status.text()));
            }
            out.println("process %s: %s".formatted(processId, Harmless.text(status.text())));
            return DONE;
        }
    }
}
