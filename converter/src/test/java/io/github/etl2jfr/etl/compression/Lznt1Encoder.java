package io.github.etl2jfr.etl.compression;

import java.util.Arrays;

/** LZNT1, written from [MS-XCA] 2.5: greedy; a chunk that would not shrink is stored as it is; no end mark. */
public final class Lznt1Encoder {
    private static final int CHUNK = 4096;

    private Lznt1Encoder() {}

    public static byte[] encode(byte[] data) {
        ByteSink out = new ByteSink();
        MatchFinder finder = new MatchFinder(data);
        for (int start = 0; start < data.length; start += CHUNK) {
            int end = Math.min(start + CHUNK, data.length);
            byte[] items = items(data, finder, start, end);
            if (items.length < end - start) {
                out.put(0xB000 | (items.length - 1), 2);
                out.put(items);
            } else {
                out.put(0x3000 | (end - start - 1), 2);
                out.put(Arrays.copyOfRange(data, start, end));
            }
        }
        return out.toByteArray();
    }

    private static byte[] items(byte[] data, MatchFinder finder, int start, int end) {
        ByteSink out = new ByteSink();
        int at = start;
        while (at < end) {
            int flags = 0;
            int flagsAt = out.reserve(1);
            for (int item = 0; item < 8 && at < end; item++) {
                int distanceBits = distanceBits(at - start);
                int maxLength = (1 << (16 - distanceBits)) - 1 + 3;
                if (finder.find(at, start, end, maxLength)) {
                    out.put((finder.distance - 1) << (16 - distanceBits) | (finder.length - 3), 2);
                    flags |= 1 << item;
                    at += finder.length;
                } else {
                    out.put(data[at++], 1);
                }
            }
            out.set(flagsAt, flags, 1);
        }
        return out.toByteArray();
    }

    /** The M of [MS-XCA] 2.5.1.4: the largest from 4 to 12 with 2^(M-1) below the bytes so far, or 4. */
    static int distanceBits(int bytesSoFar) {
        int bits = 12;
        while (bits > 4 && 1 << (bits - 1) >= bytesSoFar) {
            bits--;
        }
        return bits;
    }
}
