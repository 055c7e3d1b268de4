package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.ThreadState;
import java.util.Arrays;

/**
 * The order of events that have the same time, as coarse clocks give it to thousands. Each stream's come one after the
 * other; which stream's is next, the threads tell:
 *
 * <ul>
 *   <li>A thread is on one processor at a time: it leaves one before it gets another, and stays or ends on the last.
 *   <li>It is made ready while it waits: not while it runs, nor while it is ready and still to run and leave.
 *   <li>It is made ready before it is switched in.
 * </ul>
 *
 * Where that decides nothing, all streams get on alike: each is as likely to have had an event at any moment of the
 * instant. Where they get stuck by that, another order is looked for, in a limited number of steps: there are too many
 * orders to try them all. If none is found, it counts less when threads are made ready than where they run, and in the
 * end neither: then the events contradict each other.
 *
 * <p>Allocates nothing but for more events at an instant than ever before.
 */
final class InstantOrder {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 64;

    // What the order heeds, each with all before it.
    private static final int NOTHING = 0;
    private static final int PROCESSORS = 1;
    private static final int READIES = 2;

    /** Steps of a search at most, for each event. */
    private static final int MAX_STEPS = 64;

    /** Enough for what a thread does. */
    private static final int ACTIVITY_BITS = 3;

    private final ThreadDirectory threads;
    private final SliceBuilder slices;

    private MergedEvents batch;
    private SchedulerEvents table;

    /** The first event of the instant, from which on they are numbered here. */
    private int from;

    private int size;

    // By event: the next one of its stream, and the next switch.
    private int[] following = new int[INITIAL_CAPACITY];
    private int[] followingSwitches = new int[INITIAL_CAPACITY];

    // By event, the places of its threads: the one made ready or switched out, and the one switched in.
    private int[] subjects = new int[INITIAL_CAPACITY];
    private int[] entering = new int[INITIAL_CAPACITY];

    /** By event: how often the thread switched in may still have to leave a processor, if that one is its last. */
    private int[] mostLeaves = new int[INITIAL_CAPACITY];

    /** Events in their order so far, and what the threads of each did before. */
    private int[] order = new int[INITIAL_CAPACITY];

    private int[] activitiesBefore = new int[INITIAL_CAPACITY];
    private int ordered;
    private int told;

    /** By number of a stream: its place among those of the instant. */
    private final int[] queueOf;

    // By place: events.
    private int[] heads = new int[INITIAL_CAPACITY];
    private int[] nextSwitches = new int[INITIAL_CAPACITY];
    private int[] tails = new int[INITIAL_CAPACITY];

    // By place: how many.
    private int[] lengths = new int[INITIAL_CAPACITY];
    private int[] done = new int[INITIAL_CAPACITY];
    private int queues;

    /** By thread id: one more than its place in these, or 0. */
    private final IntMap places = new IntMap();

    private int[] threadIds = new int[INITIAL_CAPACITY];

    /** What it does: constants of {@link LiveThread}. */
    private int[] activities = new int[INITIAL_CAPACITY];

    /** How often it is still to be made ready. */
    private int[] readies = new int[INITIAL_CAPACITY];

    /** How often it is still to leave a processor; and in how many streams it is the next to. */
    private int[] leaves = new int[INITIAL_CAPACITY];

    private int[] leavesNext = new int[INITIAL_CAPACITY];
    private int concerned;

    // By guess of the search: which stream, and how many events were in order.
    private int[] guesses = new int[INITIAL_CAPACITY];
    private int[] guessedAt = new int[INITIAL_CAPACITY];

    /** The stream that the search tries next; and how many more it may try, or put an event of in order. */
    private int turn;

    private int stepsLeft;

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
     * @param events has its events in {@code [begin, stop)}, those of a stream in order
     */
    void begin(MergedEvents events, int begin, int stop) {
        batch = events;
        table = events.events();
        from = begin;
        size = stop - begin;
        ensureCapacity();
        for (int event = 0; event < size; event++) {
            append(event);
        }
        for (int event = size - 1; event >= 0; event--) {
            lookAhead(event);
        }
        for (int i = 0; i < queues; i++) {
            countNext(i, 1);
        }
        ordered = 0;
        told = 0;
        boolean isOrdered = getOnAlike(READIES) || search(READIES) || getOnAlike(PROCESSORS) || search(PROCESSORS);
        if (!isOrdered) {
            getOnAlike(NOTHING);
        }
        forget();
    }

    /** The next event, or -1 at the end. */
    int next() {
        return told == size ? NONE : from + order[told++];
    }

