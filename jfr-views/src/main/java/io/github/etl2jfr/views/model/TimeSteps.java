package io.github.etl2jfr.views.model;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What threads and processors did in each of some steps of time, all together. Steps are as long as each other, count
 * from the trace's start, and are cut at the ends of the time that is looked at. Memory depends on their number alone.
 */
public final class TimeSteps implements TraceSink {
    /** Steps at most: each takes memory, and nobody looks at more. */
    private static final int MOST = 100_000;

    /** Steps of time that people take in at a glance. */
    private static final int USUAL = 20;

    private final Predicate<Latency> wanted;

    /** How long a step is, in nanoseconds; 0 until that is known. */
    private long length;

    private long traceStart;
    private Span span;

    /** The first step's number, counted from the trace's start. */
    private long first;

    private long wantedCount;
    private int count;
    private Sums running;

    // At least so much, in slices and in periods: see ProcessorTotals.
    private Sums ranInSlices;
    private Sums ranInPeriods;
    private Sums idleInSlices;
    private Sums idleInPeriods;

    private Sums ready;

    /** Anything that a thread or a processor did. */
    private Sums anything;

    private Sums javaEvents;
    private long[] timesReady;
    private long[] longestReady;
    private long[] switches;
    private long[] begunJavaEvents;
    private long[] longestJavaEvents;

    /** What there was in a step of time. Times are sums over all threads or processors. */
    public final class Step {
        private final int index;

        private Step(int index) {
            this.index = index;
        }

        /** Whether anything is told of it. */
        public boolean isTold() {
            return anything.time(index) > 0;
        }

        public long start() {
            return TimeSteps.this.start(index);
        }

        public long end() {
            return TimeSteps.this.start(index + 1);
        }

        /** How long chosen threads ran. */
        public long running() {
            return running.time(index);
        }

        /** How long other threads ran. */
        public long others() {
            return Math.max(ranInSlices.time(index), ranInPeriods.time(index)) - running();
        }

        /** How long processors were idle, as far as that is told. */
        public long idle() {
            return Math.max(idleInSlices.time(index), idleInPeriods.time(index));
        }

        /** How long chosen threads were ready. */
        public long ready() {
            return ready.time(index);
        }

        /** How often one became ready. */
        public long timesReady() {
            return timesReady[index];
        }

        /** How long the one was ready that was so longest, of those that became ready in it. */
        public long longestReady() {
            return longestReady[index];
        }

        /** How often a chosen thread left a processor; if all are, idle ones too. */
        public long switches() {
            return switches[index];
        }

        /** How much of the time of wanted events of the JVM lies in it. */
        public long javaEvents() {
            return javaEvents.time(index);
        }

        /** How many of these began in it. */
        public long begunJavaEvents() {
            return begunJavaEvents[index];
        }

        /** How long the longest of those was. */
        public long longestJavaEvent() {
            return longestJavaEvents[index];
        }
    }

    /** How long something went on in each step. A time takes no longer to add if it goes on for many steps. */
    private final class Sums {
        /** Time in those steps that it did not fill. */
        private final long[] parts = new long[count];

        /** Time in those steps that it filled: how much more than in the step before it; how much, once all is known. */
        private final long[] filled = new long[count + 1];

        private boolean isAllKnown;

        void add(long from, long to) {
            add(from, to, to - from);
        }

        /** Adds what is certain of a time in which something went on for so long, it is not told when. */
        void add(long from, long to, long sum) {
            if (from >= to) {
                return;
            }
            int firstStep = at(from);
            int lastStep = at(to - 1);
            if (firstStep == lastStep) {
                parts[firstStep] += sum;
                return;
            }
            long all = to - from;
            parts[firstStep] += ProcessorPeriod.certain(sum, all, start(firstStep + 1) - from);
            parts[lastStep] += ProcessorPeriod.certain(sum, all, to - start(lastStep));
            long each = ProcessorPeriod.certain(sum, all, Math.min(length, all));
            filled[firstStep + 1] += each;
            filled[lastStep] -= each;
        }

        long time(int step) {
            if (!isAllKnown) {
                isAllKnown = true;
                for (int i = 1; i < count; i++) {
                    filled[i] += filled[i - 1];
                }
            }
            return parts[step] + filled[step];
        }
    }

    /**
     * Steps of a length that suits the time that is looked at.
     *
     * @param wanted which events of the JVM to count
     */
    public TimeSteps(Predicate<Latency> wanted) {
        this.wanted = wanted;
    }

