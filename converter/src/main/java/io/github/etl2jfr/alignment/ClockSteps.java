package io.github.etl2jfr.alignment;

import java.util.Arrays;
import java.util.Iterator;

/**
 * The steps in which a trace's clock moves, found from its times. A clock of system time may count units of 100 ns,
 * but stand still from one timer tick to the next, 0.5 to 15.6 ms. What it shows is never too late, but may be too
 * early.
 */
final class ClockSteps {
    /** Some times of a thread are closer than this, in nanoseconds, unless the clock ticks. */
    private static final long MIN_TICK = 100_000;

    private final long length;
    private final long[] moments;

    /**
     * @param moments that the clock of a timer showed, in order; none of another clock
     */
    private ClockSteps(long length, long... moments) {
        this.length = length;
        this.moments = moments;
    }

    static ClockSteps of(TraceTimes trace) {
        Iterator<long[]> threads = trace.switchTimes().iterator();
        long shortest = Long.MAX_VALUE;
        long divisor = 0;
        while (threads.hasNext() && (shortest >= MIN_TICK || divisor > trace.resolution())) {
            long[] times = threads.next();
            for (int i = 1; i < times.length; i++) {
                long difference = times[i] - times[i - 1];
                if (difference > 0) {
                    shortest = Math.min(shortest, difference);
                    divisor = commonDivisor(difference, divisor);
                }
            }
        }
        if (divisor > 0 && shortest >= MIN_TICK) {
            long[] moments = trace.switchTimes()
                    .flatMapToLong(Arrays::stream)
                    .sorted()
                    .distinct()
                    .toArray();
            return new ClockSteps(shortest, moments);
        }
        return new ClockSteps(divisor > trace.resolution() ? divisor : 0);
    }

    private static long commonDivisor(long a, long b) {
        return b == 0 ? a : commonDivisor(b, a % b);
    }

    /** About how long the clock stands still, in nanoseconds; 0 if it moves with each unit that it counts. */
    long length() {
        return length;
    }

    /**
     * What the clock showed at a time, at least. Ticks change their length while a trace is written, and come late: so
     * of a timer it is only believed that it had moved to the last moment that the trace shows before that time.
     */
    long shownAt(long time) {
        if (moments.length == 0) {
            return time - length;
        }
        int index = Arrays.binarySearch(moments, time);
        int before = (index < 0 ? -index - 1 : index) - 1;
        return before < 0 ? Long.MIN_VALUE : moments[before];
    }
}
