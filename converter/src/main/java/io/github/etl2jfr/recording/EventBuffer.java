package io.github.etl2jfr.recording;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes events as a flight recording stores them: integers as LEB128 of at most nine bytes, texts
 * with a byte that says how they come, and before each event its own size. Allocates only to grow.
 */
final class EventBuffer {
    private static final int STRING_NULL = 0;
    private static final int STRING_EMPTY = 1;
    private static final int STRING_POOLED = 2;
    private static final int STRING_UTF8 = 3;

    private static final int MAX_LEB128_SIZE = 9;

    /** Where an event of fixed fields may start: it is smaller than this. */
    private static final int MAX_SMALL_EVENT = 128;

    /** Bytes kept for the size of an event that may hold texts: a LEB128 of fixed length. */
    private static final int LARGE_SIZE_BYTES = 4;

    private byte[] bytes;
    private int position;
    private int eventStart;

    EventBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return position;
    }

    void clear() {
        position = 0;
    }

    /** Begins an event whose fields, all numbers and keys, take fewer than {@value #MAX_SMALL_EVENT} bytes together. */
    void beginSmall(int typeId) {
        reserve(MAX_SMALL_EVENT);
        eventStart = position;
        position++;
        putLong(typeId);
    }

    void endSmall() {
        bytes[eventStart] = (byte) (position - eventStart);
    }

    /** Begins an event of any size. */
    void beginLarge(int typeId) {
        reserve(LARGE_SIZE_BYTES + MAX_SMALL_EVENT);
        eventStart = position;
        position += LARGE_SIZE_BYTES;
        putLong(typeId);
    }

    void endLarge() {
        endLarge(0);
    }

    /**
     * @param bytesToFollow that belong to the event but are written apart
     */
    void endLarge(int bytesToFollow) {
        int size = position - eventStart + bytesToFollow;
        for (int i = 0; i < LARGE_SIZE_BYTES; i++) {
            int more = i < LARGE_SIZE_BYTES - 1 ? 0x80 : 0;
            bytes[eventStart + i] = (byte) (size >>> 7 * i & 0x7F | more);
        }
    }

    void putByte(int value) {
        bytes[position++] = (byte) value;
    }

    void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    /** A short; negative ones take three bytes. */
    void putShort(int value) {
        putLong(value & 0xFFFF);
    }

    /** An int; negative ones take five bytes. */
    void putInt(int value) {
        putLong(value & 0xFFFF_FFFFL);
    }

    void putLong(long value) {
        byte[] target = bytes;
        int at = position;
        long rest = value;
        for (int i = 1; i < MAX_LEB128_SIZE; i++) {
            if ((rest & ~0x7FL) == 0) {
                target[at++] = (byte) rest;
                position = at;
                return;
            }
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        position = at;
    }

    /** A string of the constant pool, or null for key 0. */
    void putPooled(int key) {
        if (key == 0) {
            putByte(STRING_NULL);
        } else {
            putByte(STRING_POOLED);
            putLong(key);
        }
    }

    /** A text in place, in an event begun as large or outside of any. */
    void putString(String text) {
        if (text == null || text.isEmpty()) {
            reserve(MAX_SMALL_EVENT);
            putByte(text == null ? STRING_NULL : STRING_EMPTY);
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length + MAX_SMALL_EVENT);
        putByte(STRING_UTF8);
        putLong(utf8.length);
        System.arraycopy(utf8, 0, bytes, position, utf8.length);
        position += utf8.length;
    }

    /** Makes room for this many bytes more; small events and texts see to it themselves. */
    void reserve(int size) {
        if (bytes.length - position < size) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, position + size));
        }
    }
}
