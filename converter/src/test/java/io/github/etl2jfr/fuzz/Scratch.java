package io.github.etl2jfr.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory of this process for files that one input after the other is written to. */
final class Scratch {
    /** Where Linux keeps files in memory. On a disk, a fuzzer that writes a file a try does little else. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final Path DIRECTORY = create();

    private Scratch() {}

    private static Path create() {
        try {
            Path directory = Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "fuzz")
                    : Files.createTempDirectory("fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that may be there or not. */
    static Path file(String name) {
        return DIRECTORY.resolve(name);
    }

    /** A file with these bytes. */
    static Path file(String name, byte[] bytes) throws IOException {
        return Files.write(file(name), bytes);
    }
}
