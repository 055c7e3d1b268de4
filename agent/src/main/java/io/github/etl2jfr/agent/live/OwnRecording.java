package io.github.etl2jfr.agent.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import jdk.jfr.Recording;

/** A recording for the agent's own use, and its file, both gone when it is closed. */
final class OwnRecording implements AutoCloseable {
    /** A type of events that there is not: who records it is a recording for the agent's own use. */
    static final String OWN = "windows.AgentOnly";

    private final Path file;
    private final Recording recording;

    OwnRecording() throws IOException {
        // First: where there can be no file, no recording is left behind.
        file = Files.createTempFile("etl2jfr", ".jfr");
        // Should the JVM exit meanwhile.
        file.toFile().deleteOnExit();
        recording = new Recording();
        recording.enable(OWN);
        recording.setToDisk(true);
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

    void start() {
        recording.start();
    }

    /** Stops it, and gives what it recorded. */
    Path stop() throws IOException {
        recording.stop();
        recording.dump(file);
        return file;
    }

    @Override
    public void close() throws IOException {
        recording.close();
        Files.deleteIfExists(file);
    }
}