    private void ensureCapacity() {
        if (size > following.length) {
            int capacity = Integer.highestOneBit(size) << 1;
            following = new int[capacity];
            followingSwitches = new int[capacity];
            subjects = new int[capacity];
            entering = new int[capacity];
            mostLeaves = new int[capacity];
            order = new int[capacity];
            activitiesBefore = new int[capacity];
            heads = new int[capacity];
            nextSwitches = new int[capacity];
            tails = new int[capacity];
            lengths = new int[capacity];
            done = new int[capacity];
            threadIds = new int[capacity];
            activities = new int[capacity];
            readies = new int[capacity];
            leaves = new int[capacity];
            leavesNext = new int[capacity];
            guesses = new int[capacity];
            guessedAt = new int[capacity];
        }
    }

    private boolean isReadyThread(int event) {
        return table.isReadyThread(from + event);
    }

    private int queue(int event) {
        return queueOf[batch.stream(from + event)];
    }

    private void append(int event) {
        following[event] = NONE;
        int queue = queue(event);
        if (queue == NONE) {
            queue = queues++;
            queueOf[batch.stream(from + event)] = queue;
            heads[queue] = event;
            nextSwitches[queue] = NONE;
            lengths[queue] = 0;
            done[queue] = 0;
        } else {
            following[tails[queue]] = event;
        }
        tails[queue] = event;
        lengths[queue]++;
        int thread = place(table.threadId(from + event));
        subjects[event] = thread;
        if (isReadyThread(event)) {
            readies[thread]++;
        } else {
            leaves[thread]++;
        }
    }

    /** The place of a thread that something is still to happen to in the instant. */
    private int place(int threadId) {
        int known = places.get(threadId);
        if (known > 0) {
            return known - 1;
        }
        int place = concerned++;
        places.put(threadId, concerned);
        threadIds[place] = threadId;
        activities[place] = slices.activity(threads.find(threadId));
        readies[place] = 0;
        leaves[place] = 0;
        leavesNext[place] = 0;
        return place;
    }

    /** Finds what depends on what comes after an event; the last one first. */
    private void lookAhead(int event) {
        int queue = queue(event);
        int next = nextSwitches[queue];
        followingSwitches[event] = next;
        entering[event] = NONE;
        if (isReadyThread(event)) {
            return;
        }
        nextSwitches[queue] = event;
        int threadId = table.isIncomingKnown(from + event) ? table.newThreadId(from + event) : 0;
        if (threadId != 0 && threadId != table.threadId(from + event)) {
            entering[event] = Math.max(places.get(threadId), 0) - 1;
            boolean ends = next != NONE && table.endsThread(from + next) && !threads.isHeldBack(threadId);
            mostLeaves[event] = next == NONE ? 0 : ends ? 1 : Integer.MAX_VALUE;
        }
    }

    private void countNext(int ofQueue, int count) {
        if (nextSwitches[ofQueue] != NONE) {
            leavesNext[subjects[nextSwitches[ofQueue]]] += count;
        }
    }

    private void setNextSwitch(int ofQueue, int event) {
        countNext(ofQueue, -1);
        nextSwitches[ofQueue] = event;
        countNext(ofQueue, 1);
    }

    /**
     * Puts the events in order, the next one always of the stream that has the least part of its events there.
     *
     * @param least what it heeds at least, once nothing may come next otherwise
     * @return whether that was possible
     */
    private boolean getOnAlike(int least) {
        undo(0);
        while (ordered < size) {
            int heeded = READIES;
            int queue = firstThatMay(heeded);
            while (queue == NONE && heeded > least) {
                heeded--;
                queue = firstThatMay(heeded);
            }
            if (queue == NONE) {
                return false;
            }
            advance(queue);
        }
        return true;
    }

    private int firstThatMay(int heeded) {
        int first = NONE;
        for (int i = 0; i < queues; i++) {
            if (heads[i] != NONE && (first == NONE || isBehind(i, first)) && !isBlocked(i, heeded)) {
                first = i;
            }
        }
        return first;
    }

    /** Whether a stream's next event lies before another's, if all of an instant lie at equal distances. */
    private boolean isBehind(int queue, int other) {
        return (done[queue] + 1L) * lengths[other] < (done[other] + 1L) * lengths[queue];
    }

    /** Whether something must come before a stream's next event. */
    private boolean isBlocked(int queue, int heeded) {
        int event = heads[queue];
        int subject = subjects[event];
        if (isReadyThread(event)) {
            return heeded >= READIES
                    && (leavesNext[subject] > 0 || leaves[subject] > 0 && activities[subject] == LiveThread.READY);
        }
        int thread = entering[event];
        if (thread == NONE) {
            return false;
        }
        boolean runsElsewhere = leavesNext[thread] > 0 || leaves[thread] > mostLeaves[event];
        boolean isToBeReadied = readies[thread] > 0
                && activities[thread] != LiveThread.READY
                && activities[thread] != LiveThread.RUNNING;
        return heeded >= PROCESSORS && runsElsewhere || heeded >= READIES && isToBeReadied;
    }

