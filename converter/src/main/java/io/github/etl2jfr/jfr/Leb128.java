package io.github.etl2jfr.jfr;

import io.github.etl2jfr.etl.bytes.LittleEndian;

/**
 * Integers as a flight recording stores them: seven bits a byte from the lowest on, the top bit of each
 * byte saying that more follow, except that a ninth byte is the last and holds eight bits.
 */
public final class Leb128 {
    /** Bytes that a number takes at most. */
    public static final int MAX_SIZE = 9;

    /** Bytes that {@link #putSize} takes. */
    public static final int SIZE_BYTES = 4;

    private static final int BITS = 7;
    private static final long MORE = 0x80;

    /** Numbers below take eight bytes at most. */
    private static final int WORD_BITS = BITS * Long.BYTES;

    /** Numbers below take four bytes at most. */
    private static final int INT_BITS = BITS * Integer.BYTES;

    /** By the number of zeros that a number of up to eight bytes begins with: the bits that say that more follow. */
    private static final long[] MORE_BITS = moreBits();

    private static long[] moreBits() {
        long[] bits = new long[Long.SIZE];
        for (int zeros = Long.SIZE - WORD_BITS; zeros < Long.SIZE; zeros++) {
            int last = (Long.SIZE - 1 - zeros) / BITS;
            bits[zeros] = 0x0080_8080_8080_8080L >>> Long.SIZE - Byte.SIZE * (1 + last);
        }
        return bits;
    }

    private Leb128() {}

    /**
     * Writes a number. Up to {@link #MAX_SIZE} bytes from {@code at} on are overwritten, whatever it takes.
     *
     * @return the place after it
     */
    public static int put(byte[] target, int at, long value) {
        if ((value & -MORE) == 0) {
            target[at] = (byte) value;
            return at + 1;
        }
        if (value >>> WORD_BITS != 0) {
            return putLarge(target, at, value);
        }
        // Without a loop, whose number of rounds no processor could foresee.
        long more = MORE_BITS[Long.numberOfLeadingZeros(value)];
        LittleEndian.putI64(target, at, spread(value) | more);
        return at + 1 + Long.bitCount(more);
    }

    /** As {@link #put}, and faster, of a number that mostly is less than 2^28. */
    public static int putSmall(byte[] target, int at, long value) {
        if (value >>> INT_BITS != 0) {
            return put(target, at, value);
        }
        int more = (int) MORE_BITS[Long.numberOfLeadingZeros(value | 1)];
        LittleEndian.putI32(target, at, spread((int) value) | more);
        return at + 1 + Integer.bitCount(more);
    }

    /**
     * Writes the size of an event, which is known only when the event is complete: in {@value #SIZE_BYTES}
     * bytes, however small it is.
     */
    public static void putSize(byte[] target, int at, int size) {
        for (int i = 0; i < SIZE_BYTES; i++) {
            long more = i < SIZE_BYTES - 1 ? MORE : 0;
            target[at + i] = (byte) (size >>> BITS * i & 0x7F | more);
        }
    }

    // Gives each group of seven bits a byte of its own: in halves, quarters, eighths.

    private static int spread(int value) {
        int halves = (value & 0x0FFF_C000) << 2 | value & 0x0000_3FFF;
        return (halves & 0x3F80_3F80) << 1 | halves & 0x007F_007F;
    }

    private static long spread(long value) {
        long halves = (value & 0x00FF_FFFF_F000_0000L) << 4 | value & 0x0000_0000_0FFF_FFFFL;
        long quarters = (halves & 0x0FFF_C000_0FFF_C000L) << 2 | halves & 0x0000_3FFF_0000_3FFFL;
        return (quarters & 0x3F80_3F80_3F80_3F80L) << 1 | quarters & 0x007F_007F_007F_007FL;
    }

    private static int putLarge(byte[] target, int at, long value) {
        long rest = value;
        for (int i = 0; i < MAX_SIZE - 1; i++) {
            target[at + i] = (byte) (rest | MORE);
            rest >>>= BITS;
        }
        target[at + MAX_SIZE - 1] = (byte) rest;
        return at + MAX_SIZE;
    }
}
