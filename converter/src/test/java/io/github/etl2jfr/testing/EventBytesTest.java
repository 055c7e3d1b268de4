package io.github.etl2jfr.testing;

import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The generator against bytes put down by hand or captured: it is the decoder's truth, so it needs one of its own. */
class EventBytesTest {
    private static final UUID GUID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final String GUID_BYTES = "33221100 5544 7766 8899aabbccddeeff";
    private static final long TIME = 0x1122334455667788L;
    private static final String TIME_BYTES = "8877665544332211";

    /** Captured on a real machine, version 2: thread 4396 was preempted and the idle thread follows. */
    @Test
    void contextSwitchToIdle() {
        ContextSwitch contextSwitch = new ContextSwitch()
                .version(2)
                .newThread(0, 0)
                .oldThread(4396, 9)
                .state(1)
                .waitReason(23)
                .newWaitTicks(18)
                .quantum(18470);

        assertThat(contextSwitch.toBytes(8))
                .isEqualTo(hex("00000000 2C110000 00 09 00 00 17 00 01 00 12000000 26480000"));
    }

    /** Captured on a real machine, version 2: the processor leaves power state 1. */
    @Test
    void contextSwitchFromIdle() {
        ContextSwitch contextSwitch = new ContextSwitch()
                .version(2)
                .newThread(2252, 8)
                .oldIdle(1)
                .waitMode(0)
                .idealProcessor(4)
                .newWaitTicks(1)
                .quantum(0x34886D87);

        assertThat(contextSwitch.toBytes(8))
                .isEqualTo(hex("CC080000 00000000 08 00 01 00 00 00 02 04 01000000 876D8834"));
    }

    @Test
    void contextSwitchVersions() {
        ContextSwitch contextSwitch = new ContextSwitch().newThread(1, 2).oldThread(3, 4);

        assertThat(contextSwitch.version(1).toBytes(8)).hasSize(0x10);
        assertThat(contextSwitch.version(2).toBytes(8)).hasSize(0x18);
        assertThat(contextSwitch.version(4).trailing((byte) 1, (byte) 2).toBytes(8))
                .hasSize(0x1A)
                .endsWith(1, 2);
    }

    /** Captured on a real machine: readied from a deferred procedure call. */
    @Test
    void readyThread() {
        ReadyThread ready = new ReadyThread().threadId(2252).flags(ReadyThread.EXECUTING_DPC);

        assertThat(ready.toBytes(8)).isEqualTo(hex("CC080000 01 00 01 00"));
    }

    @Test
    void headers() {
        assertThat(event(HeaderType.SYSTEM32))
                .isEqualTo(hex("0300 01 C0 2100 0105 07000000 09000000" + TIME_BYTES + "0000000000000000 AA"));
        assertThat(event(HeaderType.SYSTEM64))
                .isEqualTo(hex("0300 02 C0 2100 0105 07000000 09000000" + TIME_BYTES + "0000000000000000 AA"));
        assertThat(event(HeaderType.COMPACT32))
                .isEqualTo(hex("0300 03 C0 1900 0105 07000000 09000000" + TIME_BYTES + "AA"));
        assertThat(event(HeaderType.COMPACT64))
                .isEqualTo(hex("0300 04 C0 1900 0105 07000000 09000000" + TIME_BYTES + "AA"));
        assertThat(event(HeaderType.PERFINFO32)).isEqualTo(hex("0300 10 C0 1100 0105" + TIME_BYTES + "AA"));
        assertThat(event(HeaderType.PERFINFO64)).isEqualTo(hex("0300 11 C0 1100 0105" + TIME_BYTES + "AA"));
        assertThat(event(HeaderType.FULL32))
                .isEqualTo(hex(
                        "3100 0A C0 01 00 0300 07000000 09000000" + TIME_BYTES + GUID_BYTES + "0000000000000000 AA"));
        assertThat(event(HeaderType.INSTANCE64))
                .hasSize(0x49)
                .startsWith(hex("4900 15 C0 01 00 0300 07000000 09000000" + TIME_BYTES + GUID_BYTES))
                .endsWith(0, 0xAA);
        assertThat(event(HeaderType.EVENT64))
                .hasSize(0x51)
                .startsWith(hex("5100 13 C0 00000000 07000000 09000000" + TIME_BYTES + GUID_BYTES + "0105 03"))
                .endsWith(0, 0xAA);
        assertThat(event(HeaderType.MESSAGE)).isEqualTo(hex("0900 0F C0 00000000 AA"));
    }

