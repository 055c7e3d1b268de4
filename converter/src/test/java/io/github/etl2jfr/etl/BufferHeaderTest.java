package io.github.etl2jfr.etl;

import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferHeaderTest {
    /** Layout: WMI_BUFFER_HEADER in ntwmi.h, every field with a value of its own. */
    @Test
    void everyField() {
        BufferHeader header = new BufferHeader(hex("""
                00000100 34120000 FFFF0100 00000000
                8877665544332211 0807060504030201
                0000000000000000 2C01 0700 03000100
                78560000 2600 0500 00000000000000000000000000000000"""));

        assertThat(header.bufferSize()).isEqualTo(0x10000);
        assertThat(header.savedOffset()).isEqualTo(0x1234);
        assertThat(header.sequenceNumber()).isEqualTo(0x0102030405060708L);
        assertThat(header.processor()).isEqualTo(300);
        assertThat(header.loggerId()).isEqualTo(7);
        assertThat(header.compressionCode()).isEqualTo(3);
        assertThat(header.offset()).isEqualTo(0x5678);
        assertThat(header.eventsLost()).isTrue();
        assertThat(header.bufferLost()).isTrue();
        assertThat(header.isCompressed()).isFalse();
        assertThat(header.type()).isEqualTo(5);
    }

    @Test
    void sizesAreUnsigned() {
        BufferHeader header = new BufferHeader(hex("FFFFFFFF FEFFFFFF" + "00".repeat(0x28) + "FDFFFFFF 0000 FFFF"));

        assertThat(header.bufferSize()).isEqualTo(0xFFFF_FFFFL);
        assertThat(header.savedOffset()).isEqualTo(0xFFFF_FFFEL);
        assertThat(header.offset()).isEqualTo(0xFFFF_FFFDL);
        assertThat(header.type()).isEqualTo(0xFFFF);
    }

    @Test
    void eachFlagAlone() {
        assertThat(withFlags(0x01).eventsLost()).isFalse();
        assertThat(withFlags(0x01).bufferLost()).isFalse();
        assertThat(withFlags(0x01).isCompressed()).isFalse();
        assertThat(withFlags(0x02).eventsLost()).isTrue();
        assertThat(withFlags(0x02).bufferLost()).isFalse();
        assertThat(withFlags(0x04).eventsLost()).isFalse();
        assertThat(withFlags(0x04).bufferLost()).isTrue();
        assertThat(withFlags(0x40).isCompressed()).isTrue();
        assertThat(withFlags(0xFF9F).isCompressed()).isFalse();
    }

    private static BufferHeader withFlags(int flags) {
        return new BufferHeader(hex("00".repeat(0x34) + "%02X%02X".formatted(flags & 0xFF, flags >> 8)));
    }

    /** ETW_BUFFER_CONTEXT of Windows 7: UCHAR ProcessorNumber, UCHAR Alignment. The value is a recorded one. */
    @Test
    void processorOfWindows7IsOneByte() {
        assertThat(processor("0308", 0x00)).isEqualTo(3);
        assertThat(processor("FFFF", 0x00)).isEqualTo(255);
    }

    /** ETW_BUFFER_CONTEXT since Windows 8: USHORT ProcessorIndex, of which eleven bits count. */
    @Test
    void processorIndexIsElevenBits() {
        assertThat(processor("0300", 0x20)).isEqualTo(3);
        assertThat(processor("2C01", 0x20)).isEqualTo(300);
        assertThat(processor("D007", 0x20)).isEqualTo(2000);
        assertThat(processor("FFFF", 0x20)).isEqualTo(2047);
        assertThat(processor("0308", 0x20)).isEqualTo(3);
    }

    private static int processor(String field, int flags) {
        String bytes = "00".repeat(0x28) + field + "00".repeat(0x0A) + "%02X00".formatted(flags);
        return new BufferHeader(hex(bytes)).processor();
    }
}
