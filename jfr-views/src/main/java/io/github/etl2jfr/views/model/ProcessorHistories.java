package io.github.etl2jfr.views.model;

import java.util.HashMap;
import java.util.Map;

/** What processors did last. */
final class ProcessorHistories {
    private final Map<Integer, ProcessorHistory> histories = new HashMap<>();

    /** Takes in what a thread or a processor did, if it tells who ran where, or that nobody did. */
    void add(Slice slice) {
        boolean tells = slice.kind() == Slice.Kind.IDLE || slice.kind() == Slice.Kind.RUNNING && slice.thread() != null;
        if (tells && slice.processor() >= 0) {
            of(slice.processor()).add(slice);
        }
    }

    /** As {@link ProcessorHistory#during}. */
    ThreadTimes during(int processor, long from, long to) {
        return of(processor).during(from, to);
    }

    private ProcessorHistory of(int processor) {
        return histories.computeIfAbsent(processor, key -> new ProcessorHistory());
    }
}