    private void advance(int queue) {
        int event = heads[queue];
        int subject = subjects[event];
        int thread = entering[event];
        order[ordered] = event;
        activitiesBefore[ordered] = activities[subject] | (thread == NONE ? 0 : activities[thread] << ACTIVITY_BITS);
        ordered++;
        stepsLeft--;
        heads[queue] = following[event];
        done[queue]++;
        if (isReadyThread(event)) {
            readies[subject]--;
            if (activities[subject] != LiveThread.RUNNING) {
                activities[subject] = LiveThread.READY;
            }
        } else {
            leaves[subject]--;
            activities[subject] = activityAfter(event);
            if (thread != NONE) {
                activities[thread] = LiveThread.RUNNING;
            }
            setNextSwitch(queue, followingSwitches[event]);
        }
    }

    /** What a thread does after a switch has taken it off its processor. */
    private int activityAfter(int event) {
        int state = SwitchFields.value(SwitchFields.oldThreadState(table.fields(from + event)));
        if (state == ThreadState.WAITING.code()) {
            return LiveThread.WAITING;
        }
        return ThreadState.isReady(state) ? LiveThread.READY : LiveThread.UNKNOWN;
    }

    /** Takes events off the order, but for the first ones. */
    private void undo(int kept) {
        while (ordered > kept) {
            ordered--;
            int event = order[ordered];
            int queue = queue(event);
            heads[queue] = event;
            done[queue]--;
            if (isReadyThread(event)) {
                readies[subjects[event]]++;
            } else {
                leaves[subjects[event]]++;
                setNextSwitch(queue, event);
            }
            if (entering[event] != NONE) {
                activities[entering[event]] = activitiesBefore[ordered] >> ACTIVITY_BITS;
            }
            activities[subjects[event]] = activitiesBefore[ordered] & (1 << ACTIVITY_BITS) - 1;
        }
    }

    /**
     * Puts the events in order, and goes back where none may come next. A stream that can get to where it is in nobody's
     * way spoils nothing by that. Only where there is none, a guess is made.
     *
     * @return false if there is no such order, or too much to try
     */
    private boolean search(int heeded) {
        undo(0);
        stepsLeft = MAX_STEPS * size;
        turn = 0;
        int guessed = 0;
        while (ordered < size) {
            if (stepsLeft < 0) {
                return false;
            }
            if (anyGetsOutOfTheWay(heeded)) {
                continue;
            }
            int queue = nextThatMay(0, heeded);
            while (queue == NONE && guessed > 0) {
                guessed--;
                undo(guessedAt[guessed]);
                queue = nextThatMay(guesses[guessed] + 1, heeded);
            }
            if (queue == NONE) {
                return false;
            }
            guesses[guessed] = queue;
            guessedAt[guessed] = ordered;
            guessed++;
            advance(queue);
        }
        return true;
    }

    private int nextThatMay(int first, int heeded) {
        int queue = first;
        while (queue < queues && (heads[queue] == NONE || isBlocked(queue, heeded))) {
            queue++;
        }
        return queue < queues ? queue : NONE;
    }

    /** Streams take turns, to get on alike as far as may be. */
    private boolean anyGetsOutOfTheWay(int heeded) {
        for (int i = 0; i < queues; i++) {
            int queue = turn;
            stepsLeft--;
            turn = turn + 1 < queues ? turn + 1 : 0;
            if (getsOutOfTheWay(queue, heeded)) {
                return true;
            }
        }
        return false;
    }

    /** Lets a stream get on until no other has to wait for what it has changed, if it gets there. */
    private boolean getsOutOfTheWay(int queue, int heeded) {
        int start = ordered;
        // With the thread that it had before it is in nobody's way more than it was.
        boolean isInTheWay = false;
        while (heads[queue] != NONE && !isBlocked(queue, heeded)) {
            int event = heads[queue];
            advance(queue);
            int thread = isReadyThread(event) ? subjects[event] : entering[event];
            if (heeded >= READIES && thread != NONE && readies[thread] > 0) {
                break;
            }
            if (!isReadyThread(event)) {
                isInTheWay = thread != NONE && followingSwitches[event] != NONE && leaves[thread] > 1;
            }
            if (!isInTheWay) {
                return true;
            }
        }
        undo(start);
        return false;
    }

    private void forget() {
        for (int i = 0; i < queues; i++) {
            queueOf[batch.stream(from + tails[i])] = NONE;
        }
        for (int i = 0; i < concerned; i++) {
            places.put(threadIds[i], 0);
        }
        concerned = 0;
        queues = 0;
    }
}
