package io.github.etl2jfr.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.jfr.ChunkEvents;
import io.github.etl2jfr.jfr.ConstantPools;
import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.jfr.JvmRecording;
import io.github.etl2jfr.jfr.ThreadConstant;
import io.github.etl2jfr.testing.MadeUpRecording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ObjLongConsumer;
import java.util.stream.LongStream;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;

/** What no JVM writes into its recording: one line that names the file, and soon. */
class HostileRecordingTest {
    private static final String TRACE = """
                      0 rundown process 100 java.exe
                      0 rundown thread 7 in 100
            cpu0    100 switch 0->7
            cpu0  50000 switch 7->0 wait UserRequest
            cpu1 100000 switch 0->0
            """;

    private static final String STRING = "java.lang.String";
    private static final String THREAD = "java.lang.Thread";
    private static final int LONG = 100_000;
    private static final int CALLS = 60_000;
    private static final int NANOS_PER_TICK = 100;
    private static final String SEVERAL_RUNS =
            "jvm.jfr: recording has chunks of several JVM runs, or one twice or in the wrong order;"
                    + " 'jfr disassemble' takes it apart";

    // In a chunk's header.
    private static final int SIZE = 0x08;
    private static final int CHECKPOINT = 0x10;
    private static final int DURATION_NANOS = 0x28;
    private static final int TICKS_PER_SECOND = 0x38;

    @TempDir
    private Path directory;

    private List<RecordedEvent> merge(byte[] jvm) throws Exception {
        return MadeUpRun.merge(directory, TRACE, jvm, Duration.ZERO);
    }

    private void assertRefused(byte[] jvm, String message) {
        assertThatThrownBy(() -> merge(jvm)).hasMessageEndingWith(message);
        assertThat(directory.resolve("merged.jfr")).doesNotExist();
    }

    // Times.

    @ParameterizedTest
    @ValueSource(longs = {1L << 62, (1L << 60) + NANOS_PER_TICK, Long.MAX_VALUE})
    void anEventThatNeverEndsIsDamage(long ticks) throws IOException {
        long duration = ticks / NANOS_PER_TICK;
        byte[] jvm = MadeUpRecording.of(
                LONG, made -> made.event("jdk.ThreadPark", 200, duration, made.thread("main", 7), Map.of()));
        assertThatThrownBy(() -> merge(jvm))
                .isInstanceOf(InputException.class)
                .hasMessageMatching(".*jvm\\.jfr: damaged recording: an event of " + duration * NANOS_PER_TICK
                        + " ticks from tick 20001 on at offset \\d+ makes no sense");
    }

    /** A slow clock: the session's cannot tell when it ends. */
    @Test
    void anEventMayEndWhenNoTraceCan() throws Exception {
        byte[] jvm = MadeUpRecording.of(
                LONG,
                made -> made.event("jdk.ThreadPark", 0, (1L << 59) / NANOS_PER_TICK, made.thread("main", 7), Map.of()));
        ByteBuffer.wrap(jvm)
                .putLong(DURATION_NANOS, LONG * (long) NANOS_PER_TICK)
                .putLong(TICKS_PER_SECOND, 1000);
        assertThat(MadeUpRun.latencies(merge(jvm))).hasSize(1);
    }

    // Constants.

    /** With a checkpoint at its end that has constants of a type. */
    private byte[] with(byte[] recording, String type, int count, ObjLongConsumer<EventBuffer> constants)
            throws IOException {
        ByteBuffer header = ByteBuffer.wrap(recording);
        EventBuffer checkpoint = new EventBuffer(1 << 10);
        ConstantPools.beginCheckpoint(checkpoint, 1, header.getLong(CHECKPOINT) - recording.length, 0);
        checkpoint.putLong(1);
        checkpoint.putLong(type(recording, type).getTypeId());
        checkpoint.putLong(count);
        LongStream.range(0, count).forEach(number -> constants.accept(checkpoint, number));
        checkpoint.endEvent();
        byte[] both = Arrays.copyOf(recording, recording.length + checkpoint.size());
        checkpoint.toBuffer().get(both, recording.length, checkpoint.size());
        ByteBuffer.wrap(both).putLong(SIZE, both.length).putLong(CHECKPOINT, recording.length);
        return both;
    }

