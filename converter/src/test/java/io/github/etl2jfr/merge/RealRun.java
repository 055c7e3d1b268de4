package io.github.etl2jfr.merge;

import io.github.etl2jfr.testing.Recordings;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedThread;

/** A JVM of the JDK that runs the test: its recording, and a trace of the same time. */
public record RealRun(Path recording, Path trace) {
    /** Whether the JVM alone knows a thread. */
    public static boolean isVirtual(RecordedThread thread) {
        return JvmRun.isVirtual(thread);
    }

    /** Writes a trace for a recording. */
    public static RealRun of(Recordings.Run jvm, Path directory) throws IOException {
        byte[] trace = MergedRun.around(JvmRun.read(jvm.recording()), 0, 0, (int) jvm.processId())
                .write(SwitchForm.EVENTS);
        return new RealRun(jvm.recording(), Files.write(Files.createTempFile(directory, "run", ".etl"), trace));
    }
}
