package io.github.etl2jfr.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program in a Java virtual machine of its own, as a user does, and measures it from start to exit. */
final class JavaProcess {
    /** {@link Run#peakBytes} where the system does not tell. */
    static final long UNKNOWN = -1;

    private static final int POLL_MILLIS = 10;
    private static final String PEAK = "VmHWM:";

    /**
     * A finished process.
     *
     * @param seconds from its start to its exit
     * @param peakBytes the most memory that was resident, or {@link #UNKNOWN}
     * @param output what it printed
     */
    record Run(double seconds, long peakBytes, String output) {}

    private JavaProcess() {}

    /** Runs a class of the benchmark. */
    static Run run(Class<?> program, Object... arguments) throws IOException, InterruptedException {
        return run(Stream.concat(
                Stream.of("-cp", System.getProperty("java.class.path"), program.getName()), Stream.of(arguments)));
    }

    /** Runs a jar, with options for the virtual machine before it. */
    static Run run(List<String> options, Path jar, List<?> arguments) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.concat(options.stream(), Stream.of("-jar", jar)), arguments.stream()));
    }

    private static Run run(Stream<?> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        arguments.map(Object::toString).forEach(command::add);
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long peak = UNKNOWN;
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            // Only ever grows, and is gone with the process.
            peak = Math.max(peak, peakBytes(process.pid()));
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new IOException("exit code %d of %s".formatted(process.exitValue(), String.join(" ", command)));
        }
        return new Run(seconds, peak, output);
    }

    private static long peakBytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(PEAK))
                    .map(line -> line.substring(PEAK.length()).replace("kB", "").strip())
                    .mapToLong(kilobytes -> Long.parseLong(kilobytes) << 10)
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException e) {
            // Not Linux, or the process has just ended.
            return UNKNOWN;
        }
    }
}