    /** A field that has the type. */
    private ValueDescriptor type(byte[] recording, String name) throws IOException {
        try (RecordingFile file = new RecordingFile(Files.write(directory.resolve("types.jfr"), recording))) {
            return file.readEventTypes().stream()
                    .map(EventType::getFields)
                    .flatMap(List::stream)
                    .filter(field -> field.getTypeName().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private byte[] withThreads(byte[] recording, long key, int count, long firstOsThreadId) throws IOException {
        List<ValueDescriptor> fields = type(recording, THREAD).getFields();
        return with(recording, THREAD, count, (checkpoint, number) -> {
            checkpoint.putLong(key);
            // All else is null or 0, which look alike.
            fields.forEach(
                    field -> checkpoint.putLong(field.getName().equals("osThreadId") ? firstOsThreadId + number : 0));
        });
    }

    private byte[] withText(byte[] recording, long key) throws IOException {
        return with(recording, STRING, 1, (checkpoint, number) -> {
            checkpoint.putLong(key);
            checkpoint.putString("text");
        });
    }

    private static byte[] parked() throws IOException {
        return MadeUpRecording.of(
                LONG, made -> made.event("jdk.ThreadPark", 200, 400, made.thread("main", 7), Map.of("to", "text")));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 41) + 1, 1L << 42, Long.MAX_VALUE})
    void aKeyThatLeavesNoneIsDamage(long key) throws IOException {
        String message = "jvm.jfr: damaged recording: a constant of type %s has the key %d";
        assertRefused(withText(parked(), key), message.formatted(STRING, key));
        assertRefused(withThreads(parked(), key, 1, 9), message.formatted(THREAD, key));
    }

    /** The key of a thread that the only event of a type names, and where that event ends. */
    private long[] threadNamed(byte[] recording, String type, String field) throws Exception {
        try (JvmRecording opened = JvmRecording.open(Files.write(directory.resolve("named.jfr"), recording))) {
            ChunkEvents events = opened.chunks().get(0).events();
            do {
                assertThat(events.next()).isTrue();
            } while (!events.type().name().equals(type));
            return new long[] {events.longValue(events.type().field(field)), events.end()};
        }
    }

    /** As the thread that left {@code main} has none in recordings of JDK 17. */
    @ParameterizedTest
    @CsvSource({"jdk.ThreadPark, eventThread", "test.Other, thread"})
    void aThreadWithoutAConstantBecomesNobodyElse(String type, String field) throws Exception {
        byte[] jvm = MadeUpRecording.of(LONG, made -> {
            made.event("jdk.ThreadSleep", 200, 400, made.thread("main", 7), Map.of());
            made.event("jdk.ThreadPark", 700, 1, made.thread("other", 9), Map.of());
            made.event("test.Other", 700, 0, made.thread("main", 7), Map.of("thread", made.thread("other", 9)));
        });
        long[] named = threadNamed(jvm, type, field);
        long free;
        try (JvmRecording recording = JvmRecording.open(directory.resolve("named.jfr"))) {
            free = recording.firstFreeKey(JvmRecording.THREADS);
        }
        // The key is one of the event's last bytes.
        int place = (int) named[1];
        do {
            place--;
            byte before = jvm[place];
            jvm[place] = before == named[0] ? (byte) free : before;
            if (threadNamed(jvm, type, field)[0] == free) {
                break;
            }
            jvm[place] = before;
        } while (place > 0);

        merge(jvm);
        try (JvmRecording merged = JvmRecording.open(directory.resolve("merged.jfr"))) {
            assertThat(merged.threads())
                    .extracting(ThreadConstant::key)
                    .contains(free + 1)
                    .doesNotContain(free);
        }
    }

    /** Those that an agent has of its own begin at 2^40. */
    @Test
    void aLargeKeyIsNoDamage() throws Exception {
        assertThat(merge(withThreads(withText(parked(), 1L << 41), 1L << 41, 1, 9)))
                .filteredOn(event -> event.getEventType().getName().equals("windows.ThreadRunning"))
                .isNotEmpty()
                .allMatch(event -> event.getString("waitReason") != null
                        && event.getThread("nextThread").getOSName().equals("CPU 0"));
    }

    /** Each time by another id, if one believes it. */
    @Test
    void aThreadThatComesAgainAndAgain() throws Exception {
        byte[] ends = MadeUpRecording.of(LONG, made -> {
            TypedValue thread = made.thread("compiler", 7);
            for (int i = 0; i < 20_000; i++) {
                made.event("jdk.ThreadEnd", 200 + i, 0, thread, Map.of());
            }
        });
        long key;
        try (JvmRecording recording = JvmRecording.open(Files.write(directory.resolve("ends.jfr"), ends))) {
            key = recording.threads().stream()
                    .filter(thread -> "compiler".equals(thread.javaName()))
                    .mapToLong(ThreadConstant::key)
                    .findFirst()
                    .orElseThrow();
        }
        byte[] jvm = withThreads(ends, key, 200_000, 1_000_000);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> merge(jvm));
    }

