package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.Leb128;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes what holds texts or comes seldom, as a flight recording stores it: integers as {@link Leb128},
 * texts with a byte that says how they come, and before each event its own size. The frequent events are
 * {@link EventEncoder}'s.
 */
final class EventBuffer {
    private static final int STRING_NULL = 0;
    private static final int STRING_EMPTY = 1;
    private static final int STRING_POOLED = 2;
    private static final int STRING_UTF8 = 3;

    /** Room that the numbers of an event never fill. */
    private static final int NUMBERS_SIZE = 256;

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

    /**
     * Begins an event. Its numbers take fewer than {@value #NUMBERS_SIZE} bytes between two texts.
     */
    void beginEvent(int typeId) {
        reserve(Leb128.SIZE_BYTES + NUMBERS_SIZE);
        eventStart = position;
        position += Leb128.SIZE_BYTES;
        putLong(typeId);
    }

    void endEvent() {
        endEvent(0);
    }

    /**
     * @param bytesToFollow that belong to the event but are written apart
     */
    void endEvent(int bytesToFollow) {
        Leb128.putSize(bytes, eventStart, position - eventStart + bytesToFollow);
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
        position = Leb128.put(bytes, position, value);
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

    /** A text in place. */
    void putString(String text) {
        if (text == null || text.isEmpty()) {
            reserve(NUMBERS_SIZE);
            putByte(text == null ? STRING_NULL : STRING_EMPTY);
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length + NUMBERS_SIZE);
        putByte(STRING_UTF8);
        putLong(utf8.length);
        System.arraycopy(utf8, 0, bytes, position, utf8.length);
        position += utf8.length;
    }

    /** Makes room for this many bytes more; events and texts see to it themselves. */
    void reserve(int size) {
        if (bytes.length - position < size) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, position + size));
        }
    }

    /** Notes that somebody else filled {@link #bytes} up to here. */
    void setSize(int size) {
        position = size;
    }
}
