package io.github.etl2jfr.views.model;

import java.util.ArrayList;
import java.util.List;

/** Threads that were met, to be found by their index. */
final class ThreadsByIndex {
    private final List<TraceThread> threads = new ArrayList<>();

    void add(TraceThread thread) {
        while (threads.size() <= thread.index()) {
            threads.add(null);
        }
        threads.set(thread.index(), thread);
    }

    boolean has(TraceThread thread) {
        return thread.index() < threads.size() && threads.get(thread.index()) != null;
    }

    /** The one with an index; null if it was not met. */
    TraceThread get(int index) {
        return threads.get(index);
    }
}
