package io.github.etl2jfr.agent.live;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Which tick of JFR's clock a time of the trace is, and the other way round.
 *
 * <p>Both clocks are read, one between two readings of the other: what the tick's time was lies between the two. Where
 * JFR counts the ticks of the trace's own clock, from another moment on, that pins the difference for good. Where it
 * reads the processor's counter, a line through the latest readings relates the two, to be {@linkplain #update drawn
 * anew} every few seconds. What is long ago is then known less well: the line's slope is as uncertain as the readings
 * are, and more before they span a second, while the frequency that JFR claims has to do.
 */
public final class JfrClock {
    private static final int ATTEMPTS = 1000;

    /** Some clocks stand still for 16 ms. */
    private static final int MAX_ATTEMPTS = 10_000_000;

    private static final int MAX_READINGS = 32;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Below this a line through the readings is worse than the frequencies that both clocks claim. */
    private static final double MIN_SPAN_SECONDS = 1;

    /** What the times rest on, the best first. */
    public enum Kind {
        /** JFR counts what the trace's clock counts: times are right but for a constant error. */
        SAME_CLOCK("JFR counts the trace's clock"),

        /** Two clocks, compared again and again. */
        COMPARED_CLOCKS("JFR and the trace have clocks of their own, which are compared"),

        /** The two are compared, and the time of day may be set while it runs. */
        WALL_CLOCK("the trace has the time of day only");

        private final String meaning;

        Kind(String meaning) {
            this.meaning = meaning;
        }

        /** How the clocks are compared, in words for the user. */
        public String meaning() {
            return meaning;
        }
    }

    /** A reading: the tick was read when the trace's clock showed the time, give or take. */
    private record Reading(long time, long ticks, long halfWidth) {}

    /**
     * A moment on both clocks, and how many ticks a unit of the trace's takes.
     *
     * @param wholeTicksPerUnit the same, 0 unless it is a whole number: that needs no rounding, which takes its time
     */
    private record Line(long time, long ticks, double ticksPerUnit, long wholeTicksPerUnit) {
        Line(long time, long ticks, double ticksPerUnit) {
            this(time, ticks, ticksPerUnit, ticksPerUnit == Math.rint(ticksPerUnit) ? (long) ticksPerUnit : 0);
        }

        /** How far from the truth it may be at a reading, in the trace's units. */
        double error(Reading reading) {
            double atTick = (reading.ticks() - ticks) / ticksPerUnit;
            return Math.abs(reading.time() - time - atTick) + reading.halfWidth();
        }
    }

    /**
     * How far from the truth times may be, in the trace's units.
     *
     * @param first from here
     * @param last to here by no more than {@code between}
     * @param growth by how much more with each unit before or after that
     */
    private record Uncertainty(long first, long last, double between, double growth) {
        double at(long time) {
            long distance = Math.max(0, Math.max(first - time, time - last));
            return distance == 0 ? between : between + distance * growth;
        }
    }

    private final LongSupplier ticks;
    private final LongSupplier clock;
    private final double unitsPerSecond;
    private final double claimedTicksPerUnit;
    private final Deque<Reading> readings = new ArrayDeque<>();
    private volatile Kind kind;
    private volatile Line line;
    private volatile Uncertainty uncertainty;

    private JfrClock(LongSupplier ticks, long ticksPerSecond, LongSupplier clock, long unitsPerSecond, Kind kind) {
        this.ticks = ticks;
        this.clock = clock;
        this.unitsPerSecond = unitsPerSecond;
        this.claimedTicksPerUnit = (double) ticksPerSecond / unitsPerSecond;
        this.kind = kind;
        update();
    }

    /**
     * For traces whose clock can be read here.
     *
     * @param ticks JFR's clock
     * @param ticksPerSecond that JFR claims for it
     * @param clock the trace's own, such as {@link System#nanoTime}: on Windows the performance counter, in nanoseconds
     * @param unitsPerSecond of that clock
     */
    public static JfrClock of(LongSupplier ticks, long ticksPerSecond, LongSupplier clock, long unitsPerSecond) {
        // HotSpot's own clocks count nanoseconds or less often; the processor's counter counts more often, and the
        // frequency JFR claims for it may be the round one that the processor is sold with.
        boolean maybeSame = unitsPerSecond % ticksPerSecond == 0;
        return new JfrClock(
                ticks, ticksPerSecond, clock, unitsPerSecond, maybeSame ? Kind.SAME_CLOCK : Kind.COMPARED_CLOCKS);
    }

    /**
     * For traces that have nothing but the time of day, in nanoseconds since 1970.
     *
     * @param ticks JFR's clock
     * @param ticksPerSecond that JFR claims for it
     */
    public static JfrClock ofWallClock(LongSupplier ticks, long ticksPerSecond) {
        return new JfrClock(
                ticks,
                ticksPerSecond,
                () -> {
                    Instant now = Instant.now();
                    return now.getEpochSecond() * (long) NANOS_PER_SECOND + now.getNano();
                },
                (long) NANOS_PER_SECOND,
                Kind.WALL_CLOCK);
    }

