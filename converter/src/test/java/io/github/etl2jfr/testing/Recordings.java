package io.github.etl2jfr.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Recordings of real JVMs: the sample, and such as the JDK that runs the test makes. */
public final class Recordings {
    /** One chunk, of JDK 17, rewritten by {@code jfr scrub}. */
    public static final Path SAMPLE = Path.of("samples", "contention.jfr");

    public static final int CHUNKS = 4;

    private static final long SECONDS = 120;

    private static Run run;

    private Recordings() {}

    /**
     * What a JVM left.
     *
     * @param recording {@value #CHUNKS} chunks if nothing else is said
     * @param unfinished the last chunk, copied while it was written; null if nobody asked for it
     * @param processId of the JVM
     */
    public record Run(Path recording, Path unfinished, long processId) {}

    /**
     * A run of {@link Workload} for one test, of one chunk.
     *
     * @param settings of events, added to the profile's
     */
    public static Run run(Path directory, String settings) throws IOException, InterruptedException {
        Path recording = directory.resolve("settings.jfr");
        Process process = start(
                List.of("-XX:StartFlightRecording=settings=profile,filename=" + recording + "," + settings),
                List.of("1"),
                directory.resolve("out"));
        require(process, "java", directory.resolve("out"));
        return new Run(recording, null, process.pid());
    }

    private static Process start(List<String> options, List<String> arguments, Path out) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(tool("java").toString());
        command.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Workload.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
    }

    /** A run of {@link Workload}, the same for all tests. */
    public static synchronized Run run() throws IOException, InterruptedException {
        if (run == null) {
            Path directory = Files.createTempDirectory("recordings");
            Path recording = directory.resolve("workload.jfr");
            Path unfinished = directory.resolve("unfinished.jfr");
            Path repository = Files.createDirectory(directory.resolve("repository"));
            Process process = start(
                    List.of(
                            "-XX:FlightRecorderOptions=repository=" + repository,
                            "-XX:StartFlightRecording=settings=profile,filename=" + recording),
                    List.of(Integer.toString(CHUNKS), repository.toString(), unfinished.toString()),
                    directory.resolve("out"));
            require(process, "java", directory.resolve("out"));
            run = new Run(recording, unfinished, process.pid());
            deleteAtExit(directory);
        }
        return run;
    }

    private static void deleteAtExit(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            files.forEach(file -> file.toFile().deleteOnExit());
        }
    }

    static void require(Process process, String command, Path out) throws IOException, InterruptedException {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " does not end");
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(command + " ends with " + process.exitValue() + ": " + Files.readString(out));
        }
    }

    static Path tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name);
    }
}
