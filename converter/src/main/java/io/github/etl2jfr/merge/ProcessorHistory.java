package io.github.etl2jfr.merge;

import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;
import java.util.Arrays;

/**
 * Who ran on each processor, as far back as some thousand slices: what a ready thread waited for is known
 * only when it gets a processor. Taking a slice down allocates nothing in the long run.
 */
final class ProcessorHistory {
    /** Slices remembered of a processor; and of all, about, if there are many processors. */
    private static final int MOST_OF_PROCESSOR = 1 << 14;

    private static final int LEAST_OF_PROCESSOR = 1 << 8;
    private static final int MOST = 1 << 17;

    private int remembered;
    private Runs[] processors = new Runs[0];

    /** The last slices of one processor, in a ring. */
    private static final class Runs {
        int[] threads = new int[64];
        long[] starts = new long[64];
        long[] ends = new long[64];

        /** Number of slices ever taken down. */
        long count;

        void grow() {
            int size = threads.length;
            threads = Arrays.copyOf(threads, 2 * size);
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
        }
    }

    /** Is told who ran. */
    interface Visitor {
        /**
         * A thread ran.
         *
         * @param start session clock's value
         * @param end session clock's value
         */
        void ran(int thread, long start, long end);
    }

    /** Takes down a running slice, later than any before of its processor. */
    void add(Slice running) {
        int processor = running.processor();
        if (processor >= processors.length) {
            processors = Arrays.copyOf(processors, Math.max(processor + 1, 2 * processors.length));
        }
        Runs runs = processors[processor];
        if (runs == null) {
            runs = new Runs();
            processors[processor] = runs;
        }
        int size = runs.threads.length;
        boolean mayGrow = size < LEAST_OF_PROCESSOR || size < MOST_OF_PROCESSOR && remembered + size <= MOST;
        if (runs.count == size && mayGrow) {
            runs.grow();
            remembered += size;
        }
        int at = (int) runs.count & runs.threads.length - 1;
        runs.threads[at] = running.thread();
        runs.starts[at] = running.start();
        runs.ends[at] = running.end();
        runs.count++;
    }

    /**
     * Tells who ran on a processor, the last first.
     *
     * @param processor or {@link SwitchEvent#UNKNOWN}
     * @param from session clock's value
     * @param to session clock's value; nobody runs longer, as told
     * @return false if it is unknown which processor it was, or the history does not reach back so far
     */
    boolean visit(int processor, long from, long to, Visitor visitor) {
        if (processor == SwitchEvent.UNKNOWN) {
            return false;
        }
        Runs runs = processor < processors.length ? processors[processor] : null;
        if (runs == null) {
            return true;
        }
        long oldest = Math.max(0, runs.count - runs.threads.length);
        for (long run = runs.count - 1; run >= oldest; run--) {
            int at = (int) run & runs.threads.length - 1;
            if (runs.ends[at] <= from) {
                return true;
            }
            long start = Math.max(from, runs.starts[at]);
            long end = Math.min(to, runs.ends[at]);
            if (start < end) {
                visitor.ran(runs.threads[at], start, end);
            }
        }
        return oldest == 0;
    }
}
