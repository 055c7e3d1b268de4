package io.github.etl2jfr.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names of threads, each kept once, as UTF-8 with its length in front: a trace can have hundreds of
 * thousands, and tells each at least twice.
 */
public final class NameTable {
    /** Stands for no name. */
    public static final int NONE = -1;

    private static final int LENGTH_SIZE = 2;
    private static final int MAX_LENGTH = 0xFFFF;
    private static final int INITIAL_CAPACITY = 1024;

    /** A prime, below which remainders of all bytes are the hash. */
    private static final long MODULUS = Integer.MAX_VALUE;

    /** Another in each run: nobody can choose names that all fall on one place. */
    private final long base = ThreadLocalRandom.current().nextLong(1 << Byte.SIZE, MODULUS);

    private final IdentityLimits limits;
    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private int used;

    /** Open addressing, at most half full: places in {@code bytes}. */
    private int[] slots = emptySlots(INITIAL_CAPACITY);

    private int size;

    public NameTable(IdentityLimits limits) {
        this.limits = limits;
    }

    private static int[] emptySlots(int capacity) {
        int[] slots = new int[capacity];
        Arrays.fill(slots, NONE);
        return slots;
    }

    /**
     * Takes down a name.
     *
     * @param name may be null; what is past 65,535 bytes is cut off
     * @return what {@link #get} knows it by: the same for equal names
     * @throws IOException if there is no room for more
     */
    public int add(String name) throws IOException {
        if (name == null) {
            return NONE;
        }
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, MAX_LENGTH);
        if (2 * size >= slots.length) {
            grow();
        }
        int slot = slot(utf8, 0, length);
        if (slots[slot] == NONE) {
            limits.requireNames((long) used + LENGTH_SIZE + length);
            if (bytes.length - used < LENGTH_SIZE + length) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), used + LENGTH_SIZE + length));
            }
            slots[slot] = used;
            size++;
            bytes[used] = (byte) length;
            bytes[used + 1] = (byte) (length >>> Byte.SIZE);
            System.arraycopy(utf8, 0, bytes, used + LENGTH_SIZE, length);
            used += LENGTH_SIZE + length;
        }
        return slots[slot];
    }

    /** The name, null for {@link #NONE}. */
    public String get(int name) {
        return name == NONE ? null : new String(bytes, name + LENGTH_SIZE, length(name), StandardCharsets.UTF_8);
    }

    private int length(int name) {
        return bytes[name] & 0xFF | (bytes[name + 1] & 0xFF) << Byte.SIZE;
    }

    /** Where a name is, or would be put. */
    private int slot(byte[] utf8, int from, int length) {
        int mask = slots.length - 1;
        long hash = 0;
        for (int i = from; i < from + length; i++) {
            hash = (hash * base + (utf8[i] & 0xFF) + 1) % MODULUS;
        }
        int slot = (int) hash * 0x9E3779B9 >>> Integer.numberOfLeadingZeros(mask);
        while (slots[slot] != NONE && !isAt(slots[slot], utf8, from, length)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(int name, byte[] utf8, int from, int length) {
        int start = name + LENGTH_SIZE;
        return length(name) == length && Arrays.equals(bytes, start, start + length, utf8, from, from + length);
    }

    private void grow() {
        int[] old = slots;
        slots = emptySlots(old.length * 2);
        for (int name : old) {
            if (name != NONE) {
                slots[slot(bytes, name + LENGTH_SIZE, length(name))] = name;
            }
        }
    }
}
