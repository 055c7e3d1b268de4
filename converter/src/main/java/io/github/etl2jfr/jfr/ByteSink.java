package io.github.etl2jfr.jfr;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The counterpart of {@link WindowedInput}, in memory. */
final class ByteSink {
    /** What {@value Leb128#SIZE_BYTES} bytes of LEB128 can tell. */
    private static final int MAX_EVENT_SIZE = (1 << 7 * Leb128.SIZE_BYTES) - 1;

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
        size = Leb128.SIZE_BYTES;
        putLong(typeId);
    }

    /**
     * @throws IllegalStateException if the event is larger than its size can tell, 256 MB
     */
    void endEvent() {
        if (size > MAX_EVENT_SIZE) {
            throw new IllegalStateException("an event of %d bytes".formatted(size));
        }
        Leb128.putSize(bytes, 0, size);
    }

    void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putLong(long value) {
        reserve(Leb128.MAX_SIZE);
        size = Leb128.put(bytes, size, value);
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
