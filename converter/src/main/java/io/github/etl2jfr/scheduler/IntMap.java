package io.github.etl2jfr.scheduler;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A map from the id of a thread or a process to a non-negative int. Windows gives multiples of four, and
 * the same again: low ones lie side by side in a table, which stays small and near. All others are hashed: open
 * addressing with linear probing. Nothing is ever removed but all at once; a look-up allocates nothing.
 */
final class IntMap {
    static final int MISSING = -1;

    private static final int MIN_CAPACITY = 1024;
    private static final int ID_STEP = 4;

    /** Ids in the table at most: 1 MB. */
    private static final int MAX_LOW_IDS = 1 << 18;

    /** Values of ids that are multiples of {@link #ID_STEP}, by the id through that. */
    private int[] lowIds = new int[0];

    /** Odd, and another in each run: nobody can choose thread ids that all fall on one place. */
    private final int multiplier = ThreadLocalRandom.current().nextInt() | 1;

    /** Value in the upper half, key in the lower: one access finds both. */
    private long[] entries = empty(MIN_CAPACITY);

    private int size;

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
        if (isLow(key)) {
            int index = key / ID_STEP;
            return index < lowIds.length ? lowIds[index] : MISSING;
        }
        return value(entries[slot(key)]);
    }

    private static boolean isLow(int key) {
        return key >= 0 && key % ID_STEP == 0 && key / ID_STEP < MAX_LOW_IDS;
    }

    void put(int key, int value) {
        if (isLow(key)) {
            putLow(key / ID_STEP, value);
        } else {
            putHashed(key, value);
        }
    }

    private void putLow(int index, int value) {
        int old = lowIds.length;
        if (index >= old) {
            lowIds = Arrays.copyOf(lowIds, Math.min(MAX_LOW_IDS, Math.max(MIN_CAPACITY, 2 * (index + 1))));
            Arrays.fill(lowIds, old, lowIds.length, MISSING);
        }
        lowIds[index] = value;
    }

    private void putHashed(int key, int value) {
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
        Arrays.fill(lowIds, MISSING);
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
