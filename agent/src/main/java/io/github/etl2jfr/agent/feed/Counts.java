package io.github.etl2jfr.agent.feed;

import io.github.etl2jfr.views.text.Amount;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;

/** What became of the events of the threads that have lanes. One thread counts, any may read. */
final class Counts {
    final Count written = new Count("written");
    final Count tooShort = new Count("shorter than the minimum duration");

    /** Events of the time that the agent had read when it was here before, whether it wrote them or not. */
    final Count readBefore = new Count("that an earlier run has read (again reads them once more)");

    final Count tooOld = new Count("older than the recording");
    final Count notWanted = new Count("that no recording wants");
    final Count noRoom = new Count("for which the recording has no room");
    private final Count lost = new Count("lost, as no recording got the agent's chunk with them");

    /** Counts of what was not written, in the order in which the user is told. */
    private final List<Count> notWritten = List.of(tooShort, readBefore, tooOld, notWanted, noRoom, lost);

    /** How many had one fate. */
    static final class Count {
        private final AtomicLong events = new AtomicLong();
        private final String meaning;

        Count(String meaning) {
            this.meaning = meaning;
        }

        void increment() {
            add(1);
        }

        private void add(long more) {
            // Plain: there is only one who writes.
            events.lazySet(events.getPlain() + more);
        }

        long get() {
            return events.get();
        }
    }

    /** So many that were counted as written are not. */
    void lose(long events) {
        written.add(-events);
        lost.add(events);
    }

    /** All that were not written. */
    long leftOut() {
        return notWritten.stream().mapToLong(Count::get).sum();
    }

    /** All of them. */
    long total() {
        return written.get() + leftOut();
    }

    /** The counts in a line for the user. */
    String summary() {
        String text = Amount.of(written.get(), "event") + " " + written.meaning;
        StringJoiner all = new StringJoiner(", ", text + "; left out: ", "").setEmptyValue(text);
        for (Count count : notWritten) {
            if (count.get() > 0) {
                all.add(Amount.number(count.get()) + " " + count.meaning);
            }
        }
        return all.toString();
    }
}
