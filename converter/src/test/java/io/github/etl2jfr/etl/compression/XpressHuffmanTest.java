package io.github.etl2jfr.etl.compression;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks with codes of their own: 0 is a, 10 a match of 3 at distance 1, 11 one of 18 or more there. */
class XpressHuffmanTest {
    private static final int SHORT_MATCH = 256;
    private static final int LONG_MATCH = 256 + 15;

    @ParameterizedTest
    @ValueSource(ints = {3, 18, 15 + 254 + 3, 15 + 255 + 3, 65535, 65538, 65539, 200_000})
    void everyFormOfALength(int length) throws CorruptDataException {
        byte[] compressed = block(block -> {
            block.symbol('a');
            block.match(1, length);
        });
        assertDecompresses(compressed, "a".repeat(1 + length));
    }

    @Test
    void aBlockEndsWithTheMatchThatCrossesItsEnd() throws CorruptDataException {
        ByteSink out = new ByteSink();
        XpressHuffmanEncoder.Block first = new XpressHuffmanEncoder.Block(out, codeLengths());
        first.symbol('a');
        first.match(1, 70_000);
        first.end();
        byte[] lengths = new byte[512];
        lengths['b'] = 1;
        lengths['c'] = 1;
        XpressHuffmanEncoder.Block second = new XpressHuffmanEncoder.Block(out, lengths);
        for (int i = 0; i < 1 << 15; i++) {
            second.symbol('b');
            second.symbol('c');
        }
        second.end();
        XpressHuffmanEncoder.Block third = new XpressHuffmanEncoder.Block(out, codeLengths());
        third.match(1, 3);
        third.end();
        assertDecompresses(out.toByteArray(), "a".repeat(70_001) + "bc".repeat(1 << 15) + "ccc");
    }

    /** Symbol 256 is both, so that only the announced size tells. */
    @Test
    void theEndMarkIsAMatchBeforeTheEnd() throws CorruptDataException {
        byte[] compressed = block(block -> {
            block.symbol('a');
            block.symbol(SHORT_MATCH);
            block.symbol(SHORT_MATCH);
        });
        assertDecompresses(compressed, "a");
        assertDecompresses(compressed, "a".repeat(4));
        assertDecompresses(compressed, "a".repeat(7));
    }

    @Test
    void codesOfFifteenBits() throws CorruptDataException {
        byte[] lengths = new byte[512];
        for (int i = 0; i < 16; i++) {
            lengths['a' + i] = (byte) Math.min(i + 1, 15);
        }
        ByteSink out = new ByteSink();
        XpressHuffmanEncoder.Block block = new XpressHuffmanEncoder.Block(out, lengths);
        String text = "ponmlkjihgfedcbaapaoanamalakaj";
        text.chars().forEach(block::symbol);
        block.end();
        assertDecompresses(out.toByteArray(), text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0", // no symbols
        "1, 1", // 1 unused
        "2, 3", // 11 unused
        "3, 1", // over-subscribed
        "512, 1", "512, 8", "512, 10", "512, 15"
    })
    void codesMustUseUpTheirBits(int symbols, int length) {
        byte[] lengths = new byte[512];
        Arrays.fill(lengths, 0, symbols, (byte) length);
        ByteSink out = new ByteSink();
        new XpressHuffmanEncoder.Block(out, lengths).end();
        assertCorrupt(out.toByteArray(), 1, 0, "code lengths that make no prefix code");
    }

    @Test
    void corrupt() {
        byte[] literal = block(block -> block.symbol('a'));
        assertCorrupt(Arrays.copyOf(literal, 259), 1, 259, "compressed data ends early");
        assertCorrupt(literal, 40, 260, "compressed data ends early");
        assertCorrupt(block(block -> block.symbol(SHORT_MATCH)), 3, 260, "match from before the first byte");
        byte[] match = block(block -> {
            block.symbol('a');
            block.match(1, 300);
        });
        assertCorrupt(match, 300, 263, "match beyond the last byte");
        assertCorrupt(Arrays.copyOf(match, 262), 301, 262, "compressed data ends early");
        match[261] = 14;
        match[262] = 0;
        assertCorrupt(match, 301, 263, "match too short for its length's form");

        byte[] huge = block(block -> {
            block.symbol('a');
            block.match(1, 70_000);
        });
        for (int value : new int[] {-1, -3, Integer.MAX_VALUE}) {
            for (int i = 0; i < 4; i++) {
                huge[263 + i] = (byte) (value >>> (8 * i));
            }
            assertCorrupt(huge, 70_001, 267, "match beyond the last byte");
        }
    }

    private static byte[] block(Consumer<XpressHuffmanEncoder.Block> items) {
        ByteSink out = new ByteSink();
        XpressHuffmanEncoder.Block block = new XpressHuffmanEncoder.Block(out, codeLengths());
        items.accept(block);
        block.end();
        return out.toByteArray();
    }

    private static byte[] codeLengths() {
        byte[] lengths = new byte[512];
        lengths['a'] = 1;
        lengths[SHORT_MATCH] = 2;
        lengths[LONG_MATCH] = 2;
        return lengths;
    }

    private static void assertDecompresses(byte[] compressed, String expected) throws CorruptDataException {
        byte[] actual = Inputs.decompress(new XpressHuffman(), compressed, expected.length(), 3, 5);
        assertThat(new String(actual, US_ASCII)).isEqualTo(expected);
    }

    private static void assertCorrupt(byte[] compressed, int targetLength, int offset, String reason) {
        CorruptDataException e = catchThrowableOfType(
                CorruptDataException.class,
                () -> Inputs.decompress(new XpressHuffman(), compressed, targetLength, 3, 5));
        assertThat(e).hasMessage(reason + " at compressed offset " + offset);
    }
}
