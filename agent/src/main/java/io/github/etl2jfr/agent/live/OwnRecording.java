package io.github.etl2jfr.agent.live;

import io.github.etl2jfr.conversion.Shutdown;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
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
        Path created = Path.of(System.getProperty("java.io.tmpdir"), "etl2jfr" + UUID.randomUUID() + ".jfr");
        // Should the JVM exit meanwhile; if it already does, that fails.
        created.toFile().deleteOnExit();
        Shutdown.requireNotBegun();
        return Files.createFile(created, PRIVATE);
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
        recording.dump(file);
        return file;
    }

    @Override
    public void close() {
        recording.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // On Windows whoever has it open, as scanners have, keeps it from that; it goes when the JVM ends.
        }
    }
}
