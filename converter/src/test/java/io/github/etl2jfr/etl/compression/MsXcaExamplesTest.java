package io.github.etl2jfr.etl.compression;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The examples printed in [MS-XCA] v20210625, section 3. */
class MsXcaExamplesTest {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";
    private static final String ABC = "abc".repeat(100);

    @Test
    void xpressLiterals() throws CorruptDataException {
        byte[] compressed = Inputs.hex("3f000000 6162636465666768696a6b6c6d6e6f707172737475767778797a");
        assertDecompresses(CompressionFormat.XPRESS, compressed, ALPHABET);
        assertThat(XpressEncoder.encode(ALPHABET.getBytes(US_ASCII))).isEqualTo(compressed);
    }

    @Test
    void xpressMatch() throws CorruptDataException {
        byte[] compressed = Inputs.hex("ffffff1f 616263 1700 0f ff 2601");
        assertDecompresses(CompressionFormat.XPRESS, compressed, ABC);
        assertThat(XpressEncoder.encode(ABC.getBytes(US_ASCII))).isEqualTo(compressed);
    }

    @Test
    void xpressHuffmanLiterals() throws CorruptDataException {
        byte[] compressed = Inputs.hex("00".repeat(48) + "50" + "55".repeat(10) + "454404" + "00".repeat(66) + "04"
                + "00".repeat(127) + "d8523ed794115be9195ff9d67cdf8d0400000000");
        assertDecompresses(CompressionFormat.XPRESS_HUFFMAN, compressed, ALPHABET);
    }

    @Test
    void xpressHuffmanMatch() throws CorruptDataException {
        byte[] compressed = Inputs.hex("00".repeat(48) + "3023" + "00".repeat(78) + "02" + "00".repeat(14) + "20"
                + "00".repeat(112) + "a8dc0000ff2601");
        assertDecompresses(CompressionFormat.XPRESS_HUFFMAN, compressed, ABC);
    }

    /** The only one for LZNT1. */
    @Test
    void lznt1() throws CorruptDataException {
        byte[] compressed = Inputs.hex("38b0"
                + "88 462320 0020 472041 0010 a2 47 01a0 45 2044 0008 45 0150 79 00c0 4520 0524 1388 05b4 024a"
                + "44 ef 0358 028c 0916 0148 45 00be 009e 0004 01 1890 00");
        assertDecompresses(
                CompressionFormat.LZNT1,
                compressed,
                "F# F# G A A G F# E D D E F# F# E E F# F# G A A G F# E D D E F# E D D E E F# D E F# G "
                        + "F# D E F# G F# E D E A F# F# G A A G F# E D D E F# E D D\0");
    }

    private static void assertDecompresses(CompressionFormat format, byte[] compressed, String expected)
            throws CorruptDataException {
        byte[] target = new byte[expected.length()];
        format.newDecompressor().decompress(compressed, 0, compressed.length, target, 0, target.length);
        assertThat(new String(target, US_ASCII)).isEqualTo(expected);
        assertThat(Reference.decompress(format, compressed, target.length)).isEqualTo(target);

        byte[] longer = Arrays.copyOf(compressed, compressed.length + 6);
        Arrays.fill(target, (byte) 0);
        format.newDecompressor().decompress(longer, 0, longer.length, target, 0, target.length);
        assertThat(new String(target, US_ASCII)).as("with padding").isEqualTo(expected);
    }
}
