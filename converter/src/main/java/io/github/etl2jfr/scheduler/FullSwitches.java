package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.util.Arrays;

/**
 * When a processor's CSwitch events tell of all its switches, so that batches tell nothing new: from the first event to
 * the last, but not between two where some are lost, or where the session went over to batches for a while.
 */
final class FullSwitches {
    /** Starts and ends in turn, in the order of time: session clock's values. */
    private long[] bounds = new long[2];

    private int size;

    /** Whether events may be missing after the last one. */
    private boolean isBrokenOff;

    /**
     * Takes in the processor's next buffer.
     *
     * @return whether there is a gap between the events before and its own
     */
    boolean add(SurveyedBuffer buffer) {
        boolean hasEvents = buffer.events().hasSwitches();
        if (buffer.hasLossBefore() || buffer.batches().hasSwitches() && !hasEvents) {
            breakOff();
        }
        boolean isAfterGap = size > 0 && hasEvents && isBrokenOff;
        if (hasEvents) {
            add(buffer.events().firstSwitchTime(), buffer.events().lastSwitchTime());
        }
        if (buffer.hasLossAfter()) {
            breakOff();
        }
        return isAfterGap;
    }

    /** Events may be missing after the last one. */
    void breakOff() {
        isBrokenOff = true;
    }

    private void add(long first, long last) {
        long start = first;
        long end = last;
        boolean goesOn = !isBrokenOff;
        isBrokenOff = false;
        // Times that are damaged may lie before any that were.
        while (size > 0 && (goesOn || start <= bounds[size - 1])) {
            goesOn = false;
            start = Math.min(start, bounds[size - 2]);
            end = Math.max(end, bounds[size - 1]);
            size -= 2;
        }
        if (size == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * size);
        }
        bounds[size++] = start;
        bounds[size++] = end;
    }

    /** Forgets what lies before a time, but for the last without a gap, to go on from. */
    void forget(long time) {
        int forgotten = 0;
        while (forgotten + 2 < size && bounds[forgotten + 1] < time) {
            forgotten += 2;
        }
        size -= forgotten;
        System.arraycopy(bounds, forgotten, bounds, 0, size);
    }

    /**
     * Whether CSwitch events tell of the switches of a time.
     *
     * @param time session clock's value
     */
    boolean cover(long time) {
        if (size == 0 || time < bounds[0] || time > bounds[size - 1]) {
            return false;
        }
        int place = Arrays.binarySearch(bounds, 0, size, time);
        // What is no bound itself lies in between if it would be put before an end.
        return place >= 0 || (-place - 1 & 1) != 0;
    }

    /**
     * Whether CSwitch events tell of switches between two that they do not cover.
     *
     * @param from session clock's value
     * @param to likewise
     */
    boolean anyBetween(long from, long to) {
        if (size == 0 || to <= bounds[0] || from >= bounds[size - 1]) {
            return false;
        }
        int place = Arrays.binarySearch(bounds, 0, size, from);
        int next = place >= 0 ? place + 1 : -place - 1;
        return next < size && bounds[next] < to;
    }
}
