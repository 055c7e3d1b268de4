package io.github.etl2jfr.etl.compression;

/**
 * The three formats once more, read bit by bit and byte by byte as the pseudocode of [MS-XCA] goes: slow and plain,
 * to compare the fast ones with. Answers null for corrupt data.
 */
final class Reference {
    private final byte[] source;
    private final byte[] target;
    private int in;
    private int out;

    /** Set once something outside the source or the target was wanted. */
    private boolean corrupt;

    private Reference(byte[] source, int targetLength) {
        this.source = source;
        this.target = new byte[targetLength];
    }

    static byte[] decompress(CompressionFormat format, byte[] source, int targetLength) {
        Reference reference = new Reference(source, targetLength);
        while (reference.out < targetLength && !reference.corrupt) {
            switch (format) {
                case LZNT1 -> reference.lznt1Chunk();
                case XPRESS -> reference.xpress();
                case XPRESS_HUFFMAN -> reference.xpressHuffmanBlock();
            }
        }
        return reference.corrupt ? null : reference.target;
    }

    private boolean going() {
        return !corrupt && out < target.length;
    }

    private long read(int bytes) {
        if (bytes > source.length - in) {
            corrupt = true;
            return 0;
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (source[in++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    private void literal(long value) {
        if (going()) {
            target[out++] = (byte) value;
        }
    }

    private void match(long distance, long length, int oldest) {
        if (corrupt || distance > out - oldest || length > target.length - out) {
            corrupt = true;
            return;
        }
        for (long i = 0; i < length; i++) {
            target[out] = target[out - (int) distance];
            out++;
        }
    }

    private void xpress() {
        long halfByte = -1;
        while (going()) {
            long flags = read(4);
            for (int flag = 31; flag >= 0 && going(); flag--) {
                if ((flags >>> flag & 1) == 0) {
                    literal(read(1));
                    continue;
                }
                long match = read(2);
                long length = match % 8;
                if (length == 7) {
                    long half = halfByte;
                    if (half < 0) {
                        long both = read(1);
                        half = both % 16;
                        halfByte = both / 16;
                    } else {
                        halfByte = -1;
                    }
                    length += half;
                    if (half == 15) {
                        length = longLength(length);
                    }
                }
                match(match / 8 + 1, length + 3, 0);
            }
        }
    }

    private long longLength(long soFar) {
        long more = read(1);
        if (more < 255) {
            return soFar + more;
        }
        long whole = read(2);
        if (whole == 0) {
            whole = read(4);
        }
        corrupt |= whole < soFar;
        return whole;
    }

    private void lznt1Chunk() {
        int header = (int) read(2);
        int chunkEnd = in + (header & 0xFFF) + 1;
        int start = out;
        if ((header >>> 12 & 7) != 3 || chunkEnd > source.length) {
            corrupt = true;
        } else if (header >>> 15 == 0) {
            while (in < chunkEnd && going()) {
                literal(read(1));
            }
        } else {
            while (in < chunkEnd && going()) {
                long flags = read(1);
                for (int flag = 0; flag < 8 && in < chunkEnd && going(); flag++) {
                    if ((flags >>> flag & 1) == 0) {
                        literal(read(1));
                    } else {
                        corrupt |= chunkEnd - in < 2;
                        long match = read(2);
                        long lengthValues = 1L << (16 - Lznt1Encoder.distanceBits(out - start));
                        match(match / lengthValues + 1, match % lengthValues + 3, start);
                    }
                    corrupt |= out - start > 4096;
                }
            }
        }
        corrupt |= out < target.length && out - start != 4096;
    }

    private long bits;
    private int bitCount;

    private void xpressHuffmanBlock() {
        int lengthsAt = in;
        in += 256;
        if (in > source.length) {
            corrupt = true;
            return;
        }
        // The code of each symbol with a one above it, to tell 0 from 00; and the symbol of each code.
        int[] symbols = new int[1 << 16];
        int code = 0;
        for (int length = 1; length <= 15; length++) {
            code *= 2;
            for (int symbol = 0; symbol < 512; symbol++) {
                if ((source[lengthsAt + symbol / 2] >> (symbol % 2 * 4) & 15) == length) {
                    if (code >= 1 << length) {
                        corrupt = true;
                        return;
                    }
                    symbols[1 << length | code++] = symbol + 1;
                }
            }
        }
        if (code != 1 << 15) {
            corrupt = true;
            return;
        }
        bits = read(2) << 16;
        bits |= read(2);
        bitCount = 32;
        int start = out;
        while (going() && out - start < 1 << 16) {
            refill();
            int at = 1;
            do {
                at = (at << 1) | (int) bits(1);
            } while (symbols[at] == 0 && !corrupt);
            int symbol = symbols[at] - 1;
            if (symbol < 256) {
                literal(symbol);
                continue;
            }
            refill();
            long length = symbol % 16;
            if (length == 15) {
                length = longLength(length);
            }
            int distanceBits = symbol / 16 % 16;
            match(1L << distanceBits | bits(distanceBits), length + 3, 0);
        }
        if (going()) {
            refill();
        }
    }

    /** A word is read when fewer than 16 bits are left: before anything else is. */
    private void refill() {
        if (bitCount < 16) {
            bits = (bits << 16) | read(2);
            bitCount += 16;
        }
    }

    private long bits(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            bitCount--;
            value = (value << 1) | ((bits >>> bitCount) & 1);
        }
        return value;
    }
}
