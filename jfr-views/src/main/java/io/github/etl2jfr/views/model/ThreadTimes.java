package io.github.etl2jfr.views.model;

import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/** How long each of some threads did something. It is small: there is one for each place in a picture. */
final class ThreadTimes {
    private static final int FIRST_SIZE = 4;

    /** Each at the first free place after that of its hash; null where nothing is. */
    private TraceThread[] threads = new TraceThread[FIRST_SIZE];

    private long[] times = new long[FIRST_SIZE];

    /** Bit n: with priority n. */
    private int[] priorities = new int[FIRST_SIZE];

    private int size;
    private long nobody;

    void add(TraceThread thread, long nanos) {
        add(thread, nanos, Slice.UNKNOWN_PRIORITY);
    }

    /**
     * @param priority with which the thread did it
     */
    void add(TraceThread thread, long nanos, int priority) {
        if (size * 2 >= threads.length) {
            grow();
        }
        int place = place(thread);
        if (threads[place] == null) {
            threads[place] = thread;
            size++;
        }
        times[place] += nanos;
        if (priority != Slice.UNKNOWN_PRIORITY) {
            priorities[place] |= 1 << priority;
        }
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
        TraceThread[] oldThreads = threads;
        long[] oldTimes = times;
        int[] oldPriorities = priorities;
        threads = new TraceThread[oldThreads.length * 2];
        times = new long[threads.length];
        priorities = new int[threads.length];
        for (int i = 0; i < oldThreads.length; i++) {
            if (oldThreads[i] != null) {
                int place = place(oldThreads[i]);
                threads[place] = oldThreads[i];
                times[place] = oldTimes[i];
                priorities[place] = oldPriorities[i];
            }
        }
    }

    private int place(TraceThread thread) {
        int place = (thread.index() + 1) * 0x9E3779B9 >>> 7 & threads.length - 1;
        while (threads[place] != null && threads[place] != thread) {
            place = place + 1 & threads.length - 1;
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

    /** The thread with most time, of several that of the lowest index; null if there is none. */
    TraceThread longest() {
        TraceThread longest = null;
        long most = 0;
        for (int i = 0; i < threads.length; i++) {
            if (times[i] > most || times[i] == most && most > 0 && threads[i].index() < longest.index()) {
                longest = threads[i];
                most = times[i];
            }
        }
        return longest;
    }

    /** How long that thread did it; 0 if there is none. */
    long longestTime() {
        return Arrays.stream(times).max().getAsLong();
    }

    /** How much more time the thread with most has than any other. */
    long margin() {
        long most = 0;
        long second = 0;
        for (long time : times) {
            second = Math.max(second, Math.min(most, time));
            most = Math.max(most, time);
        }
        return most - second;
    }

    /** Takes each with its time. */
    void forEach(ObjLongConsumer<TraceThread> each) {
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] != null) {
                each.accept(threads[i], times[i]);
            }
        }
    }

    /** How long a thread did it. */
    long time(TraceThread thread) {
        return times[place(thread)];
    }

    /** With which priorities a thread did it, as far as they were told one by one: bit n for priority n. */
    int priorities(TraceThread thread) {
        return priorities[place(thread)];
    }
}
