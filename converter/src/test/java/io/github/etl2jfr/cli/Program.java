package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program as a user runs it. */
public final class Program {
    /** After which a process must have ended. */
    static final long SECONDS = 60;

    /** Options of a JVM that ends before what its second compiler makes is of use: without, a run takes half the time. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1");

    /** What a message about a wrong command ends with. */
    static final String SEE_HELP = "; see --help";

    private Program() {}

    /** How a run ended. */
    public record Result(int exitCode, String out, String err) {
        /** The one line that tells what is wrong, without the program's name. */
        String error() {
            assertThat(err).endsWith(System.lineSeparator());
            assertThat(err.lines()).hasSize(1);
            assertThat(err).startsWith("etl2jfr: ");
            assertThat(out).isEmpty();
            return err.strip().substring("etl2jfr: ".length());
        }

        public Result succeeded() {
            assertThat(err).isEmpty();
            assertThat(exitCode).isZero();
            return this;
        }
    }

    /** Runs the program in this process. */
    public static Result run(Object... arguments) {
        Charset charset = Charset.defaultCharset();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        try (PrintStream newOut = new PrintStream(out, true, charset);
                PrintStream newErr = new PrintStream(err, true, charset)) {
            System.setOut(newOut);
            System.setErr(newErr);
            int exitCode = Main.run(strings(arguments));
            return new Result(exitCode, out.toString(charset), err.toString(charset));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }

    /** Runs the program in a process of its own, in a directory. */
    static Result runProcess(Path directory, List<String> jvmOptions, Object... arguments)
            throws IOException, InterruptedException {
        Path stdout = Files.createTempFile("etl2jfr", ".out");
        Path stderr = Files.createTempFile("etl2jfr", ".err");
        List<String> options = new ArrayList<>(SHORT_LIVED);
        options.addAll(jvmOptions);
        Process process = new ProcessBuilder(command(options, arguments))
                .directory(directory.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile())
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(List.of(arguments) + " does not end");
        }
        Result result = new Result(process.exitValue(), Files.readString(stdout), Files.readString(stderr));
        Files.delete(stdout);
        Files.delete(stderr);
        return result;
    }

    static List<String> command(List<String> jvmOptions, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        String absolute = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        command.addAll(List.of("-cp", absolute, Main.class.getName()));
        command.addAll(List.of(strings(arguments)));
        return command;
    }

    /** The names of all that is in a directory: also of what should have been removed. */
    static List<String> filesLeft(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static String[] strings(Object... arguments) {
        return Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    }
}
