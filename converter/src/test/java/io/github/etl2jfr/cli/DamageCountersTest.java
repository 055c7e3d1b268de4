package io.github.etl2jfr.cli;

import static io.github.etl2jfr.etl.TraceFiles.join;
import static io.github.etl2jfr.etl.TraceFiles.putU16;
import static io.github.etl2jfr.etl.TraceFiles.putU32;
import static io.github.etl2jfr.etl.TraceFiles.split;
import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.TraceFiles;
import io.github.etl2jfr.follow.TraceFollower;
import io.github.etl2jfr.scheduler.LiveScheduler.Silence;
import io.github.etl2jfr.scheduler.SwitchEvent;
import io.github.etl2jfr.scheduler.ThreadRef;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import io.github.etl2jfr.views.text.Amount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A trace for each counter that has this anomaly and no other: it is counted where it is, told everywhere, and costs no
 * more than it must. The switches are those of the script that the trace was made of.
 */
class DamageCountersTest {
    private static final int BUFFER_SIZE = 0x1000;
    private static final long FILETIME_OF_1970 = 116_444_736_000_000_000L;
    private static final long IDLE_IDS = 1L << 32;

    // Of a buffer's header.
    private static final int HEADER = 0x48;
    private static final int SAVED_OFFSET = 0x04;
    private static final int SEQUENCE_NUMBER = 0x18;
    private static final int LOGGER_ID = 0x2A;
    private static final int STATE = 0x2C;
    private static final int OFFSET = 0x30;
    private static final int FLAGS = 0x34;
    private static final int TYPE = 0x36;
    private static final int PROCESSOR_INDEX = 0x20;
    private static final int COMPRESSED = 0x40;

    // Of the log file header, behind the headers of its buffer and its event.
    private static final int LOG_FILE_HEADER = HEADER + 0x20;
    private static final int PROCESSORS = LOG_FILE_HEADER + 0x0C;
    private static final int END_TIME = LOG_FILE_HEADER + 0x10;
    private static final int BUFFERS_WRITTEN = LOG_FILE_HEADER + 0x24;
    private static final int EVENTS_LOST = LOG_FILE_HEADER + 0x30;
    private static final int BUFFERS_LOST = LOG_FILE_HEADER + 0x114;

    /** Two processors, three buffers each, one switch a buffer; the first is the file's second. */
    private static final List<String> SIX_SWITCHES = List.of(
            "100 cpu0 0 -> 7",
            "120 cpu1 0 -> 8",
            "200 cpu0 7 -> 0",
            "220 cpu1 8 -> 0",
            "300 cpu0 0 -> 7",
            "320 cpu1 0 -> 8");

    /** Among the sound ones; its buffer is of processor 0. */
    private static final int DAMAGED = 3;

    private static final long DAMAGED_AT = DAMAGED * BUFFER_SIZE;

    @TempDir
    private Path directory;

    /** What a counter says. */
    private record Counted(Damage damage, long amount, long firstOffset, int processor) {}

    /** What is told of a trace. */
    private record Told(List<Counted> counted, List<String> switches) {}

    /** Has a trace read. */
    private interface Reading {
        Told read() throws Exception;
    }

    private record Case(Reading reading, Told expected) {}

    @ParameterizedTest
    @EnumSource
    void isCountedAndCostsNoMoreThanItMust(Damage damage) throws Exception {
        for (Case one : cases(damage)) {
            Told told = one.reading.read();
            assertThat(told.counted).isEqualTo(one.expected.counted);
            assertThat(told.switches).isEqualTo(one.expected.switches);
        }
    }

    /** A first buffer can have more in it than the log file header. */
    @Test
    void switchesInTheFirstBuffer() throws Exception {
        List<byte[]> buffers = buffers();
        byte[] header = buffers.get(0);
        byte[] events = buffers.remove(1);
        int used = TraceFiles.u32(header, OFFSET);
        int more = TraceFiles.u32(events, OFFSET) - HEADER;
        System.arraycopy(events, HEADER, header, used, more);
        putU32(header, OFFSET, used + more);
        putU32(header, BUFFERS_WRITTEN, buffers.size());
        // The switches' sequence number was the first.
        for (byte[] buffer : buffers.subList(1, buffers.size())) {
            putU64(buffer, SEQUENCE_NUMBER, TraceFiles.u32(buffer, SEQUENCE_NUMBER) - 1);
        }
        Path input = Files.write(directory.resolve("trace.etl"), join(buffers));
        Path output = directory.resolve("out.jfr");
        assertThat(Program.run(input, output).exitCode()).isZero();
        assertThat(switches(RecordingFile.readAllEvents(output))).isEqualTo(SIX_SWITCHES);
        assertThat(follow(Duration.ofDays(1), List.of(buffers)).switches).isEqualTo(SIX_SWITCHES);
    }

