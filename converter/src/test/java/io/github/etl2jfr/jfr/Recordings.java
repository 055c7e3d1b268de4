package io.github.etl2jfr.jfr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Recordings of real JVMs: the sample, and such as the JDK that runs the test makes. */
final class Recordings {
    /** One chunk, of JDK 17, rewritten by {@code jfr scrub}. */
    static final Path SAMPLE = Path.of("samples", "contention.jfr");

    static final int CHUNKS = 4;

    private static final long SECONDS = 120;

    private static Run run;

    private Recordings() {}

    /**
     * What a JVM left.
     *
     * @param recording {@value #CHUNKS} chunks
     * @param unfinished the last chunk, copied while it was written
     * @param processId of the JVM
     */
    record Run(Path recording, Path unfinished, long processId) {}

    /** A run of {@link Workload}, the same for all tests. */
    static synchronized Run run() throws IOException, InterruptedException {
        if (run == null) {
            Path directory = Files.createTempDirectory("recordings");
            Path recording = directory.resolve("workload.jfr");
            Path unfinished = directory.resolve("unfinished.jfr");
            Path repository = Files.createDirectory(directory.resolve("repository"));
            Process process = new ProcessBuilder(
                            tool("java").toString(),
                            "-Xlog:disable",
                            "-Xlog:all=warning:stderr",
                            "-XX:FlightRecorderOptions=repository=" + repository,
                            "-XX:StartFlightRecording=settings=profile,filename=" + recording,
                            "-cp",
                            System.getProperty("java.class.path"),
                            Workload.class.getName(),
                            Integer.toString(CHUNKS),
                            repository.toString(),
                            unfinished.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("out").toFile())
                    .start();
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

    /** Runs the {@code jfr} tool of the JDK that runs the test, and demands that it be content. */
    static String jfr(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(tool("jfr").toString());
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("jfr", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            require(process, String.join(" ", command), out);
            return Files.readString(out, StandardCharsets.UTF_8);
        } finally {
            Files.delete(out);
        }
    }

    private static void require(Process process, String command, Path out) throws IOException, InterruptedException {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " does not end");
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(command + " ends with " + process.exitValue() + ": " + Files.readString(out));
        }
    }

    private static Path tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name);
    }
}
