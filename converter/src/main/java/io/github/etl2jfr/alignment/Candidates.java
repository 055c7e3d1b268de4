package io.github.etl2jfr.alignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All that may serve as evidence, ordered by start; and the choice among it. */
final class Candidates {
    /** With so many of the best kind of evidence, lesser kinds could only blur what it says. */
    private static final int ENOUGH = 128;

    /** A choice takes this many from each part of a stretch, as far as there are. */
    private static final int CHOSEN_PER_PART = 4;

    private static final Comparator<Piece> IN_ORDER =
            Comparator.comparingLong(Piece::start).thenComparingLong(Piece::end).thenComparingInt(Piece::thread);

    private final List<Piece> pieces;

    private Candidates(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /**
     * What concerns threads and times that the trace knows, under some offset: waits that have surely left the
     * processor; if these are too few, all waits; and if these are, running instants as well. No waits of
     * less than two steps of the trace's clock: the slices at their ends may look like one.
     *
     * @param maxOffset in nanoseconds, to either side
     */
    static Candidates of(TraceTimes trace, ClockSteps steps, JvmTimes jvm, long maxOffset) {
        Predicate<Piece> isKnown = piece -> trace.knows(piece.thread())
                && piece.start() >= trace.start() - maxOffset
                && piece.end() <= trace.end() + maxOffset;
        List<Piece> pieces = new ArrayList<>();
        for (Sample sample : List.of(jvm.longWaits(), jvm.shortWaits())) {
            if (pieces.size() < ENOUGH) {
                sample.pieces()
                        .filter(isKnown)
                        .filter(piece -> piece.end() - piece.start() > 2 * steps.length())
                        .forEach(pieces::add);
            }
        }
        if (pieces.size() < ENOUGH) {
            // Of a thread that mostly runs, any instant is true under most offsets.
            jvm.runningInstants()
                    .pieces()
                    .filter(isKnown)
                    .filter(piece -> trace.runningShare(piece.thread()) <= 0.5)
                    .forEach(pieces::add);
        }
        pieces.sort(IN_ORDER);
        return new Candidates(pieces);
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** The time from the first start to the last end. */
    Stretch span() {
        return new Stretch(
                pieces.get(0).start(),
                pieces.stream().mapToLong(Piece::end).max().orElseThrow());
    }

    /**
     * Cuts the time into stretches of at least so many pieces of evidence and so much time, the densest
     * first. A piece longer than that time does not count: it would make the stretch as long.
     */
    List<Stretch> densestStretches(Stretch within, int least, long minLength) {
        List<Stretch> stretches = new ArrayList<>();
        Stretch stretch = null;
        int count = 0;
        for (Piece piece : pieces) {
            if (within.holds(piece) && piece.end() - piece.start() <= minLength) {
                stretch = stretch == null
                        ? new Stretch(piece.start(), piece.end())
                        : new Stretch(stretch.from(), Math.max(stretch.until(), piece.end()));
                count++;
                if (count >= least && stretch.length() >= minLength) {
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
    List<Piece> choose(Stretch stretch, int budget) {
        List<Piece> inside = pieces.stream().filter(stretch::holds).collect(Collectors.toCollection(ArrayList::new));
        if (inside.size() <= budget) {
            return inside;
        }
        // The same way each time, so that the same input has the same offset.
        Collections.shuffle(inside, new Random(inside.size()));
        int[] taken = new int[budget / CHOSEN_PER_PART];
        long[] ranked = new long[inside.size()];
        for (int i = 0; i < ranked.length; i++) {
            double fraction = (inside.get(i).start() - stretch.from()) / (stretch.length() + 1.0);
            long rank = taken[(int) (fraction * taken.length)]++;
            ranked[i] = rank << Integer.SIZE | i;
        }
        Arrays.sort(ranked);
        return Arrays.stream(ranked, 0, budget)
                .mapToObj(key -> inside.get((int) key))
                .toList();
    }
}
