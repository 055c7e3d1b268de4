package io.github.etl2jfr.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A stretch of time, by whichever clock; the end is not part of it. */
record Span(long start, long end) {
    long length() {
        return end - start;
    }

    /** How much of another lies in this one. */
    long share(long otherStart, long otherEnd) {
        return Math.max(0, Math.min(end, otherEnd) - Math.max(start, otherStart));
    }

    /** The same time in spans that neither overlap nor touch, in their order. */
    static List<Span> union(List<Span> spans) {
        List<Span> union = new ArrayList<>();
        for (Span span :
                spans.stream().sorted(Comparator.comparingLong(Span::start)).toList()) {
            Span last = union.isEmpty() ? null : union.get(union.size() - 1);
            if (last != null && span.start <= last.end) {
                union.set(union.size() - 1, new Span(last.start, Math.max(last.end, span.end)));
            } else {
                union.add(span);
            }
        }
        return union;
    }
}
