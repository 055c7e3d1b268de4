package io.github.etl2jfr.etl.compression;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.putI64;

/** Copies a match: bytes already decompressed, repeated at the end of the output. */
final class Match {
    /** Times a value of that many bytes: the value repeated through all eight. */
    private static final long[] REPEAT = {
        0,
        0x0101_0101_0101_0101L,
        0x0001_0001_0001_0001L,
        0x0001_0000_0100_0001L,
        0x0000_0001_0000_0001L,
        0x0000_0100_0000_0001L,
        0x0001_0000_0000_0001L,
        0x0100_0000_0000_0001L,
    };

    private Match() {}

    /**
     * Appends {@code length} bytes at {@code out}, each a copy of the one {@code distance} before it, so that a
     * distance below the length repeats a pattern.
     *
     * <p>Requires {@code distance <= out - start of the target range} and {@code length <= end - out}. May also write
     * up to seven bytes of rubbish behind the match, never at or past {@code end}: a later item overwrites them.
     */
    static void copy(byte[] target, int out, int distance, int length, int end) {
        int matchEnd = out + length;
        int wideEnd = Math.min(matchEnd, end - 7); // eight bytes written before it stay before end
        if (distance >= 8) {
            for (; out < wideEnd; out += 8) {
                putI64(target, out, i64(target, out - distance));
            }
        } else if (out < wideEnd) {
            // Of the eight bytes read, the last ones are not written yet: only the first `distance` count.
            long first = i64(target, out - distance) & (-1L >>> (64 - 8 * distance));
            long pattern = first * REPEAT[distance];
            int step = 8 - 8 % distance; // whole repetitions
            for (; out < wideEnd; out += step) {
                putI64(target, out, pattern);
            }
        }
        for (; out < matchEnd; out++) {
            target[out] = target[out - distance];
        }
    }
}