    /** No counter without a trace: it would not compile. */
    private List<Case> cases(Damage damage) throws Exception {
        return switch (damage) {
            case EVENTS_LOST_FLAGGED ->
                List.of(inBuffer(damage, buffer -> putU16(buffer, FLAGS, PROCESSOR_INDEX | TraceBuilder.EVENTS_LOST)));
            case BUFFER_LOST_FLAGGED ->
                List.of(inBuffer(damage, buffer -> putU16(buffer, FLAGS, PROCESSOR_INDEX | TraceBuilder.BUFFER_LOST)));
            case BAD_COMPRESSED_DATA ->
                List.of(replaced(
                        damage,
                        buffer -> {
                            putU16(buffer, FLAGS, PROCESSOR_INDEX | COMPRESSED);
                            Arrays.fill(buffer, HEADER, buffer.length, (byte) 0xFF);
                        },
                        Set.of(200),
                        Set.of(100)));
            case EVENTS_LOST_ELSEWHERE ->
                List.of(inLogFileHeader(damage, EVENTS_LOST, 1234, new Counted(damage, 1234, 0, -1)));
            case BUFFERS_LOST_ELSEWHERE ->
                // Unsigned: more than a recording's amount can be.
                List.of(inLogFileHeader(damage, BUFFERS_LOST, 0x9000_0000, new Counted(damage, 2_415_919_104L, 0, -1)));
            case IMPOSSIBLE_PROCESSOR_COUNT ->
                List.of(
                        inLogFileHeader(damage, PROCESSORS, 0x801, new Counted(damage, 1, 0, -1)),
                        inLogFileHeader(damage, PROCESSORS, 0, new Counted(damage, 1, 0, -1)));
            case PROCESSOR_BEYOND_COUNT ->
                List.of(inLogFileHeader(damage, PROCESSORS, 1, new Counted(damage, 3, 2 * BUFFER_SIZE, 1)));

            case NO_BUFFER_HEADER -> List.of(inserted(damage, bad -> Arrays.fill(bad, 0, HEADER, (byte) 0xFF), -1));
            case BUFFER_SIZE_ZERO ->
                List.of(
                        inserted(damage, bad -> putU32(bad, 0, 0), -1),
                        inserted(damage, bad -> Arrays.fill(bad, (byte) 0), -1));
            case BUFFER_SIZE_BELOW_HEADER -> List.of(inserted(damage, bad -> putU32(bad, 0, HEADER - 1), -1));
            case BUFFER_SIZE_TOO_LARGE ->
                List.of(
                        inserted(damage, bad -> putU32(bad, 0, BUFFER_SIZE + 1), -1),
                        inserted(damage, bad -> putU32(bad, 0, -1), -1));
            case UNKNOWN_BUFFER_TYPE -> List.of(inserted(damage, bad -> putU16(bad, TYPE, 8), -1));
            case USED_SIZE_BELOW_HEADER -> List.of(inserted(damage, bad -> putU32(bad, SAVED_OFFSET, HEADER - 1), 0));
            case USED_SIZE_TOO_LARGE ->
                List.of(
                        inserted(damage, bad -> putU32(bad, SAVED_OFFSET, BUFFER_SIZE + 1), -1),
                        lastBufferUsesMoreThanItHas());
            case USED_SIZE_CONTRADICTED ->
                List.of(replaced(damage, bad -> putU32(bad, SAVED_OFFSET, HEADER), Set.of(200), Set.of(100)));
            case UNKNOWN_COMPRESSION -> List.of(unknownCompression());
            case IMPOSSIBLE_COMPRESSION -> List.of(impossibleCompression());

            case SEQUENCE_NUMBERS_MISSING -> List.of(missingBuffer());
            case SEQUENCE_NUMBER_IMPOSSIBLE ->
                List.of(converted(
                        change(6, buffer -> putU64(buffer, SEQUENCE_NUMBER, 1L << 40)),
                        new Counted(damage, 1, 6 * BUFFER_SIZE, 1),
                        without(Set.of(), Set.of(220, 300))));
            case SEQUENCE_NUMBER_AGAINST_TIME ->
                List.of(converted(
                        join(swapSequenceNumbers()),
                        new Counted(damage, 1, DAMAGED_AT, 0),
                        without(Set.of(), Set.of(100, 200))));
            case BUFFER_REPEATED -> {
                List<byte[]> buffers = buffers();
                buffers.add(DAMAGED + 1, buffers.get(DAMAGED));
                yield List.of(
                        converted(join(buffers), new Counted(damage, 1, DAMAGED_AT + BUFFER_SIZE, 0), SIX_SWITCHES));
            }
            case BUFFER_OF_OTHER_SESSION -> ofOtherSession();
            case BUFFERS_OVERLAP -> List.of(overlap());

            case NO_EVENT_MARKER ->
                List.of(
                        behindTheFirst(damage, "0100 0000 0000 0000"),
                        // What is found behind the bytes in use.
                        behindTheFirst(damage, "00000000 00000000"),
                        behindTheFirst(damage, "FFFFFFFF FFFFFFFF FFFFFFFF"),
                        // Too few bytes for an event.
                        inStream(damage, trace -> trace.appendRaw(0, hex("020011C0")), true));
            case EVENT_SIZE_TOO_SMALL ->
                List.of(
                        inStream(damage, event(0x0524, 150, new byte[0x18]).claimedSize(0xF), true),
                        inStream(damage, event(0x0524, 150, new byte[0x18]).claimedSize(0), true));
            case EVENT_SIZE_TOO_LARGE ->
                List.of(inStream(damage, event(0x0524, 150, new byte[0x18]).claimedSize(0x7000), true));
            case UNKNOWN_EVENT_TYPE ->
                List.of(inStream(
                        damage, trace -> trace.appendRaw(0, hex("1000 16C0 00000000 AABBCCDD 00000000")), false));
            case IMPOSSIBLE_TIME -> List.of(inStream(damage, event(0x0524, Long.MAX_VALUE / 2, new byte[0x18]), true));
            case TIME_BACKWARDS ->
                List.of(inStream(
                        damage,
                        2,
                        SwitchForm.EVENTS,
                        trace -> trace.append(0, event(0x0524, 1L << 40, new byte[0x18]))
                                .append(0, event(0x0524, 160, new byte[0x18])),
                        List.of("100 cpu0 0 -> ?", "200 cpu0 7 -> 0", "300 cpu0 0 -> 7")));
            case TIME_CONTRADICTED ->
                List.of(inStream(
                        damage,
                        trace -> trace.append(0, event(0x0F2E, 1L << 40, new byte[8]))
                                .append(0, event(0x0F2E, 160, new byte[8])),
                        false));
            case CONTEXT_SWITCH_TOO_SHORT -> List.of(inStream(damage, event(0x0524, 150, new byte[0x17]), true));
            case READY_THREAD_TOO_SHORT -> List.of(inStream(damage, event(0x0532, 150, new byte[3]), true));
            case IDENTITY_TOO_SHORT ->
                List.of(
                        inStream(damage, event(0x0501, 150, new byte[7]), false),
                        inStream(damage, event(0x0548, 150, new byte[7]), false),
                        inStream(damage, event(0x0301, 150, new byte[0x23]).version(4), false));
            case NAME_WITHOUT_END ->
                List.of(
                        inStream(damage, event(0x0548, 150, hex("64000000 07000000 7700 6F00")), false),
                        inStream(
                                damage,
                                event(0x0501, 150, threadWithName("7700")).version(3),
                                false),
                        inStream(
                                damage,
                                event(0x0301, 150, processWithNames("61")).version(4),
                                false),
                        inStream(
                                damage,
                                event(0x0301, 150, processWithNames("6100 6200"))
                                        .version(4),
                                false));
            case GROUP_MASKS_TOO_SHORT -> List.of(inStream(damage, event(0x0020, 150, new byte[31]), false));
            case BATCH_TOO_SHORT -> List.of(inBatches(damage, new byte[0x57]));
            case BATCH_TOO_LONG -> List.of(inBatches(damage, new byte[0x401]));
            case BATCH_EMPTY -> List.of(inBatches(damage, new byte[0x58]));
            // LITE and full, of the table's third place, which is 0.
            case BATCH_INDEX_NOT_IN_USE ->
                List.of(inBatches(damage, batch("0A000000")), inBatches(damage, batch("03000000 02000000")));
            case BATCH_IDLE_TWICE -> List.of(inBatches(damage, batch("00000000")));
            // LITE, a tick later.
            case BATCH_TIME_CONTRADICTED -> List.of(inBatches(damage, batch("02800000")));
            case BATCH_ENDS_IN_SWITCH -> List.of(inBatches(damage, batch("0500")), inBatches(damage, batch("00")));

            case THREAD_ON_TWO_PROCESSORS ->
                List.of(contradiction(
                        damage,
                        2,
                        2 * BUFFER_SIZE + HEADER,
                        """
                        cpu0 100 switch 0->8
                        cpu0 110 flush
                        cpu0 120 switch 8->7 wait UserRequest
                        cpu1 199 switch 0->7
                        cpu0 200 switch 7->0 ready
                        cpu1 300 switch 7->0 wait UserRequest
                        """,
                        "100 cpu0 0 -> 8",
                        "120 cpu0 8 -> 7",
                        "199 cpu1 0 -> 7",
                        "200 cpu0 7 -> 0",
                        "300 cpu1 7 -> 0"));
            case LAST_SWITCH_MISSING ->
                List.of(contradiction(
                        damage, 1, BUFFER_SIZE + HEADER, """
                        cpu0 100 switch 0->7
                        cpu0 180 switch 7->0 wait UserRequest
                        cpu1 300 end thread 7 in 100
                        cpu1 320 switch 0->8
                        """, "100 cpu0 0 -> 7", "180 cpu0 7 -> 0", "320 cpu1 0 -> 8"));

            case FILE_ENDS_IN_BUFFER_HEADER ->
                List.of(converted(
                        Arrays.copyOf(join(buffers()), 6 * BUFFER_SIZE + HEADER - 1),
                        new Counted(damage, 1, 6 * BUFFER_SIZE, -1),
                        without(Set.of(320), Set.of(220, 300))));
            case FILE_ENDS_IN_BUFFER ->
                List.of(converted(
                        Arrays.copyOf(join(buffers()), 7 * BUFFER_SIZE - 1),
                        new Counted(damage, 1, 6 * BUFFER_SIZE, 1),
                        without(Set.of(), Set.of(300, 320))));
            case BUFFERS_MISSING_AT_END ->
                List.of(converted(
                        Arrays.copyOf(join(buffers()), 6 * BUFFER_SIZE),
                        new Counted(damage, 1, 6 * BUFFER_SIZE, -1),
                        without(Set.of(320), Set.of(220, 300))));
            case SESSION_NOT_ENDED ->
                List.of(converted(
                        change(0, buffer -> putU64(buffer, END_TIME, 0)),
                        new Counted(damage, 1, 7 * BUFFER_SIZE, -1),
                        without(Set.of(), Set.of(300, 320))));
            case BUFFER_BEGINS_INSIDE -> {
                List<byte[]> buffers = buffers();
                buffers.set(DAMAGED, Arrays.copyOf(buffers.get(DAMAGED), BUFFER_SIZE - 1));
                yield List.of(converted(
                        join(buffers), new Counted(damage, 1, DAMAGED_AT, 0), without(Set.of(), Set.of(200))));
            }

            case EVENTS_TOO_LATE -> List.of(eventsTooLate());
            case BUFFER_TOO_LATE -> List.of(bufferTooLate());
            case SEQUENCE_NUMBER_REPEATED -> {
                List<byte[]> buffers = buffers();
                buffers.add(DAMAGED + 1, buffers.get(DAMAGED));
                // Else it would not be known that the session has ended.
                putU32(buffers.get(0), BUFFERS_WRITTEN, buffers.size());
                yield List.of(new Case(
                        () -> follow(Duration.ofDays(1), List.of(buffers)),
                        new Told(List.of(new Counted(damage, 1, DAMAGED_AT + BUFFER_SIZE, 0)), SIX_SWITCHES)));
            }
            case SEQUENCE_NUMBERS_RESTART -> {
                List<byte[]> first = buffers();
                List<byte[]> second = new ArrayList<>(List.of(first.get(0).clone(), first.remove(6)));
                putU32(second.get(0), BUFFERS_WRITTEN, second.size());
                putU64(second.get(1), SEQUENCE_NUMBER, 1);
                yield List.of(new Case(
                        () -> follow(Duration.ofDays(1), List.of(first, second)),
                        new Told(
                                List.of(new Counted(damage, 1, BUFFER_SIZE, -1)),
                                without(Set.of(), Set.of(220, 300)))));
            }
        };
    }

