package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.List;

/** Threads by the keys of their constants, which are not 0. Looking up, as is done several times an event, allocates nothing. */
final class ThreadsByKey {
    private static final int FIRST_SIZE = 1 << 8;

    /** At the first free place after that of its hash; 0 where nothing is. */
    private long[] keys = new long[FIRST_SIZE];

    private TraceThread[] values = new TraceThread[FIRST_SIZE];
    private final List<TraceThread> threads = new ArrayList<>();

    /** The thread of a key; null if there is none. */
    TraceThread get(long key) {
        return values[place(key)];
    }

    /** Adds one whose key is new. */
    void add(long key, TraceThread thread) {
        if (threads.size() * 2 >= keys.length) {
            grow();
        }
        int place = place(key);
        keys[place] = key;
        values[place] = thread;
        threads.add(thread);
    }

    private void grow() {
        long[] oldKeys = keys;
        TraceThread[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new TraceThread[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int place = place(oldKeys[i]);
                keys[place] = oldKeys[i];
                values[place] = oldValues[i];
            }
        }
    }

    private int place(long key) {
        int place = (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 33) & keys.length - 1;
        while (keys[place] != 0 && keys[place] != key) {
            place = place + 1 & keys.length - 1;
        }
        return place;
    }

    /** All threads in the order in which they came. */
    List<TraceThread> all() {
        return threads;
    }
}
