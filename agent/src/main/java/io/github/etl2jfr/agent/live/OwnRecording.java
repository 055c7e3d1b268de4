package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.system.Shutdown;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.Recording;

/**
 * A recording for the agent's own use, and its file, both gone when it is closed. None begins or ends while the JVM
 * does: JFR has cleaned up by then, and complains on standard output of files that it has deleted.
 */
final class OwnRecording implements AutoCloseable {
    /** A type of events that there is not: who records it is a recording for the agent's own use. */
    static final String OWN = "windows.AgentOnly";

    /** What others may do with the file: nothing, where that can be said. */
    private static final FileAttribute<?>[] PRIVATE =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];

    /**
     * Names of files that are gone. The JVM keeps each name that it shall delete at its end for as long as it lives, so
     * they are taken again.
     */
    private static final Queue<Path> FREE = new ConcurrentLinkedQueue<>();

    private final Path file;
    private final Recording recording;

    /**
     * @throws IOException if there can be no file, or the JVM ends
     */
    OwnRecording() throws IOException {
        // First: where there can be no file, no recording is left behind.
        file = createFile();
        try {
            recording = new Recording();
        } catch (RuntimeException | Error e) {
            Files.deleteIfExists(file);
            throw e;
        }
        recording.enable(OWN);
        recording.setToDisk(true);
    }

    /** All that takes its time comes first: what is created while the JVM ends stays. */
    private static Path createFile() throws IOException {
        Path free = FREE.poll();
        Path created = free == null ? newName() : free;
        Shutdown.requireNotBegun();
        try {
            return Files.createFile(created, PRIVATE);
        } catch (FileAlreadyExistsException e) {
            // Others knew the name since it was taken first.
            return createFile();
        } catch (IOException e) {
            FREE.add(created);
            throw noPlace(created, e);
        }
    }

    private static Path newName() {
        Path name = Path.of(System.getProperty("java.io.tmpdir"), "etl2jfr" + UUID.randomUUID() + ".jfr");
        // Should the JVM exit meanwhile; if it already does, that fails.
        name.toFile().deleteOnExit();
        return name;
    }

    private static IOException noPlace(Path file, IOException cause) {
        String reason = NamedFailure.line(NamedFailure.of(file, cause))
                .substring(file.toString().length() + 2);
        FileSystemException named = new FileSystemException(
                file.getParent().toString(),
                null,
                "%s; the agent's own recordings go there: make room, or start the JVM with another -Djava.io.tmpdir"
                        .formatted(reason));
        named.initCause(cause);
        return named;
    }

    /** Whether the agent made a recording for its own use. */
    static boolean isOwn(Recording recording) {
        return isOwn(recording.getSettings());
    }

    /** The same by a recording's settings. */
    static boolean isOwn(Map<?, ?> settings) {
        return settings.containsKey(OWN + "#enabled");
    }

    Recording recording() {
        return recording;
    }

    /** Has events recorded of a type that otherwise may not be. */
    void enable(String typeName) {
        recording.enable(typeName).withThreshold(Duration.ZERO);
    }

    void start() throws IOException {
        Shutdown.requireNotBegun();
        recording.start();
    }

    /** Stops it, and gives what it recorded. */
    Path stop() throws IOException {
        Shutdown.requireNotBegun();
        recording.stop();
        Shutdown.requireNotBegun();
        try {
            recording.dump(file);
        } catch (IOException e) {
            throw noPlace(file, e);
        }
        return file;
    }

    @Override
    public void close() {
        recording.close();
        try {
            Files.deleteIfExists(file);
            FREE.add(file);
        } catch (IOException e) {
            // On Windows whoever has it open, as scanners have, keeps it from that; it goes when the JVM ends.
        }
    }
}
