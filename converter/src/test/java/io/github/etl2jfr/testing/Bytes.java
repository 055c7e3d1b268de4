package io.github.etl2jfr.testing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/** Little-endian bytes under construction. Reused after {@link #clear()} it allocates nothing. */
public final class Bytes {
    private static final VarHandle U16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle U32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle U64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] array;
    private int size;

    public Bytes() {
        this(64);
    }

    public Bytes(int capacity) {
        array = new byte[capacity];
    }

    /** The bytes of a dump: hexadecimal digits, with blanks and line ends wherever they help the reader. */
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
    }

    public int size() {
        return size;
    }

    /** The bytes and whatever was once behind them. Replaced when they grow. */
    byte[] array() {
        return array;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(array, size);
    }

    public Bytes clear() {
        size = 0;
        return this;
    }

    public Bytes u8(int value) {
        int at = grow(1);
        array[at] = (byte) value;
        return this;
    }

    public Bytes u16(int value) {
        int at = grow(2);
        U16.set(array, at, (short) value);
        return this;
    }

    public Bytes u32(int value) {
        int at = grow(4);
        U32.set(array, at, value);
        return this;
    }

    public Bytes u64(long value) {
        int at = grow(8);
        U64.set(array, at, value);
        return this;
    }

    /** An address, or anything else as wide as one. */
    public Bytes pointer(long value, int pointerSize) {
        return pointerSize == 8 ? u64(value) : u32((int) value);
    }

    public Bytes zeros(int count) {
        return fill(count, 0);
    }

    public Bytes fill(int count, int value) {
        int at = grow(count);
        Arrays.fill(array, at, size, (byte) value);
        return this;
    }

    /** Zeros up to a multiple of {@code alignment} from {@code start}. */
    public Bytes align(int start, int alignment) {
        return zeros(Math.floorMod(start - size, alignment));
    }

    public Bytes raw(byte[] bytes) {
        return raw(bytes, bytes.length);
    }

    Bytes raw(byte[] bytes, int length) {
        int at = grow(length);
        System.arraycopy(bytes, 0, array, at, length);
        return this;
    }

    /** 8-bit characters and a NUL. */
    public Bytes latin1(String text) {
        return raw(text.getBytes(StandardCharsets.ISO_8859_1)).u8(0);
    }

    /** 16-bit characters and a NUL. */
    public Bytes utf16(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_16LE)).u16(0);
    }

    /** A GUID as Windows lays it out: the first three groups little-endian, the rest as printed. */
    public Bytes guid(UUID guid) {
        long high = guid.getMostSignificantBits();
        return u32((int) (high >>> 32))
                .u16((int) (high >>> 16))
                .u16((int) high)
                .u64(Long.reverseBytes(guid.getLeastSignificantBits()));
    }

    public Bytes putU16(int at, int value) {
        U16.set(array, at, (short) value);
        return this;
    }

    public Bytes putU32(int at, int value) {
        U32.set(array, at, value);
        return this;
    }

    public Bytes putU64(int at, long value) {
        U64.set(array, at, value);
        return this;
    }

    /** Makes room and returns where it begins. */
    private int grow(int count) {
        int at = size;
        size += count;
        if (size > array.length) {
            array = Arrays.copyOf(array, Math.max(size, array.length * 2));
        }
        return at;
    }
}