    /** Which attaches itself to the JVM for each call: one of the trace's threads is all of them. */
    @Test
    void aThreadThatIsAnotherOneEachTime() throws Exception {
        StringBuilder trace = new StringBuilder("0 rundown process 100 java.exe\n0 rundown thread 7 in 100\n");
        for (int time = 100; time < LONG; time += 20) {
            trace.append("cpu0 %d switch 0->7%ncpu0 %d switch 7->0 wait UserRequest%n".formatted(time, time + 10));
        }
        byte[] jvm = MadeUpRecording.of(LONG, made -> {
            for (int i = 0; i < CALLS; i++) {
                made.event("jdk.SocketRead", 100 + i, 1, made.thread("call " + i, 7), Map.of());
            }
        });
        List<RecordedEvent> merged = assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> MadeUpRun.merge(directory, trace.toString(), jvm, Duration.ZERO));
        List<RecordedEvent> told = MadeUpRun.latencies(merged);
        assertThat(told).hasSize(CALLS);
        assertThat(told).allMatch(event -> event.getDuration("unknownTime").isZero());
    }

    // Events at once.

    private static byte[] nested(int events, IntFunction<String> names) throws IOException {
        return MadeUpRecording.of(LONG, made -> {
            for (int i = 0; i < events; i++) {
                made.event("jdk.ThreadPark", 200 + i, 40_000 - 2 * i, made.thread(names.apply(i), 7), Map.of());
            }
        });
    }

    private void assertThatMoreAreUnknown(IntFunction<String> names) throws Exception {
        assertThat(MadeUpRun.latencies(merge(nested(1003, names))))
                .hasSize(1003)
                .filteredOn(event -> event.getDuration("unknownTime").equals(event.getDuration()))
                .hasSize(3)
                .allMatch(event -> event.getLong("startTime") - 200 >= 1000);
        assertThat(MadeUpRun.latencies(merge(nested(1000, names))))
                .hasSize(1000)
                .allMatch(event -> event.getDuration("unknownTime").isZero());
    }

    @Test
    void moreEventsOfAThreadAtOnceAreUnknown() throws Exception {
        assertThatMoreAreUnknown(number -> "main");
    }

    /** Of the operating system's threads: it cannot be several of Java's at once. */
    @Test
    void moreEventsOfSeveralWithOneIdAtOnceAreUnknown() throws Exception {
        assertThatMoreAreUnknown(number -> "thread " + number);
    }

    // Runs.

    private static byte[] chunk(long from, long processId) throws IOException {
        return MadeUpRecording.chunk(from, 40_000, made -> {
            made.event("jdk.JVMInformation", from, 0, null, Map.of("pid", processId));
            made.event("jdk.ThreadPark", from + 200, 400, made.thread("main", 7), Map.of());
        });
    }

    @Test
    void severalRunsAreNone() throws Exception {
        int process = MadeUpRecording.PROCESS;
        byte[] first = chunk(0, process);
        byte[] second = chunk(50_000, process);
        assertThat(merge(MadeUpRecording.joined(first, second))).isNotEmpty();
        Files.delete(directory.resolve("merged.jfr"));

        assertRefused(MadeUpRecording.joined(second, first), SEVERAL_RUNS);
        // All its events would count twice.
        assertRefused(MadeUpRecording.joined(first, first), SEVERAL_RUNS);
        assertRefused(MadeUpRecording.joined(first, second, second), SEVERAL_RUNS);
        assertRefused(MadeUpRecording.joined(first, chunk(50_000, process + 1)), SEVERAL_RUNS);
        ByteBuffer.wrap(second).putLong(TICKS_PER_SECOND, 2_000_000_000);
        assertRefused(MadeUpRecording.joined(first, second), SEVERAL_RUNS);
    }
}
