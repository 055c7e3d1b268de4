package io.github.etl2jfr.scheduler;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Whether a thread with an id leaves its processor for good at an instant. The instant is looked through once, when
 * that is first asked: thousands of events and thousands of threads that start can have one time.
 */
final class EndingThreads implements IntPredicate {
    private SchedulerEvents table;
    private int begin;
    private int stop;
    private boolean isLookedThrough;

    /** Ids of threads that end, in order. */
    private int[] threadIds = {};

    private int size;

    /** The instant is now that of the events in {@code [begin, stop)}. */
    EndingThreads at(SchedulerEvents newTable, int newBegin, int newStop) {
        table = newTable;
        begin = newBegin;
        stop = newStop;
        isLookedThrough = false;
        return this;
    }

    @Override
    public boolean test(int threadId) {
        if (!isLookedThrough) {
            lookThrough();
            isLookedThrough = true;
        }
        return Arrays.binarySearch(threadIds, 0, size, threadId) >= 0;
    }

    private void lookThrough() {
        if (threadIds.length < stop - begin) {
            threadIds = new int[stop - begin];
        }
        size = 0;
        for (int event = begin; event < stop; event++) {
            if (!table.isReadyThread(event) && table.endsThread(event)) {
                threadIds[size++] = table.threadId(event);
            }
        }
        Arrays.sort(threadIds, 0, size);
    }
}
