package io.github.etl2jfr.views.model;

import java.util.Arrays;

/** What processors did last. */
final class ProcessorHistories {
    /** By processor; null if nothing is told of it. */
    private ProcessorHistory[] histories = {};

    /** Takes in what a thread or a processor did, if it tells who ran where, or that nobody did. */
    void add(Slice slice) {
        boolean tells = slice.kind() == Slice.Kind.IDLE || slice.kind() == Slice.Kind.RUNNING && slice.thread() != null;
        if (tells && slice.processor() >= 0) {
            of(slice.processor()).add(slice);
        }
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
        return isTold ? histories[processor].during(from, to) : new ThreadTimes();
    }
}