    private static TraceOptions options() {
        return new TraceOptions().bufferSize(BUFFER_SIZE);
    }

    private static List<byte[]> buffers() {
        return split(SchedulerScript.parse(SchedulerScript.SIX_BUFFERS).toTrace(options(), SwitchForm.EVENTS));
    }

    /** The six, but for those at some times, and without the incoming thread of others. */
    private static List<String> without(Set<Integer> lost, Set<Integer> unfollowed) {
        return SIX_SWITCHES.stream()
                .filter(line -> !lost.contains(time(line)))
                .map(line -> unfollowed.contains(time(line)) ? line.replaceAll("> .*", "> ?") : line)
                .toList();
    }

    private static int time(String line) {
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    private static void putU64(byte[] bytes, int offset, long value) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
    }

    private static byte[] change(int buffer, Consumer<byte[]> damage) {
        List<byte[]> buffers = buffers();
        damage.accept(buffers.get(buffer));
        return join(buffers);
    }

    private Case inBuffer(Damage damage, Consumer<byte[]> damaging) {
        return replaced(damage, damaging, Set.of(), Set.of(100, 200));
    }

    private Case replaced(Damage damage, Consumer<byte[]> damaging, Set<Integer> lost, Set<Integer> unfollowed) {
        return converted(change(DAMAGED, damaging), new Counted(damage, 1, DAMAGED_AT, 0), without(lost, unfollowed));
    }

