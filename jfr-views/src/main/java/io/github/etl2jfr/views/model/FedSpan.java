package io.github.etl2jfr.views.model;

import java.io.IOException;

/**
 * The time of what an agent fed into a recording. Its sessions tell how far a trace had come whenever a chunk ended;
 * the slices of that chunk may be later.
 */
final class FedSpan {
    private long start = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;

    void add(Events event) throws IOException, RecordingException {
        switch (event.type()) {
            case TraceReader.SESSION -> {
                if (event.has(TraceReader.WAY_OF_AGENT)) {
                    start = Math.min(start, event.time("traceStart"));
                    end = Math.max(end, event.time("traceEnd"));
                }
            }
            case TraceReader.RUNNING, TraceReader.READY, TraceReader.WAITING -> end = Math.max(end, event.end());
            default -> {
                // Tells of no time.
            }
        }
    }

    /** What of it is in the time of the recording, since a trace may begin before; all of that if no agent tells. */
    Span in(Span recording) {
        long from = Math.max(recording.start(), start);
        long to = Math.min(recording.end(), end);
        return from < to ? new Span(from, to) : recording;
    }
}
