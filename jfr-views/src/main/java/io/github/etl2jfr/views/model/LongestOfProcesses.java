package io.github.etl2jfr.views.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * For how much of one time all threads of a process ran together, at most. Which process the JVM is may be told at the
 * end; until then its threads count on their own, and also together with each other process.
 */
final class LongestOfProcesses {
    private static final int JVM = 0;

    /** Numbers of the trace's processes, by their names. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Times by the number of a process: in the time that is added, at most in any, and at most in any together with the JVM. */
    private long[] sums = new long[8];

    private long[] longest = new long[sums.length];
    private long[] longestWithJvm = new long[sums.length];

    /** The numbers of those that are in the time that is added, and how many there are. */
    private int[] present = new int[sums.length];

    private int presentCount;

    /**
     * Adds a time.
     *
     * @param times how long each thread ran
     */
    void add(ThreadTimes times) {
        times.forEach((thread, time) -> add(number(thread), time));
        for (int i = 0; i < presentCount; i++) {
            int process = present[i];
            longest[process] = Math.max(longest[process], sums[process]);
            longestWithJvm[process] = Math.max(longestWithJvm[process], sums[process] + sums[JVM]);
        }
        for (int i = 0; i < presentCount; i++) {
            sums[present[i]] = 0;
        }
        presentCount = 0;
    }

    private void add(int process, long time) {
        if (sums[process] == 0 && time > 0) {
            present[presentCount++] = process;
        }
        sums[process] += time;
    }

    private int number(TraceThread thread) {
        if (thread.ofJvm()) {
            return JVM;
        }
        int number = numbers.computeIfAbsent(thread.process(), name -> numbers.size() + 1);
        if (number == sums.length) {
            sums = Arrays.copyOf(sums, 2 * number);
            longest = Arrays.copyOf(longest, 2 * number);
            longestWithJvm = Arrays.copyOf(longestWithJvm, 2 * number);
            present = Arrays.copyOf(present, 2 * number);
        }
        return number;
    }

    /**
     * That of a process.
     *
     * @param isJvm whether threads of the JVM are of it
     */
    long of(String process, boolean isJvm) {
        Integer number = numbers.get(process);
        if (!isJvm) {
            return number == null ? 0 : longest[number];
        }
        return Math.max(longest[JVM], number == null ? 0 : longestWithJvm[number]);
    }
}
