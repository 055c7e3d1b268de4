package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/** A JVM's recording of a few events, and a trace of the same time: always the same. */
final class SmallRecordings {
    /** In units of 100 ns since 1601, and in nanoseconds since 1970. */
    private static final long START_FILETIME = 134_397_326_864_597_738L;

    private static final long START_NANOS = (START_FILETIME - 116_444_736_000_000_000L) * 100;
    private static final long TICKS_OF_TRACE = 1_000_000;
    private static final long NANOS_PER_TICK = 100;
    private static final int PROCESS = 100;

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
                .toTrace(
                        new TraceOptions()
                                .bufferSize(0x400)
                                .processors(2)
                                .clock(io.github.etl2jfr.testing.Clock.QPC, 10_000_000)
                                .start(TICKS_OF_TRACE, START_FILETIME),
                        SwitchForm.EVENTS);
    }

    static byte[] jvm() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Recording recording = Recordings.newRecording(bytes, settings -> settings.withTimestamp(START_NANOS)
                .withStartTicks(1)
                .withDuration(1000 * NANOS_PER_TICK)
                .withJdkTypeInitialization())) {
            Types types = recording.getTypes();
            Type thread = types.getType("java.lang.Thread");
            write(recording, "jdk.JVMInformation", 0, 0, null, Map.of("pid", (long) PROCESS));
            TypedValue main = thread(thread, "main", 7);
            TypedValue other = thread(thread, "other", 8);
            write(recording, "jdk.ThreadSleep", 90, 520, main, Map.of("time", 40_000L));
            write(recording, "jdk.ThreadPark", 690, 260, other, Map.of("timeout", 0L));
            write(recording, "jdk.GCPhasePause", 600, 200, main, Map.of("name", "GC Pause"));
        }
        return bytes.toByteArray();
    }

    private static TypedValue thread(Type type, String name, long id) {
        return type.asValue(value -> value.putField("osName", name)
                .putField("osThreadId", id)
                .putField("javaName", name)
                .putField("javaThreadId", id));
    }

    private static void write(
            Recording recording, String name, long from, long duration, TypedValue thread, Map<String, Object> more) {
        Type text = recording.getTypes().getType("java.lang.String");
        Type number = recording.getTypes().getType("long");
        Type threads = recording.getTypes().getType("java.lang.Thread");
        Type type = recording.registerEventType(name, builder -> {
            builder.addField("duration", number);
            more.forEach((field, value) -> builder.addField(field, value instanceof String ? text : number));
        });
        recording.writeEvent(type.asValue(event -> {
            event.putField("startTime", 1 + from * NANOS_PER_TICK);
            event.putField("duration", duration * NANOS_PER_TICK);
            event.putField("eventThread", thread == null ? threads.nullValue() : thread);
            event.putField(
                    "stackTrace",
                    recording.getTypes().getType("jdk.types.StackTrace").nullValue());
            more.forEach((field, value) -> {
                if (value instanceof String string) {
                    event.putField(field, string);
                } else {
                    event.putField(field, (long) value);
                }
            });
        }));
    }

    /** Both kinds of files. */
    static List<byte[]> all() throws IOException {
        return List.of(jvm(), trace());
    }
}
