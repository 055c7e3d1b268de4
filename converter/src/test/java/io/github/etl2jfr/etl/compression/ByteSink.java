package io.github.etl2jfr.etl.compression;

import java.util.Arrays;

/** Growing little-endian output whose earlier bytes can still be set. */
final class ByteSink {
    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    /** Leaves room for so many bytes, zero for now, and tells where. */
    int reserve(int count) {
        int at = size;
        size += count;
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
        }
        return at;
    }

    void put(int value, int count) {
        set(reserve(count), value, count);
    }

    void put(byte[] values) {
        int at = reserve(values.length);
        System.arraycopy(values, 0, bytes, at, values.length);
    }

    void set(int at, int value, int count) {
        for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
    }

    int get(int at) {
        return bytes[at] & 0xFF;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }
}
