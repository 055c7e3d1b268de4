package io.github.etl2jfr.views.model;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Some of the JVM's events by how long they took. Durations below 256 ns are told apart, longer ones in steps of 2^-7
 * of themselves at most; memory does not depend on the number of events.
 */
public final class LatencyDistribution {
    private static final int PRECISION = 7;

    private final LatencyTotals all = new LatencyTotals();

    /** What events took, by the least duration that is not told apart from theirs. */
    private final NavigableMap<Long, LatencyTotals> steps = new TreeMap<>();

    /**
     * Those that took longest.
     *
     * @param atLeast all took as long, and the others did not
     */
    public record Slowest(long atLeast, LatencyTotals totals) {}

    void add(Latency latency, Span span) {
        all.add(latency, span);
        steps.computeIfAbsent(step(latency.duration()), key -> new LatencyTotals())
                .add(latency, span);
    }

    private static long step(long duration) {
        int unknownBits = Math.max(0, Long.SIZE - 1 - PRECISION - Long.numberOfLeadingZeros(duration));
        return duration >>> unknownBits << unknownBits;
    }

    /** All of them. */
    public LatencyTotals all() {
        return all;
    }

    /**
     * One of so many, the slowest: as few as there can be, but no fewer.
     *
     * @param oneOf 1 for all, 100 for the slowest percent
     */
    public Slowest slowest(int oneOf) {
        LatencyTotals slowest = new LatencyTotals();
        long atLeast = Long.MAX_VALUE;
        do {
            atLeast = steps.lowerKey(atLeast);
            slowest.add(steps.get(atLeast));
        } while (slowest.count() * oneOf < all.count());
        return new Slowest(atLeast, slowest);
    }
}
