package io.github.etl2jfr.scheduler;

import static io.github.etl2jfr.etl.TraceFiles.join;
import static io.github.etl2jfr.etl.TraceFiles.putU16;
import static io.github.etl2jfr.etl.TraceFiles.putU32;
import static io.github.etl2jfr.etl.TraceFiles.split;
import static io.github.etl2jfr.etl.TraceFiles.u32;
import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.testing.CompactBatch;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.SchedulerScript;
import io.github.etl2jfr.testing.SwitchForm;
import io.github.etl2jfr.testing.TraceBuilder;
import io.github.etl2jfr.testing.TraceOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A gap is a gap: where switches may be missing, nothing is concluded from one to the next. */
class DataLossTest {
    private static final int SAVED_OFFSET = 0x04;
    private static final int SEQUENCE_NUMBER = 0x18;
    private static final int FLAGS = 0x34;
    private static final int PROCESSOR_INDEX = 0x28;
    private static final int TYPE = 0x36;

    /** Behind the headers of its buffer and its event. */
    private static final int LOG_FILE_HEADER = 0x48 + 0x20;

    /** Two processors, three buffers each; buffer 1 of the file is the first after the header buffer. */
    private static List<byte[]> buffers(SwitchForm form) {
        List<byte[]> buffers =
                split(SchedulerScript.parse(SchedulerScript.SIX_BUFFERS).toTrace(form));
        assertThat(buffers).hasSize(7);
        return buffers;
    }