    /** Nothing is lost that has a place. */
    private Case inLogFileHeader(Damage damage, int offset, int value, Counted counted) {
        assertThat(counted.damage).isEqualTo(damage);
        return converted(change(0, buffer -> putU32(buffer, offset, value)), counted, SIX_SWITCHES);
    }

    /** A bad copy beside a buffer: what is not missed costs nothing, and reading goes on behind it. */
    private Case inserted(Damage damage, Consumer<byte[]> damaging, int processor) {
        List<byte[]> buffers = buffers();
        byte[] bad = buffers.get(DAMAGED).clone();
        damaging.accept(bad);
        buffers.add(DAMAGED, bad);
        return converted(join(buffers), new Counted(damage, 1, DAMAGED_AT, processor), SIX_SWITCHES);
    }

    private Case lastBufferUsesMoreThanItHas() {
        List<byte[]> buffers = buffers();
        byte[] shorter = Arrays.copyOf(buffers.get(6), BUFFER_SIZE - 8);
        putU32(shorter, 0, BUFFER_SIZE - 8);
        putU32(shorter, SAVED_OFFSET, BUFFER_SIZE);
        buffers.set(6, shorter);
        return converted(
                join(buffers),
                new Counted(Damage.USED_SIZE_TOO_LARGE, 1, 6 * BUFFER_SIZE, 1),
                without(Set.of(), Set.of(300, 320)));
    }

