package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.reading.ReadRecording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.model.TraceSink;
import java.io.IOException;
import java.nio.file.Path;

/** The input is a recording of ours, damaged: read as views do. */
public final class ViewFuzz {
    private ViewFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        Path recording = Scratch.file("view.jfr", input);
        try {
            TraceReader.read(new ReadRecording(recording), span -> span, ThreadChoice.ALL, new TraceSink() {});
        } catch (RecordingException e) {
            Checks.message(e);
        }
    }
}
