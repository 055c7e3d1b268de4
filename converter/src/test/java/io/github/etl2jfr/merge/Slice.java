package io.github.etl2jfr.merge;

import io.github.etl2jfr.merge.Timetable.TraceThread;

/**
 * What a thread did for a while, in truth. Times are the trace's ticks since its start.
 *
 * @param processor where it ran, or had run, or, ready, will run
 * @param why the state it then left in, the cause to be ready, or the reason to wait; null if unknown
 * @param other who came next, or woke it, null if that is nobody
 */
record Slice(Kind kind, TraceThread thread, Span time, int processor, String why, TraceThread other) {
    enum Kind {
        RUNNING("windows.ThreadRunning"),
        READY("windows.ThreadReady"),
        WAITING("windows.ThreadWaiting");

        private final String typeName;

        Kind(String typeName) {
            this.typeName = typeName;
        }

        String typeName() {
            return typeName;
        }
    }
}
