package io.github.etl2jfr.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.etl2jfr.etl.InputException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** PERFORMANCE_DATA, byte by byte as winnt.h declares it: 0x20 bytes and 16 counters of 0x10 bytes. */
class PerformanceDataTest {
    private static byte[] structure(String hex) {
        return Arrays.copyOf(HexFormat.of().parseHex(hex.replace(" ", "")), 0x120);
    }

    @Test
    void everyFieldIsWhereTheHeaderFileHasIt() throws Exception {
        PerformanceData data = PerformanceData.read(
                structure("2001 01 02 07000000"
                        + "4000000020000000" // wait reasons 6 and 37
                        + "8877665544332211 03000000 FFFFFFFF"
                        + "00000000 FFFFFFFF 1100000000000000"
                        + "00000000 FFFFFFFF FFFFFFFFFFFFFFFF"),
                0b11);

        assertThat(data.contextSwitchCount()).isEqualTo(7);
        assertThat(data.waitReasonBitMap()).isEqualTo(1L << 6 | 1L << 37);
        assertThat(data.waitReasons()).isEqualTo("UserRequest, WrAlertByThreadId");
        assertThat(data.cycleTime()).isEqualTo(0x1122334455667788L);
        assertThat(data.retryCount()).isEqualTo(3);
        assertThat(data.hardwareCounters()).containsOnly(entry(0, 0x11L), entry(1, -1L));
        assertThat(data.hardwareCounterValues()).isEqualTo("0=17, 1=18446744073709551615");
    }

    @Test
    void nothingMeasuredIsNull() throws Exception {
        PerformanceData data = PerformanceData.read(structure("2001 01 00"), 0xFFFF);

        assertThat(data.waitReasons()).isNull();
        assertThat(data.hardwareCounterValues()).isNull();
    }

    @Test
    void allSixteenCountersFit() throws Exception {
        byte[] bytes = structure("2001 01 10");
        bytes[0x20 + 15 * 0x10 + 0x08] = 42;

        assertThat(PerformanceData.read(bytes, 0xFFFF).hardwareCounters())
                .hasSize(16)
                .containsEntry(15, 42L);
    }

    /** "If you set bit 3 in the HardwareCounters bitmask, HwCounters[3] will contain the counter data." */
    @Test
    void counterIsWhereItsBitSays() throws Exception {
        byte[] bytes = structure("2001 01 01");
        bytes[0x20 + 3 * 0x10 + 0x08] = 42;

        assertThat(PerformanceData.read(bytes, 1 << 3).hardwareCounters()).containsOnly(entry(3, 42L));
    }

    /** "You must initialize the Size and Version members." */
    @Test
    void emptyHasSizeAndVersion() {
        assertThat(PerformanceData.empty()).isEqualTo(structure("2001 01"));
    }

    @Test
    void anotherSizeVersionOrNumberOfCountersIsAnError() {
        assertError(structure("1001 01 00"), "thread profiling data of 288 bytes that say they are 272, expected 288");
        assertError(structure("2001 02 00"), "thread profiling data of version 2, expected 1");
        assertError(
                structure("2001 01 11"), "thread profiling data with 17 hardware counters, at most 16 are possible");
        assertError(new byte[1], "thread profiling data of 1 bytes that say they are 0, expected 288");
    }

    private static void assertError(byte[] bytes, String message) {
        assertThatThrownBy(() -> PerformanceData.read(bytes, 0))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }
}
