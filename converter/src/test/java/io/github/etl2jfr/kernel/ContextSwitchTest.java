package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.kernel.EventUnderTest.cut;
import static io.github.etl2jfr.kernel.EventUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.etl.EventCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextSwitchTest {
    private static final int HOOK = 0x0524;

    /** Layout: WMI_CONTEXTSWAP in ntwmi.h, every field with a value of its own. */
    private static final String EVERY_FIELD = "04030201 08070605 09 0A 0B 0C 0D 01 0F 10 14131211 18171615";

    /** Captured on a real machine: thread 4396 was preempted, the reason is a stale one. */
    @Test
    void capturedSwitchToIdle() {
        ContextSwitch contextSwitch =
                view(event(HOOK, 2, 8, "00000000 2C110000 00 09 00 00 17 00 01 00 12000000 26480000"));

        assertThat(contextSwitch.newThreadId()).isZero();
        assertThat(contextSwitch.oldThreadId()).isEqualTo(4396);
        assertThat(contextSwitch.newThreadPriority()).isZero();
        assertThat(contextSwitch.oldThreadPriority()).isEqualTo(9);
        assertThat(contextSwitch.previousCState()).isEqualTo(-1);
        assertThat(contextSwitch.oldThreadWaitReason()).isEqualTo(23);
        assertThat(contextSwitch.oldThreadWaitMode()).isZero();
        assertThat(contextSwitch.oldThreadState()).isEqualTo(1);
        assertThat(contextSwitch.oldThreadIdealProcessor()).isZero();
        assertThat(contextSwitch.newThreadWaitTicks()).isEqualTo(18);
        assertThat(contextSwitch.oldThreadRemainingQuantum()).isEqualTo(18470);
    }

    /** Captured on a real machine: the idle thread leaves, the processor was in C-state 1. */
    @Test
    void capturedSwitchFromIdle() {
        ContextSwitch contextSwitch =
                view(event(HOOK, 2, 8, "CC080000 00000000 08 00 01 00 00 00 02 04 01000000 876D8834"));

        assertThat(contextSwitch.newThreadId()).isEqualTo(2252);
        assertThat(contextSwitch.oldThreadId()).isZero();
        assertThat(contextSwitch.newThreadPriority()).isEqualTo(8);
        assertThat(contextSwitch.oldThreadPriority()).isZero();
        assertThat(contextSwitch.previousCState()).isEqualTo(1);
        assertThat(contextSwitch.oldThreadWaitReason()).isZero();
        assertThat(contextSwitch.oldThreadWaitMode()).isZero();
        assertThat(contextSwitch.oldThreadState()).isEqualTo(2);
        assertThat(contextSwitch.oldThreadIdealProcessor()).isEqualTo(4);
        assertThat(contextSwitch.newThreadWaitTicks()).isEqualTo(1);
        assertThat(contextSwitch.oldThreadRemainingQuantum()).isEqualTo(0x34886D87);
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "2, 8", "3, 8", "4, 4", "4, 8", "5, 8", "255, 8"})
    void versions2AndLater(int version, int pointerSize) {
        ContextSwitch contextSwitch = view(event(HOOK, version, pointerSize, EVERY_FIELD));

        assertCommonFields(contextSwitch);
        assertThat(contextSwitch.newThreadWaitTicks()).isEqualTo(0x11121314);
        assertThat(contextSwitch.oldThreadRemainingQuantum()).isEqualTo(0x15161718);
    }

    /** Layout: class CSwitch_V1 in root\WMI, which ends with the ideal processor and holds quanta at 0A and 0B. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void version1(int version) {
        ContextSwitch contextSwitch = view(event(HOOK, version, 4, EVERY_FIELD.substring(0, 41)));
        assertCommonFields(contextSwitch);
        assertThat(contextSwitch.newThreadWaitTicks()).isEqualTo(-1);
        assertThat(contextSwitch.oldThreadRemainingQuantum()).isEqualTo(-1);

        // The idle thread's byte at 0A is a quantum, not a C-state.
        contextSwitch = view(event(HOOK, version, 4, "04030201 00000000 09 00 0B 0C 00 00 02 01"));
        assertThat(contextSwitch.previousCState()).isEqualTo(-1);
    }

    private static void assertCommonFields(ContextSwitch contextSwitch) {
        assertThat(contextSwitch.newThreadId()).isEqualTo(0x01020304);
        assertThat(contextSwitch.oldThreadId()).isEqualTo(0x05060708);
        assertThat(contextSwitch.newThreadPriority()).isEqualTo(0x09);
        assertThat(contextSwitch.oldThreadPriority()).isEqualTo(0x0A);
        assertThat(contextSwitch.previousCState()).isEqualTo(-1);
        assertThat(contextSwitch.oldThreadWaitReason()).isEqualTo(0x0D);
        assertThat(contextSwitch.oldThreadWaitMode()).isEqualTo(1);
        assertThat(contextSwitch.oldThreadState()).isEqualTo(0x0F);
        assertThat(contextSwitch.oldThreadIdealProcessor()).isEqualTo(0x10);
    }

    /** From version 3 on the wait mode's other bits are flags and, in version 4, both threads' quality of service. */
    @ParameterizedTest
    @CsvSource({"2, 00, 0", "2, 01, 1", "2, 02, -1", "1, FF, -1", "3, FE, 0", "3, 03, 1", "4, 7E, 0", "4, 7F, 1"})
    void waitMode(int version, String value, int mode) {
        String payload = "04030201 08070605 09 0A 0B 0C 0D" + value + "0F 10 14131211 18171615";

        assertThat(view(event(HOOK, version, 8, payload)).oldThreadWaitMode()).isEqualTo(mode);
    }

    @Test
    void signs() {
        ContextSwitch contextSwitch =
                view(event(HOOK, 4, 8, "FCFFFFFF F8FFFFFF FF FE FF FF FF 00 FF FF FFFFFFFF FFFFFFFF"));

        assertThat(contextSwitch.newThreadId()).isEqualTo(0xFFFFFFFC);
        assertThat(contextSwitch.oldThreadId()).isEqualTo(0xFFFFFFF8);
        assertThat(contextSwitch.newThreadPriority()).isEqualTo(-1);
        assertThat(contextSwitch.oldThreadPriority()).isEqualTo(-2);
        assertThat(contextSwitch.oldThreadWaitReason()).isEqualTo(255);
        assertThat(contextSwitch.oldThreadState()).isEqualTo(255);
        assertThat(contextSwitch.oldThreadIdealProcessor()).isEqualTo(255);
        assertThat(contextSwitch.oldThreadRemainingQuantum()).isEqualTo(-1);
    }

    @Test
    void longerPayloadKeepsTheLayoutAsPrefix() {
        assertCommonFields(view(event(HOOK, 4, 8, EVERY_FIELD + "EEEEEEEE EEEEEEEE")));
    }

    @Test
    void tooShort() {
        ContextSwitch contextSwitch = new ContextSwitch();
        for (int size = 0; size < 0x18; size++) {
            assertThat(contextSwitch.wrap(cut(HOOK, 2, 8, EVERY_FIELD, size))).isFalse();
            assertThat(contextSwitch.wrap(cut(HOOK, 1, 4, EVERY_FIELD, size))).isEqualTo(size >= 0x10);
        }
    }

    private static ContextSwitch view(EventCursor event) {
        ContextSwitch contextSwitch = new ContextSwitch();
        assertThat(contextSwitch.wrap(event)).isTrue();
        return contextSwitch;
    }
}
