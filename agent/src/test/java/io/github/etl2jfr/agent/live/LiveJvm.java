package io.github.etl2jfr.agent.live;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Runs programs in JVMs of their own, which have instrumentation. */
public final class LiveJvm {
    private static final long SECONDS = 180;

    private static Instrumentation instrumentation;

    private LiveJvm() {}

    /** What is run there; fails by what it throws. */
    interface Program {
        void run(Path directory) throws Exception;
    }

    /** The agent of those JVMs. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    /** Of the JVM this runs in. */
    static Instrumentation instrumentation() {
        return instrumentation;
    }

    /** Runs a program. */
    public static void main(String[] arguments) throws Exception {
        Class.forName(arguments[0])
                .asSubclass(Program.class)
                .getDeclaredConstructor()
                .newInstance()
                .run(Path.of(arguments[1]));
    }

    /**
     * Runs a program to its end and demands that it succeed.
     *
     * @param directory for the JVM's files and the program's
     * @param options of the JVM
     */
    static void run(Class<? extends Program> program, Path directory, String... options)
            throws IOException, InterruptedException {
        Path repository = Files.createDirectories(directory.resolve("repository"));
        List<String> command = new ArrayList<>(List.of(
                tool("java"),
                "-Xmx256m",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-XX:FlightRecorderOptions=repository=" + repository,
                "-javaagent:" + agent(directory)));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                LiveJvm.class.getName(),
                program.getName(),
                directory.toString()));
        await(program.getSimpleName(), command, directory);
    }

    /** What the {@code jfr} tool of the JDK that runs the test says. */
    static String jfr(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tool("jfr")));
        command.addAll(List.of(arguments));
        return await("jfr " + arguments[0], command, directory);
    }

    private static String await(String name, List<String> command, Path directory)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(name + " does not end");
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new AssertionError(name + " ends with " + process.exitValue() + ": " + said);
        }
        return said;
    }

    /** Nothing but a manifest: the class is on the class path. */
    private static Path agent(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", LiveJvm.class.getName());
        Path jar = directory.resolve("agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
        return jar;
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }
}
