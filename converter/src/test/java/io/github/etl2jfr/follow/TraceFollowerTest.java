package io.github.etl2jfr.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.etl2jfr.etl.BufferHeader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog.Total;
import io.github.etl2jfr.etl.InputException;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.follow.TraceFollower.State;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.SyntheticTrace;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.testing.UnfinishedTrace;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The states of a trace that is being written, and what is told in each. */
@Timeout(60)
class TraceFollowerTest {
    private static final int SEQUENCE_NUMBER = 0x18;

    /** Where in the file the log file header's StartTime is: behind the buffer's header and the event's. */
    private static final int START_TIME_OFFSET = 0x48 + 0x20 + 0x108;

    /** FILETIME of a trace's start, unless it is told another. */
    private static final long START_TIME = new TraceOptions().fileTime(new TraceOptions().ticks(0));

    /** Thread 8 runs on cpu1 while that one's buffer, from 120 to 5000, is not written. */
    private static final String QUIET_PROCESSOR = """
            cpu0 100 switch 0->7
            cpu1 110 switch 0->9
            cpu0 115 flush
            cpu1 120 switch 9->0 wait UserRequest
            cpu1 125 flush
            cpu1 150 switch 0->8
            cpu1 160 switch 8->0 wait UserRequest
            cpu0 200 switch 7->8 wait UserRequest
            cpu0 300 switch 8->0 wait UserRequest
            cpu0 310 flush
            cpu0 4000 switch 0->7
            cpu0 4500 switch 7->0 wait UserRequest
            cpu0 4510 flush
            """;

    private static final String LATE = QUIET_PROCESSOR + """
            cpu1 5000 switch 0->9
            cpu1 5010 flush
            cpu0 6000 switch 0->7
            cpu0 6010 flush
            cpu1 6100 switch 9->0 wait UserRequest
            """;

    @TempDir
    private Path directory;

    private static Duration ticks(int ticks) {
        return Duration.ofNanos(100L * ticks);
    }

    private static List<byte[]> buffers(String script) {
        return TraceFiles.split(SchedulerScript.parse(script).toTrace());
    }

