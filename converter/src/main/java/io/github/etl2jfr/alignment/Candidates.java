package io.github.etl2jfr.alignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** All waits and running instants that may serve as evidence, ordered by start; and the choice among them. */
final class Candidates {
    /** With so many of the best kind of evidence, lesser kinds could only blur what it says. */
    private static final int ENOUGH = 128;

    /** A choice takes this many from each part of a stretch, as far as there are. */
    private static final int CHOSEN_PER_PART = 4;

    private final int[] threads;
    private final long[] starts;
    private final long[] ends;

    private Candidates(int[] threads, long[] starts, long[] ends) {
        this.threads = threads;
        this.starts = starts;
        this.ends = ends;
    }

    /**
     * What concerns threads and times that the trace knows, under some offset: waits that have surely left the
     * processor; if these are too few, all waits; and if these are, running instants as well. No waits of
     * less than two steps of the trace's clock: the slices at their ends may look like one.
     *
     * @param maxOffset in nanoseconds, to either side
     */
    static Candidates of(TraceTimes trace, ClockSteps steps, JvmTimes jvm, long maxOffset) {
        Candidates candidates = new Candidates(new int[0], new long[0], new long[0]);
        for (Sample sample : List.of(jvm.longWaits(), jvm.shortWaits())) {
            if (candidates.size() < ENOUGH) {
                candidates = candidates.with(
                        sample,
                        IntStream.range(0, sample.size())
                                .filter(i -> trace.knows(sample.thread(i))
                                        && sample.end(i) - sample.start(i) > 2 * steps.length()
                                        && sample.start(i) >= trace.start() - maxOffset
                                        && sample.end(i) <= trace.end() + maxOffset));
            }
        }
        if (candidates.size() < ENOUGH) {
            Sample sample = jvm.runningInstants();
            // Of a thread that mostly runs, any instant is true under most offsets.
            candidates = candidates.with(
                    sample,
                    IntStream.range(0, sample.size())
                            .filter(i -> trace.knows(sample.thread(i))
                                    && trace.runningShare(sample.thread(i)) <= 0.5
                                    && sample.start(i) >= trace.start() - maxOffset
                                    && sample.end(i) <= trace.end() + maxOffset));
        }
        return candidates.ordered();
    }

    private Candidates with(Sample sample, IntStream chosen) {
        int[] indices = chosen.toArray();
        int size = size();
        Candidates both = new Candidates(
                Arrays.copyOf(threads, size + indices.length),
                Arrays.copyOf(starts, size + indices.length),
                Arrays.copyOf(ends, size + indices.length));
        for (int i = 0; i < indices.length; i++) {
            both.threads[size + i] = sample.thread(indices[i]);
            both.starts[size + i] = sample.start(indices[i]);
            both.ends[size + i] = sample.end(indices[i]);
        }
        return both;
    }

    private Candidates ordered() {
        int[] order = IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> starts[i])
                        .thenComparingLong(i -> ends[i])
                        .thenComparingInt(i -> threads[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        return new Candidates(
                Arrays.stream(order).map(i -> threads[i]).toArray(),
                Arrays.stream(order).mapToLong(i -> starts[i]).toArray(),
                Arrays.stream(order).mapToLong(i -> ends[i]).toArray());
    }

    int size() {
        return starts.length;
    }

    int thread(int index) {
        return threads[index];
    }

    long start(int index) {
        return starts[index];
    }

    long end(int index) {
        return ends[index];
    }

    /** Is it a wait? Else it is a running instant. */
    boolean isWait(int index) {
        return starts[index] != ends[index];
    }

    int waits() {
        return (int) IntStream.range(0, size()).filter(this::isWait).count();
    }

    /** The time from the first start to the last end. */
    Stretch span() {
        return new Stretch(starts[0], Arrays.stream(ends).max().orElseThrow());
    }

    /**
     * Cuts the time into stretches of at least so many pieces of evidence and so much time, the densest
     * first. A piece longer than that time does not count: it would make the stretch as long.
     */
    List<Stretch> densestStretches(Stretch within, int pieces, long minLength) {
        List<Stretch> stretches = new ArrayList<>();
        Stretch stretch = null;
        int count = 0;
        for (int i = 0; i < size(); i++) {
            if (within.holds(starts[i], ends[i]) && ends[i] - starts[i] <= minLength) {
                stretch = stretch == null
                        ? new Stretch(starts[i], ends[i])
                        : new Stretch(stretch.from(), Math.max(stretch.until(), ends[i]));
                count++;
                if (count >= pieces && stretch.length() >= minLength) {
                    stretches.add(stretch);
                    stretch = null;
                    count = 0;
                }
            }
        }
        stretches.sort(Comparator.comparingLong(Stretch::length));
        return stretches;
    }

    /** Chooses pieces that lie wholly in a stretch, spread evenly over its time. */
    int[] choose(Stretch stretch, int budget) {
        int[] inside = IntStream.range(0, size())
                .filter(i -> stretch.holds(starts[i], ends[i]))
                .toArray();
        if (inside.length <= budget) {
            return inside;
        }
        shuffle(inside);
        int[] taken = new int[budget / CHOSEN_PER_PART];
        long[] ranked = new long[inside.length];
        for (int i = 0; i < inside.length; i++) {
            double fraction = (starts[inside[i]] - stretch.from()) / (stretch.length() + 1.0);
            long rank = taken[(int) (fraction * taken.length)]++;
            ranked[i] = rank << Integer.SIZE | i;
        }
        Arrays.sort(ranked);
        return Arrays.stream(ranked, 0, budget)
                .mapToInt(key -> inside[(int) key])
                .toArray();
    }

    /** The same way each time, so that the same input has the same offset. */
    private static void shuffle(int[] indices) {
        Random random = new Random(indices.length);
        for (int i = indices.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = indices[i];
            indices[i] = indices[other];
            indices[other] = swapped;
        }
    }
}
