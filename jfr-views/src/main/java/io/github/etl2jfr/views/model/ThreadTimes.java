package io.github.etl2jfr.views.model;

import java.util.Arrays;

/** How long each of some threads did something. Holds numbers alone: there is one for each place in a picture. */
final class ThreadTimes {
    static final int NONE = -1;

    private static final int FIRST_SIZE = 4;

    /** A thread's index and one, at the first free place after that of its hash; 0 where nothing is. */
    private int[] keys = new int[FIRST_SIZE];

    private long[] times = new long[FIRST_SIZE];
    private int size;
    private long nobody;

    void add(TraceThread thread, long nanos) {
        add(thread.index(), nanos);
    }

    void add(int index, long nanos) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int place = place(keys, index + 1);
        if (keys[place] == 0) {
            keys[place] = index + 1;
            size++;
        }
        times[place] += nanos;
    }

    void addAll(ThreadTimes others) {
        others.forEach(this::add);
        nobody += others.nobody;
    }

    /** No thread did it. */
    void addNobody(long nanos) {
        nobody += nanos;
    }

    private void grow() {
        int[] oldKeys = keys;
        long[] oldTimes = times;
        keys = new int[oldKeys.length * 2];
        times = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int place = place(keys, oldKeys[i]);
                keys[place] = oldKeys[i];
                times[place] = oldTimes[i];
            }
        }
    }

    private static int place(int[] keys, int key) {
        int place = key * 0x9E3779B9 >>> 7 & keys.length - 1;
        while (keys[place] != 0 && keys[place] != key) {
            place = place + 1 & keys.length - 1;
        }
        return place;
    }

    /** How many threads there are. */
    int size() {
        return size;
    }

    long total() {
        return Arrays.stream(times).sum();
    }

    /** How long no thread did it. */
    long nobody() {
        return nobody;
    }

    /** The index of the thread with most time, of several the lowest; {@link #NONE} if there is none. */
    int longest() {
        int longest = NONE;
        long most = 0;
        for (int i = 0; i < keys.length; i++) {
            int index = keys[i] - 1;
            if (times[i] > most || times[i] == most && most > 0 && index < longest) {
                longest = index;
                most = times[i];
            }
        }
        return longest;
    }

    /** By how much the thread with most time is ahead of all others. */
    long margin() {
        long most = 0;
        long second = 0;
        for (long time : times) {
            second = Math.max(second, Math.min(most, time));
            most = Math.max(most, time);
        }
        return most - second;
    }

    /** Takes the index and the time of each. */
    void forEach(Action each) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                each.accept(keys[i] - 1, times[i]);
            }
        }
    }

    /** Takes a thread and a time. */
    interface Action {
        void accept(int index, long time);
    }

    /** How long a thread did it. */
    long time(int index) {
        return times[place(keys, index + 1)];
    }
}