    private static void renumber(byte[] buffer, long number) {
        ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).putLong(SEQUENCE_NUMBER, number);
    }

    private static GrowingTrace growing(int delayTicks, Silence silence, List<byte[]> buffers) throws Exception {
        GrowingTrace growing = new GrowingTrace(ticks(delayTicks), silence);
        growing.append(UnfinishedTrace.of(buffers.get(0)));
        for (byte[] buffer : buffers.subList(1, buffers.size())) {
            growing.append(buffer);
            growing.poll();
        }
        return growing;
    }

    @Test
    void waitsForTheFile() throws Exception {
        Path trace = directory.resolve("trace.etl");
        byte[] bytes = SchedulerScript.parse(QUIET_PROCESSOR).toTrace();
        try (TraceFollower follower = TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> 0);
            assertThat(follower.poll(told)).isEqualTo(State.WAITING_FOR_DATA);
            assertThat(follower.clock()).isNull();
            for (int length : new int[] {0, 1, 0x47, 0x48, 0x1000, 0xFFFF}) {
                Files.write(trace, Arrays.copyOf(bytes, length));
                assertThat(follower.poll(told)).isEqualTo(State.WAITING_FOR_DATA);
            }
            Files.write(trace, new byte[0x20000]);
            assertThat(follower.poll(told)).isEqualTo(State.WAITING_FOR_DATA);
            Files.write(trace, bytes);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            assertThat(follower.clock().frequency()).isEqualTo(10_000_000);
        }
    }

    @Test
    void finishedBeforeThereIsAnything() throws Exception {
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace.etl"), Duration.ZERO, Silence.UNKNOWN)) {
            follower.finish(new Told(follower::threads, () -> 0));
            assertThat(follower.toldUntil()).isEqualTo(Long.MIN_VALUE);
            assertThatThrownBy(() -> follower.poll(event -> {})).isInstanceOf(IllegalStateException.class);
        }
    }

    /** It has no event of the scheduler that would tell of it. */
    @Test
    void threadThatStartsAfterTheLastSwitch() throws Exception {
        List<byte[]> buffers = buffers("""
                         0 rundown process 100 app.exe
                cpu0   100 switch 0->8
                cpu0   150 thread 7 in 100
                cpu0   200 thread 9 in 100
                """);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            // The session ends.
            growing.write(0, buffers.get(0));
            assertThat(growing.finish())
                    .containsExactlyInAnyOrderElementsOf(Told.of(growing.path).lines())
                    .anyMatch(line -> line.startsWith("7 ready 150..200"));
        }
    }

    /** Thread 8 ends, and the next thread 8 starts and runs. */
    @Test
    void idIsReusedAtTheInstantOfTheLastSwitch() throws Exception {
        List<byte[]> buffers = buffers("""
                         0 rundown process 100 app.exe
                         0 rundown process 200 other.exe
                         0 rundown thread 8 in 100 "first"
                cpu1   100 switch 0->8
                cpu1   200 end thread 8 in 100 "first"
                cpu1   200 switch 8->0 state Terminated
                cpu0   200 thread 8 in 200
                cpu0   200 name 8 in 200 "second"
                cpu0   200 switch 0->8
                cpu0   290 end thread 8 in 200 "second"
                cpu0   300 switch 8->0 state Terminated
                """);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish())
                    .filteredOn(line -> line.startsWith("8 running") || line.startsWith("8 did"))
                    .containsExactly(
                            "8 running 100..200 cpu1 prio 8 state 4 reason -1 then 0",
                            "8 did 1 0 0 100 0 0 0 0 null until 200",
                            "8 running 200..300 cpu0 prio 8 state 4 reason -1 then 0",
                            "8 did 1 0 0 100 0 0 0 0 null until 300");
            assertThat(Told.names(growing.follower.threads()))
                    .containsExactly("8 first@app.exe(100)", "8 second@other.exe(200)");
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** Coarse clocks give one time to many: the last name in the buffer is the thread's. */
    @Test
    void severalNamesAtTheSameTime() throws Exception {
        List<byte[]> buffers = buffers("""
                         0 rundown process 100 app.exe
                         0 rundown thread 8 in 100
                cpu0   100 switch 0->8
                cpu0   110 switch 8->0 wait UserRequest
                cpu0   120 flush
                cpu0   150 name 8 in 100 "first"
                cpu0   150 name 8 in 100 "second"
                cpu0   150 name 8 in 100 "last"
                """);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(Told.names(growing.follower.threads())).containsExactly("8 last@app.exe(100)");
        }
    }

    /** A file can get its room before its bytes. */
    @Test
    void bytesThatComeLaterThanTheirRoom() throws Exception {
        List<byte[]> buffers = buffers(QUIET_PROCESSOR);
        try (GrowingTrace growing = new GrowingTrace(GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            growing.append(buffers.get(0));
            growing.append(new byte[5 * 0x10000]);
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            for (int i = 1; i < buffers.size(); i++) {
                growing.write(i * 0x10000L, buffers.get(i));
                growing.poll();
            }
            assertThat(growing.follower.damage().totals()).isEmpty();
            assertThat(growing.told.lines).isNotEmpty();
        }
    }

    /** Thread 8 was ready and ran where nothing is known yet: nothing is said of it, nor of 7, nor of 9. */
    @Test
    void whileAProcessorIsQuiet() throws Exception {
        try (GrowingTrace growing =
                growing(1000, Silence.UNKNOWN, buffers(QUIET_PROCESSOR).subList(0, 5))) {
            assertThat(growing.told.lines)
                    .filteredOn(line -> !line.contains("->"))
                    .containsExactly(
                            "cpu1 idle 100..110 cstate 0 clipped",
                            "9 running 110..120 cpu1 prio 8 state 5 reason 6 then ?",
                            "7 running 100..200 cpu0 prio 8 state 5 reason 6 then 8",
                            "8 running 200..300 cpu0 prio 8 state 5 reason 6 then 0");
            assertThat(growing.follower.toldUntil() - growing.follower.header().startTimestamp())
                    .isEqualTo(3500);
        }
    }

    /** Buffers of one processor: of every other script in the first form, of the rest in the other. */
    private static List<byte[]> alternating(SwitchForm first, SwitchForm other, String... scripts) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        for (int i = 0; i < scripts.length; i++) {
            SchedulerScript.parse(scripts[i]).writeTo(trace.builder(), i % 2 == 0 ? first : other);
        }
        return TraceFiles.split(trace.finish());
    }

    /** As if the whole trace were known: what batches tell while there are no events is told nowhere else. */
    @Test
    void batchesBetweenEvents() throws Exception {
        List<byte[]> buffers = alternating(SwitchForm.EVENTS, SwitchForm.BATCHES, """
            cpu0 100 switch 0->7
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 190 flush
            """, """
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->7
            cpu0 400 switch 7->9 wait UserRequest
            cpu0 410 flush
            """, """
            cpu0 500 switch 9->0 ready
            cpu0 600 switch 0->9
            cpu0 610 flush
            """);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("300 cpu0 0 -> 7"));
        }
    }

    /** The same where there are no batches for a while. */
    @Test
    void eventsBetweenBatches() throws Exception {
        List<byte[]> buffers = alternating(SwitchForm.BATCHES, SwitchForm.EVENTS, """
            cpu0 100 switch 0->7
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 190 flush
            """, """
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->8
            cpu0 400 switch 8->6 wait UserRequest
            cpu0 410 flush
            """, """
            cpu0 500 switch 6->0 ready
            cpu0 600 switch 0->9
            cpu0 610 flush
            """);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines)
                    .anyMatch(line -> line.startsWith("180 cpu0 7 -> ?"))
                    .anyMatch(line -> line.startsWith("200 cpu0 9 -> 0"));
        }
    }

    /** Batches are opened before the events that tell of the same switches are there: each is told once all the same. */
    @Test
    void batchesOfSwitchesThatLaterEventsTell() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(2));
        String[] scripts = {"""
            cpu0 100 switch 0->7
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->7
            cpu0 310 flush
            """, """
            cpu1 150 switch 0->8
            cpu1 155 flush
            """, """
            cpu0 180 switch 7->9 wait UserRequest
            cpu0 200 switch 9->0 ready
            cpu0 300 switch 0->7
            cpu0 400 switch 7->0 wait UserRequest
            cpu0 410 flush
            """, """
            cpu1 500 switch 8->0 wait UserRequest
            cpu1 510 flush
            """};
        for (int i = 0; i < scripts.length; i++) {
            SchedulerScript.parse(scripts[i]).writeTo(trace.builder(), i == 0 ? SwitchForm.BATCHES : SwitchForm.EVENTS);
        }
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        try (GrowingTrace growing = growing(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.matches("\\d+ cpu0 .*"))
                    .extracting(line -> line.replaceAll(" ->.*", ""))
                    .containsExactly("100 cpu0 0", "180 cpu0 7", "200 cpu0 9", "300 cpu0 0", "400 cpu0 7");
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** The first is waited for as any other is; but not where the file is another's continuation. */
    @ParameterizedTest
    @CsvSource({"1, SequenceNumbersMissing 2", "8,"})
    void firstBuffersMissing(int logFileMode, String damage) throws Exception {
        byte[] trace = SchedulerScript.parse(LATE)
                .toTrace(new TraceOptions().processors(3).logFileMode(logFileMode), SwitchForm.EVENTS);
        List<byte[]> buffers = TraceFiles.split(trace);
        buffers.subList(1, 3).clear();
        TraceFiles.putU32(buffers.get(0), UnfinishedTrace.BUFFERS_WRITTEN, buffers.size());
        try (GrowingTrace growing = growing(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            List<String> expected = damage == null ? List.of() : List.of(damage);
            assertThat(Told.totals(growing.follower.damage())).isEqualTo(expected);
            assertThat(Told.of(growing.path).damage()).isEqualTo(expected);
        }
    }

    /** A processor whose switches are damaged has not been idle: whoever was ready may have run there. */
    @Test
    void readyEventBeforeDamage() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 120 switch 7->0 wait UserRequest
                cpu0 400 switch 0->7
                cpu0 420 switch 7->0 wait UserRequest
                cpu0 430 flush
                cpu1 200 ready 7 by 9
                cpu1 210 switch 0->7
                """);
        byte[] damaged = buffers.get(2);
        int switchAt = BufferHeader.SIZE + damaged[BufferHeader.SIZE + 4];
        Arrays.fill(damaged, switchAt, switchAt + 8, (byte) 0xEE);
        try (GrowingTrace growing = growing(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines).noneMatch(line -> line.startsWith("7 ready"));
            assertThat(Told.totals(growing.follower.damage())).isNotEmpty();
        }
    }

    /** Nothing else is known of a processor's first buffers: what it did before the next ones is not. */
    @ParameterizedTest
    @ValueSource(ints = {0x0524, 0x0532})
    void damagedEventBeforeAllOthers(int hook) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions());
        SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 120 switch 7->0 wait UserRequest
                cpu0 130 flush
                """).writeTo(trace.builder(), SwitchForm.EVENTS);
        trace.builder()
                .append(
                        1,
                        EventBytes.of(HeaderType.PERFINFO64, hook)
                                .time(trace.builder().options().ticks(200))
                                .payload(new byte[3]))
                .flush(1);
        SchedulerScript.parse("""
                cpu1 300 switch 9->7 wait UserRequest
                cpu1 310 flush
                cpu0 400 switch 0->9
                """).writeTo(trace.builder(), SwitchForm.EVENTS);
        List<byte[]> buffers = TraceFiles.split(trace.finish());
        try (GrowingTrace growing = growing(1_000_000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            assertThat(growing.finish()).isEqualTo(Told.of(growing.path).lines());
            assertThat(growing.told.lines)
                    .noneMatch(line -> line.startsWith("9 running") || line.startsWith("7 waiting"));
        }
    }

    /**
     * Buffers of more processors than the header counts, each small in the file and large in memory: what is kept of them
     * from piece to piece stays a share of what there is.
     */
    @Test
    void buffersOfProcessorsThatAreNotAnnounced() throws Exception {
        int size = 16 << 20;
        long room = Runtime.getRuntime().maxMemory() / 16;
        int processors = (int) (2 * room / size) + 2;
        // What follows them ends the buffer, and is a reason not to believe the last of them.
        List<byte[]> script = TraceFiles.split(SchedulerScript.parse("cpu0 100 switch 0->7\ncpu0 101 ready 9")
                .toTrace(new TraceOptions().processors(1).bufferSize(size), SwitchForm.EVENTS));
        byte[] zeros = Arrays.copyOf(script.get(1), size);
        Arrays.fill(zeros, TraceFiles.u32(zeros, 4), size, (byte) 0);
        byte[] packed = XpressEncoder.encode(Arrays.copyOfRange(zeros, BufferHeader.SIZE, size));
        byte[] buffer = Arrays.copyOf(zeros, Math.max(size / 4096, BufferHeader.SIZE + packed.length));
        System.arraycopy(packed, 0, buffer, BufferHeader.SIZE, packed.length);
        ByteBuffer header = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0x00, buffer.length).putInt(0x04, size).putInt(0x30, size).putShort(0x34, (short) 0x60);
        try (GrowingTrace growing = growing(1_000_000, Silence.UNKNOWN, script.subList(0, 1))) {
            long before = usedMemory();
            for (int processor = 0; processor < processors; processor++) {
                header.putLong(SEQUENCE_NUMBER, processor + 1).putShort(0x28, (short) processor);
                growing.append(buffer);
            }
            growing.poll();
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("100 cpu"))
                    .hasSize(processors);
            assertThat(usedMemory() - before).isLessThan(room + (64 << 20));
        }
    }

    private static long usedMemory() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** What came too late is counted, and nothing spans it. */
    @Test
    void laterThanTheDelay() throws Exception {
        List<byte[]> buffers = buffers(LATE);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.write(0, buffers.get(0));
            growing.finish();
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.processor() + " " + entry.amount())
                    .containsExactly("EVENTS_TOO_LATE 1 2");
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("8 ") || line.startsWith("9 ") || line.startsWith("cpu1 "))
                    .filteredOn(line -> !line.contains(" did "))
                    .containsExactly(
                            "cpu1 idle 100..110 cstate 0 clipped",
                            "9 running 110..120 cpu1 prio 8 state 5 reason 6 then ?",
                            "8 running 200..300 cpu0 prio 8 state 5 reason 6 then 0",
                            "9 running 5000..6100 cpu1 prio 8 state 5 reason 6 then 0");
        }
    }

    /** If nothing was written because there was nothing, all is as it was. */
    @ParameterizedTest
    @EnumSource
    void quietAndNothingToTell(SwitchForm form) throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu1 110 switch 0->9
                cpu1 120 switch 9->6 wait UserRequest
                cpu1 125 flush
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 300 switch 8->0 wait UserRequest
                cpu0 310 flush
                cpu0 4000 switch 0->7
                cpu0 4500 switch 7->0 wait UserRequest
                cpu0 4510 flush
                cpu1 5000 switch 6->9 wait UserRequest
                """).toTrace(form);
        List<byte[]> buffers = TraceFiles.split(trace);
        try (GrowingTrace growing = growing(1000, Silence.UNCHANGED, buffers)) {
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("7 waiting 200..4000 "));
            growing.write(0, buffers.get(0));
            growing.finish();
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("6 running 120..5000 cpu1 "));
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** Thread 7 went on elsewhere, and left: it does not run on the processor that was silent since. */
    @ParameterizedTest
    @CsvSource({"Terminated, 4", "Transition, 6"})
    void whoWasSeenElsewhereIsNotWhereItWasLast(String state, int code) throws Exception {
        List<byte[]> buffers = buffers("""
                cpu1 100 switch 0->9
                cpu1 110 switch 9->7 wait UserRequest
                cpu1 115 flush
                cpu0 200 switch 0->7
                cpu0 300 switch 7->0 state %s
                cpu0 310 flush
                """.formatted(state));
        try (GrowingTrace growing = growing(1000, Silence.UNCHANGED, buffers)) {
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("7 running "))
                    .containsExactly("7 running 200..300 cpu0 prio 8 state %d reason -1 then 0".formatted(code));
        }
    }

    /** The second buffer's first switch comes after a later event and is dropped: nobody knows who ran before it. */
    @Test
    void firstSwitchOutOfOrder() throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        for (String line : List.of(
                "cpu0 100 switch 0->7\ncpu0 110 flush",
                "cpu0 300 ready 9 by 7",
                "cpu0 200 switch 7->0 wait UserRequest",
                "cpu0 400 switch 8->0 wait UserRequest")) {
            SchedulerScript.parse(line).writeTo(trace.builder(), SwitchForm.EVENTS);
        }
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, TraceFiles.split(trace.finish()))) {
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.contains(" -> "))
                    .satisfiesExactly(line -> assertThat(line).startsWith("100 cpu0 0 -> ? "), line -> assertThat(line)
                            .startsWith("400 cpu0 8 -> "));
        }
    }

    private static List<byte[]> fourBuffers() {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 300 switch 0->7
                cpu0 310 flush
                cpu0 4000 switch 7->0 wait UserRequest
                cpu0 4010 flush
                """);
        assertThat(buffers).hasSize(5);
        return buffers;
    }

    @Test
    void aMissingNumberIsOnlyLate() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] second = buffers.remove(2);
        buffers.add(second);
        try (GrowingTrace growing = growing(5000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.told.lines).contains("cpu0 idle 200..300 cstate 0");
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** A session may count from 0; nobody knows of that one while what has number 1 is there alone. */
    private static List<byte[]> countedFromZero(String script) {
        List<byte[]> buffers = buffers(script);
        for (int i = 1; i < buffers.size(); i++) {
            renumber(buffers.get(i), i - 1);
        }
        return buffers;
    }

    /** All processors have to tell of a time before anything is told of it. */
    @Test
    void numberZeroComesAfterNumberOne() throws Exception {
        List<byte[]> buffers = countedFromZero("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->8 wait UserRequest
                cpu0 120 flush
                cpu0 200 switch 8->0 wait UserRequest
                cpu0 210 flush
                cpu1 220 switch 0->9
                cpu1 230 switch 9->0 wait UserRequest
                cpu1 240 flush
                cpu0 300 switch 0->7
                """);
        Collections.swap(buffers, 1, 2);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.told.lines)
                    .anyMatch(line -> line.startsWith("7 running 100..110 "))
                    .anyMatch(line -> line.startsWith("8 running 110..200 "));
            growing.write(0, buffers.get(0));
            assertThat(growing.finish())
                    .containsExactlyInAnyOrderElementsOf(Told.of(growing.path).lines());
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    /** What the only processor tells is told at once: sessions that count from 1 wait for nothing. */
    @Test
    void numberZeroComesAfterNumberOneIsTold() throws Exception {
        List<byte[]> buffers = countedFromZero("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->8 wait UserRequest
                cpu0 120 flush
                cpu0 200 switch 8->9 wait UserRequest
                cpu0 210 switch 9->0 wait UserRequest
                cpu0 220 flush
                cpu0 300 switch 0->7
                """);
        Collections.swap(buffers, 1, 2);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers.subList(0, 2))) {
            assertThat(growing.follower.toldUntil() - growing.follower.header().startTimestamp())
                    .isEqualTo(210);
            growing.append(buffers.get(2));
            growing.append(buffers.get(3));
            growing.finish();
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.amount() + " " + entry.detail())
                    .containsExactly("BUFFER_TOO_LATE 1 number 0");
            assertThat(growing.told.lines).anyMatch(line -> line.startsWith("cpu0 idle 210..300 "));
        }
    }

    /** Of a processor that has told nothing yet, what is not too late is told. */
    @Test
    void numberZeroOfASilentProcessorComesAfterTheDelay() throws Exception {
        List<byte[]> buffers = countedFromZero("""
                cpu1 100 switch 0->9
                cpu1 3800 switch 9->6 wait UserRequest
                cpu1 3900 switch 6->0 wait UserRequest
                cpu1 3910 flush
                cpu0 110 switch 0->7
                cpu0 200 switch 7->8 wait UserRequest
                cpu0 4000 switch 8->0 wait UserRequest
                cpu0 4010 flush
                cpu1 5000 switch 0->9
                cpu1 5010 flush
                cpu0 6000 switch 0->7
                """);
        Collections.swap(buffers, 1, 2);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.processor() + " " + entry.amount())
                    .containsExactly("EVENTS_TOO_LATE 1 1");
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.contains(" cpu1 prio "))
                    .filteredOn(line -> !line.endsWith("clipped"))
                    .containsExactly("6 running 3800..3900 cpu1 prio 8 state 5 reason 6 then 0");
        }
    }

    @Test
    void aMissingNumberIsTooLate() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] second = buffers.remove(2);
        buffers.add(second);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.told.lines).noneMatch(line -> line.startsWith("7 running"));
            assertThat(growing.follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.amount() + " " + entry.detail())
                    .containsExactly("SEQUENCE_NUMBERS_MISSING 1 before number 3", "BUFFER_TOO_LATE 1 number 2");
        }
    }

    /** As in a file that another was appended to: what its numbers were taken for is not skipped unnoticed. */
    @Test
    void numbersBeginAnewInTheMidst() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 300 switch 0->7
                cpu0 310 flush
                cpu0 400 switch 7->8 wait UserRequest
                cpu0 410 flush
                cpu0 500 switch 8->0 wait UserRequest
                cpu0 510 flush
                """);
        renumber(buffers.get(4), 1);
        renumber(buffers.get(5), 4);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(growing.told.lines)
                    .anyMatch(line -> line.startsWith("7 running 100..200"))
                    .noneMatch(line -> line.contains(" 300..500"));
            assertThat(growing.follower.damage().amount(Damage.SEQUENCE_NUMBER_REPEATED))
                    .isEqualTo(1);
        }
    }

    /** The one that came first keeps the number; what the other one tells of its processor is missing. */
    @Test
    void aNumberThatAnotherBufferHas() throws Exception {
        List<byte[]> buffers = buffers(SchedulerScript.SIX_BUFFERS + """
                cpu1 330 flush
                cpu1 420 switch 8->0 wait UserRequest
                cpu1 430 flush
                """);
        renumber(buffers.get(3), 6);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            growing.finish();
            assertThat(growing.told.lines).noneMatch(line -> line.contains(" 220..420"));
            assertThat(growing.follower.damage().amount(Damage.SEQUENCE_NUMBER_REPEATED))
                    .isEqualTo(1);
        }
    }

    /** What comes after a number that is a lie is not taken for older. */
    @Test
    void aNumberFarFromAllOthers() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 4000 switch 0->7
                cpu0 4010 flush
                cpu0 4100 switch 7->0 wait UserRequest
                cpu0 4110 flush
                cpu0 4200 switch 0->7
                cpu0 4210 flush
                cpu0 4300 switch 7->0 wait UserRequest
                cpu0 4310 flush
                """);
        renumber(buffers.get(2), 1L << 40);
        try (GrowingTrace growing = growing(1000, Silence.UNCHANGED, buffers)) {
            growing.finish();
            assertThat(growing.told.lines)
                    .filteredOn(line -> line.startsWith("7 running "))
                    .contains("7 running 4200..4300 cpu0 prio 8 state 5 reason 6 then 0");
            assertThat(growing.follower.damage().totals().keySet())
                    .contains(Damage.SEQUENCE_NUMBER_IMPOSSIBLE)
                    .doesNotContain(Damage.BUFFER_TOO_LATE);
            assertThat(growing.follower.damage().totals().get(Damage.SEQUENCE_NUMBERS_MISSING))
                    .extracting(Total::amount)
                    .isEqualTo(1L);
        }
    }

    /** Which of the two is right, nobody can know before the end. */
    @Test
    void aTimeFarFromAllOthers() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu1 90000000 switch 0->9
                cpu1 90000010 flush
                cpu0 4000 switch 7->0 wait UserRequest
                cpu0 4010 flush
                cpu0 4100 switch 0->7
                cpu0 4110 flush
                """);
        try (GrowingTrace growing = growing(1000, Silence.UNCHANGED, buffers)) {
            growing.finish();
            assertThat(growing.follower.damage().totals().get(Damage.EVENTS_TOO_LATE))
                    .extracting(Total::amount)
                    .isEqualTo(2L);
        }
    }

    @Test
    void ends() throws Exception {
        List<byte[]> buffers = fourBuffers();
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            growing.write(0, buffers.get(0));
            assertThat(growing.poll()).isEqualTo(State.ENDED);
            growing.append(new byte[1]);
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
        }
    }

    @Test
    void refused() throws Exception {
        Path trace = directory.resolve("trace.etl");
        Files.write(trace, new byte[] {1, 2, 3});
        TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN).close();
        byte[] header = buffers(LATE).get(0);
        byte[] otherType = header.clone();
        otherType[0x36] = 3;
        byte[] late = new byte[0x20000];
        late[5] = 1;
        for (byte[] bytes : List.of(
                "no trace".repeat(100_000).getBytes(StandardCharsets.UTF_8),
                "no trace".getBytes(StandardCharsets.UTF_8),
                // Less than 16 MB, read as a buffer's size.
                Arrays.copyOf("FLR\0".getBytes(StandardCharsets.UTF_8), 1000),
                Arrays.copyOf(otherType, 0x38),
                late)) {
            Files.write(trace, bytes);
            assertThatThrownBy(() -> TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN))
                    .isInstanceOf(InputException.class)
                    .hasMessage(trace + ": not an ETL file: no WMI buffer header at offset 0");
        }
        Files.write(trace, SchedulerScript.parse(LATE).toTrace(new TraceOptions().circular(3), SwitchForm.EVENTS));
        assertThatThrownBy(() -> TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN))
                .isInstanceOf(InputException.class)
                .hasMessage(trace + ": a circular trace cannot be followed, as what is read may be written over;"
                        + " record to a sequential file");
    }

    @Test
    void becomesShorter() throws Exception {
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, fourBuffers())) {
            growing.truncate(0x20000);
            assertThatThrownBy(growing::poll)
                    .isInstanceOf(InputException.class)
                    .hasMessage(growing.path + ": the file became shorter while it was followed; follow it anew");
        }
    }

    /** A session with EVENT_TRACE_FILE_MODE_PREALLOCATE gets all the room there may be, and gives back what is left. */
    @Test
    void givesBackItsRoom() throws Exception {
        List<byte[]> buffers = fourBuffers();
        try (GrowingTrace growing = new GrowingTrace(ticks(1000), Silence.UNKNOWN)) {
            growing.append(new byte[0x100000]);
            growing.write(0, UnfinishedTrace.of(buffers.get(0)));
            long end = buffers.get(0).length;
            for (byte[] buffer : buffers.subList(1, 4)) {
                growing.write(end, buffer);
                end += buffer.length;
                assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            }
            growing.write(end, buffers.get(4));
            growing.write(0, buffers.get(0));
            growing.truncate(end + buffers.get(4).length);
            assertThat(growing.poll()).isEqualTo(State.ENDED);
            assertThat(growing.finish()).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0 "));
            assertThat(growing.follower.damage().totals()).isEmpty();
        }
    }

    private void assertReplacementIsNoticed(GrowingTrace growing) throws Exception {
        Path other = Files.copy(growing.path, directory.resolve("other.etl"));
        Files.delete(growing.path);
        assertThatThrownBy(growing::poll)
                .isInstanceOf(InputException.class)
                .hasMessage(growing.path + ": the file is gone");
        Files.move(other, growing.path);
        assertThatThrownBy(growing::poll)
                .isInstanceOf(InputException.class)
                .hasMessage(growing.path + ": another file took its name while it was followed; follow that one anew");
    }

    @Test
    void isReplaced() throws Exception {
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, fourBuffers())) {
            assertReplacementIsNoticed(growing);
        }
    }

    /** Whoever starts the next session with the name of the last may have the file kept, and begun anew. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isWrittenOver(boolean hasGrown) throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = UnfinishedTrace.of(buffers.get(0));
        ByteBuffer start =
                ByteBuffer.wrap(header, START_TIME_OFFSET, Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(start.getLong(START_TIME_OFFSET)).isEqualTo(START_TIME);
        start.putLong(START_TIME_OFFSET, START_TIME + 1);
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, buffers)) {
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            // Its bytes may come later than its room.
            growing.write(0, new byte[header.length]);
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            growing.write(0, header);
            if (hasGrown) {
                growing.append(buffers.get(4));
            }
            assertThatThrownBy(growing::poll)
                    .isInstanceOf(InputException.class)
                    .hasMessage(growing.path
                            + ": another trace was written over it while it was followed; follow that one anew");
        }
    }

    /** Of the buffer that it ends with, the rest will not come any more. */
    @Test
    void isReplacedInTheMidstOfABuffer() throws Exception {
        try (GrowingTrace growing = growing(1000, Silence.UNKNOWN, fourBuffers())) {
            growing.append(Arrays.copyOf(fourBuffers().get(4), 0x1000));
            assertThat(growing.poll()).isEqualTo(State.FOLLOWING);
            assertReplacementIsNoticed(growing);
        }
    }

    /** It would be waited for. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void noFile() throws Exception {
        Path device = Files.createSymbolicLink(directory.resolve("trace_1.etl"), Path.of("/dev/null"));
        for (Path trace : List.of(device, directory.resolve("trace_%d.etl"))) {
            assertThatThrownBy(() -> TraceFollower.open(trace, Duration.ZERO, Silence.UNKNOWN))
                    .isInstanceOf(InputException.class)
                    .hasMessage(device + ": no regular file; copy it into one");
        }
        assertThatThrownBy(() -> TraceFollower.open(directory, Duration.ZERO, Silence.UNKNOWN))
                .isInstanceOf(InputException.class)
                .hasMessage(directory + ": a directory, no trace");
    }

    /** As good as one that others may not see: it would be waited for in vain. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void fileThatMayBeThere() throws Exception {
        Path trace = directory.resolve("x".repeat(300));
        assertThatThrownBy(() -> TraceFollower.isThere(trace))
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(trace + ": ");
    }

    private void write(int number, byte[] header, List<byte[]> buffers) throws Exception {
        List<byte[]> all = new ArrayList<>();
        all.add(header);
        all.addAll(buffers);
        Files.write(directory.resolve("trace_" + number + ".etl"), TraceFiles.join(all));
    }

    /** The session goes on in another file: threads and slices go on as well. */
    @Test
    void nextFile() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(3, header, buffers.subList(1, 3));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            write(4, header, buffers.subList(3, 4));
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            write(6, header, buffers.subList(4, 5));
            follower.finish(told);
            assertThat(told.lines)
                    .filteredOn(line -> line.startsWith("7 running") || line.startsWith("cpu0 idle"))
                    .hasSize(3);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** A session that goes on in another file appends nothing to the one before. */
    @Test
    void nextFileAfterAPartOfABuffer() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, List.of(buffers.get(1), Arrays.copyOf(buffers.get(2), 0x1000)));
        write(2, header, buffers.subList(3, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(follower.damage().totals().keySet()).contains(Damage.FILE_ENDS_IN_BUFFER);
        }
    }

    /** What the last switch was followed by may have been in what cannot be read: who was to run is not told to have. */
    @Test
    void lastFileEndsInWhatIsNoBuffer() throws Exception {
        List<byte[]> buffers = buffers(SchedulerScript.SIX_BUFFERS);
        byte[] damaged = buffers.get(6).clone();
        ByteBuffer.wrap(damaged).putInt(0, 0);
        for (List<byte[]> end : List.of(List.<byte[]>of(), List.of(damaged))) {
            List<byte[]> written = new ArrayList<>(buffers.subList(1, 7));
            written.addAll(end);
            write(1, buffers.get(0), written);
            try (TraceFollower follower =
                    TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
                Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
                follower.finish(told);
                assertThat(told.lines)
                        .filteredOn(line -> line.startsWith("7 running 300..320"))
                        .hasSize(1 - end.size());
                assertThat(follower.damage().amount(Damage.BUFFER_SIZE_ZERO)).isEqualTo(end.size());
            }
        }
    }

    @Test
    void nextFileAfterALoss() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, buffers.subList(1, 3));
        write(2, header, buffers.subList(4, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.finish(told);
            assertThat(follower.damage().amount(Damage.SEQUENCE_NUMBERS_MISSING))
                    .isEqualTo(1);
            assertThat(told.lines).noneMatch(line -> line.startsWith("7 running 300..4000"));
        }
    }

    /** What waits for a buffer before it is read when that comes in another file. */
    @Test
    void nextFileWithABufferOfTheOneBefore() throws Exception {
        List<byte[]> buffers = buffers("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->0 wait UserRequest
                cpu0 120 flush
                cpu0 200 switch 0->7
                cpu0 210 flush
                cpu0 300 switch 7->0 wait UserRequest
                cpu0 310 flush
                cpu0 4000 switch 0->7
                """);
        byte[] header = buffers.get(0);
        write(1, header, List.of(buffers.get(1), buffers.get(3)));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(10_000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.poll(told);
            write(2, header, List.of(buffers.get(2), buffers.get(4)));
            follower.poll(told);
            follower.poll(told);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 200..300 cpu0"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** Nothing tells whether something is missing: so nothing is concluded. */
    @Test
    void nextFileWithNumbersOfItsOwn() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, buffers.subList(1, 4));
        byte[] anew = buffers.get(4).clone();
        renumber(anew, 1);
        write(2, header, List.of(anew));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 100..200"));
            assertThat(told.lines).noneMatch(line -> line.startsWith("7 running 300..4000"));
            assertThat(follower.damage().entries())
                    .extracting(entry -> entry.kind() + " " + entry.amount() + " " + entry.detail())
                    .containsExactly("SEQUENCE_NUMBERS_RESTART 1 in trace_2.etl");
        }
    }

    /**
     * An earlier session's files, which this one has not come to yet: its end is not waited for behind them.
     *
     * @param number of such a file
     * @param startTicks greater than this session's if Windows was started anew since
     */
    @ParameterizedTest
    @CsvSource({"2, 5", "5, 5", "2, 900000000000", "5, 900000000000"})
    void nextFileOfAnEarlierSession(int number, long startTicks) throws Exception {
        List<byte[]> buffers = fourBuffers();
        write(1, buffers.get(0), buffers.subList(1, 5));
        Path earlier = directory.resolve("trace_" + number + ".etl");
        Files.write(earlier, lateTrace(startTicks, START_TIME - 1));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 waiting 200..300"));
            assertThat(told.lines).noneMatch(line -> line.contains("cpu1"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** What lies in between is neither this session's nor in its way. */
    @Test
    void nextFileBehindThatOfAnEarlierSession() throws Exception {
        List<byte[]> buffers = fourBuffers();
        write(1, buffers.get(0), buffers.subList(1, 3));
        Files.write(directory.resolve("trace_2.etl"), lateTrace(5, START_TIME - 1));
        write(3, buffers.get(0), buffers.subList(3, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(told.lines).noneMatch(line -> line.contains("cpu1"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** The session comes to a file that was passed over: it writes into that, or puts another in its place. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fileOfAnEarlierSessionThatIsWrittenAnew(boolean inPlace) throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] header = buffers.get(0);
        write(1, header, buffers.subList(1, 3));
        byte[] next = TraceFiles.join(List.of(header, buffers.get(3), buffers.get(4)));
        Path second = directory.resolve("trace_2.etl");
        Files.write(second, Arrays.copyOf(lateTrace(5, START_TIME - 1), next.length));
        Files.setLastModifiedTime(second, FileTime.fromMillis(1));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            if (inPlace) {
                Files.write(second, next);
            } else {
                Path other = Files.write(directory.resolve("other"), next);
                Files.setLastModifiedTime(other, FileTime.fromMillis(1));
                Files.move(other, second, StandardCopyOption.REPLACE_EXISTING);
            }
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
            assertThat(follower.damage().totals()).isEmpty();
        }
    }

    /** Each was opened at each poll, which took a megabyte of them all. */
    @Test
    void filesOfAnEarlierSessionCostPollsLittle() throws Exception {
        byte[] trace = SchedulerScript.parse(LATE).toTrace();
        Files.write(directory.resolve("trace_1.etl"), UnfinishedTrace.of(trace));
        for (int number = 2; number < 18; number++) {
            Files.write(directory.resolve("trace_" + number + ".etl"), lateTrace(5, START_TIME - 1));
        }
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            follower.poll(SwitchEvent::time);
            follower.poll(SwitchEvent::time);
            long before = allocated();
            for (int i = 0; i < 100; i++) {
                follower.poll(SwitchEvent::time);
            }
            assertThat(allocated() - before).isLessThan(100 * 100_000);
        }
    }

    /** Whose session died: nothing will complete it. */
    @Test
    void firstFileOfAnEarlierSession() throws Exception {
        List<byte[]> buffers = fourBuffers();
        byte[] earlier = lateTrace(5, START_TIME - 1);
        Files.write(directory.resolve("trace_1.etl"), UnfinishedTrace.of(earlier));
        write(3, buffers.get(0), buffers.subList(1, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> new TraceOptions().ticks(0));
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.FOLLOWING);
            assertThat(follower.poll(told)).isEqualTo(State.ENDED);
            follower.finish(told);
            assertThat(told.lines).anyMatch(line -> line.startsWith("7 running 300..4000 cpu0"));
        }
    }

    /** Times of before and after cannot be told on one clock. */
    @Test
    void firstFileFromBeforeWindowsWasStartedAnew() throws Exception {
        Files.write(directory.resolve("trace_1.etl"), lateTrace(900_000_000_000L, START_TIME - 1));
        List<byte[]> buffers = fourBuffers();
        write(3, buffers.get(0), buffers.subList(1, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            follower.poll(SwitchEvent::time);
            assertThatThrownBy(() -> follower.poll(SwitchEvent::time))
                    .isInstanceOf(InputException.class)
                    .hasMessage(directory.resolve("trace_3.etl")
                            + ": its clock is not that of the file before; remove the files of earlier sessions");
        }
    }

    /** Windows writes no zeros in front. */
    @Test
    void filesThatAreNotOfThePattern() throws Exception {
        List<byte[]> buffers = fourBuffers();
        Files.write(directory.resolve("trace_01.etl"), new byte[0]);
        write(2, buffers.get(0), buffers.subList(1, 5));
        try (TraceFollower follower =
                TraceFollower.open(directory.resolve("trace_%d.etl"), ticks(1000), Silence.UNKNOWN)) {
            assertThat(follower.poll(SwitchEvent::time)).isEqualTo(State.ENDED);
        }
    }

    private static byte[] lateTrace(long startTicks, long startTime) {
        return SchedulerScript.parse(LATE).toTrace(new TraceOptions().start(startTicks, startTime), SwitchForm.EVENTS);
    }

    @Test
    void whileItIsBeingWritten() throws Exception {
        byte[] trace = new SyntheticTrace(1)
                .switches(60_000)
                .toTrace(new TraceOptions().processors(4).bufferSize(0x1000));
        Path path = directory.resolve("live.etl");
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                byte[] unfinished = UnfinishedTrace.of(trace);
                for (int at = 0; at < trace.length; at += 0x1800) {
                    file.write(ByteBuffer.wrap(unfinished, at, Math.min(0x1800, trace.length - at)));
                }
                file.write(ByteBuffer.wrap(trace, 0, 0x1000), 0);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        try (TraceFollower follower = TraceFollower.open(path, GrowingTrace.FOREVER, Silence.UNKNOWN)) {
            Told told = new Told(follower::threads, () -> follower.header().startTimestamp());
            while (follower.poll(told) != State.ENDED) {
                Thread.onSpinWait();
            }
            writer.get();
            follower.finish(told);
            Told.Whole whole = Told.of(path);
            Told.assertSame(Told.beforeEnd(told.lines), Told.beforeEnd(whole.lines()));
            Told.assertSame(Told.sorted(told.lines), Told.sorted(whole.lines()));
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Something for each buffer, and little for a poll without one; nothing for an event. */
    @Test
    void allocation() throws Exception {
        int switches = 100_000;
        Path path = directory.resolve("trace.etl");
        byte[] trace = new SyntheticTrace(1)
                .switches(switches)
                .churnPerMille(0)
                .toTrace(new TraceOptions().processors(4).bufferSize(0x10000));
        int most = trace.length / 2 & ~0xFFFF;
        Files.write(path, Arrays.copyOf(UnfinishedTrace.of(trace), most));
        long[] seen = new long[1];
        try (TraceFollower follower = TraceFollower.open(path, Duration.ofMillis(500), Silence.UNKNOWN)) {
            follower.poll(event -> seen[0]++);
            Files.write(path, Arrays.copyOfRange(trace, most, trace.length), StandardOpenOption.APPEND);
            long before = allocated();
            long seenBefore = seen[0];
            follower.poll(event -> seen[0]++);
            long bytes = allocated() - before;
            assertThat(seen[0] - seenBefore).isGreaterThan(switches / 3);
            assertThat(bytes).isLessThan(8 * (seen[0] - seenBefore));
            before = allocated();
            for (int i = 0; i < 1000; i++) {
                follower.poll(SwitchEvent::time);
            }
            assertThat(allocated() - before).isLessThan(4_000_000);
        }
    }
}
