package io.github.etl2jfr.alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * What really happened, told by one clock: the running slices of threads, by index, and the JVM's events of the
 * same threads. Then each side is told by its own clock.
 *
 * @param start of the trace
 * @param recordingStart of the JVM's recording
 */
record Run(
        long start,
        long end,
        long recordingStart,
        long recordingEnd,
        List<List<Span>> slices,
        List<Wait> waits,
        List<Instant> instants) {
    record Span(long start, long end) {}

    record Wait(int thread, long start, long end) {}

    record Instant(int thread, long time) {}

    /**
     * How wrong the JVM's clock is: trace time = JVM time + offset + drift * (JVM time - middle).
     *
     * @param tick JVM times are rounded down to multiples of this many nanoseconds
     */
    record Skew(double offset, double drift, long tick) {
        long toJvm(long time, long middle) {
            // Solved for the JVM time; the middle is one by the JVM's clock.
            long jvm = middle + Math.round((time - middle - offset) / (1 + drift));
            return Math.floorDiv(jvm, tick) * tick;
        }

        double offsetAt(long jvmTime, long middle) {
            return offset + drift * (jvmTime - middle);
        }
    }

    /** What was found, at a JVM time. */
    static double offsetAt(ClockOffset found, long jvmTime) {
        return found.offsetNanos() + found.drift() * (jvmTime - found.referenceTime());
    }

    /** The middle of the trace: there, the JVM's clock is wrong by the skew's offset. */
    long middle() {
        return start + (end - start) / 2;
    }

    TraceTimes trace() {
        TraceTimes trace = new TraceTimes(start, end, 1);
        for (int thread = 0; thread < slices.size(); thread++) {
            for (Span slice : slices.get(thread)) {
                trace.running(thread, slice.start, slice.end);
            }
        }
        return trace;
    }

    JvmTimes jvm(Skew skew) {
        JvmTimes jvm =
                new JvmTimes(skew.toJvm(recordingStart, middle()), skew.toJvm(recordingEnd, middle()), skew.tick);
        for (Wait wait : waits) {
            jvm.waited(wait.thread, skew.toJvm(wait.start, middle()), skew.toJvm(wait.end, middle()));
        }
        for (Instant instant : instants) {
            jvm.ran(instant.thread, skew.toJvm(instant.time, middle()));
        }
        return jvm;
    }

    /**
     * A made-up load.
     *
     * @param seconds it lasts
     * @param waitMillis length of its waits on average
     * @param runMicros length of its running between waits on average
     * @param jitter 1 for lengths as random as can be, 0 for all the same
     */
    record Load(long seed, int threads, double seconds, double waitMillis, double runMicros, double jitter) {
        private static final long START = 1_795_259_086_000_000_000L;

        Run run() {
            Random random = new Random(seed);
            long end = START + (long) (seconds * 1e9);
            List<List<Span>> slices = new ArrayList<>();
            List<Wait> waits = new ArrayList<>();
            List<Instant> instants = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                slices.add(new ArrayList<>());
                // Each slice begins with the end of a wait and ends with the begin of the next.
                long switchIn = START + length(random, waitMillis * 1e6);
                long eventStart = -1;
                while (switchIn < end) {
                    long eventEnd = switchIn + 800 + length(random, 5000);
                    if (eventStart >= 0) {
                        waits.add(new Wait(thread, eventStart, eventEnd));
                    }
                    eventStart = eventEnd + 2000 + length(random, runMicros * 1e3);
                    instants.add(new Instant(thread, eventEnd + 1 + (eventStart - eventEnd) / 2));
                    long switchOut = eventStart + 900 + length(random, 1500);
                    slices.get(thread).add(new Span(switchIn, Math.min(switchOut, end)));
                    switchIn = switchOut + 1000 + length(random, waitMillis * 1e6);
                    // Woken to find that it has to wait on.
                    while (random.nextDouble() < jitter / 4 && switchIn < end) {
                        long again = switchIn + 2000 + length(random, 20_000);
                        slices.get(thread).add(new Span(switchIn, Math.min(again, end)));
                        switchIn = again + 1000 + length(random, waitMillis * 1e6);
                    }
                }
            }
            return new Run(START, end, START, end, slices, waits, instants);
        }

        private long length(Random random, double mean) {
            double exponential = -Math.log(1 - random.nextDouble()) * mean;
            return (long) (jitter * exponential + (1 - jitter) * mean);
        }
    }

    /** The same, only that of the JVM's waits some are wrong, by a microsecond or by a second. */
    Run withWrongWaits(double share, long seed) {
        Random random = new Random(seed);
        List<Wait> changed = new ArrayList<>();
        for (Wait wait : waits) {
            if (random.nextDouble() >= share) {
                changed.add(wait);
            } else {
                long shift = (long) (Math.pow(10, 3 + random.nextDouble() * 6) * (random.nextBoolean() ? 1 : -1));
                changed.add(
                        random.nextBoolean()
                                ? new Wait(wait.thread, wait.start + shift, Math.max(wait.end, wait.start + shift + 1))
                                : new Wait(wait.thread, Math.min(wait.start, wait.end + shift - 1), wait.end + shift));
            }
        }
        return new Run(start, end, recordingStart, recordingEnd, slices, changed, instants);
    }

    /** The same, but some of the waits never leave the processor: the trace has one slice where there were two. */
    Run withSpunWaits(double share, long seed) {
        return withSlices(share, seed, true);
    }

    /** The same, but some slices are missing. */
    Run withMissingSlices(double share, long seed) {
        return withSlices(share, seed, false);
    }

    private Run withSlices(double share, long seed, boolean join) {
        Random random = new Random(seed);
        List<List<Span>> changed = new ArrayList<>();
        for (List<Span> thread : slices) {
            List<Span> kept = new ArrayList<>();
            for (Span slice : thread) {
                if (random.nextDouble() >= share) {
                    kept.add(slice);
                } else if (join && !kept.isEmpty()) {
                    kept.set(kept.size() - 1, new Span(kept.get(kept.size() - 1).start, slice.end));
                }
            }
            changed.add(kept);
        }
        return new Run(start, end, recordingStart, recordingEnd, changed, waits, instants);
    }

    /** The same, but the trace tells its times as a clock shows them that moves in steps. */
    Run shownBy(LongUnaryOperator clock) {
        List<List<Span>> shown = slices.stream()
                .map(thread -> thread.stream()
                        .map(slice -> new Span(clock.applyAsLong(slice.start), clock.applyAsLong(slice.end)))
                        .toList())
                .toList();
        return new Run(
                clock.applyAsLong(start), clock.applyAsLong(end), recordingStart, recordingEnd, shown, waits, instants);
    }

    /** A clock that stands still between multiples of a step. */
    static LongUnaryOperator steps(long step) {
        return time -> Math.floorDiv(time, step) * step;
    }

    /** The same trace, and nothing from the JVM but these waits. */
    Run withWaits(List<Wait> some) {
        return new Run(start, end, recordingStart, recordingEnd, slices, some, List.of());
    }

    Run withoutWaits() {
        return new Run(start, end, recordingStart, recordingEnd, slices, List.of(), instants);
    }

    /** The trace of one run, the JVM events of another. */
    Run withEventsOf(Run other) {
        return new Run(start, end, recordingStart, recordingEnd, slices, other.waits, other.instants);
    }
}
