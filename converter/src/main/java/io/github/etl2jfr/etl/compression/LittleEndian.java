package io.github.etl2jfr.etl.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Unaligned little-endian access to byte arrays, one machine instruction each once compiled. */
final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int u8(byte[] bytes, int index) {
        return bytes[index] & 0xFF;
    }

    static int u16(byte[] bytes, int index) {
        return (short) SHORT.get(bytes, index) & 0xFFFF;
    }

    static int i32(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    static long i64(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index);
    }

    static void putI64(byte[] bytes, int index, long value) {
        LONG.set(bytes, index, value);
    }
}
