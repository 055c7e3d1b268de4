package io.github.etl2jfr.views.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmc.common.IMCThread;

/**
 * Periods in which a thread without a processor keeps others from going on, and for how long each was held up
 * that way. Periods that overlap are one, which goes by the longest of them.
 *
 * <p>Whoever still has no processor when a period ends was not waited for: it held nobody up.
 *
 * <p>Periods and ready times are sorted and met by binary search, so that the work grows little faster than their
 * number.
 */
final class HeldUpPeriods {
    /** A period, and the ready time in it of the thread that had most. */
    static final class Period {
        private final long start;
        private long end;
        private EventSpan longest;
        private long delay;
        private EventSpan culprit;

        Period(EventSpan first) {
            start = first.start();
            end = first.end();
            longest = first;
        }

        /** A thread did, for so long and with a span of it as the first; whoever did longest counts. */
        void holdUp(EventSpan first, long nanos) {
            if (nanos > delay) {
                delay = nanos;
                culprit = first;
            }
        }

        long start() {
            return start;
        }

        long duration() {
            return end - start;
        }

        /** The longest of the spans that make up the period. */
        EventSpan longest() {
            return longest;
        }

        long delay() {
            return delay;
        }

        /** The thread that held it up. */
        IMCThread culprit() {
            return culprit.thread();
        }

        /** When it was held up for the first time. */
        long when() {
            return Math.max(start, culprit.start());
        }
    }

    private final List<Period> periods = new ArrayList<>();
    private final long uncertainty;

    /**
     * Periods in which nobody has been held up yet.
     *
     * @param uncertainty how much later than it was a period's end may seem to be, or earlier, by the clock of the ready
     *     times
     */
    HeldUpPeriods(Collection<EventSpan> spans, long uncertainty) {
        this.uncertainty = uncertainty;
        List<EventSpan> sorted = new ArrayList<>(spans);
        sorted.sort(EventSpan.BY_START);
        Period last = null;
        for (EventSpan span : sorted) {
            if (last == null || span.start() >= last.end) {
                last = new Period(span);
                periods.add(last);
            } else {
                last.end = Math.max(last.end, span.end());
                last.longest = EventSpan.BY_DURATION.compare(span, last.longest) > 0 ? span : last.longest;
            }
        }
    }

    /** Periods that the JVM tells of: how well its clock agrees with the trace's, the recording says. */
    static HeldUpPeriods ofJvm(RecordedEvents events, Collection<EventSpan> spans) {
        return new HeldUpPeriods(spans, events.longest(Recorded.TRACE_SESSION, Recorded.CLOCK_OFFSET_UNCERTAINTY));
    }

    /** Takes the ready times of threads into account. */
    void holdUp(Collection<EventSpan> ready) {
        Map<IMCThread, List<EventSpan>> ofThread = ready.stream()
                .collect(Collectors.groupingBy(EventSpan::thread, Collectors.toCollection(ArrayList::new)));
        ofThread.values().forEach(this::holdUpByOne);
    }

    private void holdUpByOne(List<EventSpan> ready) {
        ready.sort(EventSpan.BY_START);
        Period current = null;
        EventSpan first = null;
        long sum = 0;
        long until = Long.MIN_VALUE;
        for (EventSpan span : ready) {
            // They overlap in damaged recordings only; no time counts twice.
            long from = Math.max(until, span.start());
            if (from >= span.end()) {
                continue;
            }
            until = span.end();
            // Any that ends earlier did so without the thread.
            int mayHaveWaited = firstEndingAfter(Math.max(from, span.end() - uncertainty - 1));
            for (int i = mayHaveWaited; i < periods.size() && periods.get(i).start < span.end(); i++) {
                Period period = periods.get(i);
                if (period != current) {
                    current = period;
                    first = span;
                    sum = 0;
                }
                sum += Math.min(period.end, span.end()) - Math.max(period.start, from);
                period.holdUp(first, sum);
            }
        }
    }

    private int firstEndingAfter(long time) {
        int low = 0;
        int high = periods.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (periods.get(middle).end > time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    List<Period> all() {
        return Collections.unmodifiableList(periods);
    }
}
