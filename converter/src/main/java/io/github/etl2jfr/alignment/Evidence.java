package io.github.etl2jfr.alignment;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Chosen waits and running instants of the JVM, and whether they can be true under a clock offset.
 *
 * <p>A wait of a thread from s to e is true under the offset o if the thread ran at s + o and at e + o and left the
 * processor in between: if s + o lies in one running slice and e + o in a later one. So s + o is not after the end
 * of its slice, which bounds o from above, and e + o not before the begin of its, which bounds o from below; both
 * bounds are as tight as the JVM's path from reading the clock to the switch is short. That the wait may hold more
 * slices changes nothing. A running instant is true if it lies in a slice: a wait of no length that leaves nothing.
 * Where the trace's clock moves in steps, a slice may have ended up to a step after the end that is told.
 */
final class Evidence {
    /** What a piece says about a box of lines. */
    enum Verdict {
        /** True for some line of the box, as far as can be told without cutting it. */
        AGREES,
        /** False for every line of the box. */
        CONTRADICTS,
        /** Outside the trace's time for every line of the box. */
        UNKNOWN
    }

    /** Offsets tried to tell how often a piece is true by chance. */
    private static final int TRIALS = 64;

    private final TraceTimes trace;
    private final ClockSteps steps;
    private final long reference;
    private final double tolerance;

    /** The most telling first: wrong boxes are then found out after a few. */
    private final Piece[] pieces;

    private final double reach;
    private final double chance;

    /** How often a piece is true by chance. */
    private record Likelihood(Piece piece, double chance) {}

    /**
     * @param chosen pieces that count
     * @param reference JVM time from which lines are told
     * @param maxOffset up to which offsets are searched, to either side
     */
    Evidence(
            TraceTimes trace,
            ClockSteps steps,
            List<Piece> chosen,
            long reference,
            double tolerance,
            double maxOffset) {
        this.trace = trace;
        this.steps = steps;
        this.reference = reference;
        this.tolerance = tolerance;
        List<Likelihood> likelihoods = chosen.stream()
                .map(piece -> new Likelihood(piece, chance(piece, maxOffset)))
                .sorted(Comparator.comparingDouble(Likelihood::chance))
                .toList();
        pieces = likelihoods.stream().map(Likelihood::piece).toArray(Piece[]::new);
        reach = chosen.stream()
                .mapToLong(piece -> Math.max(Math.abs(piece.start() - reference), Math.abs(piece.end() - reference)))
                .asDoubleStream()
                .max()
                .orElse(0);
        chance = likelihoods.stream().mapToDouble(Likelihood::chance).average().orElse(1);
    }

    /** The share of all offsets under which a piece is true; never 0, as few are tried. */
    private double chance(Piece piece, double maxOffset) {
        int agreeing = 1;
        int known = 2;
        for (int trial = 0; trial < TRIALS; trial++) {
            // Evenly over the range, but not in step with anything periodic: multiples of the golden ratio.
            double fraction = (trial + 1) * 0.6180339887498949 % 1;
            Verdict verdict = verdict(piece, new LineBox((2 * fraction - 1) * maxOffset, 0, 0, 0));
            agreeing += verdict == Verdict.AGREES ? 1 : 0;
            known += verdict == Verdict.UNKNOWN ? 0 : 1;
        }
        return (double) agreeing / known;
    }

    int size() {
        return pieces.length;
    }

    /** How many waits lie in the trace's time under the lines of a small box. */
    int knownWaits(LineBox box) {
        return (int) Arrays.stream(pieces)
                .filter(piece -> piece.isWait() && verdict(piece, box) != Verdict.UNKNOWN)
                .count();
    }

    /** JVM time in nanoseconds from which lines are told. */
    long reference() {
        return reference;
    }

    /** How far from the reference a piece is at most, in nanoseconds. */
    double reach() {
        return reach;
    }

    /** The share of pieces that are true by chance under some random offset. */
    double chance() {
        return chance;
    }

    /**
     * What a piece says about a box. Its start and its end are looked at apart, each under whatever line of the box
     * suits it best: so CONTRADICTS is certain, and AGREES becomes so as boxes become small.
     */
    Verdict verdict(int piece, LineBox box) {
        return verdict(pieces[piece], box);
    }

    private Verdict verdict(Piece piece, LineBox box) {
        int thread = piece.thread();
        double sinceStart = piece.start() - reference;
        double startMiddle = box.offsetAt(sinceStart);
        double startRadius = box.radiusAt(sinceStart) + tolerance;
        long startFrom = piece.start() + (long) Math.floor(startMiddle - startRadius);
        long startUntil = piece.start() + (long) Math.ceil(startMiddle + startRadius);
        double sinceEnd = piece.end() - reference;
        double endMiddle = box.offsetAt(sinceEnd);
        double endRadius = box.radiusAt(sinceEnd) + tolerance;
        long endFrom = piece.end() + (long) Math.floor(endMiddle - endRadius);
        long endUntil = piece.end() + (long) Math.ceil(endMiddle + endRadius);
        if (startUntil < trace.start() || endFrom > trace.end()) {
            return Verdict.UNKNOWN;
        }
        if (startFrom < trace.start() || endUntil > trace.end()) {
            return Verdict.AGREES;
        }
        int left = trace.firstEndingFrom(thread, steps.shownAt(startFrom));
        if (!trace.beginsUntil(thread, left, startUntil)) {
            return Verdict.CONTRADICTS;
        }
        int entered = trace.lastBeginningUntil(thread, endUntil);
        boolean possible = trace.endsFrom(thread, entered, steps.shownAt(endFrom))
                && (piece.isWait() ? entered > left : entered >= left);
        return possible ? Verdict.AGREES : Verdict.CONTRADICTS;
    }
}
