package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** {@code src/test/c/kernel32.c}, made into a library, and what it says. */
final class StandInKernel32 {
    static final int ACCESS_DENIED = 5;

    private static final Path SOURCE = Path.of("src/test/c/kernel32.c");

    private final Path library;
    private final Path log;
    private final Path jna;

    private StandInKernel32(Path directory) {
        library = directory.resolve("libkernel32.so");
        log = directory.resolve("kernel32.log");
        jna = directory.resolve("libjnidispatch.so");
    }

    /**
     * Makes it, where there is a C compiler.
     *
     * @param macros of the source: {@code NAME=VALUE}
     */
    static StandInKernel32 compile(Path directory, String... macros) throws IOException, InterruptedException {
        Path compiler = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(path -> Path.of(path, "cc"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(compiler != null, "there is a C compiler");
        StandInKernel32 made = new StandInKernel32(directory);
        List<String> command = new ArrayList<>(List.of(compiler.toString(), "-shared", "-fPIC", "-pthread"));
        Stream.concat(Stream.of("LOG=\"%s\"".formatted(made.log)), Arrays.stream(macros))
                .forEach(macro -> command.add("-D" + macro));
        command.addAll(List.of("-o", made.library.toString(), SOURCE.toString()));
        AgentJvm.Said said = AgentJvm.run(directory, command);
        assertThat(said.exitCode()).as(said.err()).isZero();
        // The agent's jar has Windows' only.
        String resource = "/com/sun/jna/%s/%s".formatted(Platform.RESOURCE_PREFIX, made.jna.getFileName());
        try (InputStream in = Native.class.getResourceAsStream(resource)) {
            Files.copy(in, made.jna);
        }
        return made;
    }

    /** Has a JVM use it. */
    String[] options(String... others) {
        return Stream.concat(
                        Stream.of(
                                "-Dio.github.etl2jfr.agent.kernel32=" + library,
                                "-Djna.boot.library.path=" + jna.getParent()),
                        Arrays.stream(others))
                .toArray(String[]::new);
    }

    /** What it was asked that Microsoft does not allow. */
    List<String> brokenRules() throws IOException {
        return lines("broken");
    }

    /** Ids of the threads that enabled profiling, in order. */
    List<Integer> enabled() throws IOException {
        return ids("enabled");
    }

    /** Ids of the threads that disabled it. */
    List<Integer> disabled() throws IOException {
        return ids("disabled");
    }

    /** How often a thread was read that has disabled it. */
    int reads(int thread) throws IOException {
        return lines("disabled " + thread + " ").stream()
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*: ", "")))
                .sum();
    }

    private List<Integer> ids(String what) throws IOException {
        return lines(what + " ").stream()
                .map(line -> Integer.parseInt(line.split(" ", -1)[1]))
                .toList();
    }

    private List<String> lines(String start) throws IOException {
        return Files.exists(log)
                ? Files.readAllLines(log).stream()
                        .filter(line -> line.startsWith(start))
                        .toList()
                : List.of();
    }
}
