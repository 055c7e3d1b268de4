package io.github.etl2jfr.recording;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;

/** Whether Flight Recorder's own reader makes sense of the types of a recording, which a JVM's may have brought along. */
public final class Readability {
    private Readability() {}

    /**
     * Has it read the types of all chunks.
     *
     * @throws InputException if it cannot
     * @throws IOException if that is because the file cannot be read at all
     */
    public static void require(Path recording) throws IOException, InputException {
        try (RecordingFile file = new RecordingFile(recording)) {
            file.readEventTypes();
        } catch (IOException | RuntimeException | StackOverflowError | InternalError e) {
            requireBytes(recording);
            InputException damaged = new InputException("the recording is damaged: its types make no sense to JFR");
            damaged.initCause(e);
            throw damaged;
        }
    }

    /** That reader throws the same whether the system fails or what it reads makes no sense. */
    private static void requireBytes(Path recording) throws IOException {
        try (InputStream bytes = Files.newInputStream(recording)) {
            bytes.transferTo(OutputStream.nullOutputStream());
        }
    }
}
