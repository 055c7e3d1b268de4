package io.github.etl2jfr.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.Kernel;
import io.github.etl2jfr.views.model.WaitReasons;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's numbers and what they are called: KWAIT_REASON, KTHREAD_STATE and KPROCESSOR_MODE of the WDK headers. */
class KernelNamesTest {
    @Test
    void waitReasons() {
        assertThat(Arrays.stream(WaitReason.values()).mapToInt(WaitReason::code))
                .containsExactly(IntStream.range(0, 43).boxed().toArray(Integer[]::new));
        for (WaitReason reason : WaitReason.values()) {
            assertThat(WaitReason.label(reason.code())).isEqualTo(Kernel.waitReasonName(reason.code()));
        }
        // In plain English the views have them.
        assertThat(WaitReasons.names())
                .containsExactlyElementsOf(Arrays.stream(WaitReason.values())
                        .map(reason -> WaitReason.label(reason.code()))
                        .toList());
        assertThat(WaitReason.label(0)).isEqualTo("Executive");
        assertThat(WaitReason.label(37)).isEqualTo("WrAlertByThreadId");
        assertThat(WaitReason.label(42)).isEqualTo("WrRcu");
    }

    @Test
    void threadStates() {
        assertThat(Arrays.stream(ThreadState.values()).mapToInt(ThreadState::code))
                .containsExactly(IntStream.range(0, 10).boxed().toArray(Integer[]::new));
        for (ThreadState state : ThreadState.values()) {
            assertThat(ThreadState.label(state.code())).isEqualTo(Kernel.stateName(state.code()));
        }
        assertThat(ThreadState.label(5)).isEqualTo("Waiting");
    }

    @Test
    void waitModes() {
        assertThat(Arrays.stream(WaitMode.values()).map(mode -> WaitMode.label(mode.code())))
                .containsExactly("KernelMode", "UserMode");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 43, 44, 255, 256, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void unknownNumbersAreShownAsSuch(int code) {
        String expected = "Unknown(" + code + ")";

        assertThat(WaitReason.label(code)).isEqualTo(expected);
        assertThat(ThreadState.label(code)).isEqualTo(expected);
        assertThat(WaitMode.label(code)).isEqualTo(expected);
    }

    @Test
    void firstNumberPastEachTable() {
        assertThat(ThreadState.label(10)).isEqualTo("Unknown(10)");
        assertThat(WaitMode.label(2)).isEqualTo("Unknown(2)");
    }

    @Test
    void statesInWhichAThreadCouldGoOn() {
        assertThat(IntStream.range(-1, 12).filter(ThreadState::isReady)).containsExactly(1, 3, 7);
    }

    @Test
    void reasonsToLoseAProcessor() {
        assertThat(IntStream.range(-1, 50).filter(WaitReason::isPreemption)).containsExactly(30, 31, 32, 33, 38);
    }

    /** MaximumWaitReason in the public symbols of builds: the first with another one, and the build before it. */
    @ParameterizedTest
    @CsvSource({
        "0, 37",
        "2600, 37",
        "6000, 37",
        "7601, 37",
        "9199, 37",
        "9200, 39",
        "9600, 39",
        "10240, 39",
        "16298, 39",
        "16299, 40",
        "19045, 40",
        "21999, 40",
        "22000, 41",
        "22620, 41",
        "22621, 42",
        "26099, 42",
        "26100, 43",
        "30000, 43",
        "-1, 37"
    })
    void maximumWaitReason(int build, int expected) {
        assertThat(WindowsBuild.maximumWaitReason(build)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "5, 1, 2600, Windows (5.1.2600)",
        "6, 0, 6000, Windows Vista (6.0.6000)",
        "6, 0, 6002, Windows Vista (6.0.6002)",
        "6, 1, 7601, Windows 7 (6.1.7601)",
        "6, 2, 9200, Windows 8 (6.2.9200)",
        "6, 3, 9600, Windows 8.1 (6.3.9600)",
        "10, 0, 10240, Windows 10 (10.0.10240)",
        "10, 0, 19045, Windows 10 (10.0.19045)",
        "10, 0, 22000, Windows 11 (10.0.22000)",
        "10, 0, 26100, Windows 11 (10.0.26100)"
    })
    void releases(int major, int minor, int build, String expected) {
        assertThat(WindowsBuild.describe(major, minor, build)).isEqualTo(expected);
    }

    @Test
    void hooksHaveNames() {
        assertThat(Hook.name(Hook.CONTEXT_SWITCH)).isEqualTo("CSwitch");
        assertThat(Hook.name(Hook.COMPACT_CONTEXT_SWITCHES)).isEqualTo("CompactCSwitch");
        assertThat(Hook.name(Hook.READY_THREAD)).isEqualTo("ReadyThread");
        assertThat(Hook.name(0)).isEqualTo("Header");
        assertThat(Hook.name(0x0f2e)).isNull();
    }
}
