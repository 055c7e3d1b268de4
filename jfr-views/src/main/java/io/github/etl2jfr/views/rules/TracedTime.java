package io.github.etl2jfr.views.rules;

/**
 * The time that the trace tells of: what happened in the JVM before or after, it can neither explain nor acquit. A
 * JVM's recording is often the longer of the two.
 *
 * @param start nanoseconds since 1970
 * @param end nanoseconds since 1970
 */
record TracedTime(long start, long end) {
    private static final TracedTime UNKNOWN = new TracedTime(Long.MIN_VALUE, Long.MAX_VALUE);

    /** That of all traces together; any time if none tells. */
    static TracedTime of(RecordedEvents events) {
        long[] span = {Long.MAX_VALUE, Long.MIN_VALUE};
        boolean[] isFed = {false};
        events.forEach(Recorded.TRACE_SESSION, session -> {
            long start = session.moment(Recorded.TRACE_START);
            long end = session.moment(Recorded.TRACE_END);
            if (start < end) {
                span[0] = Math.min(span[0], start);
                span[1] = Math.max(span[1], end);
                isFed[0] |= session.text(Recorded.WAY_OF_AGENT) != null;
            }
        });
        if (isFed[0]) {
            // Its sessions tell how far it had come when a chunk ended: slices of that chunk may be later.
            events.forEach(Recorded.THREAD_READY, ready -> span[1] = Math.max(span[1], ready.end()));
        }
        return span[0] < span[1] ? new TracedTime(span[0], span[1]) : UNKNOWN;
    }

    /** Whether any of a span lies in it. */
    boolean meets(EventSpan span) {
        return span.start() < end && span.end() > start;
    }
}
