package io.github.etl2jfr.etl;

import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.Bytes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layout: TRACE_LOGFILE_HEADER in evntrace.h (TRACE_LOGFILE_HEADER32 and 64 differ in the two pointers). */
class LogFileHeaderTest {
    private static final String UP_TO_POINTER_SIZE = """
            00000100 0A 01 02 03 654B0000 18000000
            0100000000000080 5A620200 64000000 02000104 21430000
            01000000""";
    private static final String AFTER_POINTER_SIZE = "0B000000 100E0000";
    private static final String TIME_ZONE = "AB".repeat(0xAC);
    private static final String TAIL = """
            0102030405060708 8096980000000000 000203040506DC01
            01000000 0C000000""";
    private static final String NAMES = "4E00 5400 0000 4300 3A00 0000";
    private static final String POINTERS_64 = "0700000000000000 0500000000000000";
    private static final String POINTERS_32 = "07000000 05000000";

    private static final String HEADER_64 =
            UP_TO_POINTER_SIZE + "08000000" + AFTER_POINTER_SIZE + POINTERS_64 + TIME_ZONE + "CDCDCDCD" + TAIL;
    private static final String HEADER_32 =
            UP_TO_POINTER_SIZE + "04000000" + AFTER_POINTER_SIZE + POINTERS_32 + TIME_ZONE + "CDCDCDCD" + TAIL;

    @Test
    void pointersOf64Bits() {
        assertThat(hex(HEADER_64)).hasSize(0x118);
        assertEveryField(read(HEADER_64 + NAMES, "02"), 8);
        // The event's own header may be the other kind.
        assertEveryField(read(HEADER_64 + NAMES, "01"), 8);
    }

    @Test
    void pointersOf32Bits() {
        assertThat(hex(HEADER_32)).hasSize(0x110);
        assertEveryField(read(HEADER_32 + NAMES, "01"), 4);
        assertEveryField(read(HEADER_32 + NAMES, "02"), 4);
    }

    private static void assertEveryField(LogFileHeader header, int pointerSize) {
        assertThat(header.bufferSize()).isEqualTo(0x10000);
        assertThat(header.osMajor()).isEqualTo(10);
        assertThat(header.osMinor()).isEqualTo(1);
        assertThat(header.osBuild()).isEqualTo(19301);
        assertThat(header.processors()).isEqualTo(24);
        assertThat(header.endTime()).isEqualTo(0x8000000000000001L);
        assertThat(header.timerResolution()).isEqualTo(156_250);
        assertThat(header.logFileMode()).isEqualTo(0x04010002);
        assertThat(header.buffersWritten()).isEqualTo(0x4321);
        assertThat(header.pointerSize()).isEqualTo(pointerSize);
        assertThat(header.eventsLost()).isEqualTo(11);
        assertThat(header.cpuSpeedMHz()).isEqualTo(3600);
        assertThat(header.bootTime()).isEqualTo(0x0807060504030201L);
        assertThat(header.perfFrequency()).isEqualTo(10_000_000);
        assertThat(header.startTime()).isEqualTo(0x01DC060504030200L);
        assertThat(header.clockCode()).isEqualTo(1);
        assertThat(header.buffersLost()).isEqualTo(12);
        assertThat(header.loggerName()).isEqualTo("NT");
        assertThat(header.startTimestamp()).isEqualTo(0x1122334455667788L);
    }

    /** TimerResolution is a ULONG, in units of 100 ns; what is no length of a tick is not told. */
    @ParameterizedTest
    @CsvSource({
        "01000000, 1, 100",
        "5A620200, 156250, 15625000",
        "80969800, 10000000, 1000000000",
        "00000000, 0, -9223372036854775808",
        "81969800, 10000001, -9223372036854775808",
        "00000080, 2147483648, -9223372036854775808",
        "FFFFFFFF, 4294967295, -9223372036854775808"
    })
    void timerTicks(String bytes, long resolution, long nanos) {
        LogFileHeader header = read(HEADER_64.replace("5A620200", bytes), "02");

        assertThat(header.timerResolution()).isEqualTo(resolution);
        assertThat(header.timerTickNanos()).isEqualTo(nanos);
    }

    /** Behind the session's name is the file's, which nobody asks for. */
    @Test
    void nameThatIsMissingOrCutOff() {
        assertName(HEADER_64, "");
        assertName(HEADER_64 + "4E00", "N");
        assertName(HEADER_64 + "4E00 54", "N");
        assertName(HEADER_64 + "4E00 0000", "N");
        assertName(HEADER_64 + "0000 4300", "");
        assertName(HEADER_64 + "4E00 0000 4300 3A00 00", "N");
    }

    private static void assertName(String header, String name) {
        assertThat(read(header, "02").loggerName()).isEqualTo(name);
    }

    /** Anything but 4 counts as 8: there are no others. */
    @ParameterizedTest
    @ValueSource(strings = {"00000000", "10000000", "FFFFFFFF"})
    void otherPointerSizes(String size) {
        assertThat(read(HEADER_64.replace("08000000" + AFTER_POINTER_SIZE, size + AFTER_POINTER_SIZE), "02")
                        .pointerSize())
                .isEqualTo(8);
    }

    @Test
    void tooShort() {
        byte[] whole = hex(HEADER_64);
        for (int size = 0; size < whole.length; size++) {
            assertThat(LogFileHeader.read(event(Arrays.copyOf(whole, size), "02", "0000")))
                    .isNull();
        }
        assertThat(LogFileHeader.read(event(whole, "02", "0000"))).isNotNull();
    }

    @Test
    void anotherEvent() {
        assertThat(LogFileHeader.read(event(hex(HEADER_64), "02", "2000"))).isNull();
        assertThat(LogFileHeader.read(event(hex(HEADER_64), "02", "2405"))).isNull();
        // An event without a hook.
        byte[] buffer = new Bytes()
                .zeros(BufferHeader.SIZE)
                .raw(hex("4802 13 C0"))
                .zeros(0x4C)
                .raw(hex(HEADER_64 + "00".repeat(0xE0)))
                .toByteArray();
        EventCursor event = new EventCursor();
        event.wrap(buffer, buffer.length);
        assertThat(event.next()).isTrue();
        assertThat(LogFileHeader.read(event)).isNull();
    }

    private static LogFileHeader read(String payload, String headerType) {
        return LogFileHeader.read(event(hex(payload), headerType, "0000"));
    }

    /** The event in a SYSTEM header. */
    private static EventCursor event(byte[] payload, String headerType, String hook) {
        byte[] buffer = new Bytes()
                .zeros(BufferHeader.SIZE)
                .raw(hex("0200" + headerType + "C0"))
                .u16(0x20 + payload.length)
                .raw(hex(hook + "01000000 02000000 8877665544332211 0000000000000000"))
                .raw(payload)
                .toByteArray();
        EventCursor event = new EventCursor();
        event.wrap(buffer, buffer.length);
        assertThat(event.next()).isTrue();
        return event;
    }
}
