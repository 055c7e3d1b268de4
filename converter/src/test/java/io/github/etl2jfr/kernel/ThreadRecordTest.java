package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.kernel.EventUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadRecordTest {
    private static final int HOOK = 0x0501;
    private static final String IDS = "64000000 07000000";
    private static final String POINTERS_32 = "EE".repeat(7 * 4);
    private static final String POINTERS_64 = "EE".repeat(7 * 8);
    private static final String TAIL = "11000000 08 05 02 00";
    private static final String NAME = "7700 6F00 E400 0000";

    /** Layout: Thread_V0_TypeGroup1: thread first. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void version0(int pointerSize) {
        assertThat(ThreadRecord.read(event(HOOK, 0, pointerSize, "07000000 64000000")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
    }

    /** Layout: Thread_V1_TypeGroup1 (start: six pointers, wait mode) and Thread_V1_TypeGroup2 (end: the ids alone). */
    @Test
    void version1() {
        assertThat(ThreadRecord.read(event(HOOK, 1, 4, IDS + "EE".repeat(6 * 4) + "00")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
        assertThat(ThreadRecord.read(event(HOOK, 1, 8, IDS + "EE".repeat(6 * 8) + "00")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
        assertThat(ThreadRecord.read(event(HOOK, 1, 8, IDS))).isEqualTo(new ThreadRecord(100, 7, null, false));
    }

    /** Layout: Thread_V2_TypeGroup1: seven pointers and the sub-process tag. */
    @Test
    void version2() {
        assertThat(ThreadRecord.read(event(HOOK, 2, 4, IDS + POINTERS_32 + "11000000")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
        assertThat(ThreadRecord.read(event(HOOK, 2, 8, IDS + POINTERS_64 + "11000000")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
    }

    /** Layout: Thread_TypeGroup1: 2C bytes with 32-bit pointers, 48 with 64. */
    @Test
    void version3() {
        assertThat(ThreadRecord.read(event(HOOK, 3, 4, IDS + POINTERS_32 + TAIL)))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + POINTERS_64 + TAIL)))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
        // A record that stops halfway still says who it is about.
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + "EEEEEEEE")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
    }

    /** Windows 10 appends the thread's name without a new version. */
    @Test
    void version3WithName() {
        assertThat(ThreadRecord.read(event(HOOK, 3, 4, IDS + POINTERS_32 + TAIL + NAME)))
                .isEqualTo(new ThreadRecord(100, 7, "woä", false));
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + POINTERS_64 + TAIL + NAME)))
                .isEqualTo(new ThreadRecord(100, 7, "woä", false));
        assertThat(ThreadRecord.read(event(HOOK, 4, 8, IDS + POINTERS_64 + TAIL + NAME)))
                .isEqualTo(new ThreadRecord(100, 7, "woä", false));
    }

    @Test
    void emptyNameIsNone() {
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + POINTERS_64 + TAIL + "0000")))
                .isEqualTo(new ThreadRecord(100, 7, null, false));
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + POINTERS_64 + TAIL + "00")))
                .isEqualTo(new ThreadRecord(100, 7, null, true));
    }

    @Test
    void nameWithoutNulEndsWithTheEvent() {
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + POINTERS_64 + TAIL + "7700 6F00")))
                .isEqualTo(new ThreadRecord(100, 7, "wo", true));
        assertThat(ThreadRecord.read(event(HOOK, 3, 8, IDS + POINTERS_64 + TAIL + "7700 6F")))
                .isEqualTo(new ThreadRecord(100, 7, "w", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "64000000", "64000000 070000"})
    void tooShort(String payload) {
        for (int version = 0; version <= 3; version++) {
            assertThat(ThreadRecord.read(event(HOOK, version, 8, payload))).isNull();
        }
    }

    /** Layout of 0x0548: u32 process, u32 thread, UTF-16 name; seen in traces of Windows 10. */
    @Test
    void threadName() {
        assertThat(ThreadName.read(event(0x0548, 2, 8, IDS + NAME))).isEqualTo(new ThreadName(100, 7, "woä", false));
        assertThat(ThreadName.read(event(0x0548, 2, 8, IDS + "7700 6F00")))
                .isEqualTo(new ThreadName(100, 7, "wo", true));
        assertThat(ThreadName.read(event(0x0548, 2, 8, IDS + "0000"))).isEqualTo(new ThreadName(100, 7, null, false));
        assertThat(ThreadName.read(event(0x0548, 2, 8, IDS))).isEqualTo(new ThreadName(100, 7, null, false));
        assertThat(ThreadName.read(event(0x0548, 2, 8, "64000000 070000"))).isNull();
    }
}
