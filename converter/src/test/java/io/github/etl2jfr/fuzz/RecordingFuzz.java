package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.Chunk;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.JvmRecording;
import java.io.IOException;

/** The input is a JVM's recording: its chunks, types, constants and events. */
public final class RecordingFuzz {
    private RecordingFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        try (JvmRecording recording = JvmRecording.open(Scratch.file("recording.jfr", input))) {
            recording.threads();
            recording.threadGroups();
            recording.firstFreeKey(JvmRecording.THREADS);
            recording.firstFreeKey(JvmRecording.STRINGS);
            for (Chunk chunk : recording.chunks()) {
                long events = 0;
                for (ChunkEvents event = chunk.events(); event.next(); events++) {
                    event.type();
                }
                Checks.require(events <= chunk.header().size(), "more events than bytes");
            }
        } catch (InputException e) {
            Checks.message(e);
        }
    }
}
