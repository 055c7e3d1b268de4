package io.github.etl2jfr.etl.compression;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import java.util.Arrays;
import java.util.Objects;

/**
 * XPRESS with Huffman codes: "LZ77+Huffman", [MS-XCA] 2.2. Keeps its tables: not thread-safe.
 *
 * <p>Blocks of 64 KiB once decompressed, but for the last; only the codes are a block's own, matches reach back across
 * blocks. A block begins with the code lengths of its 512 symbols, 4 bits each, the even symbol in the low half of the
 * byte. Canonical codes follow, most significant bit first, in little-endian words of 16 bits.
 *
 * <pre>
 *  symbol    8 7       4 3       0
 *           +-+---------+---------+
 *           |0|   literal byte    |
 *           +-+---------+---------+
 *           |1| n       | len - 3 |   15: go on in a byte, then n bits: the distance below its highest bit, 2^n
 *           +-+---------+---------+
 *  byte      15 + 0..254, or 255: go on in a u16
 *  u16       the whole of length - 3, or 0: it is in a u32
 * </pre>
 *
 * <p>These bytes lie between the words: at the place of the next word not read yet. So when a word is read is part of
 * the format: two at a block's start, then the next one as soon as fewer than 16 bits are left. Symbol 256 also ends
 * the stream, but only when all has been written, so it needs no look here.
 */
final class XpressHuffman implements Decompressor {
    private static final int SYMBOLS = 512;
    private static final int LENGTHS = SYMBOLS / 2;
    private static final int MAX_CODE = 15;
    private static final int BLOCK = 1 << 16;

    private static final int MIN_MATCH = 3;
    private static final int MORE_IN_BYTE = 15;
    private static final int MORE_IN_WORD = 255;

    /** Codes up to this length, nearly all there are, are found in one step, in a table that stays in the L1 cache. */
    private static final int SHORT_CODE = 11;

    private static final int SYMBOL_BITS = 9;

    /** Short codes by the next bits: the symbol, and above {@link #SYMBOL_BITS} its code's length; 0 where that is longer. */
    private final char[] shortCodes = new char[1 << SHORT_CODE];

    /** The symbols that have a code, in the order of their codes. */
    private final char[] sorted = new char[SYMBOLS];

    // By code length: how many codes have it, the end of those codes when filled up to MAX_CODE bits, what to add to
    // a code for its place in `sorted`, and, while that is filled, the next free place.
    private final int[] counts = new int[MAX_CODE + 1];
    private final int[] ends = new int[MAX_CODE + 1];
    private final int[] shifts = new int[MAX_CODE + 1];
    private final int[] places = new int[MAX_CODE + 1];

