package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes events in memory, as {@link WindowedInput} reads them: integers as {@link Leb128}, texts with a
 * byte that says how they come, and before each event its own size. It grows as needed.
 */
public final class EventBuffer {
    /** What {@value Leb128#SIZE_BYTES} bytes of LEB128 can tell. */
    private static final int MAX_EVENT_SIZE = (1 << 7 * Leb128.SIZE_BYTES) - 1;

    private byte[] bytes;
    private int size;
    private int eventStart;

    /** An empty one. */
    public EventBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    EventBuffer() {
        this(256);
    }

    /** The bytes, and more room after them. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Notes that somebody else filled {@link #bytes} up to here. */
    public void setSize(int newSize) {
        size = newSize;
    }

    public void clear() {
        size = 0;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** A view of the bytes. */
    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes, 0, size);
    }

    /** Begins an event. */
    public void beginEvent(long typeId) {
        reserve(Leb128.SIZE_BYTES);
        eventStart = size;
        size += Leb128.SIZE_BYTES;
        putLong(typeId);
    }

    /** Completes the event that was begun last. */
    public void endEvent() {
        endEvent(0);
    }

    /**
     * Completes the event that was begun last.
     *
     * @param bytesToFollow that belong to the event but are written apart
     * @throws IllegalStateException if the event is larger than its size can tell, 256 MB
     */
    public void endEvent(int bytesToFollow) {
        long eventSize = (long) size - eventStart + bytesToFollow;
        if (eventSize > MAX_EVENT_SIZE) {
            throw new IllegalStateException("an event of %d bytes".formatted(eventSize));
        }
        Leb128.putSize(bytes, eventStart, (int) eventSize);
    }

    public void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    public void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    /** A short; negative ones take three bytes. */
    public void putShort(int value) {
        putLong(value & 0xFFFF);
    }

    /** An int; negative ones take five bytes. */
    public void putInt(int value) {
        putLong(value & 0xFFFF_FFFFL);
    }

    /** A long, or a key of a constant. */
    public void putLong(long value) {
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

    /** All of another. */
    void put(EventBuffer other) {
        reserve(other.size);
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
    }

    /** The next bytes of a file. */
    void put(WindowedInput source, int count) throws IOException, InputException {
        reserve(count);
        source.readFully(bytes, size, count);
        size += count;
    }

    /** A text in place. */
    public void putString(String text) {
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

    /** A text of the constant pool, or null for key 0. */
    public void putPooled(long key) {
        if (key == 0) {
            putByte(WindowedInput.STRING_NULL);
        } else {
            putByte(WindowedInput.STRING_POOLED);
            putLong(key);
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

    /** Makes room for this many bytes more; what puts something sees to it itself. */
    public void reserve(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
        }
    }
}
