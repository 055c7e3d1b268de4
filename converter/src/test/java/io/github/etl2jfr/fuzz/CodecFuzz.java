package io.github.etl2jfr.fuzz;

import io.github.etl2jfr.etl.compression.CompressionFormat;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.etl.compression.Lznt1Encoder;
import io.github.etl2jfr.etl.compression.XpressEncoder;
import io.github.etl2jfr.etl.compression.XpressHuffmanEncoder;
import java.util.Arrays;

/** The input is a format, a size, and bytes: to decompress as they are, and to compress and get back. */
public final class CodecFuzz {
    private static final int FIRST_FORMAT = 2;
    private static final int FORMATS = 3;
    private static final int HEAD = 3;
    private static final int MARGIN = 16;
    private static final byte UNTOUCHED = 0x5A;

    private CodecFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws CorruptDataException {
        if (input.length < HEAD) {
            return;
        }
        CompressionFormat format = CompressionFormat.ofCode(FIRST_FORMAT + (input[0] & 0xFF) % FORMATS);
        int size = input[1] & 0xFF | (input[2] & 0xFF) << Byte.SIZE;
        byte[] bytes = Arrays.copyOfRange(input, HEAD, input.length);
        try {
            decompress(format, bytes, size);
        } catch (CorruptDataException e) {
            Checks.require(e.sourceOffset() >= 0 && e.sourceOffset() <= bytes.length, "damage outside of the source");
        }
        byte[] back = decompress(format, compress(format, bytes), bytes.length);
        Checks.require(Arrays.equals(back, bytes), "not what was compressed");
    }

    private static byte[] decompress(CompressionFormat format, byte[] source, int size) throws CorruptDataException {
        byte[] target = new byte[MARGIN + size + MARGIN];
        Arrays.fill(target, UNTOUCHED);
        try {
            format.newDecompressor().decompress(source, 0, source.length, target, MARGIN, size);
        } finally {
            for (int i = 0; i < MARGIN; i++) {
                Checks.require(
                        target[i] == UNTOUCHED && target[MARGIN + size + i] == UNTOUCHED, "writes past its target");
            }
        }
        return Arrays.copyOfRange(target, MARGIN, MARGIN + size);
    }

    private static byte[] compress(CompressionFormat format, byte[] bytes) {
        return switch (format) {
            case LZNT1 -> Lznt1Encoder.encode(bytes);
            case XPRESS -> XpressEncoder.encode(bytes);
            case XPRESS_HUFFMAN -> XpressHuffmanEncoder.encode(bytes);
        };
    }
}
