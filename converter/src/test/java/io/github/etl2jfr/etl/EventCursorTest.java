package io.github.etl2jfr.etl;

import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.testing.Bytes;
import io.github.etl2jfr.testing.EventBytes;
import io.github.etl2jfr.testing.HeaderType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventCursorTest {
    private static final long TIME = 0x1122334455667788L;
    private static final String TIME_BYTES = "8877665544332211";
    private static final String IDS = "07000000 09000000";
    private static final String GUID = "00112233445566778899AABBCCDDEEFF";

    /** A cursor before the first event of a buffer that holds these bytes after its header. */
    private static EventCursor cursor(byte[] events) {
        EventCursor cursor = new EventCursor();
        byte[] buffer = new Bytes().zeros(BufferHeader.SIZE).raw(events).toByteArray();
        cursor.wrap(buffer, buffer.length);
        return cursor;
    }

    private static EventCursor cursor(String digits) {
        return cursor(hex(digits));
    }

    /** Layout: SYSTEM_TRACE_HEADER in ntwmi.h. */
    @ParameterizedTest
    @CsvSource({"01, 4", "02, 8"})
    void systemHeader(String type, int pointerSize) {
        EventCursor event = cursor("0300" + type + "C0 2400 0105" + IDS + TIME_BYTES + "0000000000000000 AABBCCDD");

        assertKernelEvent(event, Integer.parseInt(type, 16), 0x20, pointerSize, true);
    }

    /** Layout: COMPACT_TRACE_HEADER, as SYSTEM without the processor times. */
    @ParameterizedTest
    @CsvSource({"03, 4", "04, 8"})
    void compactHeader(String type, int pointerSize) {
        EventCursor event = cursor("0300" + type + "C0 1C00 0105" + IDS + TIME_BYTES + "AABBCCDD");

        assertKernelEvent(event, Integer.parseInt(type, 16), 0x18, pointerSize, true);
    }

    /** Layout: PERFINFO_TRACE_HEADER in ntwmi.h: no ids. */
    @ParameterizedTest
    @CsvSource({"10, 4", "11, 8"})
    void perfInfoHeader(String type, int pointerSize) {
        EventCursor event = cursor("0300" + type + "C0 1400 0105" + TIME_BYTES + "AABBCCDD");

        assertKernelEvent(event, Integer.parseInt(type, 16), 0x10, pointerSize, false);
    }

    private static void assertKernelEvent(
            EventCursor event, int type, int headerSize, int pointerSize, boolean hasThread) {
        assertThat(event.next()).isTrue();
        assertThat(event.headerType()).isEqualTo(type);
        assertThat(event.version()).isEqualTo(3);
        assertThat(event.hook()).isEqualTo(0x0501);
        assertThat(event.hasTime()).isTrue();
        assertThat(event.time()).isEqualTo(TIME);
        assertThat(event.pointerSize()).isEqualTo(pointerSize);
        assertThat(event.hasThread()).isEqualTo(hasThread);
        if (hasThread) {
            assertThat(event.threadId()).isEqualTo(7);
        }
        assertPayload(event, headerSize);
    }

    private static void assertPayload(EventCursor event, int headerSize) {
        assertThat(event.offset()).isEqualTo(0x48);
        assertThat(event.payloadOffset()).isEqualTo(0x48 + headerSize);
        assertThat(event.payloadEnd()).isEqualTo(0x48 + headerSize + 4);
        assertThat(event.payloadSize()).isEqualTo(4);
        assertThat(event.bytes()[event.payloadOffset()]).isEqualTo((byte) 0xAA);
        assertThat(event.corruption()).isNull();
        assertThat(event.next()).isFalse();
        assertThat(event.corruption()).isNull();
    }

    /** Layout: EVENT_TRACE_HEADER in evntrace.h: the size first, a GUID in place of the hook. */
    @ParameterizedTest
    @CsvSource({"0A, 4", "14, 8"})
    void fullHeader(String type, int pointerSize) {
        EventCursor event =
                cursor("3400" + type + "C0 24 00 0300" + IDS + TIME_BYTES + GUID + "0000000000000000 AABBCCDD");

        assertEventWithoutHook(event, Integer.parseInt(type, 16), 0x30, pointerSize);
    }

    /** Layout: EVENT_INSTANCE_GUID_HEADER in ntwmi.h. */
    @ParameterizedTest
    @CsvSource({"0B, 4", "15, 8"})
    void instanceHeader(String type, int pointerSize) {
        EventCursor event = cursor("4C00" + type + "C0 24 00 0300" + IDS + TIME_BYTES + GUID
                + "0000000000000000 01000000 02000000" + GUID + "AABBCCDD");

        assertEventWithoutHook(event, Integer.parseInt(type, 16), 0x48, pointerSize);
    }

    /** Layout: EVENT_HEADER in evntcons.h. */
    @ParameterizedTest
    @CsvSource({"12, 4", "13, 8"})
    void eventHeader(String type, int pointerSize) {
        EventCursor event = cursor("5400" + type + "C0 00000000" + IDS + TIME_BYTES + GUID
                + "00000000000000000000000000000000 0000000000000000" + GUID + "AABBCCDD");

        assertEventWithoutHook(event, Integer.parseInt(type, 16), 0x50, pointerSize);
    }

    private static void assertEventWithoutHook(EventCursor event, int type, int headerSize, int pointerSize) {
        assertThat(event.next()).isTrue();
        assertThat(event.headerType()).isEqualTo(type);
        assertThat(event.version()).isZero();
        assertThat(event.hook()).isEqualTo(EventCursor.NO_HOOK);
        assertThat(event.hasTime()).isTrue();
        assertThat(event.time()).isEqualTo(TIME);
        assertThat(event.hasThread()).isTrue();
        assertThat(event.threadId()).isEqualTo(7);
        assertThat(event.pointerSize()).isEqualTo(pointerSize);
        assertPayload(event, headerSize);
    }

    /** Messages, errors and whatever a later Windows invents: only size and marker are known. */
    @ParameterizedTest
    @CsvSource({
        "00, false",
        "05, false",
        "09, false",
        "0C, true",
        "0D, true",
        "0E, true",
        "0F, true",
        "16, false",
        "7F, false",
        "FF, false"
    })
    void otherHeadersAreSkippedBySize(String type, boolean known) {
        EventCursor event = cursor("0C00" + type + "C0 00000000 AABBCCDD");

        assertThat(event.next()).isTrue();
        assertThat(event.headerType()).isEqualTo(Integer.parseInt(type, 16));
        assertThat(event.hasKnownType()).isEqualTo(known);
        assertThat(event.version()).isZero();
        assertThat(event.hook()).isEqualTo(EventCursor.NO_HOOK);
        assertThat(event.hasTime()).isFalse();
        assertThat(event.hasThread()).isFalse();
        assertPayload(event, 8);
    }

    /** The two bits below bit 31 say nothing about the layout. */
    @ParameterizedTest
    @ValueSource(strings = {"80", "90", "C0", "FF"})
    void onlyBit31IsAskedFor(String flags) {
        EventCursor event = cursor("0200 11" + flags + "1000 2405" + TIME_BYTES);

        assertThat(event.next()).isTrue();
        assertThat(event.hook()).isEqualTo(0x0524);
    }

    /** PERFINFO_TRACE_HEADER's version word: 0x8000 one item of PEBS, 0x0700 the number of counters; PEBS first. */
    @ParameterizedTest
    @CsvSource({"00, 0", "01, 1", "04, 4", "07, 7", "80, 1", "81, 2", "87, 8", "78, 0", "F8, 1"})
    void extendedItemsAreSkipped(String flags, int items) {
        String size = "%02X00".formatted(0x10 + 8 * items + 4);
        EventCursor event = cursor(
                "04" + flags + "11C0" + size + "2405" + TIME_BYTES + "EEEEEEEEEEEEEEEE".repeat(items) + "AABBCCDD");

        assertThat(event.next()).isTrue();
        assertThat(event.version()).isEqualTo(4);
        assertThat(event.time()).isEqualTo(TIME);
        assertPayload(event, 0x10 + 8 * items);
    }

    @ParameterizedTest
    @EnumSource(
            value = HeaderType.class,
            names = {"SYSTEM32", "SYSTEM64", "COMPACT32", "COMPACT64", "PERFINFO32", "PERFINFO64"})
    void extendedItemsInEveryHeader(HeaderType type) {
        EventCursor event = cursor(EventBytes.of(type, 0x0524)
                .version(4)
                .pebs(1)
                .counters(2, 3)
                .payload(hex("AABBCCDD"))
                .toBytes());

        assertThat(event.next()).isTrue();
        assertThat(event.version()).isEqualTo(4);
        assertPayload(event, type.size() + 24);
    }

    @Test
    void itemsThatAreAnnouncedButNotThereAreCorruption() {
        EventCursor event = cursor("0487 11C0 2800 2405" + TIME_BYTES + "00".repeat(0x18));

        assertCorruptAt(event, 0x48, Damage.EVENT_SIZE_TOO_SMALL);
    }

    /** What is in use has events up to its end. */
    @ParameterizedTest
    @ValueSource(strings = {"00000000 00000000", "FFFFFFFF FFFFFFFF", "FFFFFFFF 00000000"})
    void markerThatEndsABufferWithinWhatIsInUse(String marker) {
        String event = "0200 11C0 1000 2405" + TIME_BYTES;
        for (String rest : List.of("", "00".repeat(0x20), event)) {
            EventCursor events = cursor(event + marker + rest);

            assertThat(events.next()).isTrue();
            assertCorruptAt(events, 0x58, Damage.NO_EVENT_MARKER);
            assertThat(events.next()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000", "FFFFFFFF", "FFFFFFFFFFFF00"})
    void padding(String bytes) {
        EventCursor events = cursor("0200 11C0 1000 2405" + TIME_BYTES + bytes);

        assertThat(events.next()).isTrue();
        assertThat(events.next()).isFalse();
        assertThat(events.corruption()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"01000000", "020011 40", "FFFFFF7F"})
    void markerWithoutBit31IsNoEvent(String marker) {
        EventCursor event = cursor("0200 11C0 1000 2405" + TIME_BYTES + marker + "1000 2405" + TIME_BYTES);

        assertThat(event.next()).isTrue();
        assertCorruptAt(event, 0x58, Damage.NO_EVENT_MARKER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000", "0100", "0F00"})
    void kernelEventSmallerThanItsHeader(String size) {
        assertCorruptAt(cursor("0200 11C0" + size + "2405" + TIME_BYTES), 0x48, Damage.EVENT_SIZE_TOO_SMALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000 13", "4F00 13", "2F00 0A", "4700 15", "0700 0F"})
    void otherEventSmallerThanItsHeader(String sizeAndType) {
        assertCorruptAt(cursor(sizeAndType + "C0" + "00".repeat(0x60)), 0x48, Damage.EVENT_SIZE_TOO_SMALL);
    }

    @Test
    void eventPastTheEnd() {
        assertThat(cursor("0200 11C0 1000 2405" + TIME_BYTES).next()).isTrue();
        assertCorruptAt(cursor("0200 11C0 1100 2405" + TIME_BYTES), 0x48, Damage.EVENT_SIZE_TOO_LARGE);
        assertCorruptAt(cursor("0200 11C0 FFFF 2405" + TIME_BYTES), 0x48, Damage.EVENT_SIZE_TOO_LARGE);
        // A header that the end cuts off.
        assertCorruptAt(cursor("0200 11C0 1000 2405 88776655"), 0x48, Damage.EVENT_SIZE_TOO_LARGE);
    }

    private static void assertCorruptAt(EventCursor event, int offset, Damage corruption) {
        assertThat(event.next()).isFalse();
        assertThat(event.corruption()).isEqualTo(corruption);
        assertThat(event.offset()).isEqualTo(offset);
        assertThat(event.next()).isFalse();
    }

    @Test
    void eventsAreAlignedToEightBytes() {
        EventCursor event = cursor("0200 11C0 1100 0105" + TIME_BYTES + "AA 00000000000000"
                + "0200 11C0 1800 0205" + TIME_BYTES + "AABBCCDDEEFF0011"
                + "0200 11C0 1700 0305" + TIME_BYTES + "AABBCCDDEEFF00 00"
                + "0200 11C0 1000 0405" + TIME_BYTES);

        assertThat(event.next()).isTrue();
        assertThat(event.payloadSize()).isEqualTo(1);
        assertThat(event.next()).isTrue();
        assertThat(event.offset()).isEqualTo(0x60);
        assertThat(event.next()).isTrue();
        assertThat(event.offset()).isEqualTo(0x78);
        assertThat(event.payloadSize()).isEqualTo(7);
        assertThat(event.next()).isTrue();
        assertThat(event.offset()).isEqualTo(0x90);
        assertThat(event.hook()).isEqualTo(0x0504);
        assertThat(event.next()).isFalse();
        assertThat(event.corruption()).isNull();
    }

    /** The padding of the last event may lie outside. */
    @Test
    void lastEventNeedsNoPadding() {
        EventCursor event = cursor("0200 11C0 1100 0105" + TIME_BYTES + "AA");
        assertThat(event.next()).isTrue();
        assertThat(event.next()).isFalse();
        assertThat(event.corruption()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"02", "0200", "000001", "0200 11C0", "FFFFFFFF 01", "00000000 0001", "0200 11C0 1000 01"})
    void fewerBytesThanAnEventHas(String rest) {
        EventCursor event = cursor("0200 11C0 1000 0105" + TIME_BYTES + rest);

        assertThat(event.next()).isTrue();
        assertCorruptAt(event, 0x58, Damage.NO_EVENT_MARKER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "FF", "0000", "FFFFFF", "00000000", "FFFFFFFF", "FFFFFFFF 00", "00000000 000000"})
    void fewerBytesThatOnlyFill(String rest) {
        EventCursor event = cursor("0200 11C0 1000 0105" + TIME_BYTES + rest);

        assertThat(event.next()).isTrue();
        assertThat(event.next()).isFalse();
        assertThat(event.corruption()).isNull();
    }

    @Test
    void bytesNotInUseAreNotRead() {
        byte[] buffer = new Bytes()
                .zeros(BufferHeader.SIZE)
                .raw(hex("0200 11C0 1000 0105" + TIME_BYTES))
                .raw(hex("0200 11C0 1000 0205" + TIME_BYTES))
                .toByteArray();
        EventCursor event = new EventCursor();

        event.wrap(buffer, 0x58);
        assertThat(event.next()).isTrue();
        assertThat(event.next()).isFalse();
        event.wrap(buffer, 0x48);
        assertThat(event.next()).isFalse();
        event.wrap(buffer, 0);
        assertThat(event.next()).isFalse();
        assertThat(event.corruption()).isNull();
    }

    @Test
    void cursorIsReusedAfterCorruption() {
        EventCursor event = cursor("01000000 00000000");
        assertCorruptAt(event, 0x48, Damage.NO_EVENT_MARKER);

        byte[] buffer = new Bytes()
                .zeros(BufferHeader.SIZE)
                .raw(hex("0200 11C0 1000 0105" + TIME_BYTES))
                .toByteArray();
        event.wrap(buffer, buffer.length);
        assertThat(event.next()).isTrue();
        assertThat(event.corruption()).isNull();
    }
}
