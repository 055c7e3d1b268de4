package io.github.etl2jfr.etl.bytes;

import static io.github.etl2jfr.testing.Bytes.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LittleEndianTest {
    @Test
    void integersAtAnyAlignment() {
        byte[] bytes = hex("00 FF FE FD FC FB FA F9 F8");

        assertThat(LittleEndian.u8(bytes, 1)).isEqualTo(0xFF);
        assertThat(LittleEndian.u16(bytes, 1)).isEqualTo(0xFEFF);
        assertThat(LittleEndian.i32(bytes, 1)).isEqualTo(0xFCFDFEFF);
        assertThat(LittleEndian.u32(bytes, 1)).isEqualTo(0xFCFDFEFFL);
        assertThat(LittleEndian.i64(bytes, 1)).isEqualTo(0xF8F9FAFBFCFDFEFFL);
    }

    @Test
    void textEndsAtItsNulOrTheLimit() {
        assertThat(LittleEndian.utf16(hex("4100 4200 0000 4300"), 0, 8)).isEqualTo("AB");
        assertThat(LittleEndian.utf16(hex("4100 4200"), 0, 4)).isEqualTo("AB");
        assertThat(LittleEndian.utf16(hex("4100 4200"), 0, 3)).isEqualTo("A");
        assertThat(LittleEndian.utf16(hex("4100"), 2, 2)).isEmpty();
        assertThat(LittleEndian.utf16(hex("E400 3DD8 00DE"), 0, 6)).isEqualTo("ä\uD83D\uDE00");
        assertThat(LittleEndian.latin1(hex("41 E4 00 42"), 0, 4)).isEqualTo("Aä");
        assertThat(LittleEndian.latin1(hex("41 42"), 0, 2)).isEqualTo("AB");
        assertThat(LittleEndian.latin1(hex("41 42"), 1, 1)).isEmpty();
    }

    /** Windows allows any 16-bit unit in a name; a recording is UTF-8 and does not. */
    @Test
    void loneSurrogatesAreReplaced() {
        for (String digits : new String[] {"3DD8 4100", "00DE 4100", "4100 3DD8"}) {
            String text = LittleEndian.utf16(hex(digits), 0, 4);
            assertThat(text).contains("\uFFFD");
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isTrue();
        }
    }
}
