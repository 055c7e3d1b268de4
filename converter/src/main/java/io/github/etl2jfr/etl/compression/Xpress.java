package io.github.etl2jfr.etl.compression;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.putI64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import java.util.Objects;

/**
 * XPRESS without entropy coding: "Plain LZ77", [MS-XCA] 2.4. Allocates nothing and keeps no state.
 *
 * <p>A 32-bit word of flags, most significant first, precedes the 32 items it describes: 0 a literal byte, 1 a match.
 *
 * <pre>
 *  match      15                      3 2     0
 *            +-------------------------+-------+
 *            |      distance - 1       | len-3 |   7: go on in a half byte
 *            +-------------------------+-------+
 *  half byte  7 + 0..14, or 15: go on in a byte. Two matches share one: the first takes the low half, the high half
 *             waits, whatever comes between, for the next match that needs one
 *  byte       7 + 15 + 0..254, or 255: go on in a u16
 *  u16        the whole of length - 3, or 0: it is in a u32
 * </pre>
 */
final class Xpress implements Decompressor {
    /** Flags still to come fill a long from the top, with one more bit set to mark their end: here the mark alone. */
    private static final long NO_FLAGS = Long.MIN_VALUE;

    private static final int NO_HALF_BYTE = -1;

    private static final int MAX_LITERALS = 32;
    private static final int MIN_MATCH = 3;

    /** The largest values of the length's first two fields: there is a next one. */
    private static final int MORE_IN_HALF_BYTE = 7;

    private static final int MORE_IN_BYTE = 15;
    private static final int MORE_IN_WORD = 255;

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
        long flags = NO_FLAGS;
        int halfByte = NO_HALF_BYTE;

        // A turn takes the literals up to the next match, if any, and that match. Invariant: in <= sourceEnd and
        // out <= targetEnd. Wide copies go past their item, but only with room for all they read and write before
        // sourceEnd and targetEnd; what they write too much, later items overwrite.
        while (out < targetEnd) {
            if (flags == NO_FLAGS) {
                if (sourceEnd - in < 4) {
                    throw CorruptDataException.endsEarly(sourceLength);
                }
                flags = (long) i32(source, in) << 32 | 1L << 31;
                in += 4;
            }

            int literals = Long.numberOfLeadingZeros(flags);
            flags <<= literals;
            if (sourceEnd - in >= MAX_LITERALS && targetEnd - out >= MAX_LITERALS) {
                putI64(target, out, i64(source, in));
                if (literals > 8) {
                    putI64(target, out + 8, i64(source, in + 8));
                    putI64(target, out + 16, i64(source, in + 16));
                    putI64(target, out + 24, i64(source, in + 24));
                }
            } else {
                literals = Math.min(literals, targetEnd - out);
                if (literals > sourceEnd - in) {
                    throw CorruptDataException.endsEarly(sourceLength);
                }
                for (int i = 0; i < literals; i++) {
                    target[out + i] = source[in + i];
                }
            }
            in += literals;
            out += literals;
            if (flags == NO_FLAGS || out == targetEnd) {
                continue;
            }

            flags <<= 1;
            if (sourceEnd - in < 2) {
                throw CorruptDataException.endsEarly(sourceLength);
            }
            int match = u16(source, in);
            int distance = (match >>> 3) + 1;
            int length = (match & 7) + MIN_MATCH;
            in += 2;
            if (distance > out - targetOffset) {
                throw new CorruptDataException(in - sourceOffset, "match from before the first byte");
            }
            if (length < MORE_IN_HALF_BYTE + MIN_MATCH) {
                // At most nine bytes. From eight back on, each read meets bytes of the target that are final.
                if (distance >= 8 && targetEnd - out >= 16) {
                    putI64(target, out, i64(target, out - distance));
                    putI64(target, out + 8, i64(target, out + 8 - distance));
                    out += length;
                    continue;
                }
            } else {
                int half;
                if (halfByte == NO_HALF_BYTE) {
                    if (in == sourceEnd) {
                        throw CorruptDataException.endsEarly(sourceLength);
                    }
                    int both = u8(source, in++);
                    half = both & 15;
                    halfByte = both >>> 4;
                } else {
                    half = halfByte;
                    halfByte = NO_HALF_BYTE;
                }
                length += half;
                if (half == MORE_IN_BYTE) {
                    if (in == sourceEnd) {
                        throw CorruptDataException.endsEarly(sourceLength);
                    }
                    int more = u8(source, in++);
                    length += more;
                    if (more == MORE_IN_WORD) {
                        int size = LongLength.size(source, in, sourceEnd, sourceLength);
                        length = LongLength.read(source, in, size, MORE_IN_HALF_BYTE + MORE_IN_BYTE, sourceOffset);
                        in += size;
                    }
                }
            }
            if (length > targetEnd - out) {
                throw new CorruptDataException(in - sourceOffset, "match beyond the last byte");
            }
            Match.copy(target, out, distance, length, targetEnd);
            out += length;
        }
    }
}
