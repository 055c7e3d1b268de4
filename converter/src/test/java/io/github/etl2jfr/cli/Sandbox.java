package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.etl2jfr.cli.Program.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A directory in which the program runs as a process, started by a shell that takes something away from it first. */
final class Sandbox {
    /** Starts the program with its arguments; what a script has before it and after it is up to the test. */
    static final String PROGRAM = "\"$@\"";

    /** Far more than it takes, on a machine that has other things to do. */
    private static final long SECONDS = 180;

    private static final long SECONDS_TO_PRINT = 5;

    private final Path directory;
    private final Path outputs;
    private final List<String> jvmOptions;

    /**
     * @param directory where the program runs
     * @param outputs where what it prints is kept, somewhere else
     */
    Sandbox(Path directory, Path outputs, String... jvmOptions) {
        this.directory = directory;
        this.outputs = outputs;
        this.jvmOptions = List.of(jvmOptions);
    }

    /** The same with these options for its JVM. */
    Sandbox with(String... options) {
        return new Sandbox(directory, outputs, options);
    }

    Process start(String script, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Program.SHORT_LIVED);
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        command.add(Main.class.getName());
        command.addAll(List.of(Program.strings(arguments)));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(outputs.resolve("stdout").toFile())
                .redirectError(outputs.resolve("stderr").toFile())
                .start();
    }

    Result end(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            String stacks = stacks(process);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("does not end:\n" + stacks);
        }
        return new Result(
                process.exitValue(),
                Files.readString(outputs.resolve("stdout")),
                Files.readString(outputs.resolve("stderr")));
    }

    /** What its threads wait for, as a JVM prints it when asked by a signal. */
    private String stacks(Process process) throws IOException, InterruptedException {
        // The shell may have become the program, or have started it.
        ProcessHandle program = process.descendants().findAny().orElse(process.toHandle());
        shell("kill -QUIT " + program.pid());
        process.waitFor(SECONDS_TO_PRINT, TimeUnit.SECONDS);
        return Files.readString(outputs.resolve("stdout"));
    }

    Result run(String script, Object... arguments) throws IOException, InterruptedException {
        return end(start(script, arguments));
    }

    /** Has a shell do something that not every machine allows: the test is skipped where it is not. */
    void assume(String script) throws IOException, InterruptedException {
        assumeTrue(shell(script) == 0, script);
    }

    /** The exit code of a script. */
    int shell(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", script)
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    List<String> files() throws IOException {
        return files(directory);
    }

    static List<String> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