    /** What the times rest on. */
    public Kind kind() {
        return kind;
    }

    /** How far from the truth a time of now may be. */
    public double uncertaintyNanos() {
        return nanos(uncertainty.between());
    }

    private double nanos(double units) {
        return units * NANOS_PER_SECOND / unitsPerSecond;
    }

    /**
     * How far from the truth a time may be, if both clocks run evenly; infinite while there is a single reading.
     *
     * @param time of the trace
     */
    public double uncertaintyNanos(long time) {
        return nanos(uncertainty.at(time));
    }

    /** The tick at a time of the trace. */
    public long ticks(long time) {
        Line current = line;
        long sinceThen = time - current.time();
        return current.ticks()
                + (current.wholeTicksPerUnit() == 0
                        ? Math.round(sinceThen * current.ticksPerUnit())
                        : sinceThen * current.wholeTicksPerUnit());
    }

    /** The trace's time at a tick. */
    public long time(long tick) {
        Line current = line;
        return current.time() + Math.round((tick - current.ticks()) / current.ticksPerUnit());
    }

    /**
     * Reads the clocks again. Times may then be others than before, by as much as {@link #uncertaintyNanos} told: best
     * between two batches of the trace. Not those of the same clock, of which slices that follow each other would
     * overlap: a better reading tells no more than how far they are off.
     */
    public synchronized void update() {
        Reading reading = read();
        if (kind == Kind.SAME_CLOCK && line != null) {
            if (Math.abs(reading.time() - time(reading.ticks())) <= reading.halfWidth() + uncertainty.between()) {
                double between = Math.min(uncertainty.between(), line.error(reading));
                uncertainty = new Uncertainty(reading.time(), reading.time(), between, growth(line));
                return;
            }
            kind = Kind.COMPARED_CLOCKS;
        }
        readings.addLast(reading);
        if (readings.size() > MAX_READINGS) {
            readings.removeFirst();
        }
        drawLine();
    }

    /**
     * The narrowest of many: that nothing came in between shows in how little time went by. Where the trace's clock is
     * not JFR's, some must have: it may go on in steps, and is off by up to one, which is no longer than that.
     */
    private Reading read() {
        boolean isSame = kind == Kind.SAME_CLOCK;
        long narrowest = Long.MAX_VALUE;
        Reading reading = null;
        for (int attempt = 0; attempt < ATTEMPTS || reading == null && attempt < MAX_ATTEMPTS; attempt++) {
            long before = clock.getAsLong();
            long tick = ticks.getAsLong();
            long after = clock.getAsLong();
            long width = after - before;
            if (width >= (isSame ? 0 : 1) && width < narrowest) {
                narrowest = width;
                reading = isSame
                        ? new Reading(before + width / 2, tick, (width + 1) / 2)
                        : new Reading(after, tick, width + unitsPerTick());
            }
        }
        if (reading == null) {
            throw new IllegalStateException("the trace's clock stands still or runs backwards");
        }
        return reading;
    }

    /** At least one. */
    private long unitsPerTick() {
        return (long) Math.ceil(1 / claimedTicksPerUnit);
    }

    private void drawLine() {
        Reading first = readings.getFirst();
        Reading last = readings.getLast();
        if (last.time() - first.time() < MIN_SPAN_SECONDS * unitsPerSecond) {
            Line drawn = new Line(last.time(), last.ticks(), claimedTicksPerUnit);
            line = drawn;
            uncertainty = new Uncertainty(last.time(), last.time(), last.halfWidth(), growth(drawn));
        } else {
            Line drawn = leastSquares();
            line = drawn;
            double worst = readings.stream().mapToDouble(drawn::error).max().orElseThrow();
            uncertainty = new Uncertainty(first.time(), last.time(), worst, growth(drawn));
        }
    }

    /** In differences from the first reading, about the mean: they have room in a double. */
    private Line leastSquares() {
        Reading first = readings.getFirst();
        double meanTime = 0;
        double meanTicks = 0;
        for (Reading reading : readings) {
            meanTime += (double) (reading.time() - first.time()) / readings.size();
            meanTicks += (double) (reading.ticks() - first.ticks()) / readings.size();
        }
        double products = 0;
        double squares = 0;
        for (Reading reading : readings) {
            double time = (double) (reading.time() - first.time()) - meanTime;
            products += time * ((double) (reading.ticks() - first.ticks()) - meanTicks);
            squares += time * time;
        }
        return new Line(first.time() + Math.round(meanTime), first.ticks() + Math.round(meanTicks), products / squares);
    }

    /**
     * By how much the distance of a line from the truth can grow with each unit of the trace's clock: any two readings
     * tell, as it is no farther from the truth at either than its error there.
     */
    private double growth(Line drawn) {
        if (kind == Kind.SAME_CLOCK) {
            return 0;
        }
        double least = Double.POSITIVE_INFINITY;
        for (Reading one : readings) {
            for (Reading other : readings) {
                if (other.time() > one.time()) {
                    double growth = (drawn.error(one) + drawn.error(other)) / (other.time() - one.time());
                    least = Math.min(least, growth);
                }
            }
        }
        return least;
    }
}
