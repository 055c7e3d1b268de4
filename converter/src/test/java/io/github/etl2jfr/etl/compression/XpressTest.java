package io.github.etl2jfr.etl.compression;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams written by hand. Their flags, a little-endian word, come first. */
class XpressTest {
    private static final String LITERAL_THEN_MATCHES = "ffffff7f";

    @Test
    void twoMatchesShareAByteWhateverLiesBetween() throws CorruptDataException {
        // a, match of 7+1+3, b, match of 3, match of 7+2+3
        assertThat(decompress("ffffff5f 61 0700 21 62 0000 0700", 1 + 11 + 1 + 3 + 12))
                .isEqualTo("a".repeat(12) + "b".repeat(16));
    }

    @Test
    void aThirdLongMatchOpensANewByte() throws CorruptDataException {
        assertThat(decompress(LITERAL_THEN_MATCHES + "61 0700 21 0700 0700 03", 1 + 11 + 12 + 13))
                .isEqualTo("a".repeat(37));
    }

    @ParameterizedTest
    @CsvSource({
        "3, 0000",
        "9, 0600",
        "10, 0700 00",
        "24, 0700 0e",
        "25, 0700 0f 00",
        "279, 0700 0f fe",
        "280, 0700 0f ff 1501",
        "65538, 0700 0f ff ffff",
        "65539, 0700 0f ff 0000 00000100",
        "200000, 0700 0f ff 0000 3d0d0300"
    })
    void everyFormOfALength(int length, String match) throws CorruptDataException {
        String expected = "a".repeat(1 + length);
        String compressed = LITERAL_THEN_MATCHES + "61" + match;
        assertThat(decompress(compressed, expected.length())).isEqualTo(expected);
        assertThat(XpressEncoder.encode(expected.getBytes(US_ASCII))).isEqualTo(Inputs.hex(compressed));
    }

    /** The encoder prefers the shortest form; longer ones mean the same. */
    @Test
    void aLengthMayHaveALongerForm() throws CorruptDataException {
        assertThat(decompress(LITERAL_THEN_MATCHES + "61 0700 0f ff 1600", 1 + 25))
                .isEqualTo("a".repeat(26));
        assertThat(decompress(LITERAL_THEN_MATCHES + "61 0700 0f ff 0000 16000000", 1 + 25))
                .isEqualTo("a".repeat(26));
    }

    @Test
    void flagsAreReadOnlyWhenAnItemNeedsThem() throws CorruptDataException {
        String literals = "0123456789abcdefghijklmnopqrstuv";
        assertThat(decompress("00000000" + HexFormat.of().formatHex(literals.getBytes(US_ASCII)), 32))
                .isEqualTo(literals);
        assertThat(decompress("", 0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 0, compressed data ends early",
        "000000, 1, 3, compressed data ends early",
        "00000000 61, 2, 5, compressed data ends early",
        "ffffff7f 61, 4, 5, compressed data ends early",
        "ffffff7f 61 00, 4, 6, compressed data ends early",
        "ffffff7f 61 0700, 40, 7, compressed data ends early",
        "ffffff7f 61 0700 0f, 40, 8, compressed data ends early",
        "ffffff7f 61 0700 0f ff 15, 400, 10, compressed data ends early",
        "ffffff7f 61 0700 0f ff 0000 0000, 70000, 13, compressed data ends early",
        "ffffffff 0000, 4, 6, match from before the first byte",
        "ffffff7f 61 0800, 4, 7, match from before the first byte",
        "ffffff7f 61 0000, 3, 7, match beyond the last byte",
        "ffffff7f 61 0700 00, 10, 8, match beyond the last byte",
        "ffffff7f 61 0700 0f ff ffff, 65538, 11, match beyond the last byte",
        "ffffff7f 61 0700 0f ff 0000 ffffffff, 100, 15, match beyond the last byte",
        "ffffff7f 61 0700 0f ff 0000 fdffffff, 100, 15, match beyond the last byte",
        "ffffff7f 61 0700 0f ff 0000 ffffff7f, 100, 15, match beyond the last byte",
        "ffffff7f 61 0700 0f ff 1500, 100, 11, match too short for its length's form",
        "ffffff7f 61 0700 0f ff 0000 00000000, 100, 15, match too short for its length's form"
    })
    void corrupt(String compressed, int targetLength, int offset, String reason) {
        CorruptDataException e =
                catchThrowableOfType(CorruptDataException.class, () -> decompress(compressed, targetLength));
        assertThat(e.sourceOffset()).isEqualTo(offset);
        assertThat(e.reason()).isEqualTo(reason);
        assertThat(e).hasMessage(reason + " at compressed offset " + offset);
        assertThat(e.getStackTrace()).isEmpty();
    }

    @Test
    void whatFollowsTheLastByteIsIgnored() throws CorruptDataException {
        assertThat(decompress(LITERAL_THEN_MATCHES + "61 0000 ffffff", 4)).isEqualTo("aaaa");
    }

    @Test
    void rangesMustLieInTheirArrays() {
        Decompressor decompressor = new Xpress();
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> decompressor.decompress(new byte[4], 2, 3, new byte[4], 0, 4));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> decompressor.decompress(new byte[4], 0, 4, new byte[4], -1, 4));
    }

    private static String decompress(String compressed, int targetLength) throws CorruptDataException {
        return new String(Inputs.decompress(new Xpress(), Inputs.hex(compressed), targetLength, 3, 5), US_ASCII);
    }
}
