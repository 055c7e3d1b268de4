package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.SessionClock;
import java.io.IOException;
import java.util.Arrays;

/**
 * Sums up what each processor did in periods as long as each other: so the load is known where slices are left out.
 * The last period is cut at the end. Periods in which a processor did the same all the time are told as one.
 *
 * <p>A period is told once the slice is that ends behind it. Of a processor they come in the order of time, each
 * beginning where the one before ended. Nothing here allocates, but once for a processor when it is first seen.
 */
public final class ProcessorPeriods {
    /** Periods in a second at most, of all processors together. */
    private static final int MOST_IN_A_SECOND = 2_000;

    /** Each a multiple of the next, so that the start of a longer period is that of a shorter one. */
    private static final int[] IN_A_SECOND = {100, 10, 1};

    /** Is told of each period when it is over. */
    public interface Listener {
        /**
         * A period is over.
         *
         * @param statistics good only while this is being called
         */
        void period(ProcessorStatistics statistics) throws IOException;
    }

    /** What a processor can do. */
    private enum Doing {
        RUNNING,
        IDLE,
        UNKNOWN
    }

    private final long from;
    private final long frequency;
    private final int inASecond;
    private final Listener listener;
    private Processor[] processors = {};

    /**
     * Periods that suit a number of processors.
     *
     * @param from session clock's value at which the first periods begin
     */
    public ProcessorPeriods(SessionClock clock, int processorCount, long from, Listener listener) {
        this.from = from;
        this.frequency = clock.frequency();
        this.listener = listener;
        int fitting = Arrays.stream(IN_A_SECOND)
                .filter(each -> (long) each * processorCount <= MOST_IN_A_SECOND)
                .findFirst()
                .orElse(1);
        inASecond = (int) Math.min(fitting, frequency);
    }

    /** A thread ran on a processor. */
    public void running(Slice slice) throws IOException {
        processor(slice.processor()).did(Doing.RUNNING, slice.start(), slice.end());
    }

    /** A processor was idle. */
    public void idle(Slice slice) throws IOException {
        processor(slice.processor()).did(Doing.IDLE, slice.start(), slice.end());
    }

    /** A processor went from one thread to another; what is known of the time before has been said. */
    public void contextSwitch(int number, long time) throws IOException {
        Processor processor = processor(number);
        if (processor.now < time) {
            processor.advance(Doing.UNKNOWN, time);
        }
        processor.contextSwitches++;
    }

    /**
     * All is said.
     *
     * @param to session clock's value at the end of the last period
     */
    public void end(long to) throws IOException {
        for (Processor processor : processors) {
            if (processor != null) {
                processor.advance(Doing.UNKNOWN, to);
                if (processor.now > processor.start) {
                    listener.period(processor);
                }
            }
        }
    }

    private Processor processor(int number) {
        if (number >= processors.length) {
            processors = Arrays.copyOf(processors, Math.max(number + 1, 2 * processors.length));
        }
        Processor processor = processors[number];
        if (processor == null) {
            processor = new Processor(number);
            processors[number] = processor;
        }
        return processor;
    }

    /** Session clock's value at which a period begins. Seconds and the rest each on their own fit into 64 bits. */
    private long start(long period) {
        return from + period / inASecond * frequency + period % inASecond * frequency / inASecond;
    }

    /** Which period a session clock's value is in. */
    private long period(long time) {
        long since = time - from;
        long period = since / frequency * inASecond + since % frequency * inASecond / frequency;
        // Starts are rounded down.
        return start(period + 1) <= time ? period + 1 : period;
    }

    /** A processor, and the period that it is in. */
    private final class Processor implements ProcessorStatistics {
        private final int number;
        private long start = from;
        private long now = from;
        private long nextStart = ProcessorPeriods.this.start(1);
        private long runningTime;
        private long idleTime;
        private int contextSwitches;

        Processor(int number) {
            this.number = number;
        }

        void did(Doing what, long since, long until) throws IOException {
            // What most slices do: go on from the one before, within the period.
            if (since == now && until < nextStart) {
                add(what, until);
                return;
            }
            if (since > now) {
                advance(Doing.UNKNOWN, since);
            }
            advance(what, until);
        }

        void advance(Doing what, long to) throws IOException {
            if (to >= nextStart) {
                long last = period(to);
                long lastStart = ProcessorPeriods.this.start(last);
                // The period that it is in, and those in which it did the same all the time.
                for (long end = nextStart; end > now; end = lastStart) {
                    close(what, end);
                }
                nextStart = ProcessorPeriods.this.start(last + 1);
            }
            add(what, to);
        }

        private void close(Doing what, long end) throws IOException {
            add(what, end);
            listener.period(this);
            start = end;
            runningTime = 0;
            idleTime = 0;
            contextSwitches = 0;
        }

        private void add(Doing what, long to) {
            if (to > now) {
                if (what == Doing.RUNNING) {
                    runningTime += to - now;
                } else if (what == Doing.IDLE) {
                    idleTime += to - now;
                }
                now = to;
            }
        }

        @Override
        public int processor() {
            return number;
        }

        @Override
        public long start() {
            return start;
        }

        @Override
        public long end() {
            return now;
        }

        @Override
        public long runningTime() {
            return runningTime;
        }

        @Override
        public long idleTime() {
            return idleTime;
        }

        @Override
        public int contextSwitches() {
            return contextSwitches;
        }
    }
}
