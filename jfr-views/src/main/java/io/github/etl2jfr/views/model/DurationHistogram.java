package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.List;

/**
 * How often each length of time came up. Lengths below 2^17 ns are counted one by one, longer ones in steps of 2^-16
 * of themselves at most: percentiles are right to 1,024 ns up to 134 ms, and to 15 millionths beyond. A doubling of the
 * length takes half a megabyte, once there is something in it.
 */
public final class DurationHistogram {
    private static final int PRECISION = 16;
    private static final int COUNTS = 1 << PRECISION;

    /** Bounds of the rows that people see, in steps of 1, 2 and 5. */
    private static final long[] BOUNDS = bounds();

    /** How many there are of each length below {@link #COUNTS}, and then of each part of each doubling. */
    private final long[][] counts = new long[Long.SIZE - PRECISION][];

    private final long[] binCounts = new long[BOUNDS.length];
    private final long[] binTimes = new long[BOUNDS.length];
    private long count;
    private long total;
    private long longest;

    /**
     * Lengths from one bound to the next.
     *
     * @param to not included
     */
    public record Bin(long from, long to, long count, long total) {}

    private static long[] bounds() {
        List<Long> bounds = new ArrayList<>(List.of(0L));
        // From a microsecond to 83 minutes.
        for (long decade = 1000; decade <= 1_000_000_000_000L; decade *= 10) {
            bounds.addAll(List.of(decade, decade * 2, decade * 5));
        }
        return bounds.stream().mapToLong(Long::longValue).toArray();
    }

    void add(long nanos) {
        count++;
        total += nanos;
        longest = Math.max(longest, nanos);
        int doubling = Math.max(0, Long.SIZE - PRECISION - Long.numberOfLeadingZeros(nanos));
        if (counts[doubling] == null) {
            counts[doubling] = new long[COUNTS];
        }
        counts[doubling][(int) (nanos >>> shift(doubling)) & COUNTS - 1]++;
        int bin = bin(nanos);
        binCounts[bin]++;
        binTimes[bin] += nanos;
    }

    /** How many bits of a length are left out; the highest is known. */
    private static int shift(int doubling) {
        return Math.max(0, doubling - 1);
    }

    private static int bin(long nanos) {
        int bin = 0;
        while (bin + 1 < BOUNDS.length && nanos >= BOUNDS[bin + 1]) {
            bin++;
        }
        return bin;
    }

    public long count() {
        return count;
    }

    public long total() {
        return total;
    }

    public long longest() {
        return longest;
    }

    /**
     * The length that a share of all do not exceed; null if there are none.
     *
     * @param share from 0 to 1
     */
    public Long percentile(double share) {
        if (count == 0) {
            return null;
        }
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int doubling = 0; doubling < counts.length; doubling++) {
            if (counts[doubling] == null) {
                continue;
            }
            long first = doubling == 0 ? 0 : COUNTS;
            for (int i = 0; i < COUNTS; i++) {
                seen += counts[doubling][i];
                if (seen >= rank) {
                    return Math.min(longest, (first + i + 1 << shift(doubling)) - 1);
                }
            }
        }
        return longest;
    }

    /** From the first that holds something to the last. */
    public List<Bin> bins() {
        int first = 0;
        int last = BOUNDS.length - 1;
        while (first < last && binCounts[first] == 0) {
            first++;
        }
        while (last > first && binCounts[last] == 0) {
            last--;
        }
        List<Bin> bins = new ArrayList<>();
        for (int i = first; i <= last && count > 0; i++) {
            long to = i + 1 < BOUNDS.length ? BOUNDS[i + 1] : Long.MAX_VALUE;
            bins.add(new Bin(BOUNDS[i], to, binCounts[i], binTimes[i]));
        }
        return bins;
    }
}
