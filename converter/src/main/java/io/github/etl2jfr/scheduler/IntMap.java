package io.github.etl2jfr.scheduler;

import java.util.Arrays;

/**
 * A map from int to non-negative int, open addressing with linear probing. Nothing is ever removed; a
 * look-up allocates nothing.
 */
final class IntMap {
    static final int MISSING = -1;

    private static final int INITIAL_CAPACITY = 1024;

    private int[] keys = new int[INITIAL_CAPACITY];
    private int[] values = empty(INITIAL_CAPACITY);
    private int size;

    private static int[] empty(int capacity) {
        int[] values = new int[capacity];
        Arrays.fill(values, MISSING);
        return values;
    }

    /** The value of a key, or {@link #MISSING}. */
    int get(int key) {
        return values[slot(key)];
    }

    void put(int key, int value) {
        int slot = slot(key);
        if (values[slot] == MISSING) {
            if (size >= keys.length / 2) {
                grow();
                slot = slot(key);
            }
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    /** Where the key is, or would be put. The table is at most half full, so that the search ends. */
    private int slot(int key) {
        int mask = keys.length - 1;
        // Fibonacci hashing: thread ids are multiples of four, the low bits alone say little.
        int slot = key * 0x9E3779B9 >>> 7 & mask;
        while (values[slot] != MISSING && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldValues = values;
        keys = new int[oldKeys.length * 2];
        values = empty(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != MISSING) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