    private Case unknownCompression() {
        List<byte[]> buffers = buffers();
        byte[] bad = buffers.get(DAMAGED).clone();
        putU16(bad, FLAGS, PROCESSOR_INDEX | COMPRESSED);
        putU32(bad, STATE, 9);
        // Else the first buffer's format would be taken.
        putU32(buffers.get(0), STATE, 9);
        buffers.add(DAMAGED, bad);
        return converted(join(buffers), new Counted(Damage.UNKNOWN_COMPRESSION, 1, DAMAGED_AT, 0), SIX_SWITCHES);
    }

    /** A megabyte from a header alone. */
    private Case impossibleCompression() {
        int size = 1 << 20;
        List<byte[]> buffers = split(SchedulerScript.parse(SchedulerScript.SIX_BUFFERS)
                .toTrace(new TraceOptions().bufferSize(size), SwitchForm.EVENTS));
        byte[] bad = Arrays.copyOf(buffers.get(DAMAGED), HEADER);
        putU32(bad, 0, HEADER);
        putU32(bad, SAVED_OFFSET, size);
        putU32(bad, OFFSET, size);
        putU16(bad, FLAGS, PROCESSOR_INDEX | COMPRESSED);
        buffers.add(DAMAGED, bad);
        return converted(
                join(buffers), new Counted(Damage.IMPOSSIBLE_COMPRESSION, 1, (long) DAMAGED * size, 0), SIX_SWITCHES);
    }

    /** Nobody knows whose it was: the chains of both processors break. */
    private Case missingBuffer() {
        List<byte[]> buffers = buffers();
        buffers.remove(DAMAGED);
        return converted(
                join(buffers),
                new Counted(Damage.SEQUENCE_NUMBERS_MISSING, 1, DAMAGED_AT, -1),
                without(Set.of(200), Set.of(100, 120)));
    }

    private static List<byte[]> swapSequenceNumbers() {
        List<byte[]> buffers = buffers();
        byte first = buffers.get(1)[SEQUENCE_NUMBER];
        buffers.get(1)[SEQUENCE_NUMBER] = buffers.get(5)[SEQUENCE_NUMBER];
        buffers.get(5)[SEQUENCE_NUMBER] = first;
        return buffers;
    }

    /** The last one may be the session's all the same; in its midst, a sequence number is missing as well. */
    private List<Case> ofOtherSession() {
        Consumer<byte[]> damaging = buffer -> putU16(buffer, LOGGER_ID, 1);
        Counted last = new Counted(Damage.BUFFER_OF_OTHER_SESSION, 1, 6 * BUFFER_SIZE, 1);
        List<String> allButLast = without(Set.of(320), Set.of(220, 300));
        List<byte[]> first = split(change(1, damaging));
        return List.of(
                converted(change(6, damaging), last, allButLast),
                new Case(
                        () -> follow(Duration.ofDays(1), List.of(split(change(6, damaging)))),
                        new Told(List.of(last), allButLast)),
                new Case(
                        () -> follow(Duration.ofDays(1), List.of(first)),
                        new Told(
                                List.of(
                                        new Counted(Damage.SEQUENCE_NUMBERS_MISSING, 1, 2 * BUFFER_SIZE, -1),
                                        new Counted(Damage.BUFFER_OF_OTHER_SESSION, 1, BUFFER_SIZE, 0)),
                                without(Set.of(100), Set.of()))));
    }