    /** No session is another one's then. */
    @Test
    void noSwitches() throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("cpu0 100 ready 7").toTrace());

        assertThat(replay.switches).isEmpty();
        assertThat(replay.damage).isEmpty();
    }

    /** Nobody knows whose buffer it was. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void missingSequenceNumber(SwitchForm form) throws Exception {
        List<byte[]> buffers = buffers(form);
        buffers.remove(3);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> ?",
                        "120 cpu1 0 -> ?",
                        "220 cpu1 8 -> 0 after loss",
                        "300 cpu0 0 -> ? after loss",
                        "320 cpu1 0 -> ?");
        assertThat(replay.damage).containsExactly("SequenceNumbersMissing 1");
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void severalMissing(SwitchForm form) throws Exception {
        List<byte[]> buffers = buffers(form);
        buffers.subList(2, 5).clear();
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly("100 cpu0 0 -> ?", "300 cpu0 0 -> ? after loss", "320 cpu1 0 -> ? after loss");
        assertThat(replay.damage).containsExactly("SequenceNumbersMissing 3");
    }

    /** Any processor's; the other one's first may have been its. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void firstBuffersMissing(SwitchForm form) throws Exception {
        List<byte[]> buffers = buffers(form);
        buffers.subList(1, 4).clear();
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly("220 cpu1 8 -> 0 after loss", "300 cpu0 0 -> ? after loss", "320 cpu1 0 -> ?");
        assertThat(replay.damage).containsExactly("SequenceNumbersMissing 3");
    }

    /**
     * Where later ones take their place, in the file (2) or in memory (400), or another file has them (8) or another
     * session (4), nothing went wrong.
     */
    @ParameterizedTest
    @ValueSource(ints = {0x2, 0x4, 0x8, 0x400})
    void firstBuffersThatNeedNotBeThere(int mode) throws Exception {
        List<byte[]> buffers = buffers(SwitchForm.EVENTS);
        buffers.subList(1, 4).clear();
        putU32(buffers.get(0), LOG_FILE_HEADER + 0x20, mode);
        putU32(buffers.get(0), LOG_FILE_HEADER + 0x24, buffers.size());
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches.get(0)).isEqualTo("220 cpu1 8 -> 0 after loss");
        assertThat(replay.damage).isEmpty();
    }

    /** A session that drops a buffer leaves a gap and says so: one loss, not two. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void droppedBuffer(SwitchForm form) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 120 switch 7->9 wait UserRequest
                cpu0 130 drop
                cpu0 140 switch 9->0 wait UserRequest
                cpu0 150 switch 0->7
                """).toTrace(form));

        assertThat(replay.switches).containsExactly("100 cpu0 0 -> ?", "140 cpu0 9 -> 0 after loss", "150 cpu0 0 -> ?");
        assertThat(replay.damage).containsExactly("SequenceNumbersMissing 1");
    }

    /** They are the planned thread's: who came, nobody knows. A batch plans none, and the last plan nothing contradicts. */
    @ParameterizedTest
    @CsvSource({"EVENTS, ->? , wait ? , ->9 , wait 4 ", "BATCHES, ->? , wait 5 , ->? , wait 4 "})
    void whatIsToldOfAPlannedThreadIsUnknownBeforeALoss(
            SwitchForm form, String priority, String wait, String lastPriority, String lastWait) throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 120 switch 7->9 wait UserRequest prio 12->15 waittime 5
                cpu0 130 flush
                cpu0 135 switch 9->8 wait UserRequest
                cpu0 136 drop
                cpu0 140 switch 8->0 wait UserRequest
                cpu0 141 flush
                cpu0 145 switch 0->8
                cpu0 150 switch 8->7 wait UserRequest prio 12->9 waittime 4
                """).toTrace(form));

        assertThat(replay.planned.get(1)).isEqualTo("120 cpu0 7 -> ?");
        assertThat(replay.fields.get(1)).contains(priority).contains(wait);
        assertThat(replay.fields.get(4)).contains(lastPriority).contains(lastWait);
    }

    /** The flags do not tell whether before or after the buffer's events: both sides break, the other processor's do not. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void flaggedBuffers(SwitchForm form) throws Exception {
        for (int flag : new int[] {TraceBuilder.EVENTS_LOST, TraceBuilder.BUFFER_LOST}) {
            List<byte[]> buffers = buffers(form);
            putU16(buffers.get(3), FLAGS, 0x20 | flag);
            Replay replay = Replay.of(join(buffers));

            assertThat(replay.switches)
                    .containsExactly(
                            "100 cpu0 0 -> ?",
                            "120 cpu1 0 -> 8",
                            "200 cpu0 7 -> ? after loss",
                            "220 cpu1 8 -> 0",
                            "300 cpu0 0 -> ? after loss",
                            "320 cpu1 0 -> ?");
            assertThat(replay.damage)
                    .containsExactly(
                            flag == TraceBuilder.EVENTS_LOST ? "EventsLostFlagged 1 cpu0" : "BufferLostFlagged 1 cpu0");
        }
    }

    /** Loss reported by a buffer that holds no switches at all. */
    @Test
    void flaggedBufferWithoutSwitches() throws Exception {
        Replay replay = Replay.of(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 110 flush
                cpu0 120 process 100 app.exe
                cpu0 120 lose 5
                cpu0 130 flush
                cpu0 140 switch 7->0 wait UserRequest
                """).toTrace());

        assertThat(replay.switches).containsExactly("100 cpu0 0 -> ?", "140 cpu0 7 -> ? after loss");
        assertThat(replay.damage).containsExactly("EventsLostFlagged 1 cpu0");
    }

    /** The header makes no sense: the place is skipped, and its number is missing. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void corruptBufferHeader(SwitchForm form) throws Exception {
        for (int damage = 0; damage < 3; damage++) {
            List<byte[]> buffers = buffers(form);
            byte[] buffer = buffers.get(3);
            String name =
                    switch (damage) {
                        case 0 -> {
                            Arrays.fill(buffer, 0, 0x48, (byte) 0xFF);
                            yield "NoBufferHeader";
                        }
                        case 1 -> {
                            putU32(buffer, 0, 0);
                            yield "BufferSizeZero";
                        }
                        default -> {
                            putU16(buffer, TYPE, 0x1234);
                            yield "UnknownBufferType";
                        }
                    };
            Replay replay = Replay.of(join(buffers));

            assertThat(replay.switches)
                    .containsExactly(
                            "100 cpu0 0 -> ?",
                            "120 cpu1 0 -> ?",
                            "220 cpu1 8 -> 0 after loss",
                            "300 cpu0 0 -> ? after loss",
                            "320 cpu1 0 -> ?");
            assertThat(replay.damage).containsExactly(name + " 1", "SequenceNumbersMissing 1");
        }
    }

    /** Bytes that are no event: what comes before them counts, the rest of the buffer is lost. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void corruptEvent(SwitchForm form) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 110 switch 7->9 wait UserRequest
                """).writeTo(trace.builder(), form);
        // What is followed by it is not believed either.
        trace.builder()
                .append(0, EventBytes.of(HeaderType.PERFINFO64, 0x0F2E).time(120))
                .appendRaw(0, hex("01 02 03 04 05 06 07 08"))
                .flush(0);
        SchedulerScript.parse("""
                cpu0 200 switch 9->7 wait UserRequest
                cpu0 210 switch 7->0 wait UserRequest
                """).writeTo(trace.builder(), form);
        Replay replay = Replay.of(trace.finish());

        assertThat(replay.switches)
                .containsExactly("100 cpu0 0 -> 7", "110 cpu0 7 -> ?", "200 cpu0 9 -> 7 after loss", "210 cpu0 7 -> ?");
        assertThat(replay.damage).containsExactly("NoEventMarker 1 cpu0");
    }

    /** The session's only buffer with switches is corrupt from its first event. */
    @Test
    void nothingButCorruption() throws Exception {
        List<byte[]> buffers = buffers(SwitchForm.EVENTS);
        for (byte[] buffer : buffers.subList(1, 7)) {
            putU32(buffer, 0x48, 1);
        }
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches).isEmpty();
        assertThat(replay.damage).hasSize(6).allMatch(line -> line.startsWith("NoEventMarker 1"));
    }

    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void bufferThatCannotBeDecompressed(SwitchForm form) throws Exception {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            script.append("cpu0 %d switch %s\n".formatted(100 + i, i % 2 == 0 ? "0->7" : "7->0 wait UserRequest"));
            if (i % 100 == 99) {
                script.append("cpu0 %d flush\n".formatted(100 + i));
            }
        }
        TraceOptions options = new TraceOptions().processors(1).compression(3, XpressEncoder::encode);
        List<byte[]> buffers = split(SchedulerScript.parse(script.toString()).toTrace(options, form));
        assertThat(buffers).hasSize(4);
        Arrays.fill(buffers.get(2), 0x48, buffers.get(2).length, (byte) 0xFF);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .hasSize(200)
                .contains("198 cpu0 0 -> 7", "199 cpu0 7 -> ?", "300 cpu0 0 -> 7 after loss", "399 cpu0 7 -> ?");
        assertThat(replay.damage).containsExactly("BadCompressedData 1 cpu0");
    }

    /** A switch that is too short breaks the chain at its place, wherever in the buffer. */
    @Test
    void switchThatIsTooShort() throws Exception {
        for (int place = 0; place < 3; place++) {
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
            String[] switches = {
                "cpu0 100 switch 0->7\ncpu0 110 flush",
                "cpu0 200 switch 7->0 wait UserRequest",
                "cpu0 300 switch 0->7\ncpu0 310 flush",
                "cpu0 400 switch 7->0 wait UserRequest"
            };
            for (int i = 0; i < switches.length; i++) {
                SchedulerScript.parse(switches[i]).writeTo(trace.builder(), SwitchForm.EVENTS);
                if (i == place) {
                    long time = trace.builder().options().ticks(100 * i + 150);
                    trace.builder()
                            .append(
                                    0,
                                    EventBytes.of(HeaderType.PERFINFO64, 0x0524)
                                            .time(time)
                                            .payload(new byte[0x17]));
                }
            }
            Replay replay = Replay.of(trace.finish());

            String[] expected = {"100 cpu0 0 -> 7", "200 cpu0 7 -> 0", "300 cpu0 0 -> 7", "400 cpu0 7 -> ?"};
            expected[place] = expected[place].replaceAll("-> .*", "-> ?");
            expected[place + 1] += " after loss";
            assertThat(replay.switches).containsExactly(expected);
            assertThat(replay.damage).containsExactly("ContextSwitchTooShort 1 cpu0");
        }
    }

    /** What is lost at a buffer's end is lost before the next one's first switch. */
    @Test
    void lossAtTheEndOfABuffer() throws Exception {
        for (int hook : new int[] {0x0524, 0x0525}) {
            SwitchForm form = hook == 0x0524 ? SwitchForm.EVENTS : SwitchForm.BATCHES;
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
            SchedulerScript.parse("cpu0 100 switch 0->7").writeTo(trace.builder(), form);
            long time = trace.builder().options().ticks(150);
            trace.builder()
                    .append(
                            0,
                            EventBytes.of(HeaderType.PERFINFO64, hook)
                                    .time(time)
                                    .payload(new byte[0x17]))
                    .flush(0);
            SchedulerScript.parse("cpu0 160 ready 7\ncpu0 170 flush").writeTo(trace.builder(), form);
            SchedulerScript.parse("cpu0 200 switch 7->0 wait UserRequest\ncpu0 300 switch 0->7")
                    .writeTo(trace.builder(), form);
            Replay replay = Replay.of(trace.finish());

            assertThat(replay.switches)
                    .containsExactly("100 cpu0 0 -> ?", "200 cpu0 7 -> 0 after loss", "300 cpu0 0 -> ?");
            assertThat(replay.damage)
                    .containsExactly(hook == 0x0524 ? "ContextSwitchTooShort 1 cpu0" : "BatchTooShort 1 cpu0");
        }
    }

    /**
     * Nobody knows whom it made ready: whoever waited was perhaps ready since. What follows it and is sound, as the times
     * before and after, is told.
     */
    @ParameterizedTest
    @CsvSource({"200, 6, ReadyThreadTooShort", "200000000000000000, 8, ImpossibleTime", "50, 8, TimeBackwards"})
    void damagedReadyThread(long time, int payload, String damage) throws Exception {
        for (int processor = 0; processor < 2; processor++) {
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(2));
            SchedulerScript.parse("""
                    cpu1 80 switch 0->5
                    cpu1 90 switch 5->9 wait WrQueue
                    cpu0 100 switch 0->7
                    cpu0 120 switch 7->0 wait UserRequest
                    """).writeTo(trace.builder(), SwitchForm.EVENTS);
            trace.builder()
                    .append(
                            processor,
                            EventBytes.of(HeaderType.PERFINFO64, 0x0532)
                                    .time(trace.builder().options().ticks(time))
                                    .payload(new byte[payload]));
            SchedulerScript.parse("""
                    cpu0 300 switch 0->7
                    cpu1 320 switch 9->0 wait WrQueue
                    cpu0 330 switch 7->0 wait UserRequest
                    cpu1 340 switch 0->9
                    cpu0 350 ready 7
                    cpu0 400 switch 0->7
                    """).writeTo(trace.builder(), SwitchForm.EVENTS);
            SliceReplay replay = SliceReplay.of(trace.finish());

            assertThat(replay.slices)
                    .contains(
                            "7 running 100..120 cpu0 Waiting UserRequest then " + (processor == 0 ? "?" : "0"),
                            "7 running 300..330 cpu0 Waiting UserRequest then 0",
                            "7 waiting 330..350 cpu0 UserRequest",
                            "7 ready 350..400 cpu0 Readied")
                    .noneMatch(slice -> slice.contains("waiting 120"));
            assertThat(replay.damage).containsExactly(damage + " 1 cpu" + processor + " ");
        }
    }

    /** A time years away cannot be: the event is passed over, and the chain is broken there. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void impossibleTime(SwitchForm form) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        SchedulerScript.parse("cpu0 100 switch 0->7\ncpu0 110 flush").writeTo(trace.builder(), form);
        SchedulerScript.parse("cpu0 200000000000000000 switch 7->9 wait UserRequest")
                .writeTo(trace.builder(), form);
        SchedulerScript.parse("cpu0 300 switch 9->0 wait UserRequest").writeTo(trace.builder(), form);
        Replay replay = Replay.of(trace.finish());

        assertThat(replay.switches).containsExactly("100 cpu0 0 -> ?", "300 cpu0 9 -> ? after loss");
        assertThat(replay.damage).containsExactly("ImpossibleTime 1 cpu0");
        assertThat(replay.survey.lastTime() - replay.survey.firstTime()).isEqualTo(200);
    }

    /** A wrong time of one switch makes all behind it wrong: nothing of the batch is believed, all of the next is. */
    @ParameterizedTest
    @ValueSource(strings = {"first", "delta"})
    void batchThatIsLaterThanItWasLogged(String wrong) throws Exception {
        TraceOptions options = new TraceOptions().processors(1);
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
        SchedulerScript.parse("cpu0 10 switch 9->0 wait UserRequest").writeTo(trace.builder(), SwitchForm.BATCHES);
        CompactBatch batch = new CompactBatch()
                .start(options.ticks(wrong.equals("first") ? 5000 : 20))
                .thread(7, 8);
        batch.idleShort(0).lite(wrong.equals("delta") ? 5000 : 10, 0, 0, 6).idleShort(10);
        trace.builder().append(0, EventBytes.of(HeaderType.PERFINFO64, batch).time(options.ticks(100)));
        SchedulerScript.parse("cpu0 200 switch 9->7 wait UserRequest\ncpu0 210 switch 7->0 wait UserRequest")
                .writeTo(trace.builder(), SwitchForm.BATCHES);
        Replay replay = Replay.of(trace.finish());

        assertThat(replay.switches).containsExactly("10 cpu0 9 -> ?", "200 cpu0 9 -> 7 after loss", "210 cpu0 7 -> ?");
        assertThat(replay.damage).containsExactly("BatchTimeContradicted 1 cpu0");
    }

    /** The only buffer of a processor that the header does not count may be another's, which has its gap there. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void bufferOfAProcessorThatThereIsNot(SwitchForm form) throws Exception {
        List<byte[]> buffers = buffers(form);
        buffers.get(3)[PROCESSOR_INDEX] ^= 0x40;
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> ?",
                        "120 cpu1 0 -> ?",
                        "200 cpu64 7 -> ?",
                        "220 cpu1 8 -> 0 after loss",
                        "300 cpu0 0 -> ? after loss",
                        "320 cpu1 0 -> ?");
        assertThat(replay.damage).containsExactly("ProcessorBeyondCount 1 cpu64");
    }

    /** Sessions count from 0 or from 1: where a buffer is nowhere, and the first is number 1, it may be the one before. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void firstBufferIsMissing(SwitchForm form) throws Exception {
        List<byte[]> buffers = buffers(form);
        for (byte[] buffer : buffers.subList(1, 7)) {
            putU32(buffer, SEQUENCE_NUMBER, u32(buffer, SEQUENCE_NUMBER) - 1);
        }
        buffers.remove(1);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly(
                        "120 cpu1 0 -> 8 after loss",
                        "200 cpu0 7 -> 0 after loss",
                        "220 cpu1 8 -> 0",
                        "300 cpu0 0 -> ?",
                        "320 cpu1 0 -> ?");
        assertThat(replay.damage).containsExactly("BuffersMissingAtEnd 1");
    }

    /** The batch's packets after the corrupt one are lost, not those before or in the next batch. */
    @Test
    void corruptBatch() throws Exception {
        String header = "F4A5CA7300000000 07000000" + "00000000".repeat(15) + "08" + "00".repeat(15);
        TraceOptions options = new TraceOptions().processors(1);
        Map<String, String> corrupted = Map.of(
                "0A000000 0400", "BatchIndexNotInUse",
                "05 00", "BatchEndsInSwitch",
                "03000000 02000000", "BatchIndexNotInUse",
                // As a file system leaves them of what was not written.
                "00000000 00000000", "BatchIdleTwice");
        for (String corrupt : corrupted.keySet()) {
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
            trace.builder()
                    .append(
                            0,
                            EventBytes.of(HeaderType.PERFINFO64, 0x0525)
                                    .time(options.ticks(150))
                                    // 100 idle leaves, 110 thread 7 leaves, waiting for reason 6
                                    .payload(hex(header.replace("F4A5CA7300000000", hexTime(options.ticks(100)))
                                            + "0000 020C0500" + corrupt)));
            SchedulerScript.parse("cpu0 200 switch 9->7 wait UserRequest\ncpu0 210 switch 7->0 wait UserRequest")
                    .writeTo(trace.builder(), SwitchForm.BATCHES);
            Replay replay = Replay.of(trace.finish());

            assertThat(replay.switches)
                    .containsExactly(
                            "100 cpu0 0 -> 7", "110 cpu0 7 -> ?", "200 cpu0 9 -> 7 after loss", "210 cpu0 7 -> ?");
            assertThat(replay.damage).containsExactly(corrupted.get(corrupt) + " 1 cpu0");
        }
    }

    /** A batch of which nothing can be read, as the first, the second and the last of a processor. */
    @Test
    void senselessBatch() throws Exception {
        for (int place = 0; place < 3; place++) {
            for (int size : new int[] {0x57, 0x401}) {
                TraceOptions options = new TraceOptions().processors(1);
                TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
                for (int i = 0; i < 3; i++) {
                    if (i == place) {
                        trace.builder()
                                .append(
                                        0,
                                        EventBytes.of(HeaderType.PERFINFO64, 0x0525)
                                                .time(options.ticks(100 * i + 50))
                                                .payload(new byte[size]));
                    }
                    String line =
                            "cpu0 %d switch %s".formatted(100 * (i + 1), i % 2 == 0 ? "0->7" : "7->0 wait WrQueue");
                    SchedulerScript.parse(line).writeTo(trace.builder(), SwitchForm.BATCHES);
                }
                Replay replay = Replay.of(trace.finish());

                String[] expected = {"100 cpu0 0 -> 7", "200 cpu0 7 -> 0", "300 cpu0 0 -> ?"};
                if (place > 0) {
                    expected[place - 1] = expected[place - 1].replaceAll("-> .*", "-> ?");
                }
                expected[place] += " after loss";
                assertThat(replay.switches).containsExactly(expected);
                assertThat(replay.damage).containsExactly(size < 0x58 ? "BatchTooShort 1 cpu0" : "BatchTooLong 1 cpu0");
            }
        }
    }

    /** No switch is lost that an event would have told: wherever the batch lies, the events follow on each other. */
    @Test
    void senselessBatchAmongEvents() throws Exception {
        List<String> lines =
                List.of("cpu0 100 switch 0->7", "cpu0 200 switch 7->0 wait UserRequest", "cpu0 300 switch 0->7");
        for (int place = 0; place < lines.size(); place++) {
            TraceOptions options = new TraceOptions().processors(1);
            TraceBuilder.InMemory trace = TraceBuilder.inMemory(options);
            for (int i = 0; i < lines.size(); i++) {
                if (i == place) {
                    trace.builder()
                            .append(
                                    0,
                                    EventBytes.of(HeaderType.PERFINFO64, 0x0525)
                                            .time(options.ticks(100 * i + 50))
                                            .payload(new byte[0x18]));
                }
                SchedulerScript.parse(lines.get(i)).writeTo(trace.builder(), SwitchForm.EVENTS);
            }
            Replay replay = Replay.of(trace.finish());

            assertThat(replay.switches).containsExactly("100 cpu0 0 -> 7", "200 cpu0 7 -> 0", "300 cpu0 0 -> ?");
            assertThat(replay.damage).containsExactly("BatchTooShort 1 cpu0");
        }
    }

    /** Times win over sequence numbers that contradict them. */
    @ParameterizedTest
    @EnumSource(SwitchForm.class)
    void sequenceNumbersThatContradictTheTimes(SwitchForm form) throws Exception {
        List<byte[]> buffers = buffers(form);
        int first = buffers.get(1)[SEQUENCE_NUMBER];
        buffers.get(1)[SEQUENCE_NUMBER] = buffers.get(5)[SEQUENCE_NUMBER];
        buffers.get(5)[SEQUENCE_NUMBER] = (byte) first;
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> ?",
                        "120 cpu1 0 -> 8",
                        "200 cpu0 7 -> ? after loss",
                        "220 cpu1 8 -> 0",
                        "300 cpu0 0 -> ? after loss",
                        "320 cpu1 0 -> ?");
        assertThat(replay.damage).containsExactly("SequenceNumberAgainstTime 1 cpu0");
    }

    /** Two faults on one processor: the buffer that cannot be read has no time, but its place is known. */
    @Test
    void unreadableBufferAmongContradictingSequenceNumbers() throws Exception {
        StringBuilder script = new StringBuilder();
        for (int i = 1; i <= 5; i++) {
            script.append("cpu0 %d00 switch %s\n".formatted(i, i % 2 == 1 ? "0->7" : "7->0 wait UserRequest"))
                    .append("cpu0 %d10 flush\n".formatted(i));
        }
        List<byte[]> buffers = split(SchedulerScript.parse(script.toString()).toTrace());
        byte fourth = buffers.get(4)[SEQUENCE_NUMBER];
        buffers.get(4)[SEQUENCE_NUMBER] = buffers.get(5)[SEQUENCE_NUMBER];
        buffers.get(5)[SEQUENCE_NUMBER] = fourth;
        putU32(buffers.get(2), 0x48, 1);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly(
                        "100 cpu0 0 -> ?",
                        "300 cpu0 0 -> 7 after loss",
                        "400 cpu0 7 -> ?",
                        "500 cpu0 0 -> ? after loss");
    }

    /** The header buffer is only there to be skipped by: its damage must not cost the first data buffer. */
    @Test
    void implausibleHeaderBuffer() throws Exception {
        List<byte[]> buffers = buffers(SwitchForm.EVENTS);
        putU32(buffers.get(0), SAVED_OFFSET, 0x7FFFFFFF);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches).isEqualTo(Replay.of(join(buffers(SwitchForm.EVENTS))).switches);
        assertThat(replay.damage).noneMatch(line -> line.startsWith("BuffersMissing"));
    }

    /** Buffers of a session that logs no switches lie between, with sequence numbers of their own. */
    @Test
    void mergedFileOfTwoSessions() throws Exception {
        List<byte[]> buffers = buffers(SwitchForm.EVENTS);
        List<byte[]> other = split(SchedulerScript.parse("""
                cpu0 100 process 100 app.exe
                cpu0 110 flush
                cpu0 200 endrundown thread 8 in 100 "worker"
                cpu0 210 flush
                """).toTrace());
        for (byte[] buffer : other) {
            putU16(buffer, 0x2A, 9);
        }
        buffers.add(2, other.get(1));
        buffers.add(4, other.get(2));
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches).isEqualTo(Replay.of(join(buffers(SwitchForm.EVENTS))).switches);
        assertThat(replay.named).contains("220 cpu1 worker@app.exe(100) -> 0");
        assertThat(replay.damage).isEmpty();
    }

    /** Of two events that contradict each other, one may be right; of three, the one that the others contradict is wrong. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            100 0->7, 300 7->9, 200 9->0, 400 0->7, 500 7->0            | 100 0 -> ?, 400 0 -> 7 after loss, 500 7 -> ? | 2
            100 0->7, 5000000000 7->9, 200 9->0, 400 0->7, 500 7->0     | 100 0 -> ?, 400 0 -> 7 after loss, 500 7 -> ? | 2
            100 0->7, 150 7->9, 50 9->0, 200 0->7, 300 7->0             | 100 0 -> 7, 150 7 -> ?, 200 0 -> 7 after loss, 300 7 -> ? | 1
            250 0->7, 200 7->0, 220 0->7, 300 7->0                      | 220 0 -> 7 after loss, 300 7 -> ? | 2
            100 0->7, 300 7->9, 200 9->0, 250 0->7, 260 7->0, 350 0->7  | 100 0 -> ?, 250 0 -> 7 after loss, 260 7 -> 0, 350 0 -> ? | 2
            100 0->7, 300 7->9, 200 9->0, 90 0->7, 260 7->0, 350 0->7   | 100 0 -> ?, 260 7 -> 0 after loss, 350 0 -> ? | 3
            100 0->7, 150 7->9, 50 9->0, 120 0->7, 300 7->0             | 100 0 -> ?, 300 7 -> ? after loss | 3
            100 0->7, 5000 7->9, 50 9->0, 200 0->7, 300 7->0, 5000 0->7, 310 7->9, 400 9->0 | 100 0 -> ?, 300 7 -> ? after loss, 400 9 -> ? after loss | 5
            """)
    void timesThatRunBackwardsWithinABuffer(String events, String expected, int damaged) throws Exception {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(1));
        for (String event : events.split(", ", -1)) {
            SchedulerScript.parse("cpu0 " + event.replace(" ", " switch ")
                            + (event.contains(" 0->") ? "" : " wait UserRequest"))
                    .writeTo(trace.builder(), SwitchForm.EVENTS);
        }
        Replay replay = Replay.of(trace.finish());

        assertThat(replay.switches)
                .containsExactlyElementsOf(Stream.of(expected.split(", ", -1))
                        .map(one -> one.replaceFirst(" ", " cpu0 "))
                        .toList());
        assertThat(replay.survey.lastTime() - replay.survey.firstTime())
                .isEqualTo(time(replay.switches.get(replay.switches.size() - 1)) - time(replay.switches.get(0)));
        assertThat(replay.damage).allMatch(damage -> damage.matches("TimeBackwards \\d+ cpu0"));
        assertThat(replay.damage.stream()
                        .mapToInt(damage -> Integer.parseInt(damage.split(" ", -1)[1]))
                        .sum())
                .isEqualTo(damaged);
    }

    private static long time(String event) {
        return Long.parseLong(event.split(" ", 2)[0]);
    }

    /** Where one is so wrong that it shows, no slice begins or ends at a time that is none. */
    @Test
    void aTimeThatIsWrongMakesNoSlice() throws Exception {
        List<String> lines = """
                cpu0 100 switch 0->7
                cpu1 110 switch 0->8
                cpu0 150 ready 9 by 7
                cpu0 200 switch 7->9 wait UserRequest
                cpu1 210 switch 8->0 wait WrQueue
                cpu0 220 ready 7 by 9
                cpu1 240 switch 0->7
                cpu0 300 ready 8 by 9
                cpu0 310 switch 9->8 ready WrPreempted
                cpu1 320 switch 7->9 wait UserRequest
                cpu0 400 ready 7 by 8
                cpu1 410 switch 9->7 wait WrQueue
                cpu0 420 switch 8->0 wait UserRequest
                cpu1 500 switch 7->0 wait UserRequest
                """.lines().toList();
        Set<String> truth = bounds(SliceReplay.of(toTrace(lines)).slices);
        assertThat(truth).hasSize(15);
        int found = 0;
        // Nothing contradicts the last event of a buffer, or the first.
        for (int wrong = 2; wrong < lines.size() - 3; wrong++) {
            for (long time : new long[] {0, 90, 600, 1L << 24, 1L << 40}) {
                List<String> one = new ArrayList<>(lines);
                one.set(wrong, withTime(time, lines.get(wrong)));
                found += requireNothingFalse(truth, one);
                // Else two of a processor's first three are wrong.
                if (wrong > 2) {
                    List<String> two = new ArrayList<>(one);
                    two.set(wrong + 1, withTime(time == 0 ? 1L << 40 : 0, lines.get(wrong + 1)));
                    found += requireNothingFalse(truth, two);
                }
            }
        }
        assertThat(found).isGreaterThan(500);
    }

    private static String withTime(long time, String line) {
        String[] words = line.split(" ", 3);
        return words[0] + " " + time + " " + words[2];
    }

    /** Number of slices. */
    private static int requireNothingFalse(Set<String> truth, List<String> lines) throws Exception {
        SliceReplay replay = SliceReplay.of(toTrace(lines));
        assertThat(truth).as(lines.toString()).containsAll(bounds(replay.slices));
        assertThat(replay.damage)
                .as(lines.toString())
                .hasSize(1)
                .allMatch(damage -> damage.startsWith("TimeBackwards "));
        return replay.slices.size();
    }

    private static byte[] toTrace(List<String> lines) {
        TraceBuilder.InMemory trace = TraceBuilder.inMemory(new TraceOptions().processors(2));
        lines.forEach(line -> SchedulerScript.parse(line).writeTo(trace.builder(), SwitchForm.EVENTS));
        return trace.finish();
    }

    /** Thread, state and times of those that are not cut off. */
    private static Set<String> bounds(List<String> slices) {
        return slices.stream()
                .filter(slice -> !slice.endsWith("clipped"))
                .map(slice ->
                        String.join(" ", Arrays.asList(slice.split(" ", -1)).subList(0, 3)))
                .collect(Collectors.toSet());
    }

    /** Nothing tells which one lies; so all is told, but not what follows on what. */
    @Test
    void buffersThatOverlapInTime() throws Exception {
        byte[] trace = SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu0 300 switch 7->0 wait UserRequest
                cpu0 310 flush
                cpu0 310 switch 0->7
                cpu0 400 switch 7->0 wait UserRequest
                """).toTrace();
        List<byte[]> buffers = split(trace);
        // The second buffer's first switch at 200: 0x48 and 8 bytes into its header.
        int low = u32(buffers.get(2), 0x50);
        putU32(buffers.get(2), 0x50, low - 110);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.switches)
                .containsExactly("100 cpu0 0 -> 7", "200 cpu0 0 -> 7 after loss", "300 cpu0 7 -> ?", "400 cpu0 7 -> ?");
        assertThat(replay.damage).containsExactly("BuffersOverlap 1 cpu0");
    }

    /** One of them can be of a processor whose buffers before and after it look as if they followed on each other. */
    @Test
    void aBufferOfAnotherProcessorThatOverlaps() throws Exception {
        List<byte[]> buffers = split(SchedulerScript.parse("""
                cpu0 100 switch 0->7
                cpu1 110 switch 0->8
                cpu0 200 switch 7->0 wait UserRequest
                cpu0 210 flush
                cpu1 220 switch 8->0 wait UserRequest
                cpu1 230 flush
                cpu0 300 switch 0->7
                cpu1 320 switch 0->8
                cpu1 340 switch 8->0 wait UserRequest
                cpu1 350 flush
                cpu0 400 switch 7->0 wait UserRequest
                cpu0 410 flush
                cpu1 500 switch 0->9
                cpu1 510 flush
                """).toTrace());
        List<String> whole = Replay.of(join(buffers)).switches;
        // Of processor 1, 320 to 340.
        putU16(buffers.get(3), 0x28, 0);
        Replay replay = Replay.of(join(buffers));

        assertThat(replay.damage).containsExactly("SequenceNumberAgainstTime 1 cpu0", "BuffersOverlap 1 cpu0");
        assertThat(whole).contains("220 cpu1 8 -> 0", "500 cpu1 0 -> ?");
        assertThat(replay.switches).contains("220 cpu1 8 -> ?", "500 cpu1 0 -> ? after loss");
    }

    private static String hexTime(long time) {
        return "%016X".formatted(Long.reverseBytes(time));
    }

    @Test
    void damageInAnyOrderOfTheFile() throws Exception {
        List<byte[]> buffers = buffers(SwitchForm.EVENTS);
        putU16(buffers.get(3), FLAGS, 0x22);
        List<String> expected = Replay.of(join(buffers)).switches;
        Collections.reverse(buffers.subList(1, 7));

        assertThat(Replay.of(join(buffers)).switches).isEqualTo(expected);
    }
}
