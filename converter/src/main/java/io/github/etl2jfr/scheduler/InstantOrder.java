package io.github.etl2jfr.scheduler;

import java.util.Arrays;

/**
 * The order of events that have the same time, as coarse clocks give it to thousands. Each stream's come one after the
 * other; which stream's is next, the threads tell:
 *
 * <ul>
 *   <li>A thread is on one processor at a time: it leaves one before it gets another, and stays on the last.
 *   <li>It is made ready while it waits: not while it runs, nor while it is ready and still to run and leave.
 *   <li>It is made ready before it is switched in.
 * </ul>
 *
 * Where that decides nothing, or contradicts itself, all streams get on alike: each is as likely to have had an event at
 * any moment of the instant. Allocates nothing but for more events at an instant than ever before.
 */
final class InstantOrder {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 64;

    private final ThreadDirectory threads;
    private final SliceBuilder slices;

    private SchedulerEvents table;
    private int from;

    /** By event, from the first one of the instant on: the next one of its stream. */
    private int[] following = new int[INITIAL_CAPACITY];

    /** By number of a stream: its place among those of the instant. */
    private final int[] queueOf;

    // By place: events.
    private int[] heads = new int[INITIAL_CAPACITY];
    private int[] nextSwitches = new int[INITIAL_CAPACITY];
    private int[] tails = new int[INITIAL_CAPACITY];

    // By place: how many.
    private int[] lengths = new int[INITIAL_CAPACITY];
    private int[] told = new int[INITIAL_CAPACITY];
    private int queues;

    /** By thread id: one more than its place in these, or 0. */
    private final IntMap places = new IntMap();

    private int[] threadIds = new int[INITIAL_CAPACITY];

    /** How often it is still to be made ready. */
    private int[] readies = new int[INITIAL_CAPACITY];

    /** How often it is still to leave a processor; and in how many streams it is the next to. */
    private int[] leaves = new int[INITIAL_CAPACITY];

    private int[] leavesNext = new int[INITIAL_CAPACITY];
    private int concerned;

    /**
     * @param streams number of those that events come from
     */
    InstantOrder(int streams, ThreadDirectory threads, SliceBuilder slices) {
        this.threads = threads;
        this.slices = slices;
        queueOf = new int[streams];
        Arrays.fill(queueOf, NONE);
    }

    /**
     * Begins an instant.
     *
     * @param batch has its events in {@code [begin, stop)}, those of a stream in order
     */
    void begin(MergedEvents batch, int begin, int stop) {
        table = batch.events();
        from = begin;
        ensureCapacity(stop - begin);
        for (int event = begin; event < stop; event++) {
            append(event, batch.stream(event));
            int place = place(table.threadId(event));
            if (table.isReady(event)) {
                readies[place]++;
            } else {
                leaves[place]++;
            }
        }
        for (int i = 0; i < queues; i++) {
            queueOf[batch.stream(heads[i])] = NONE;
            nextSwitches[i] = switchFrom(heads[i]);
            countNext(i, 1);
        }
    }

    private void ensureCapacity(int events) {
        if (events > following.length) {
            int capacity = Integer.highestOneBit(events) << 1;
            following = new int[capacity];
            heads = new int[capacity];
            nextSwitches = new int[capacity];
            tails = new int[capacity];
            lengths = new int[capacity];
            told = new int[capacity];
            threadIds = new int[capacity];
            readies = new int[capacity];
            leaves = new int[capacity];
            leavesNext = new int[capacity];
        }
    }

    private void append(int event, int stream) {
        following[event - from] = NONE;
        if (queueOf[stream] == NONE) {
            queueOf[stream] = queues;
            heads[queues] = event;
            lengths[queues] = 0;
            told[queues] = 0;
            queues++;
        } else {
            following[tails[queueOf[stream]] - from] = event;
        }
        tails[queueOf[stream]] = event;
        lengths[queueOf[stream]]++;
    }

    /** Of a thread that something is still to happen to in the instant. */
    private int place(int threadId) {
        int known = places.get(threadId);
        if (known > 0) {
            return known - 1;
        }
        int place = concerned++;
        places.put(threadId, concerned);
        threadIds[place] = threadId;
        readies[place] = 0;
        leaves[place] = 0;
        leavesNext[place] = 0;
        return place;
    }

    /** The first switch of a stream from an event on. */
    private int switchFrom(int event) {
        int next = event;
        while (next != NONE && table.isReady(next)) {
            next = following[next - from];
        }
        return next;
    }

    private void countNext(int ofQueue, int count) {
        if (nextSwitches[ofQueue] != NONE) {
            leavesNext[place(table.threadId(nextSwitches[ofQueue]))] += count;
        }
    }

    /** The next event, or -1 at the end; to be told before this is asked again. */
    int next() {
        int queue = firstThatMay();
        if (queue == NONE) {
            forget();
            return NONE;
        }
        int event = heads[queue];
        heads[queue] = following[event - from];
        told[queue]++;
        int place = place(table.threadId(event));
        if (table.isReady(event)) {
            readies[place]--;
        } else {
            leaves[place]--;
            countNext(queue, -1);
            nextSwitches[queue] = switchFrom(heads[queue]);
            countNext(queue, 1);
        }
        return event;
    }

    /** Which stream has told the least part of its events, of those that may; of all, if none may. */
    private int firstThatMay() {
        int first = NONE;
        int firstOfAll = NONE;
        for (int i = 0; i < queues; i++) {
            if (heads[i] == NONE) {
                continue;
            }
            if (firstOfAll == NONE || isBehind(i, firstOfAll)) {
                firstOfAll = i;
            }
            if ((first == NONE || isBehind(i, first)) && !isBlocked(i)) {
                first = i;
            }
        }
        return first == NONE ? firstOfAll : first;
    }

    /** Whether a stream's next event lies before another's, if all of an instant lie at equal distances. */
    private boolean isBehind(int queue, int other) {
        return (told[queue] + 1L) * lengths[other] < (told[other] + 1L) * lengths[queue];
    }

    /** Whether something must come before a stream's next event. */
    private boolean isBlocked(int ofQueue) {
        int event = heads[ofQueue];
        if (table.isReady(event)) {
            int place = place(table.threadId(event));
            return leavesNext[place] > 0
                    || leaves[place] > 0 && slices.activity(threads.find(table.threadId(event))) == LiveThread.READY;
        }
        int threadId = table.newThreadId(event);
        int known = table.isIncomingKnown(event) && threadId != table.threadId(event) ? places.get(threadId) : 0;
        if (threadId == 0 || known <= 0) {
            return false;
        }
        int place = known - 1;
        boolean stays = event == tails[ofQueue] || switchFrom(following[event - from]) == NONE;
        if (stays ? leaves[place] > 0 : leavesNext[place] > 0) {
            return true;
        }
        int activity = slices.activity(threads.find(threadId));
        return readies[place] > 0 && activity != LiveThread.READY && activity != LiveThread.RUNNING;
    }

    private void forget() {
        for (int i = 0; i < concerned; i++) {
            places.put(threadIds[i], 0);
        }
        concerned = 0;
        queues = 0;
    }
}
