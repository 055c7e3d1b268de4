package io.github.etl2jfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** What stands in for a library of the system, made of a source in {@code src/test/c}. */
final class NativeLibrary {
    private static final Path SOURCES = Path.of("src/test/c");

    private NativeLibrary() {}

    /**
     * Makes it, where there is a C compiler.
     *
     * @param name of the source, and of the library between {@code lib} and {@code .so}
     * @param macros of the source: {@code NAME=VALUE}
     */
    static Path compile(String name, Path directory, String... macros) throws IOException, InterruptedException {
        Path compiler = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(path -> Path.of(path, "cc"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(compiler != null, "there is a C compiler");
        Path library = directory.resolve("lib%s.so".formatted(name));
        List<String> command = new ArrayList<>(List.of(compiler.toString(), "-shared", "-fPIC", "-pthread"));
        Arrays.stream(macros).forEach(macro -> command.add("-D" + macro));
        command.addAll(
                List.of("-o", library.toString(), SOURCES.resolve(name + ".c").toString()));
        AgentJvm.Said said = AgentJvm.run(directory, command);
        assertThat(said.exitCode()).as(said.err()).isZero();
        return library;
    }
}