    private Case overlap() {
        List<byte[]> buffers =
                split(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 300 switch 7->0 wait UserRequest
                cpu0 310 flush
                cpu0 310 switch 0->9
                cpu0 400 switch 9->0 wait UserRequest
                """).toTrace(options().processors(1), SwitchForm.EVENTS));
        // The second buffer's first time, 8 bytes into its event, becomes 200.
        ByteBuffer second = ByteBuffer.wrap(buffers.get(2)).order(ByteOrder.LITTLE_ENDIAN);
        second.putLong(HEADER + 8, second.getLong(HEADER + 8) - 110);
        return converted(
                join(buffers),
                // Where one of the two belongs is a gap, and can be behind both.
                new Counted(Damage.BUFFERS_OVERLAP, 1, 2 * BUFFER_SIZE, 0),
                List.of("100 cpu0 0 -> 7", "200 cpu0 0 -> 9", "300 cpu0 7 -> ?", "400 cpu0 9 -> ?"));
    }

    /** Each event makes sense, but not all together. */
    private Case contradiction(Damage damage, long amount, long offset, String script, String... switches) {
        return converted(
                SchedulerScript.parse(script).toTrace(options().processors(2), SwitchForm.EVENTS),
                new Counted(damage, amount, offset, 0),
                List.of(switches));
    }

    private static EventBytes event(int hook, long time, byte[] payload) {
        return EventBytes.of(HeaderType.PERFINFO64, hook)
                .time(options().ticks(time))
                .payload(payload);
    }

    /** ProcessId, ThreadId, 7 pointers, 8 bytes more, name. */
    private static byte[] threadWithName(String name) {
        return hex("64000000 0B000000" + "00".repeat(7 * 8 + 8) + name);
    }

    /** Version 4: 0x24 bytes, no SID, image and command line. */
    private static byte[] processWithNames(String names) {
        return hex("00".repeat(0x24) + "00000000" + names);
    }

    /** FirstTimeStamp at 150, two threads; then packets. */
    private static byte[] batch(String packets) {
        byte[] header = new byte[0x58];
        putU64(header, 0, options().ticks(150));
        putU32(header, 8, 7);
        putU32(header, 12, 9);
        byte[] bytes = hex(packets);
        byte[] batch = Arrays.copyOf(header, header.length + bytes.length);
        System.arraycopy(bytes, 0, batch, header.length, bytes.length);
        return batch;
    }

    private Case inStream(Damage damage, EventBytes bad, boolean switchesMayBeMissing) {
        return inStream(damage, trace -> trace.append(0, bad), switchesMayBeMissing);
    }

    private Case inStream(Damage damage, Consumer<TraceBuilder> bad, boolean switchesMayBeMissing) {
        return inStream(
                damage,
                SwitchForm.EVENTS,
                bad,
                List.of("100 cpu0 0 -> " + (switchesMayBeMissing ? "?" : "7"), "200 cpu0 7 -> 0", "300 cpu0 0 -> 7"));
    }

    /** Bytes that are no event: the one before them is not believed. */
    private Case behindTheFirst(Damage damage, String bytes) {
        return inStream(
                damage,
                SwitchForm.EVENTS,
                trace -> trace.appendRaw(0, hex(bytes)),
                List.of("200 cpu0 7 -> 0", "300 cpu0 0 -> 7"));
    }

    /** Batches tell no plan for the last switch. */
    private Case inBatches(Damage damage, byte[] bad) {
        return inStream(
                damage,
                SwitchForm.BATCHES,
                trace -> trace.append(0, event(0x0525, 150, bad)),
                List.of("100 cpu0 0 -> ?", "200 cpu0 7 -> 0", "300 cpu0 0 -> ?"));
    }

    private Case inStream(Damage damage, SwitchForm form, Consumer<TraceBuilder> bad, List<String> switches) {
        return inStream(damage, 1, form, bad, switches);
    }

    private Case inStream(
            Damage damage, int amount, SwitchForm form, Consumer<TraceBuilder> bad, List<String> switches) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options().processors(1));
        SchedulerScript.parse("cpu0 100 switch 0->7").writeTo(trace.builder(), form);
        int used = BUFFER_SIZE - trace.builder().remaining(0);
        bad.accept(trace.builder());
        trace.builder().flush(0);
        SchedulerScript.parse("cpu0 200 switch 7->0 wait UserRequest\ncpu0 300 switch 0->7")
                .writeTo(trace.builder(), form);
        return converted(trace.finish(), new Counted(damage, amount, BUFFER_SIZE + used, 0), switches);
    }

    private Case converted(byte[] trace, Counted counted, List<String> switches) {
        return new Case(() -> convert(trace), new Told(List.of(counted), switches));
    }

    private static JsonArray damage(Program.Result json) {
        return JsonParser.parseString(json.out()).getAsJsonObject().getAsJsonArray("damage");
    }

    /** But for what only following the switches shows, and what the log file header says itself. */
    private static List<JsonElement> withoutFollowing(JsonArray damage) {
        Set<Damage> left = EnumSet.of(
                Damage.THREAD_ON_TWO_PROCESSORS,
                Damage.LAST_SWITCH_MISSING,
                Damage.EVENTS_LOST_ELSEWHERE,
                Damage.BUFFERS_LOST_ELSEWHERE);
        return damage.asList().stream()
                .filter(entry -> !left.contains(
                        byName(entry.getAsJsonObject().get("name").getAsString())))
                .toList();
    }

    /** As {@code --json} and the recording tell it; what else tells it must agree. */
    private Told convert(byte[] trace) throws IOException {
        Path input = Files.write(directory.resolve("trace.etl"), trace);
        Path output = directory.resolve("out.jfr");
        Program.Result json = Program.run("--force", "--json", input, output);
        assertThat(json.exitCode()).isEqualTo(ExitCode.DAMAGED);
        assertThat(json.err()).isEmpty();
        String report = Program.run("--force", input, output).out();
        assertThat(report).doesNotContain("  lost ");
        List<RecordedEvent> events = RecordingFile.readAllEvents(output);
        List<Counted> counted = new ArrayList<>();
        JsonArray all = damage(json);
        for (JsonElement element : all) {
            JsonObject entry = element.getAsJsonObject();
            Damage damage = byName(entry.get("name").getAsString());
            assertThat(entry.get("reason").getAsString())
                    .isEqualTo(damage.reason().label());
            assertThat(entry.get("severity").getAsString())
                    .isEqualTo(damage.severity().label());
            assertThat(entry.get("explanation").getAsString()).isEqualTo(damage.explanation());
            Counted counter = new Counted(
                    damage,
                    entry.get("amount").getAsLong(),
                    entry.get("firstOffset").getAsLong(),
                    entry.has("firstProcessor") ? entry.get("firstProcessor").getAsInt() : -1);
            assertThat(report)
                    .containsPattern("  %s +%s: %s \\(%s\\); first at offset %d\\b"
                            .formatted(
                                    damage.severity().label().toLowerCase(Locale.ROOT),
                                    damage.label(),
                                    Amount.number(counter.amount),
                                    damage.explanation(),
                                    counter.firstOffset));
            assertRecorded(counter, events);
            counted.add(counter);
        }
        Program.Result info = Program.run("info", "--json", input);
        assertThat(damage(info)).containsExactlyElementsOf(withoutFollowing(all));
        List<String> switches = switches(events);
        assertNoSliceSpansAHole(switches, events);
        return new Told(counted, switches);
    }

    private static Damage byName(String name) {
        return Stream.of(Damage.values())
                .filter(damage -> damage.label().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertRecorded(Counted counter, List<RecordedEvent> events) {
        List<RecordedEvent> losses = events.stream()
                .filter(event -> event.getEventType().getName().equals("windows.DataLoss"))
                .filter(event -> event.getString("cause").equals(counter.damage.label()))
                .toList();
        assertThat(losses).isNotEmpty().allSatisfy(loss -> {
            assertThat(loss.getString("reason"))
                    .isEqualTo(counter.damage.reason().label());
            assertThat(loss.getString("severity"))
                    .isEqualTo(counter.damage.severity().label());
        });
        assertThat(losses)
                .anySatisfy(loss -> assertThat(loss.getInt("processor")).isEqualTo(counter.processor));
        assertThat(losses.stream().mapToLong(loss -> loss.getInt("amount")).sum())
                .isEqualTo(Math.min(counter.amount, Integer.MAX_VALUE));
        assertThat(losses.stream().mapToLong(loss -> loss.getLong("fileOffset")).min())
                .hasValue(counter.firstOffset);
    }

    /** Who ran from a switch on that nobody knows the rest of. */
    private static void assertNoSliceSpansAHole(List<String> switches, List<RecordedEvent> events) {
        for (RecordedEvent event : events) {
            switch (event.getEventType().getName()) {
                case "windows.ThreadRunning", "windows.ProcessorIdle" ->
                    assertThat(switches)
                            .noneMatch(line -> line.startsWith(
                                            ticks(event.getStartTime()) + " cpu" + event.getInt("processor") + " ")
                                    && line.endsWith("?"));
                default -> {
                    // Not of a processor.
                }
            }
        }
    }

    private static List<String> switches(List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("windows.ContextSwitch"))
                .map(event -> "%d cpu%d %s -> %s"
                        .formatted(
                                ticks(event.getStartTime()),
                                event.getInt("processor"),
                                thread(event.getThread()),
                                thread(event.getThread("newThread"))))
                .toList();
    }

    /** Session clock's ticks since the start: of 100 ns each, as those of FILETIME are. */
    private static long ticks(Instant time) {
        long sinceEpoch = Duration.between(Instant.EPOCH, time).toNanos() / 100;
        return sinceEpoch + FILETIME_OF_1970 - options().fileTime(options().ticks(0));
    }

    private static String thread(RecordedThread thread) {
        if (thread == null) {
            return "?";
        }
        return thread.getOSThreadId() >= IDLE_IDS ? "0" : Long.toString(thread.getOSThreadId());
    }

    /** Its buffer is written when cpu0 is three delays further. */
    private Case eventsTooLate() {
        List<byte[]> buffers = split(SchedulerScript.parse("""
                cpu1 100 switch 0->9
                cpu1 110 flush
                cpu0 120 switch 0->7
                cpu0 130 flush
                cpu1 150 switch 9->8 wait UserRequest
                cpu1 160 switch 8->0 wait UserRequest
                cpu0 3000 switch 7->0 wait UserRequest
                cpu0 3010 flush
                cpu0 3100 switch 0->7
                cpu0 3110 flush
                cpu1 3200 switch 0->9
                """).toTrace(options(), SwitchForm.EVENTS));
        return new Case(
                () -> follow(Duration.ofNanos(100 * 1000), List.of(buffers)),
                new Told(
                        List.of(new Counted(Damage.EVENTS_TOO_LATE, 2, 5 * BUFFER_SIZE, 1)),
                        List.of(
                                "100 cpu1 0 -> ?",
                                "120 cpu0 0 -> 7",
                                "3000 cpu0 7 -> 0",
                                "3100 cpu0 0 -> 7",
                                "3200 cpu1 0 -> 9")));
    }

    /** It has to be given up before it can come too late. */
    private Case bufferTooLate() {
        List<byte[]> buffers =
                split(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu0 300 switch 0->7
                cpu0 310 flush
                cpu0 4000 switch 7->0 wait UserRequest
                """).toTrace(options().processors(1), SwitchForm.EVENTS));
        buffers.add(buffers.remove(2));
        return new Case(
                () -> follow(Duration.ofNanos(100 * 1000), List.of(buffers)),
                new Told(
                        List.of(
                                new Counted(Damage.SEQUENCE_NUMBERS_MISSING, 1, 2 * BUFFER_SIZE, -1),
                                new Counted(Damage.BUFFER_TOO_LATE, 1, 4 * BUFFER_SIZE, 0)),
                        List.of("100 cpu0 0 -> ?", "300 cpu0 0 -> 7", "4000 cpu0 7 -> 0")));
    }

    private static String line(TraceFollower follower, SwitchEvent event) {
        return "%d cpu%d %s -> %s"
                .formatted(
                        event.time() - follower.header().startTimestamp(),
                        event.processor(),
                        thread(follower, event.oldThread()),
                        thread(follower, event.newThread()));
    }

    private static String thread(TraceFollower follower, int thread) {
        if (thread == ThreadRef.NONE) {
            return "?";
        }
        return ThreadRef.isIdle(thread) ? "0" : Long.toString(follower.threads().threadId(thread));
    }

    /** As it is told of files that come one after the other, each buffer by buffer. */
    private Told follow(Duration delay, List<List<byte[]>> files) throws Exception {
        List<String> switches = new ArrayList<>();
        List<Counted> counted = new ArrayList<>();
        Path traces = Files.createTempDirectory(directory, "followed");
        Path pattern = traces.resolve("trace_%d.etl");
        try (TraceFollower follower = TraceFollower.open(pattern, delay, Silence.UNKNOWN)) {
            for (int i = 0; i < files.size(); i++) {
                Path file = traces.resolve("trace_%d.etl".formatted(i + 1));
                for (byte[] buffer : files.get(i)) {
                    Files.write(file, buffer, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    follower.poll(event -> switches.add(line(follower, event)));
                }
            }
            follower.finish(event -> switches.add(line(follower, event)));
            follower.damage()
                    .totals()
                    .forEach((damage, total) -> counted.add(new Counted(
                            damage,
                            total.amount(),
                            total.first().fileOffset(),
                            total.first().processor())));
        }
        return new Told(counted, switches);
    }
}