    private static byte[] event(HeaderType type) {
        return EventBytes.of(type, 0x0501)
                .version(3)
                .threadId(7)
                .processId(9)
                .time(TIME)
                .guid(GUID)
                .payload(hex("AA"))
                .toBytes();
    }

    @Test
    void extendedItemsLieBetweenHeaderAndPayload() {
        EventBytes event = EventBytes.of(HeaderType.PERFINFO64, 0x0524)
                .version(4)
                .time(TIME)
                .pebs(1)
                .counters(2, 3)
                .payload(hex("AA"));

        assertThat(event.toBytes())
                .isEqualTo(hex(
                        "0482 11 C0 2900 2405" + TIME_BYTES + "0100000000000000 0200000000000000 0300000000000000 AA"));
    }

    @Test
    void compactPackets() {
        CompactBatch batch = new CompactBatch()
                .start(TIME)
                .thread(7, 8)
                .thread(9, -1)
                .idleShort(0x3FFF)
                .idle(0x3FFFFFFF)
                .lite(0x516, 1, 0, 41)
                .full(1, 15, 5, 31, 0x1FFFF);

        assertThat(batch.toBytes(8))
                .isEqualTo(hex(TIME_BYTES + "07000000 09000000" + "00000000".repeat(14) + "08 FF" + "00".repeat(14)
                        // Binary, highest bit first: 11111111111111 00
                        + "FCFF"
                        // 111111111111111111111111111111 01
                        + "FDFFFFFF"
                        // 00000010100010110 101001 000 0001 10
                        + "06528B02"
                        // 000000000000000000000000000001 11, 11111111111111111 11111 000101 1111
                        + "07000000 5FFCFFFF"));
        assertThat(batch.lastTime()).isEqualTo(TIME + 0x3FFF + 0x3FFFFFFF + 0x516 + 1);
    }

    @Test
    void smallestPacketThatFits() {
        assertThat(packetBytes(0, 0, 0x3FFF, 0)).isEqualTo(2);
        assertThat(packetBytes(0, 0, 0x4000, 0)).isEqualTo(4);
        assertThat(packetBytes(7, 8, 0x1FFFF, 1)).isEqualTo(4);
        assertThat(packetBytes(7, 15, 0, 0)).isEqualTo(4);
        assertThat(packetBytes(7, 16, 0, 0)).isEqualTo(8);
        assertThat(packetBytes(7, 7, 0, 0)).isEqualTo(8);
        assertThat(packetBytes(7, 8, 0x20000, 0)).isEqualTo(8);
        assertThat(packetBytes(7, 8, 0, 2)).isEqualTo(8);
        assertThat(packetBytes(7, 8, 0x3FFFFFFF, 0)).isEqualTo(8);
        assertThat(packetBytes(7, 8, 0x40000000, 0)).isZero();
    }

    /** The bytes that a switch takes in a batch, where the outgoing thread's base priority is 8. */
    private static int packetBytes(int oldThreadId, int oldPriority, long delta, int newWaitTicks) {
        CompactBatch batch = new CompactBatch().start(TIME);
        batch.add(TIME + delta, oldThreadId, oldPriority, 8, 5, newWaitTicks);
        return batch.toBytes(8).length - 0x58;
    }

    @Test
    void batchIsFullAtSixteenThreadsOrItsSize() {
        CompactBatch batch = new CompactBatch().start(TIME);
        for (int threadId = 1; threadId <= 16; threadId++) {
            assertThat(batch.add(TIME, threadId, 8, 8, 5, 0)).isTrue();
        }
        assertThat(batch.add(TIME, 17, 8, 8, 5, 0)).isFalse();

        batch.start(TIME);
        while (batch.add(TIME, 1, 8, 8, 5, 0)) {}
        assertThat(batch.toBytes(8)).hasSize(CompactBatch.MAXIMUM_BYTES);
    }

