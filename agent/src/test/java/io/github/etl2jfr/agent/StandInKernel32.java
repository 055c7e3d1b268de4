package io.github.etl2jfr.agent;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** {@code src/test/c/kernel32.c}, made into a library, and what it says. */
final class StandInKernel32 {
    static final int ACCESS_DENIED = 5;

    private final Path library;
    private final Path log;
    private final Path jna;

    private StandInKernel32(Path library, Path log) {
        this.library = library;
        this.log = log;
        this.jna = library.resolveSibling("libjnidispatch.so");
    }

    /**
     * Makes it, where there is a C compiler.
     *
     * @param macros of the source: {@code NAME=VALUE}
     */
    static StandInKernel32 compile(Path directory, String... macros) throws IOException, InterruptedException {
        Path log = directory.resolve("kernel32.log");
        String[] all = Stream.concat(Stream.of("LOG=\"%s\"".formatted(log)), Arrays.stream(macros))
                .toArray(String[]::new);
        StandInKernel32 made = new StandInKernel32(NativeLibrary.compile("kernel32", directory, all), log);
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
