package io.github.etl2jfr.views.rules;

import java.util.Arrays;
import java.util.Collection;

/** How many of some spans go on at a time, and the sum of that over time. */
final class StepFunction {
    static final StepFunction NEVER = new Builder().build();

    /** Takes spans one by one: there are millions. */
    static final class Builder {
        private static final int FIRST_SIZE = 16;

        private long[] starts = new long[FIRST_SIZE];
        private long[] ends = new long[FIRST_SIZE];
        private int count;

        void add(long start, long end) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count * 2);
                ends = Arrays.copyOf(ends, count * 2);
            }
            starts[count] = start;
            ends[count++] = end;
        }

        StepFunction build() {
            return new StepFunction(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
        }
    }

    /** When the number changes. */
    private final long[] times;

    /** The number from each of these times on. */
    private final int[] values;

    /** The sum up to each of these times, in nanoseconds times the number. */
    private final long[] sums;

    private StepFunction(long[] starts, long[] ends) {
        Arrays.sort(starts);
        Arrays.sort(ends);
        int steps = starts.length + ends.length;
        times = new long[steps];
        values = new int[steps];
        sums = new long[steps];
        int started = 0;
        int ended = 0;
        for (int i = 0; i < steps; i++) {
            boolean starts1 = started < starts.length && starts[started] <= ends[ended];
            times[i] = starts1 ? starts[started++] : ends[ended++];
            values[i] = started - ended;
            sums[i] = i == 0 ? 0 : sums[i - 1] + values[i - 1] * (times[i] - times[i - 1]);
        }
    }

    static StepFunction of(Collection<EventSpan> spans) {
        Builder builder = new Builder();
        spans.forEach(span -> builder.add(span.start(), span.end()));
        return builder.build();
    }

    /** How often the number changes, or may. */
    int size() {
        return times.length;
    }

    /** When it does. */
    long time(int step) {
        return times[step];
    }

    /** The number from then on. */
    int value(int step) {
        return values[step];
    }

    /** How long they go on from one time to another, all together. */
    long sum(long from, long to) {
        return sumUpTo(to) - sumUpTo(from);
    }

    private long sumUpTo(long time) {
        int found = Arrays.binarySearch(times, time);
        int last = found >= 0 ? found : -found - 2;
        return last < 0 ? 0 : sums[last] + values[last] * (time - times[last]);
    }
}
