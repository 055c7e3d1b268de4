package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.EventSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * When events may be missing, of any processor: a thread can end then, and another start, without a word of it. From
 * the last event before a loss to the first one after it, as far as the buffers tell; where in a piece of one
 * something is missing is seen only when it is read, so that all of it counts.
 */
final class LossTimes {
    /** Session clock's values, both included. */
    private record Span(long begin, long end) {}

    /** Losses in the order of time; none meets another. */
    private final List<Span> spans = new ArrayList<>();

    private LossTimes(List<Span> found) {
        found.sort(Comparator.comparingLong(Span::begin));
        Span open = null;
        for (Span span : found) {
            if (open != null && span.begin <= open.end) {
                open = new Span(open.begin, Math.max(open.end, span.end));
                spans.set(spans.size() - 1, open);
            } else {
                open = span;
                spans.add(open);
            }
        }
    }

    static LossTimes of(BufferChains chains) {
        List<Span> found = new ArrayList<>();
        Set<Integer> lost = new HashSet<>(chains.lostProcessors());
        chains.chains().forEach(chain -> lost.remove(chain.processor()));
        if (!lost.isEmpty()) {
            found.add(new Span(ProcessDirectory.BEFORE_TRACE, ProcessDirectory.AFTER_TRACE));
        }
        for (BufferChain chain : chains.chains()) {
            long last = ProcessDirectory.BEFORE_TRACE;
            for (int i = 0; i < chain.size(); i++) {
                EventSummary summary = chain.form().of(chain.piece(i));
                if (chain.hasLossBefore(i)) {
                    // Pieces that overlap lose what the later one tells before the earlier one's end.
                    found.add(new Span(Math.min(last, summary.firstTime()), Math.max(last, summary.firstTime())));
                }
                if (summary.hasLossInside()) {
                    found.add(new Span(summary.firstTime(), summary.lastTime()));
                }
                last = Math.max(last, summary.lastTime());
            }
            if (chain.hasLossAtEnd()) {
                found.add(new Span(last, ProcessDirectory.AFTER_TRACE));
            }
        }
        return new LossTimes(found);
    }

    /** How many losses there are that reach into a time. */
    int count(long from, long to) {
        return Math.max(0, lastBefore(to) - firstAfter(from) + 1);
    }

    /**
     * The first time from one to another at which something may be missing: the former, if nothing tells where that
     * is.
     */
    long first(long from, long to) {
        return count(from, to) == 0 ? from : Math.max(from, spans.get(firstAfter(from)).begin);
    }

    /** The last such time: the latter, if nothing tells. */
    long last(long from, long to) {
        return count(from, to) == 0 ? to : Math.min(to, spans.get(lastBefore(to)).end);
    }

    /** The first that ends at a time, or later. */
    private int firstAfter(long time) {
        return countUntil(span -> span.end < time);
    }

    /** The last that begins at a time, or before. */
    private int lastBefore(long time) {
        return countUntil(span -> span.begin <= time) - 1;
    }

    /**
     * @param isBefore true of some of the first ones, false of all that come after those
     */
    private int countUntil(Predicate<Span> isBefore) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (isBefore.test(spans.get(middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
