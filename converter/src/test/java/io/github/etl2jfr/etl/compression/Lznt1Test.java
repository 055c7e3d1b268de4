package io.github.etl2jfr.etl.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunks written by hand. */
class Lznt1Test {
    private static final String CHUNK_OF_ZEROS = "03b0 02 00 fc0f"; // a zero, and a match of 4095
    private static final String STORED_CHUNK = "ff3f" + "77".repeat(4096);

    @Test
    void chunksOfBothKinds() throws CorruptDataException {
        assertThat(decompress(CHUNK_OF_ZEROS + STORED_CHUNK + "0230 010203", 8195))
                .isEqualTo(Inputs.hex("00".repeat(4096) + "77".repeat(4096) + "010203"));
    }

    /** How many bits the distance takes: a match of three from the chunk's first byte, after so many literals. */
    @ParameterizedTest
    @CsvSource({
        "1, 4",
        "2, 4",
        "16, 4",
        "17, 5",
        "32, 5",
        "33, 6",
        "64, 6",
        "65, 7",
        "128, 7",
        "129, 8",
        "256, 8",
        "257, 9",
        "512, 9",
        "513, 10",
        "1024, 10",
        "1025, 11",
        "2048, 11",
        "2049, 12",
        "3600, 12"
    })
    void theDistanceTakesMoreBitsFurtherOn(int literals, int distanceBits) throws CorruptDataException {
        byte[] expected = new byte[literals + 3];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = (byte) (31 * (i % literals));
        }
        ByteSink items = new ByteSink();
        for (int i = 0; i < literals; i++) {
            if (i % 8 == 0) {
                items.put(0, 1);
            }
            items.put(expected[i], 1);
        }
        if (literals % 8 == 0) {
            items.put(1, 1);
        } else {
            items.set(literals / 8 * 9, 1 << (literals % 8), 1);
        }
        items.put((literals - 1) << (16 - distanceBits), 2);
        ByteSink chunk = new ByteSink();
        chunk.put(0xB000 | (items.size() - 1), 2);
        chunk.put(items.toByteArray());
        assertThat(decompress(HexFormat.of().formatHex(chunk.toByteArray()), expected.length))
                .isEqualTo(expected);
        assertThat(Lznt1Encoder.distanceBits(literals)).isEqualTo(distanceBits);
    }

    @Test
    void flagsBeyondTheLastItemMeanNothing() throws CorruptDataException {
        assertThat(decompress("02b0 fc 6162", 2)).isEqualTo(Inputs.hex("6162"));
        assertThat(decompress("", 0)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 0, compressed data ends early",
        "00, 1, 1, compressed data ends early",
        "0000, 1, 0, end mark too early",
        "01b0 00, 1, 3, compressed data ends early",
        "0130 61, 1, 3, compressed data ends early",
        "0190 00 61, 1, 0, not a chunk header",
        "01c0 00 61, 1, 0, not a chunk header",
        "0010 61, 1, 0, not a chunk header",
        "0030 61, 2, 3, chunk ends early",
        "01b0 00 61 0030 62, 2, 4, chunk ends early",
        "02b0 02 61 00, 4, 4, chunk ends early",
        "03b0 02 61 0010, 4, 6, match from before the chunk",
        "02b0 01 0000, 3, 5, match from before the chunk",
        "03b0 02 61 0000, 3, 6, match beyond the chunk or the last byte",
        "03b0 02 00 fd0f, 5000, 6, match beyond the chunk or the last byte",
        "04b0 02 00 fc0f 61, 5000, 6, chunk of more than 4096 bytes",
        "12b0 02 00 ef0f 000000000000 00 0000000000000000, 5000, 20, chunk of more than 4096 bytes",
        "03b0 02 00 fc0f 02b0 01 0000, 5000, 11, match from before the chunk"
    })
    void corrupt(String compressed, int targetLength, int offset, String reason) {
        CorruptDataException e =
                catchThrowableOfType(CorruptDataException.class, () -> decompress(compressed, targetLength));
        assertThat(e).hasMessage(reason + " at compressed offset " + offset);
    }

    @Test
    void whatFollowsTheLastByteIsIgnored() throws CorruptDataException {
        byte[] expected = new byte[4096];
        assertThat(decompress(CHUNK_OF_ZEROS + "0000", 4096)).isEqualTo(expected);
        assertThat(decompress(CHUNK_OF_ZEROS + "ffff", 4096)).isEqualTo(expected);
        assertThat(decompress(STORED_CHUNK, 5)).isEqualTo(Inputs.hex("77".repeat(5)));
        assertThat(decompress("08b0 00 6162636465666768", 7)).isEqualTo(Inputs.hex("61626364656667"));
        assertThat(decompress("04b0 02 00 fc0f 61", 4096)).isEqualTo(expected);
    }

    private static byte[] decompress(String compressed, int targetLength) throws CorruptDataException {
        byte[] source = Inputs.hex(compressed);
        byte[] actual = Inputs.decompress(new Lznt1(), source, targetLength, 3, 5);
        assertThat(actual).isEqualTo(Reference.decompress(CompressionFormat.LZNT1, source, targetLength));
        return Arrays.copyOf(actual, targetLength);
    }
}