    @Test
    void threadRecords() {
        assertThat(thread(ThreadRecord.Kind.START, 0).toBytes(8)).isEqualTo(hex("07000000 64000000"));
        assertThat(thread(ThreadRecord.Kind.START, 1).toBytes(4)).hasSize(0x21).startsWith(hex("64000000 07000000"));
        assertThat(thread(ThreadRecord.Kind.START, 1).toBytes(8)).hasSize(0x39);
        assertThat(thread(ThreadRecord.Kind.END, 1).toBytes(8)).isEqualTo(hex("64000000 07000000"));
        assertThat(thread(ThreadRecord.Kind.END, 2).toBytes(4)).hasSize(0x28);
        assertThat(thread(ThreadRecord.Kind.END, 2).toBytes(8)).hasSize(0x44);
        assertThat(thread(ThreadRecord.Kind.END, 3).toBytes(4)).hasSize(0x2C).endsWith(hex("0D 05 02 00"));
        assertThat(thread(ThreadRecord.Kind.END, 3).toBytes(8)).hasSize(0x48);
        assertThat(thread(ThreadRecord.Kind.END, 3).name("w").toBytes(8))
                .hasSize(0x4C)
                .endsWith(hex("0D 05 02 00 7700 0000"));
        assertThat(thread(ThreadRecord.Kind.RUNDOWN_AT_END, 3).hook()).isEqualTo(0x0504);
        assertThat(new ThreadName(100, 7, "w").toBytes(8)).isEqualTo(hex("64000000 07000000 7700 0000"));
    }

    private static ThreadRecord thread(ThreadRecord.Kind kind, int version) {
        return ThreadRecord.of(kind).version(version).processId(100).threadId(7).basePriority(13);
    }

    @Test
    void processRecords() {
        String sid = "0101 000000000005 12000000";
        assertThat(process(0).toBytes(4)).isEqualTo(hex("64000000 04000000 00502BED 00000000" + sid + "6100"));
        assertThat(process(0).toBytes(8))
                .isEqualTo(hex("6400000000000000 0400000000000000 00502BED01A0FFFF 0000000000000000" + sid + "6100"));
        assertThat(process(1).toBytes(4))
                .isEqualTo(hex("00190000 64000000 04000000 02000000 FFFFFFFF 00502BED 00000000" + sid + "6100"));
        assertThat(process(2).toBytes(4))
                .isEqualTo(
                        hex("00190000 64000000 04000000 02000000 FFFFFFFF 00502BED 00000000" + sid + "6100 62000000"));
        assertThat(process(3).toBytes(4))
                .isEqualTo(hex("00190000 64000000 04000000 02000000 FFFFFFFF 00701800 00502BED 00000000" + sid
                        + "6100 62000000"));
        assertThat(process(4).toBytes(8))
                .isEqualTo(hex("0019000000E0FFFF 64000000 04000000 02000000 FFFFFFFF 0070180000000000 00000000"
                        + "00502BED01A0FFFF 0000000000000000" + sid + "6100 62000000 70000000 0000"));
        assertThat(process(4).sid(null).toBytes(8))
                .isEqualTo(hex("0019000000E0FFFF 64000000 04000000 02000000 FFFFFFFF 0070180000000000 00000000"
                        + "00000000 6100 62000000 70000000 0000"));
        assertThat(process(5).exitTime(TIME).toBytes(8)).endsWith(hex("70000000 0000" + TIME_BYTES));
        assertThat(ProcessRecord.of(ProcessRecord.Kind.DEFUNCT).hook()).isEqualTo(0x0327);
    }

    private static ProcessRecord process(int version) {
        return ProcessRecord.of(ProcessRecord.Kind.START)
                .version(version)
                .processId(100)
                .parentId(4)
                .session(2)
                .exitStatus(-1)
                .image("a")
                .commandLine("b")
                .packageFullName("p");
    }

    @Test
    void groupMasks() {
        GroupMasks masks = GroupMasks.atRundown()
                .processes()
                .threads()
                .compactContextSwitches()
                .readyThreads();

        assertThat(masks.toBytes(8)).isEqualTo(hex("03000000 04030000" + "00000000".repeat(6) + "46000000"));
    }

    @Test
    void logHeader() {
        LogHeader header = new LogHeader()
                .pointerSize(8)
                .build(0x6789)
                .bootTime(1)
                .frequency(2)
                .startTime(TIME)
                .clockType(3)
                .buffersLost(4)
                .loggerName("a")
                .logFileName("b");

        byte[] wide = header.toBytes(4);
        assertThat(wide)
                .hasSize(0x118 + 8)
                .startsWith(hex("00000100 0A000105 89670000 01000000 0000000000000000 5A620200"))
                .endsWith(
                        hex("0100000000000000 0200000000000000" + TIME_BYTES + "03000000 04000000 61000000 62000000"));
        byte[] narrow = header.pointerSize(4).toBytes(8);
        assertThat(narrow)
                .hasSize(0x118 - 8 + 8)
                .endsWith(
                        hex("0100000000000000 0200000000000000" + TIME_BYTES + "03000000 04000000 61000000 62000000"));
    }
}
