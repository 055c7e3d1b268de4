package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.kernel.EventUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layout: PERFINFO_GROUPMASK, 8 x u32, and a u32 version; bits: the PERF_... constants in ntwmi.h. */
class GroupMasksTest {
    private static final String REST = "00000000".repeat(6) + "46000000";

    @ParameterizedTest
    @CsvSource({
        "01000000, 00000000, true, false, false, false, false",
        "02000000, 00000000, false, true, false, false, false",
        "00000000, 04000000, false, false, true, false, false",
        "00000000, 00010000, false, false, false, true, false",
        "00000000, 00020000, false, false, false, false, true",
        "FCFFFFFF, FBFCFFFF, false, false, false, false, false",
        "03000000, 04030000, true, true, true, true, true"
    })
    void eachBit(
            String first,
            String second,
            boolean processes,
            boolean threads,
            boolean contextSwitches,
            boolean compact,
            boolean readyThreads) {
        GroupMasks masks = GroupMasks.read(event(0x0020, 2, 8, first + second + REST));

        assertThat(masks).isEqualTo(new GroupMasks(processes, threads, contextSwitches, compact, readyThreads));
    }

    @Test
    void onlyTheFirstTwoMasksMatter() {
        assertThat(GroupMasks.read(event(0x0005, 2, 8, "00".repeat(8) + "FF".repeat(24) + "46000000")))
                .isEqualTo(new GroupMasks(false, false, false, false, false));
    }

    @Test
    void versionMayBeMissing() {
        assertThat(GroupMasks.read(event(0x0020, 2, 8, "01".repeat(32)))).isNotNull();
        assertThat(GroupMasks.read(event(0x0020, 2, 8, "01".repeat(31)))).isNull();
        assertThat(GroupMasks.read(event(0x0020, 2, 8, ""))).isNull();
    }

    @Test
    void either() {
        GroupMasks a = new GroupMasks(true, false, true, false, false);
        GroupMasks b = new GroupMasks(false, true, false, true, false);

        assertThat(a.or(b)).isEqualTo(new GroupMasks(true, true, true, true, false));
        assertThat(b.or(a)).isEqualTo(a.or(b));
        assertThat(a.or(new GroupMasks(false, false, false, false, true)))
                .isEqualTo(new GroupMasks(true, false, true, false, true));
    }
}
