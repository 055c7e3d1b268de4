package io.github.etl2jfr.etl.compression;

/** XPRESS without entropy coding, written from [MS-XCA] 2.3: greedy, every form of a length, as far back as allowed. */
public final class XpressEncoder {
    private static final int MAX_DISTANCE = 1 << 13;

    private final ByteSink out = new ByteSink();
    private int flags;
    private int flagCount;
    private int flagsAt = out.reserve(4);
    private int halfByteAt = -1;

    private XpressEncoder() {}

    public static byte[] encode(byte[] data) {
        XpressEncoder encoder = new XpressEncoder();
        MatchFinder finder = new MatchFinder(data);
        for (int at = 0; at < data.length; ) {
            if (finder.find(at, at - MAX_DISTANCE, data.length, Integer.MAX_VALUE)) {
                encoder.match(finder.distance, finder.length);
                at += finder.length;
            } else {
                encoder.literal(data[at++]);
            }
        }
        return encoder.end();
    }

    private void literal(byte value) {
        out.put(value, 1);
        flag(0);
    }

    private void match(int distance, int length) {
        int rest = length - 3;
        out.put((distance - 1) << 3 | Math.min(rest, 7), 2);
        if (rest >= 7) {
            halfByte(Math.min(rest - 7, 15));
            if (rest >= 7 + 15) {
                out.put(Math.min(rest - 7 - 15, 255), 1);
                if (rest >= 7 + 15 + 255) {
                    out.put(rest < 1 << 16 ? rest : 0, 2);
                    if (rest >= 1 << 16) {
                        out.put(rest, 4);
                    }
                }
            }
        }
        flag(1);
    }

    private void halfByte(int value) {
        if (halfByteAt < 0) {
            halfByteAt = out.reserve(1);
            out.set(halfByteAt, value, 1);
        } else {
            out.set(halfByteAt, out.get(halfByteAt) | value << 4, 1);
            halfByteAt = -1;
        }
    }

    private void flag(int flag) {
        flags = (flags << 1) | flag;
        if (++flagCount == 32) {
            out.set(flagsAt, flags, 4);
            flagCount = 0;
            flagsAt = out.reserve(4);
        }
    }

    /** The flags left over are ones: a match with no bytes left to read is the end. */
    private byte[] end() {
        int left = 32 - flagCount;
        out.set(flagsAt, (int) ((long) flags << left | ((1L << left) - 1)), 4);
        return out.toByteArray();
    }
}
