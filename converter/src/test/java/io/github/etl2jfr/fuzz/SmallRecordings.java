package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.testing.MadeUpRecording;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** A JVM's recording of a few events, and a trace of the same time: always the same. */
final class SmallRecordings {
    private SmallRecordings() {}

    /** Two threads of the JVM, of which one sleeps and one parks, and another program. */
    static byte[] trace() {
        String script = """
                     0 rundown process 100 java.exe
                     0 rundown process 200 other.exe
                     0 rundown thread 7 in 100 "main"
                     0 rundown thread 8 in 100
                     0 rundown thread 9 in 200
                cpu0 100 switch 7->9 wait DelayExecution
                cpu0 500 ready 7 by 9
                cpu0 600 switch 9->7 ready WrPreempted
                cpu1 700 switch 8->0 wait WrAlertByThreadId
                cpu1 900 ready 8 by 7
                cpu1 950 switch 0->8
                cpu0 990 switch 7->0 wait UserRequest
                """;
        return SchedulerScript.parse(script)
                .toTrace(MadeUpRecording.traceOptions().bufferSize(0x400).processors(2), SwitchForm.EVENTS);
    }

    static byte[] jvm() throws IOException {
        return MadeUpRecording.of(1000, jvm -> {
            TypedValue main = jvm.thread("main", 7);
            TypedValue other = jvm.thread("other", 8);
            jvm.event("jdk.ThreadSleep", 90, 520, main, Map.of("time", 40_000L));
            jvm.event("jdk.ThreadPark", 690, 260, other, Map.of("timeout", 0L));
            jvm.event("jdk.GCPhasePause", 600, 200, main, Map.of("name", "GC Pause"));
        });
    }

    /** Both kinds of files. */
    static List<byte[]> all() throws IOException {
        return List.of(jvm(), trace());
    }
}
