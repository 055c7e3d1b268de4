package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;

/** Whether Flight Recorder's own reader makes sense of the types of a recording, which a JVM's may have brought along. */
public final class Readability {
    private Readability() {}

    /**
     * Has it read the types of all chunks.
     *
     * @throws InputException if it cannot
     */
    public static void require(Path recording) throws InputException {
        try (RecordingFile file = new RecordingFile(recording)) {
            file.readEventTypes();
        } catch (IOException | RuntimeException | StackOverflowError | InternalError e) {
            InputException damaged = new InputException("the recording is damaged: its types make no sense to JFR");
            damaged.initCause(e);
            throw damaged;
        }
    }
}
