package io.github.etl2jfr.alignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * When the threads ran, as the trace tells it. Times are nanoseconds by the trace's clock, from an origin that the
 * JVM's times share (1970, or any moment both headers' clocks agree to call 0). Threads are small numbers that the
 * caller gives out, the same here and in {@link JvmTimes}.
 *
 * <p>Any number of slices may be added: of some hundred thousand no more are kept. The threads with most slices are
 * forgotten first, as their waits tell no more than those of others; of the last one what comes later is.
 */
public final class TraceTimes {
    /** The running slices of one thread, in order and disjoint: switched in at [2n], out at [2n + 1]. */
    private static final class Slices {
        long[] times = new long[16];
        int size;
        boolean isForgotten;

        void forget() {
            times = new long[0];
            size = 0;
            isForgotten = true;
        }

        void add(long switchIn, long switchOut) {
            if (size == times.length) {
                times = Arrays.copyOf(times, size * 2);
            }
            times[size++] = switchIn;
            times[size++] = switchOut;
        }

        /** Touching slices are one: the thread did not leave the processor between them. */
        void extend(long switchOut) {
            times[size - 1] = Math.max(times[size - 1], switchOut);
        }
    }

    private static final int MAX_SLICES = 1 << 19;

    private final long start;
    private long end;
    private final long resolution;
    private final int maxSlices;
    private final List<Slices> threads = new ArrayList<>();
    private int kept;
    private boolean isFull;

    /**
     * An empty one.
     *
     * @param start of the time in which the trace knows who ran
     * @param end of that time
     * @param resolution of the trace's clock, in nanoseconds: the unit that it counts, not its step
     */
    public TraceTimes(long start, long end, long resolution) {
        this(start, end, resolution, MAX_SLICES);
    }

    TraceTimes(long start, long end, long resolution, int maxSlices) {
        this.start = start;
        this.end = end;
        this.resolution = resolution;
        this.maxSlices = maxSlices;
    }

    /**
     * A thread ran. The slices of a thread come in order; where one overlaps the one before, as they may in a
     * damaged trace, the two are taken for one.
     *
     * @param switchIn when it got the processor, or the trace's start
     * @param switchOut when it left it, or the trace's end
     */
    public void running(int thread, long switchIn, long switchOut) {
        while (threads.size() <= thread) {
            threads.add(new Slices());
        }
        Slices slices = threads.get(thread);
        if (slices.isForgotten || isFull) {
            return;
        }
        if (slices.size > 0 && switchIn <= slices.times[slices.size - 1]) {
            slices.extend(switchOut);
        } else if (switchIn <= switchOut) {
            slices.add(switchIn, switchOut);
            kept++;
            if (kept == maxSlices) {
                makeRoom();
            }
        }
    }

    private void makeRoom() {
        Slices largest = threads.stream()
                .max(Comparator.comparingInt(slices -> slices.size))
                .orElseThrow();
        if (largest.size / 2 == kept) {
            isFull = true;
            end = Math.min(end, largest.times[largest.size - 1]);
        } else {
            kept -= largest.size / 2;
            largest.forget();
        }
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long resolution() {
        return resolution;
    }

    /** When each thread got or left a processor, in order; the edges of the trace's time are no such moments. */
    Stream<long[]> switchTimes() {
        return threads.stream().map(slices -> Arrays.stream(slices.times, 0, slices.size)
                .filter(time -> time > start && time < end)
                .toArray());
    }

    /** Did the thread ever run in the trace? */
    boolean knows(int thread) {
        return thread < threads.size() && threads.get(thread).size > 0;
    }

    /** The share of the trace's time in which the thread ran. */
    double runningShare(int thread) {
        Slices slices = threads.get(thread);
        double running = 0;
        for (int i = 0; i < slices.size; i += 2) {
            running += slices.times[i + 1] - slices.times[i];
        }
        return running / (end - start);
    }

    /** The number of the thread's first running slice that ends at or after a time; maybe one past the last. */
    int firstEndingFrom(int thread, long time) {
        Slices slices = threads.get(thread);
        int low = 0;
        int high = slices.size / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (slices.times[2 * middle + 1] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The number of the thread's last running slice that begins at or before a time, or -1. */
    int lastBeginningUntil(int thread, long time) {
        Slices slices = threads.get(thread);
        int low = -1;
        int high = slices.size / 2 - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (slices.times[2 * middle] <= time) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Does the thread's slice of that number exist, and begin at or before the time? */
    boolean beginsUntil(int thread, int slice, long time) {
        Slices slices = threads.get(thread);
        return 2 * slice < slices.size && slices.times[2 * slice] <= time;
    }

    /** Does the thread's slice of that number exist, and end at or after the time? */
    boolean endsFrom(int thread, int slice, long time) {
        Slices slices = threads.get(thread);
        return slice >= 0 && slices.times[2 * slice + 1] >= time;
    }
}
