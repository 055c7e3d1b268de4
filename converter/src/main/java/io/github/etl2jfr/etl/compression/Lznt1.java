package io.github.etl2jfr.etl.compression;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.putI64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import java.util.Objects;

/**
 * LZNT1, [MS-XCA] 2.5. Allocates nothing and keeps no state.
 *
 * <p>Chunks, each of 4 KiB once decompressed, but for the last, and each independent of those before it:
 *
 * <pre>
 *  chunk header   15 14    12 11                    0
 *                +--+--------+-----------------------+
 *                |c |   3    |  bytes that follow - 1|   c: 1 compressed, 0 as it is; all zero: no more chunks
 *                +--+--------+-----------------------+
 * </pre>
 *
 * <p>In a compressed chunk a byte of flags, least significant first, precedes the eight items it describes: 0 a
 * literal byte, 1 a match, a u16 with the distance - 1 above and the length - 3 below. The distance takes as many bits
 * as any byte of the chunk so far needs, 4 at least.
 */
final class Lznt1 implements Decompressor {
    private static final int CHUNK = 4096;
    private static final int COMPRESSED = 0x8000;
    private static final int SIGNATURE_MASK = 0x7000;
    private static final int SIGNATURE = 0x3000;
    private static final int SIZE_MASK = 0x0FFF;

    private static final int MIN_MATCH = 3;
    private static final int MIN_DISTANCE_BITS = 4;

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
            if (sourceEnd - in < 2) {
                throw CorruptDataException.endsEarly(sourceLength);
            }
            int header = u16(source, in);
            if (header == 0) {
                throw new CorruptDataException(in - sourceOffset, "end mark too early");
            }
            if ((header & SIGNATURE_MASK) != SIGNATURE) {
                throw new CorruptDataException(in - sourceOffset, "not a chunk header");
            }
            in += 2;
            int size = (header & SIZE_MASK) + 1;
            if (size > sourceEnd - in) {
                throw CorruptDataException.endsEarly(sourceLength);
            }
            int chunkEnd = out + Math.min(CHUNK, targetEnd - out);
            if ((header & COMPRESSED) != 0) {
                decompressChunk(source, sourceOffset, in, in + size, target, out, chunkEnd, targetEnd);
            } else if (size >= chunkEnd - out) {
                System.arraycopy(source, in, target, out, chunkEnd - out);
            } else {
                throw shortChunk(in + size - sourceOffset);
            }
            in += size;
            out = chunkEnd;
        }
    }

    /** Fills the target from {@code start} to {@code end}, a whole chunk unless {@code end} is the target's. */
    private static void decompressChunk(
            byte[] source, int sourceOffset, int in, int sourceEnd, byte[] target, int start, int end, int targetEnd)
            throws CorruptDataException {
        int out = start;
        while (out < end) {
            if (in == sourceEnd) {
                throw shortChunk(in - sourceOffset);
            }
            int flags = u8(source, in++);
            if (flags == 0 && sourceEnd - in >= 8 && end - out >= 8) {
                putI64(target, out, i64(source, in));
                in += 8;
                out += 8;
                continue;
            }
            // The bit above the flags marks their end.
            for (flags |= 0x100; flags > 1 && out < end; flags >>>= 1) {
                if ((flags & 1) == 0) {
                    if (in == sourceEnd) {
                        throw shortChunk(in - sourceOffset);
                    }
                    target[out++] = source[in++];
                    continue;
                }
                if (sourceEnd - in < 2) {
                    throw shortChunk(in - sourceOffset);
                }
                int match = u16(source, in);
                in += 2;
                int written = out - start;
                int lengthBits = 16 - Math.max(MIN_DISTANCE_BITS, 32 - Integer.numberOfLeadingZeros(written - 1));
                int distance = (match >>> lengthBits) + 1;
                int length = (match & ((1 << lengthBits) - 1)) + MIN_MATCH;
                if (distance > written) {
                    throw new CorruptDataException(in - sourceOffset, "match from before the chunk");
                }
                if (length > end - out) {
                    throw new CorruptDataException(in - sourceOffset, "match beyond the chunk or the last byte");
                }
                Match.copy(target, out, distance, length, targetEnd);
                out += length;
            }
        }
        if (in < sourceEnd && end < targetEnd) {
            throw new CorruptDataException(in - sourceOffset, "chunk of more than 4096 bytes");
        }
    }

    private static CorruptDataException shortChunk(int sourceOffset) {
        return new CorruptDataException(sourceOffset, "chunk ends early");
    }
}
