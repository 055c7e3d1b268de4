package io.github.etl2jfr.alignment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Looks for the lines that agree with evidence, by cutting boxes of lines in halves. A box that too many pieces
 * contradict holds no such line and is dropped; what is as small as the floor is kept. So no line that agrees is
 * ever missed, and what is found is too large by the floor at most.
 */
final class LineSearch {
    /** At the truth at most this share of the pieces that the trace's time covers is false. */
    private static final double MAX_CONTRADICTING = 0.25;

    /** At the truth the trace's time covers at least this share of the pieces. */
    private static final double MIN_KNOWN = 0.2;

    /** Evidence that leaves so many open will not settle either, and they take memory. */
    private static final int MOST_BOXES = 1 << 17;

    /** How many pieces contradict every line of a box, and how many lie in the trace's time. */
    record Tally(LineBox box, int contradicting, int known) {
        int agreeing() {
            return known - contradicting;
        }
    }

    private long verdictsLeft;

    /**
     * @param maxVerdicts how many times to ask a piece about a box, in all searches together
     */
    LineSearch(long maxVerdicts) {
        this.verdictsLeft = maxVerdicts;
    }

    /** Has it stopped early, as too much agrees? What was found last is then not all. */
    boolean isGivenUp() {
        return verdictsLeft < 0;
    }

    /** All small boxes that can hold the truth. */
    List<LineBox> plausible(Evidence evidence, List<LineBox> boxes, double floor) {
        return plausible(evidence, boxes, floor, maxContradicting(evidence));
    }

    /** All small boxes that can hold the truth and that at most so many pieces contradict. */
    List<LineBox> plausible(Evidence evidence, List<LineBox> boxes, double floor, int maxContradicting) {
        List<LineBox> found = new ArrayList<>();
        Deque<LineBox> open = new ArrayDeque<>(boxes);
        while (!open.isEmpty() && !isGivenUp()) {
            LineBox box = open.pop();
            Tally tally = tally(evidence, box, maxContradicting);
            if (!isPlausible(tally, evidence) || tally.contradicting > maxContradicting) {
                continue;
            }
            if (box.isWithin(floor, evidence.reach())) {
                found.add(box);
            } else {
                open.push(box.half(evidence.reach(), true));
                open.push(box.half(evidence.reach(), false));
            }
            giveUpBeyond(found.size() + open.size());
        }
        return found;
    }

    /** The small box that most pieces agree with. Cuts the most promising box next, so the first small one is it. */
    Optional<Tally> best(Evidence evidence, List<LineBox> boxes, double floor) {
        PriorityQueue<Tally> open = new PriorityQueue<>(Comparator.comparingInt((Tally tally) -> -tally.agreeing())
                .thenComparingDouble(tally -> tally.box.radiusAt(evidence.reach())));
        boxes.forEach(box -> offer(evidence, box, open));
        while (!open.isEmpty() && !isGivenUp()) {
            Tally tally = open.remove();
            if (tally.box.isWithin(floor, evidence.reach())) {
                return Optional.of(tally);
            }
            offer(evidence, tally.box.half(evidence.reach(), true), open);
            offer(evidence, tally.box.half(evidence.reach(), false), open);
            giveUpBeyond(open.size());
        }
        return Optional.empty();
    }

    private void giveUpBeyond(int boxes) {
        if (boxes > MOST_BOXES) {
            verdictsLeft = -1;
        }
    }

    private void offer(Evidence evidence, LineBox box, PriorityQueue<Tally> open) {
        Tally tally = tally(evidence, box, maxContradicting(evidence));
        if (isPlausible(tally, evidence)) {
            open.add(tally);
        }
    }

    private static int maxContradicting(Evidence evidence) {
        return (int) (MAX_CONTRADICTING * evidence.size());
    }

    private static boolean isPlausible(Tally tally, Evidence evidence) {
        return tally.contradicting <= MAX_CONTRADICTING * tally.known && tally.known >= MIN_KNOWN * evidence.size();
    }

    /** Stops when more than a number contradict. */
    private Tally tally(Evidence evidence, LineBox box, int maxContradicting) {
        int contradicting = 0;
        int known = 0;
        int piece = 0;
        while (piece < evidence.size() && contradicting <= maxContradicting) {
            switch (evidence.verdict(piece, box)) {
                case AGREES -> known++;
                case CONTRADICTS -> {
                    known++;
                    contradicting++;
                }
                case UNKNOWN -> {
                    // neither speaks for the box nor against it
                }
            }
            piece++;
        }
        verdictsLeft -= piece;
        return new Tally(box, contradicting, known);
    }
}
