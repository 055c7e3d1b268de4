package io.github.etl2jfr.scheduler;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A map from int to non-negative int, open addressing with linear probing. Nothing is ever removed but
 * all at once; a look-up allocates nothing.
 */
final class IntMap {
    static final int MISSING = -1;

    private static final int MIN_CAPACITY = 1024;

    /** Odd, and another in each run: nobody can choose thread ids that all fall on one place. */
    private final int multiplier = ThreadLocalRandom.current().nextInt() | 1;

    /** Value in the upper half, key in the lower: one access finds both. */
    private long[] entries;

    private int size;

    /**
     * @param expected number of keys for which there is room at first
     */
    IntMap(int expected) {
        // The power of two that is less than three quarters full with as many.
        entries = empty(Math.max(MIN_CAPACITY, Integer.highestOneBit(expected / 3 * 4) * 2));
    }

    private static long[] empty(int capacity) {
        long[] entries = new long[capacity];
        Arrays.fill(entries, entry(0, MISSING));
        return entries;
    }

    private static long entry(int key, int value) {
        return (long) value << Integer.SIZE | key & 0xFFFF_FFFFL;
    }

    private static int value(long entry) {
        return (int) (entry >> Integer.SIZE);
    }

    /** The value of a key, or {@link #MISSING}. */
    int get(int key) {
        return value(entries[slot(key)]);
    }

    void put(int key, int value) {
        int slot = slot(key);
        if (entries[slot] < 0) {
            if (size >= entries.length / 4 * 3) {
                grow();
                slot = slot(key);
            }
            size++;
        }
        entries[slot] = entry(key, value);
    }

    /** Removes everything, and keeps the room for as much. */
    void clear() {
        Arrays.fill(entries, entry(0, MISSING));
        size = 0;
    }

    /** Where the key is, or would be put. The table is never full, so that the search ends. */
    private int slot(int key) {
        long[] table = entries;
        int mask = table.length - 1;
        // The highest bits: they depend on all of the key's. Thread ids are multiples of four, the low bits say little.
        int slot = key * multiplier >>> Integer.numberOfLeadingZeros(mask);
        while (table[slot] >= 0 && (int) table[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] old = entries;
        entries = empty(old.length * 2);
        for (long entry : old) {
            if (entry >= 0) {
                entries[slot((int) entry)] = entry;
            }
        }
    }
}
