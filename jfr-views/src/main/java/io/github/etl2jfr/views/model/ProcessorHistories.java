package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What processors did last. */
final class ProcessorHistories {
    /** Slices that are remembered of a processor, at most as many as the converter does: seconds of a busy one. */
    static final int MOST_OF_PROCESSOR = 1 << 14;

    /** The same, where there are so many processors that they could not have {@link #MOST}. */
    static final int LEAST_OF_PROCESSOR = 1 << 11;

    /** Slices that are remembered of all processors, about: ten megabytes. */
    private static final int MOST = 1 << 19;

    private int remembered;

    /** Threads that ran, by index. */
    private final List<TraceThread> threads = new ArrayList<>();

    /** Histories by processor; null if nothing is told of it. */
    private ProcessorHistory[] histories = {};

    /** Takes in what a thread or a processor did, if it tells who ran where, or that nobody did. */
    void add(Slice slice) {
        boolean tells = slice.kind() == Slice.Kind.IDLE || slice.kind() == Slice.Kind.RUNNING && slice.thread() != null;
        if (tells && slice.processor() >= 0) {
            ProcessorHistory history = of(slice.processor());
            if (history.isFull() && mayGrow(history.size())) {
                remembered += history.size();
                history.grow();
            }
            history.add(slice);
            if (slice.kind() == Slice.Kind.RUNNING) {
                note(slice.thread());
            }
        }
    }

    private void note(TraceThread thread) {
        while (threads.size() <= thread.index()) {
            threads.add(null);
        }
        if (threads.get(thread.index()) == null) {
            threads.set(thread.index(), thread);
        }
    }

    private boolean mayGrow(int size) {
        return size < LEAST_OF_PROCESSOR || size < MOST_OF_PROCESSOR && remembered + size <= MOST;
    }

    private ProcessorHistory of(int processor) {
        if (processor >= histories.length) {
            histories = Arrays.copyOf(histories, processor + 1);
        }
        if (histories[processor] == null) {
            histories[processor] = new ProcessorHistory();
        }
        return histories[processor];
    }

    /** As {@link ProcessorHistory#during}; nothing of a processor that is not known. */
    ThreadTimes during(int processor, long from, long to) {
        boolean isTold = processor >= 0 && processor < histories.length && histories[processor] != null;
        return isTold ? histories[processor].during(from, to, threads) : new ThreadTimes();
    }
}
