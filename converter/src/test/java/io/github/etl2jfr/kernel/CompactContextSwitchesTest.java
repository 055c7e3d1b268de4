package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.kernel.EventUnderTest.cut;
import static io.github.etl2jfr.kernel.EventUnderTest.event;
import static io.github.etl2jfr.kernel.EventUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.testing.Bytes;
import io.github.etl2jfr.testing.CompactBatch;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import io.github.etl2jfr.testing.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layout: PERFINFO_CCSWAP_BUFFER and the PERFINFO_CCSWAP... packets in ntwmi.h. */
class CompactContextSwitchesTest {
    private static final int HOOK = 0x0525;
    private static final int BUILD = 19045;
    private static final long TIME = 0x1122334455667788L;

    /** FirstTimeStamp, threads 7 and 0xFFFFFFFC, base priorities 8 and -1. */
    private static final String HEADER =
            "8877665544332211 07000000 FCFFFFFF" + "00000000".repeat(14) + "08 FF" + "00".repeat(14);

    private static CompactContextSwitches batch(int build, EventCursor event) {
        CompactContextSwitches batch = new CompactContextSwitches(build);
        assertThat(batch.wrap(event)).isTrue();
        assertThat(batch.corruption()).isNull();
        return batch;
    }

    private static CompactContextSwitches batch(String packets) {
        return batch(BUILD, event(HOOK, 2, 8, HEADER + packets));
    }

    private static void assertSwitch(
            CompactContextSwitches batch, long sinceFirst, int thread, int priority, int state, int reason, int ticks) {
        assertThat(batch.next()).isTrue();
        assertThat(batch.time() - TIME).isEqualTo(sinceFirst);
        assertThat(batch.oldThreadId()).isEqualTo(thread);
        assertThat(batch.oldThreadPriority()).isEqualTo(priority);
        assertThat(batch.oldThreadState()).isEqualTo(state);
        assertThat(batch.oldThreadWaitReason()).isEqualTo(reason);
        assertThat(batch.newThreadWaitTicks()).isEqualTo(ticks);
    }

    private static void assertIdle(CompactContextSwitches batch, long sinceFirst) {
        assertSwitch(batch, sinceFirst, 0, -1, -1, -1, -1);
    }

    private static void assertEnd(CompactContextSwitches batch) {
        assertThat(batch.next()).isFalse();
        assertThat(batch.corruption()).isNull();
        assertThat(batch.next()).isFalse();
    }

    private static void assertCorrupt(CompactContextSwitches batch, Damage corruption) {
        assertThat(batch.next()).isFalse();
        assertThat(batch.corruption()).isEqualTo(corruption);
        assertThat(batch.next()).isFalse();
        assertThat(batch.corruption()).isEqualTo(corruption);
    }

    /** Binary, highest bit first: 11111111111111 00. */
    @Test
    void idleShort() {
        CompactContextSwitches batch = batch("FCFF 0400");

        assertIdle(batch, 0x3FFF);
        assertIdle(batch, 0x4000);
        assertEnd(batch);
    }

    /** Binary, highest bit first: 111111111111111111111111111111 01. */
    @Test
    void idle() {
        CompactContextSwitches batch = batch("FDFFFFFF 05000000");

        assertIdle(batch, 0x3FFFFFFF);
        assertIdle(batch, 0x40000000);
        assertEnd(batch);
    }

    /** Delta 17, state or reason 6, increment 3, index 4, type 2 bits. */
    @Test
    void lite() {
        // 00000010100010110 000110 010 0000 10: reason 6, 2 above the base priority 8, thread 0
        CompactContextSwitches batch = batch("820C8B02"
                // 11111111111111111 101001 111 0001 10: state 41 - 40 = 1, 7 above the base priority -1, thread 1
                + "C6D3FFFF");

        assertSwitch(batch, 0x516, 7, 10, 5, 6, -1);
        assertSwitch(batch, 0x516 + 0x1FFFF, 0xFFFFFFFC, 6, 1, -1, -1);
        assertEnd(batch);
    }

    /** Delta 30, type 2 bits; then wait ticks 17, priority 5, state or reason 6, index 4 bits. */
    @Test
    void full() {
        // 000000000000000000000000000001 11; 00000000000010010 01001 000110 0000
        CompactContextSwitches batch = batch("07000000 60240900"
                // 111111111111111111111111111111 11; 11111111111111111 11111 101100 0001
                + "FFFFFFFF C1FEFFFF"
                // 000000000000000000000000000000 11; 00000000000000000 00000 000000 0000
                + "03000000 00000000");

        assertSwitch(batch, 1, 7, 9, 5, 6, 18);
        assertSwitch(batch, 1 + 0x3FFFFFFFL, 0xFFFFFFFC, 31, 4, -1, 0x1FFFF);
        assertSwitch(batch, 0x40000000L, 7, 0, 5, 0, 0);
        assertEnd(batch);
    }

    @Test
    void packetsAreNotAligned() {
        CompactContextSwitches batch = batch("0400 820C8B02 0400 07000000 60240900 0400 05000000 0400");

        assertIdle(batch, 1);
        assertSwitch(batch, 0x517, 7, 10, 5, 6, -1);
        assertIdle(batch, 0x518);
        assertSwitch(batch, 0x519, 7, 9, 5, 6, 18);
        assertIdle(batch, 0x51A);
        assertIdle(batch, 0x51B);
        assertIdle(batch, 0x51C);
        assertEnd(batch);
    }

