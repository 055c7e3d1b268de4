package io.github.etl2jfr.jfr;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The counterpart of {@link WindowedInput}, in memory. */
final class ByteSink {
    /** A size of fixed length, as it is known only afterwards. */
    private static final int SIZE_BYTES = 4;

    /** What {@value #SIZE_BYTES} bytes of LEB128 can tell. */
    private static final int MAX_EVENT_SIZE = (1 << 7 * SIZE_BYTES) - 1;

    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    /** Begins an event that takes all of this sink. */
    void beginEvent(long typeId) {
        size = SIZE_BYTES;
        putLong(typeId);
    }

    /**
     * @throws IllegalStateException if the event is larger than its size can tell, 256 MB
     */
    void endEvent() {
        if (size > MAX_EVENT_SIZE) {
            throw new IllegalStateException("an event of %d bytes".formatted(size));
        }
        for (int i = 0; i < SIZE_BYTES; i++) {
            int more = i < SIZE_BYTES - 1 ? 0x80 : 0;
            bytes[i] = (byte) (size >>> 7 * i & 0x7F | more);
        }
    }

    void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putLong(long value) {
        reserve(9);
        long rest = value;
        for (int i = 0; i < 8; i++) {
            if ((rest & ~0x7FL) == 0) {
                break;
            }
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void putZeros(int count) {
        reserve(count);
        Arrays.fill(bytes, size, size + count, (byte) 0);
        size += count;
    }

    void putBytes(byte[] source) {
        reserve(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    void putString(String text) {
        if (text == null) {
            putByte(WindowedInput.STRING_NULL);
        } else if (text.isEmpty()) {
            putByte(WindowedInput.STRING_EMPTY);
        } else {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            putByte(WindowedInput.STRING_UTF8);
            putLong(utf8.length);
            putBytes(utf8);
        }
    }

    /** A text as the JVM writes those of its metadata: char by char, even an empty one. */
    void putChars(String text) {
        if (text == null) {
            putByte(WindowedInput.STRING_NULL);
            return;
        }
        putByte(WindowedInput.STRING_CHARS);
        putLong(text.length());
        for (int i = 0; i < text.length(); i++) {
            putLong(text.charAt(i));
        }
    }

    private void reserve(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
        }
    }
}
