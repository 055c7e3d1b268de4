package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.NamedFailure;
import io.github.etl2jfr.jfr.JvmRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is said to be a trace. */
public final class TraceFile {
    private TraceFile() {}

    /** Demands that it is one, of which at least the beginning is there. */
    public static void require(Path path) throws IOException, InputException {
        requireNoRecording(path);
        try (EtlFile begun = EtlFile.openBegun(path)) {
            if (begun == null) {
                EtlFile.open(path).close();
            }
        } catch (InputException e) {
            throw e.in(path);
        }
    }

    /** What takes traces is often given a recording by mistake. */
    static void requireNoRecording(Path path) throws IOException, InputException {
        try {
            // Opening a pipe would wait.
            if (Files.isRegularFile(path) && JvmRecording.isRecording(path)) {
                throw new InputException("a flight recording, not a trace; name the .etl file").in(path);
            }
        } catch (IOException e) {
            throw NamedFailure.of(path, e);
        }
    }
}
