package io.github.etl2jfr.alignment;

import io.github.etl2jfr.alignment.LineSearch.Tally;
import io.github.etl2jfr.alignment.NoClockOffset.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How much is the trace's clock ahead of the JVM's? Each wait of a JVM thread bounds the offset, if only it is known
 * which of the thread's many switches belong to it ({@link Evidence}).
 *
 * <p>That is known in the end, not at the start: under any one offset each piece of evidence is true or false, and
 * under the right one most are true, while under a wrong one most are false. So the search is for the lines
 * <em>offset + drift * time</em> under which most pieces are true ({@link LineSearch}). It begins with few pieces
 * of a short time, in which the drift hardly matters, and all offsets; and goes on with what is left of the
 * offsets, more pieces and a time three times as long, until the time is all that the recording and the trace have
 * in common.
 *
 * <p>At last every line counts as possible that hardly more pieces contradict than the best one: by {@value
 * #DOUBT_PIECES} pieces or {@value #DOUBT_SHARE} of all. The band they fill over time is the answer
 * ({@link OffsetBand}). It contains the truth if, of the pieces of evidence, the truth contradicts
 * <ul>
 *   <li>at most a quarter, also in the short time at the beginning, and
 *   <li>hardly more, in the above sense, than the best line.
 * </ul>
 * If the waits are periodic, several offsets are possible, and the band becomes so wide that it is no answer. If the
 * data are unrelated, no line agrees with three quarters of them, or with so few that chance explains it.
 */
public final class ClockAlignment {
    /** Offsets are searched up to this many nanoseconds, to either side: headers agree to about a second. */
    private static final long MAX_OFFSET = 2_000_000_000;

    /**
     * Drifts to search up to, to either side. Quartzes are within 50 ppm each. The second is for a JVM that takes
     * the processor's clock for as fast as its model name says.
     */
    private static final double[] MAX_DRIFTS = {100e-6, 10e-3};

    /**
     * A band wider than this to either side, in nanoseconds, says nothing about which slice an event belongs to; but
     * slices themselves are told no better than to a step of the trace's clock.
     */
    private static final double MAX_UNCERTAINTY = 1e6;

    private static final int FIRST_BUDGET = 64;
    private static final int BUDGET = 512;
    private static final int LAST_BUDGET = 1024;

    /** Nanoseconds that the first stretch of time has at least: else its waits may all be of one moment. */
    private static final long FIRST_LENGTH = 250_000_000;

    /** First stretches to try: one may fall into a loss. */
    private static final int ATTEMPTS = 4;

    /** To how many nanoseconds lines are told apart: at first, while evidence is added, and at last. */
    private static final double FIRST_FLOOR = 1_024_000;

    private static final double COARSE_FLOOR = 8000;
    private static final double FINE_FLOOR = 125;

    /** More boxes than this are cut no further before there is more evidence, if they are few offsets. */
    private static final int MANY_BOXES = 512;

    private static final double FEW_OFFSETS = MAX_OFFSET / 16.0;

    /** Some seconds' work: evidence that leaves so much open will not settle. */
    private static final long MAX_VERDICTS = 20_000_000;

    /** A floor so much smaller than the uncertainty adds little to it. */
    private static final int FLOORS_PER_UNCERTAINTY = 32;

    private static final int DOUBT_PIECES = 3;
    private static final double DOUBT_SHARE = 0.05;

    /** Chance may find a line that is as good as the one found once in e to this power. */
    private static final double MIN_SURPRISE = 10;

    /** Lines closer than this many nanoseconds agree by chance with the same pieces. */
    private static final double CHANCE_WIDTH = 1000;

    private final TraceTimes trace;
    private final ClockSteps steps;
    private final JvmTimes jvm;
    private final Candidates candidates;
    private final LineSearch search = new LineSearch(MAX_VERDICTS);

    private ClockAlignment(TraceTimes trace, JvmTimes jvm) {
        this.trace = trace;
        this.steps = ClockSteps.of(trace);
        this.jvm = jvm;
        this.candidates = Candidates.of(trace, steps, jvm, MAX_OFFSET);
    }

    /** Finds the offset, or why there is none. The same input has the same answer. */
    public static Alignment find(TraceTimes trace, JvmTimes jvm) {
        return new ClockAlignment(trace, jvm).find();
    }

    private Alignment find() {
        if (jvm.start() - MAX_OFFSET > trace.end() || jvm.end() + MAX_OFFSET < trace.start()) {
            return none(Reason.NO_COMMON_TIME);
        }
        if (candidates.isEmpty()) {
            boolean foreign =
                    jvm.threads().findAny().isPresent() && jvm.threads().noneMatch(trace::knows);
            return none(foreign ? Reason.NO_COMMON_THREAD : Reason.TOO_LITTLE_EVIDENCE);
        }
        for (double maxDrift : MAX_DRIFTS) {
            for (Stretch stretch : firstStretches()) {
                Alignment alignment = find(stretch, maxDrift);
                if (!alignment.equals(none(Reason.CONTRADICTORY))) {
                    return alignment;
                }
            }
        }
        return none(Reason.CONTRADICTORY);
    }

    /** Short stretches of time that lie in the trace whatever the offset is; without such, all the time there is. */
    private List<Stretch> firstStretches() {
        Stretch span = candidates.span();
        Stretch surelyKnown = new Stretch(trace.start() + MAX_OFFSET, trace.end() - MAX_OFFSET);
        for (long length = FIRST_LENGTH; length < span.length(); length *= 4) {
            List<Stretch> stretches = candidates.densestStretches(surelyKnown, FIRST_BUDGET, length);
            if (!stretches.isEmpty()) {
                return stretches.subList(0, Math.min(ATTEMPTS, stretches.size()));
            }
        }
        return List.of(span);
    }

    private Alignment find(Stretch first, double maxDrift) {
        Stretch span = candidates.span();
        Stretch stretch = first;
        int budget = FIRST_BUDGET;
        List<LineBox> boxes = List.of(new LineBox(0, 0, MAX_OFFSET, maxDrift));
        while (true) {
            boxes = narrowed(boxes, evidence(stretch, budget));
            if (search.isGivenUp()) {
                return none(Reason.AMBIGUOUS);
            }
            if (boxes.isEmpty()) {
                return none(Reason.CONTRADICTORY);
            }
            Stretch next = stretch.grownWithin(span);
            boxes = merged(boxes, (double) (next.middle() - stretch.middle()));
            if (next.equals(stretch)) {
                return refined(boxes, evidence(span, LAST_BUDGET), maxDrift);
            }
            stretch = next;
            budget = BUDGET;
        }
    }

    private List<LineBox> narrowed(List<LineBox> boxes, Evidence evidence) {
        List<LineBox> left = boxes;
        for (double floor = FIRST_FLOOR; floor >= COARSE_FLOOR && !search.isGivenUp(); floor /= 2) {
            left = search.plausible(evidence, left, floor);
            if (left.size() > MANY_BOXES && width(left) < FEW_OFFSETS) {
                break;
            }
        }
        return left;
    }

    /** How many nanoseconds of offsets boxes hold. */
    private static double width(List<LineBox> boxes) {
        return merged(boxes, 0).stream()
                .mapToDouble(box -> 2 * box.offsetRadius())
                .sum();
    }

    private Evidence evidence(Stretch stretch, int budget) {
        double tolerance = trace.resolution() + jvm.resolution();
        return new Evidence(trace, steps, candidates.choose(stretch, budget), stretch.middle(), tolerance, MAX_OFFSET);
    }

    /**
     * Joins boxes that touch, so that the next search does not look at the same lines twice.
     *
     * @param later how much later the reference is from which the new boxes are told
     */
    private static List<LineBox> merged(List<LineBox> boxes, double later) {
        List<LineBox> ordered = boxes.stream()
                .map(box -> box.seenFrom(later))
                .sorted(Comparator.comparingDouble(box -> box.lowAt(0)))
                .toList();
        List<LineBox> merged = new ArrayList<>();
        for (LineBox box : ordered) {
            int last = merged.size() - 1;
            if (last >= 0 && box.lowAt(0) <= merged.get(last).highAt(0)) {
                merged.set(last, merged.get(last).around(box));
            } else {
                merged.add(box);
            }
        }
        return merged;
    }

    private Alignment refined(List<LineBox> coarse, Evidence evidence, double maxDrift) {
        Optional<Tally> found = search.best(evidence, coarse, FINE_FLOOR);
        if (found.isEmpty()) {
            return none(search.isGivenUp() ? Reason.AMBIGUOUS : Reason.CONTRADICTORY);
        }
        Tally best = found.get();
        if (isChance(best, evidence, maxDrift)) {
            return none(Reason.TOO_LITTLE_EVIDENCE);
        }
        int doubt = Math.max(DOUBT_PIECES, (int) Math.ceil(DOUBT_SHARE * best.known()));
        Stretch common = commonTime(Math.round(best.box().offset()));
        List<LineBox> boxes = coarse;
        OffsetBand band = null;
        double floor = FIRST_FLOOR;
        while (band == null || floor >= Math.max(FINE_FLOOR, band.uncertainty() / FLOORS_PER_UNCERTAINTY)) {
            boxes = search.plausible(evidence, boxes, floor, best.contradicting() + doubt);
            if (search.isGivenUp()) {
                break;
            }
            band = OffsetBand.of(boxes, evidence.reference(), common);
            floor /= 2;
        }
        if (band == null || band.uncertainty() > Math.max(MAX_UNCERTAINTY, (double) steps.length())) {
            return none(Reason.AMBIGUOUS);
        }
        return new ClockOffset(
                common.middle(),
                band.middleOffset(),
                band.drift(),
                band.uncertainty() + steps.length(),
                evidence.knownWaits(best.box()),
                best.known() - evidence.knownWaits(best.box()),
                best.contradicting());
    }

    /** The JVM time that the trace covers, too. */
    private Stretch commonTime(long offset) {
        long from = Math.max(jvm.start(), trace.start() - offset);
        return new Stretch(from, Math.max(from + 1, Math.min(jvm.end(), trace.end() - offset)));
    }

    /**
     * Would unrelated data agree as well? By Chernoff's bound, n pieces that are true by chance with probability p
     * on average are true to a share q > p with a probability of at most e^-nD, where D is the relative entropy of q
     * to p; and there are as many tries as lines that are not too close to one another.
     */
    private static boolean isChance(Tally best, Evidence evidence, double maxDrift) {
        double share = (double) best.agreeing() / best.known();
        double chance = evidence.chance();
        if (share <= chance) {
            return true;
        }
        double entropy = share * Math.log(share / chance);
        if (share < 1) {
            entropy += (1 - share) * Math.log((1 - share) / (1 - chance));
        }
        double offsets = 2 * MAX_OFFSET / CHANCE_WIDTH;
        double drifts = 1 + 2 * maxDrift * evidence.reach() / CHANCE_WIDTH;
        return best.known() * entropy < MIN_SURPRISE + Math.log(offsets * drifts);
    }

    private static NoClockOffset none(Reason reason) {
        return new NoClockOffset(reason);
    }
}
