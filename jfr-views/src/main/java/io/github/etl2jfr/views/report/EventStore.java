package io.github.etl2jfr.views.report;

import io.github.etl2jfr.views.model.Latency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The longest of many events of the JVM, as many as are wanted. */
final class EventStore {
    /** Slack, so that the shortest are rarely searched for. */
    private static final int SPARE = 1 << 10;

    private final int wanted;
    private final List<Latency> events = new ArrayList<>();
    private long leftOut;
    private long longestLeftOut;

    /**
     * An empty one.
     *
     * @param wanted how many events to keep
     */
    EventStore(int wanted) {
        this.wanted = wanted;
    }

    void add(Latency event) {
        events.add(event);
        if (events.size() > wanted + wanted / 4L + SPARE) {
            keepLongest();
        }
    }

    /** To be called once, when all are added: leaves out what is too much, and puts the rest in order of their starts. */
    void finish() {
        keepLongest();
        // Of those in each other that begin at the same time the outer one comes first.
        events.sort(Comparator.comparingLong(Latency::start)
                .thenComparing(Comparator.comparingLong(Latency::duration).reversed()));
    }

    /** Leaves out the shortest of more than are wanted; of those as long as each other the last. */
    private void keepLongest() {
        if (events.size() <= wanted) {
            return;
        }
        events.sort(Comparator.comparingLong(Latency::duration).reversed());
        List<Latency> shortest = events.subList(wanted, events.size());
        longestLeftOut = Math.max(longestLeftOut, shortest.get(0).duration());
        leftOut += shortest.size();
        shortest.clear();
    }

    List<Latency> events() {
        return events;
    }

    /** How many events there was no room for. */
    long leftOut() {
        return leftOut;
    }

    /** The duration of the longest event that was left out, in nanoseconds. */
    long longestLeftOut() {
        return longestLeftOut;
    }
}