    /** The idle thread's "not known" must not stay for the next, nor a thread's values for the idle thread. */
    @Test
    void nothingIsLeftFromThePacketBefore() {
        CompactContextSwitches batch = batch("07000000 60240900 0400 820C8B02");

        assertSwitch(batch, 1, 7, 9, 5, 6, 18);
        assertIdle(batch, 2);
        assertSwitch(batch, 0x518, 7, 10, 5, 6, -1);
    }

    @Test
    void cursorIsReused() {
        CompactContextSwitches batch = batch("820C");
        assertCorrupt(batch, Damage.BATCH_ENDS_IN_SWITCH);

        assertThat(batch.wrap(event(HOOK, 2, 8, HEADER + "FCFF"))).isTrue();
        assertThat(batch.corruption()).isNull();
        assertIdle(batch, 0x3FFF);
        assertEnd(batch);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SYSTEM32", "SYSTEM64", "COMPACT32", "COMPACT64", "PERFINFO32", "PERFINFO64"})
    void everyHeader(HeaderType type) {
        CompactContextSwitches batch = batch(
                BUILD,
                on(EventBytes.of(type, HOOK)
                        .pebs(-1)
                        .counters(-1)
                        .threadId(1)
                        .payload(Bytes.hex(HEADER + "820C8B02"))));

        assertSwitch(batch, 0x516, 7, 10, 5, 6, -1);
        assertEnd(batch);
    }

    /** Every value of the field by build: below MaximumWaitReason a reason, from there on a state. */
    @ParameterizedTest
    @CsvSource({
        "7601, 37",
        "9199, 37",
        "9200, 39",
        "16298, 39",
        "16299, 40",
        "21999, 40",
        "22000, 41",
        "22620, 41",
        "22621, 42",
        "26099, 42",
        "26100, 43",
        "29000, 43"
    })
    void stateOrWaitReasonByBuild(int build, int maximumWaitReason) {
        for (int value = 0; value < 64; value++) {
            EventCursor event = on(EventBytes.of(
                    HeaderType.PERFINFO64,
                    new CompactBatch()
                            .start(TIME)
                            .thread(7, 8)
                            .lite(0, 0, 0, value)
                            .full(0, 0, value, 8, 3)));
            CompactContextSwitches batch = batch(build, event);
            int state = value < maximumWaitReason ? Kernel.WAITING : value - maximumWaitReason;
            int reason = value < maximumWaitReason ? value : -1;

            assertSwitch(batch, 0, 7, 8, state, reason, -1);
            assertSwitch(batch, 0, 7, 8, state, reason, 3);
            assertEnd(batch);
        }
    }

    @Test
    void everyPlaceOfTheTable() {
        CompactBatch packets = new CompactBatch().start(TIME);
        for (int i = 0; i < 16; i++) {
            packets.thread(100 + i, i);
        }
        for (int i = 0; i < 16; i++) {
            packets.lite(1, i, 1, 6).full(1, i, 6, 31 - i, i);
        }
        CompactContextSwitches batch = batch(BUILD, on(EventBytes.of(HeaderType.PERFINFO64, packets)));

        for (int i = 0; i < 16; i++) {
            assertSwitch(batch, 2 * i + 1, 100 + i, i + 1, 5, 6, -1);
            assertSwitch(batch, 2 * i + 2, 100 + i, 31 - i, 5, 6, i);
        }
        assertEnd(batch);
    }

    /** Index 2 is in no use: the idle thread has forms of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"0A000000", "03000000 02000000", "3E000000"})
    void emptyPlaceOfTheTable(String packet) {
        CompactContextSwitches batch = batch("0400" + packet);

        assertIdle(batch, 1);
        assertCorrupt(batch, Damage.BATCH_INDEX_NOT_IN_USE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "05", "05 00", "05 00 00", "02 00 00", "03000000", "03000000 000000"})
    void packetThatIsCutOff(String packet) {
        CompactContextSwitches batch = batch("0400" + packet);

        assertIdle(batch, 1);
        assertCorrupt(batch, Damage.BATCH_ENDS_IN_SWITCH);
    }

    @Test
    void batchWithoutPackets() {
        assertCorrupt(batch(""), Damage.BATCH_EMPTY);
    }

    @Test
    void tooShortOrTooLong() {
        CompactContextSwitches batch = new CompactContextSwitches(BUILD);
        for (int size = 0; size < 0x58; size++) {
            assertThat(batch.wrap(cut(HOOK, 2, 8, HEADER, size))).isFalse();
            assertThat(batch.corruption()).isEqualTo(Damage.BATCH_TOO_SHORT);
        }
        assertThat(batch.wrap(event(HOOK, 2, 8, HEADER))).isTrue();
        assertThat(batch.wrap(event(HOOK, 2, 8, HEADER + "0400".repeat((0x400 - 0x58) / 2))))
                .isTrue();
        assertThat(batch.wrap(event(HOOK, 2, 8, HEADER + "0400".repeat((0x400 - 0x58) / 2) + "04")))
                .isFalse();
        assertThat(batch.wrap(event(HOOK, 2, 8, HEADER + "0400".repeat(0x400)))).isFalse();
        assertThat(batch.corruption()).isEqualTo(Damage.BATCH_TOO_LONG);
    }

    @Test
    void largestBatch() {
        CompactContextSwitches batch = batch("0400".repeat((0x400 - 0x58) / 2));
        for (int i = 1; i <= (0x400 - 0x58) / 2; i++) {
            assertIdle(batch, i);
        }
        assertEnd(batch);
    }
}
