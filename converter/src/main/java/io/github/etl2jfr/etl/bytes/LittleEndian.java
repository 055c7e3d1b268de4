package io.github.etl2jfr.etl.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Little-endian integers and texts in a byte array, at any alignment. */
public final class LittleEndian {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private LittleEndian() {}

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    public static int u8(byte[] bytes, int offset) {
        return bytes[offset] & 0xFF;
    }

    public static int u16(byte[] bytes, int offset) {
        return (short) SHORT.get(bytes, offset) & 0xFFFF;
    }

    public static int i32(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    public static long u32(byte[] bytes, int offset) {
        return i32(bytes, offset) & 0xFFFF_FFFFL;
    }

    public static long i64(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset);
    }

    public static void putI32(byte[] bytes, int offset, int value) {
        INT.set(bytes, offset, value);
    }

    public static void putI64(byte[] bytes, int offset, long value) {
        LONG.set(bytes, offset, value);
    }

    /**
     * The UTF-16 text between {@code offset} and {@code limit}, up to its NUL if it has one. Lone
     * surrogates are replaced, so that the text can always be written as UTF-8.
     */
    public static String utf16(byte[] bytes, int offset, int limit) {
        int end = utf16End(bytes, offset, limit);
        String text = new String(bytes, offset, end - offset, StandardCharsets.UTF_16LE);
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Offset of the NUL that ends the UTF-16 text at {@code offset}, or of the last whole character's end. */
    private static int utf16End(byte[] bytes, int offset, int limit) {
        int end = offset;
        while (end + 2 <= limit && u16(bytes, end) != 0) {
            end += 2;
        }
        return end;
    }

    /** Whether the UTF-16 text at {@code offset} ends with a NUL before {@code limit}. */
    public static boolean isUtf16Ended(byte[] bytes, int offset, int limit) {
        return utf16End(bytes, offset, limit) + 2 <= limit;
    }

    /** The 8-bit text between {@code offset} and {@code limit}, up to its NUL if it has one. */
    public static String latin1(byte[] bytes, int offset, int limit) {
        return new String(bytes, offset, latin1End(bytes, offset, limit) - offset, StandardCharsets.ISO_8859_1);
    }

    /** Offset of the NUL that ends the 8-bit text at {@code offset}, or {@code limit}. */
    public static int latin1End(byte[] bytes, int offset, int limit) {
        int end = offset;
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        return end;
    }
}