    @Override
    public void decompress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws CorruptDataException {
        Objects.checkFromIndexSize(sourceOffset, sourceLength, source.length);
        Objects.checkFromIndexSize(targetOffset, targetLength, target.length);
        int sourceEnd = sourceOffset + sourceLength;
        int targetEnd = targetOffset + targetLength;
        int in = sourceOffset;
        int out = targetOffset;
        while (out < targetEnd) {
            if (sourceEnd - in < LENGTHS + 4) {
                throw CorruptDataException.endsEarly(sourceLength);
            }
            if (!readCodes(source, in)) {
                throw new CorruptDataException(in - sourceOffset, "code lengths that make no prefix code");
            }
            in += LENGTHS;

            // The bits to come, from the top, and how many more than 16 they are. Below 0 a word is due: it is read
            // before anything else is, but not without need, as after the last symbol there may be none. So there are
            // always enough for the longest code, and after it, once the word is read, for the longest distance.
            int bits = Integer.rotateLeft(i32(source, in), 16);
            int spare = 16;
            in += 4;
            int blockEnd = out + Math.min(BLOCK, targetEnd - out);
            while (out < blockEnd) {
                if (spare < 0) {
                    if (sourceEnd - in < 2) {
                        throw CorruptDataException.endsEarly(sourceLength);
                    }
                    bits |= u16(source, in) << -spare;
                    in += 2;
                    spare += 16;
                }
                int code = shortCodes[bits >>> (32 - SHORT_CODE)];
                if (code == 0) {
                    code = longCode(bits >>> (32 - MAX_CODE));
                }
                int codeLength = code >>> SYMBOL_BITS;
                bits <<= codeLength;
                spare -= codeLength;
                int symbol = code & (SYMBOLS - 1);
                if (symbol < 256) {
                    target[out++] = (byte) symbol;
                    continue;
                }

                if (spare < 0) {
                    if (sourceEnd - in < 2) {
                        throw CorruptDataException.endsEarly(sourceLength);
                    }
                    bits |= u16(source, in) << -spare;
                    in += 2;
                    spare += 16;
                }
                int length = (symbol & 15) + MIN_MATCH;
                if (length == MORE_IN_BYTE + MIN_MATCH) {
                    if (in == sourceEnd) {
                        throw CorruptDataException.endsEarly(sourceLength);
                    }
                    int more = u8(source, in++);
                    length += more;
                    if (more == MORE_IN_WORD) {
                        int size = LongLength.size(source, in, sourceEnd, sourceLength);
                        length = LongLength.read(source, in, size, MORE_IN_BYTE, sourceOffset);
                        in += size;
                    }
                }
                int distanceBits = symbol >>> 4 & 15;
                int distance = 1 << distanceBits | (int) ((bits & 0xFFFF_FFFFL) >>> (32 - distanceBits));
                bits <<= distanceBits;
                spare -= distanceBits;
                if (distance > out - targetOffset) {
                    throw new CorruptDataException(in - sourceOffset, "match from before the first byte");
                }
                if (length > targetEnd - out) {
                    throw new CorruptDataException(in - sourceOffset, "match beyond the last byte");
                }
                Match.copy(target, out, distance, length, targetEnd);
                out += length;
            }
            if (spare < 0) {
                in += 2; // the word due lies before the next block, or past sourceEnd: then there is none
            }
        }
    }

    /** Fills the tables if the lengths make a prefix code that leaves no bits without a meaning; else false. */
    private boolean readCodes(byte[] source, int lengths) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < LENGTHS; i++) {
            int pair = u8(source, lengths + i);
            counts[pair & 15]++;
            counts[pair >>> 4]++;
        }
        int end = 0;
        int place = 0;
        for (int length = 1; length <= MAX_CODE; length++) {
            places[length] = place;
            shifts[length] = place - (end >>> (MAX_CODE - length));
            place += counts[length];
            end += counts[length] << (MAX_CODE - length);
            ends[length] = end;
        }
        if (end != 1 << MAX_CODE) {
            return false;
        }
        for (int i = 0; i < LENGTHS; i++) {
            int pair = u8(source, lengths + i);
            if (pair != 0) {
                place(2 * i, pair & 15);
                place(2 * i + 1, pair >>> 4);
            }
        }
        int next = 0;
        int filled = 0;
        for (int length = 1; length <= SHORT_CODE; length++) {
            for (int i = 0; i < counts[length]; i++) {
                int fillEnd = filled + (1 << (SHORT_CODE - length));
                Arrays.fill(shortCodes, filled, fillEnd, (char) (length << SYMBOL_BITS | sorted[next++]));
                filled = fillEnd;
            }
        }
        Arrays.fill(shortCodes, filled, shortCodes.length, (char) 0);
        return true;
    }

    private void place(int symbol, int length) {
        if (length != 0) {
            sorted[places[length]++] = (char) symbol;
        }
    }

    /** The entry of a code too long for {@link #shortCodes}: there is one, as no bits are without a meaning. */
    private int longCode(int next) {
        int length = SHORT_CODE + 1;
        while (next >= ends[length]) {
            length++;
        }
        return length << SYMBOL_BITS | sorted[shifts[length] + (next >>> (MAX_CODE - length))];
    }
}