    /**
     * Wants steps of another length; to be said before there are any.
     *
     * @param nanos at least 1
     */
    public void setLength(long nanos) {
        length = nanos;
    }

    @Override
    public void begin(Session session, Span shown) {
        traceStart = session.span().start();
        span = shown;
        if (length == 0) {
            length = usualLength();
        }
        // So long a one is all there is; no moment in it overflows.
        length = Math.min(length, Math.max(1, session.span().length()));
        first = number(span.start(), length);
        wantedCount = count(length);
        count = wantedCount > MOST ? 0 : (int) wantedCount;
        running = new Sums();
        ranInSlices = new Sums();
        ranInPeriods = new Sums();
        idleInSlices = new Sums();
        idleInPeriods = new Sums();
        ready = new Sums();
        anything = new Sums();
        javaEvents = new Sums();
        timesReady = new long[count];
        longestReady = new long[count];
        switches = new long[count];
        begunJavaEvents = new long[count];
        longestJavaEvents = new long[count];
    }

    /** The shortest of 1, 2, 5, 10, ... nanoseconds that does not make too many. */
    private long usualLength() {
        long power = 1;
        while (true) {
            for (long candidate : new long[] {power, 2 * power, 5 * power}) {
                if (count(candidate) <= USUAL) {
                    return candidate;
                }
            }
            power *= 10;
        }
    }

    /** How many steps of a length there would be. */
    private long count(long nanos) {
        return Math.max(1, number(span.end() - 1, nanos) - number(span.start(), nanos) + 1);
    }

    /** The number of the step that a time lies in, counted from the trace's start. */
    private long number(long time, long nanos) {
        return Math.max(0, time - traceStart) / nanos;
    }

    private int at(long time) {
        return (int) (number(time, length) - first);
    }

    /** When a step begins; that past the last begins when the last ends. */
    private long start(int step) {
        return step == 0 ? span.start() : step == count ? span.end() : traceStart + (first + step) * length;
    }

    @Override
    public void slice(Slice slice) {
        if (count == 0) {
            return;
        }
        anything.add(slice.start(), slice.end());
        if (slice.kind() == Slice.Kind.IDLE) {
            idleInSlices.add(slice.start(), slice.end());
        } else if (slice.thread() != null) {
            boolean isChosen = slice.thread().isChosen();
            if (slice.kind() == Slice.Kind.RUNNING) {
                ranInSlices.add(slice.start(), slice.end());
                if (isChosen) {
                    running.add(slice.start(), slice.end());
                }
            } else if (slice.kind() == Slice.Kind.READY && isChosen) {
                addReady(slice);
            }
        }
    }

    @Override
    public void processorPeriod(ProcessorPeriod period) {
        if (count > 0) {
            anything.add(period.start(), period.end(), period.running() + period.idle());
            ranInPeriods.add(period.start(), period.end(), period.running());
            idleInPeriods.add(period.start(), period.end(), period.idle());
        }
    }

    private void addReady(Slice slice) {
        ready.add(slice.start(), slice.end());
        int step = at(slice.start());
        timesReady[step]++;
        longestReady[step] = Math.max(longestReady[step], slice.duration());
    }

    @Override
    public void contextSwitch(long time, TraceThread oldThread, int processor, boolean involuntary) {
        if (count > 0 && oldThread.isChosen()) {
            // The trace's last one may be at its end.
            switches[Math.min(at(time), count - 1)]++;
        }
    }

    @Override
    public void latency(Latency latency) {
        if (count == 0 || !wanted.test(latency)) {
            return;
        }
        long start = latency.start();
        javaEvents.add(Math.max(start, span.start()), Math.min(start + latency.duration(), span.end()));
        if (start >= span.start() && start < span.end()) {
            int step = at(start);
            begunJavaEvents[step]++;
            longestJavaEvents[step] = Math.max(longestJavaEvents[step], latency.duration());
        }
    }

    /** How long a step is that is not cut, in nanoseconds. */
    public long length() {
        return length;
    }

    /**
     * All of them, in their order.
     *
     * @throws RecordingException if there would be too many
     */
    public List<Step> steps() throws RecordingException {
        if (wantedCount > MOST) {
            throw RecordingException.ofMisuse(String.format(
                    Locale.ROOT,
                    "more than %,d steps of time; choose longer ones with --step, or a shorter time with --from"
                            + " and --to",
                    MOST));
        }
        return IntStream.range(0, count).mapToObj(Step::new).toList();
    }
}
