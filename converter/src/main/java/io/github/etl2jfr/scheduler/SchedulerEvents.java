package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.kernel.CompactContextSwitches;
import io.github.etl2jfr.kernel.ContextSwitch;
import io.github.etl2jfr.kernel.ReadyThread;
import io.github.etl2jfr.kernel.ThreadState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The scheduler's events of one piece of a buffer, in one form whatever record they came in: a table that is
 * filled once, linked, read in order, and used again. Four longs an event:
 *
 * <pre>
 *   0   time
 *   1   thread switched out, or made ready (low 32 bits); switched in, or waker (high)
 *   2   flags; a switch's {@link SwitchFields}
 *   3   wait ticks of the thread switched in (low); remaining quantum of the one switched out (high)
 * </pre>
 *
 * Nothing here allocates once the table has reached the size of the largest piece, but for damage.
 */
final class SchedulerEvents {
    static final int UNKNOWN = -1;

    private static final int WORDS = 4;
    private static final int MIN_EVENTS = 64;

    private static final int READY_FLAG = 0x1;
    private static final int AFTER_LOSS_FLAG = 0x2;

    /** Of a switch: the next one of its processor tells whom it put there. */
    static final int LINKED_FLAG = 0x4;

    private static final int PLAN_KNOWN_FLAG = 0x8;
    private static final int WAKER_RUNS_HERE_FLAG = 0x10;
    private static final int LAST_FLAG = 0x20;

    private long[] words;
    private int size;
    private int lastSwitch = UNKNOWN;
    private int plansMissed;
    private boolean endsInLoss;
    private int duplicates;
    private final List<CorruptEvents> damage = new ArrayList<>(0);

    /**
     * Events that make no sense.
     *
     * @param kind what is wrong with them
     * @param amount how many
     * @param fileOffset where the first lies
     */
    record CorruptEvents(Damage kind, long amount, long fileOffset) {}

    /**
     * @param capacity number of events for which there is room at first
     */
    SchedulerEvents(int capacity) {
        words = new long[WORDS * capacity];
    }

    void clear() {
        size = 0;
        lastSwitch = UNKNOWN;
        plansMissed = 0;
        endsInLoss = false;
        duplicates = 0;
        damage.clear();
    }

    /** The same is told once of all such events: there can be as many as there are sound ones. */
    void damaged(Damage kind, long fileOffset) {
        for (int i = 0; i < damage.size(); i++) {
            CorruptEvents same = damage.get(i);
            if (same.kind == kind) {
                damage.set(i, new CorruptEvents(kind, same.amount + 1, same.fileOffset));
                return;
            }
        }
        damage.add(new CorruptEvents(kind, 1, fileOffset));
    }

    /** What was met while the table was filled. */
    List<CorruptEvents> damage() {
        return damage;
    }

    void countDuplicate() {
        duplicates++;
    }

    /** Number of switches passed over because CSwitch events describe them too. */
    int duplicates() {
        return duplicates;
    }

    /** Notes that switches may be missing after the last one. */
    void endInLoss() {
        endsInLoss = true;
    }

    boolean endsInLoss() {
        return endsInLoss;
    }

    /** Notes that switches may be missing before an event. */
    void markAfterLoss(int event) {
        words[event * WORDS + 2] |= AFTER_LOSS_FLAG;
    }

    int size() {
        return size;
    }

    /** Number of switches whose incoming thread was another than the one planned. */
    int plansMissed() {
        return plansMissed;
    }

    /**
     * @param afterLoss whether switches may be missing between the event before and this one
     */
    void add(ContextSwitch contextSwitch, long time, boolean afterLoss) {
        link(contextSwitch.oldThreadId(), afterLoss);
        addSwitch(
                time,
                pair(contextSwitch.oldThreadId(), contextSwitch.newThreadId()),
                PLAN_KNOWN_FLAG | SwitchFields.of(contextSwitch),
                pair(contextSwitch.newThreadWaitTicks(), contextSwitch.oldThreadRemainingQuantum()),
                afterLoss);
    }

    /**
     * @param afterLoss whether switches may be missing between the event before and this one
     */
    void add(CompactContextSwitches contextSwitch, boolean afterLoss) {
        link(contextSwitch.oldThreadId(), afterLoss);
        addSwitch(
                contextSwitch.time(),
                pair(contextSwitch.oldThreadId(), 0),
                SwitchFields.of(contextSwitch),
                pair(contextSwitch.newThreadWaitTicks(), UNKNOWN),
                afterLoss);
    }

    void add(ReadyThread ready, long time) {
        append(
                time,
                pair(ready.threadId(), ready.wakerThreadId()),
                READY_FLAG | (ready.wakerRunsHere() ? WAKER_RUNS_HERE_FLAG : 0),
                0);
    }

    /** Copies an event as it is. */
    void add(SchedulerEvents source, int event) {
        int at = event * WORDS;
        long[] from = source.words;
        append(from[at], from[at + 1], from[at + 2], from[at + 3]);
    }

    private void addSwitch(long time, long threads, long fields, long ticks, boolean afterLoss) {
        lastSwitch = size;
        append(time, threads, fields | (afterLoss ? AFTER_LOSS_FLAG : 0), ticks);
    }

    private void append(long time, long threads, long fields, long ticks) {
        int at = size * WORDS;
        if (at == words.length) {
            words = Arrays.copyOf(words, Math.max(WORDS * MIN_EVENTS, words.length * 2));
        }
        words[at] = time;
        words[at + 1] = threads;
        words[at + 2] = fields;
        words[at + 3] = ticks;
        size++;
    }

    /**
     * The thread that leaves the processor now is the one that the last switch before put there: tells
     * that switch, unless switches may be missing in between.
     */
    private void link(int leavingThreadId, boolean afterLoss) {
        if (lastSwitch != UNKNOWN && !afterLoss) {
            linkLast(leavingThreadId);
        }
    }

    /** Tells the last switch of the piece which thread it put on the processor, as a later piece says. */
    void linkLast(int incomingThreadId) {
        int at = lastSwitch * WORDS;
        if ((words[at + 2] & PLAN_KNOWN_FLAG) != 0 && high(words[at + 1]) != incomingThreadId) {
            plansMissed++;
            // They are the planned thread's, not of the one that came.
            words[at + 2] = SwitchFields.withoutNewThreadPriority(words[at + 2]);
            words[at + 3] = pair(UNKNOWN, high(words[at + 3]));
        }
        words[at + 1] = pair(low(words[at + 1]), incomingThreadId);
        words[at + 2] |= LINKED_FLAG;
    }

    /** Notes that the last switch of the piece is the last of its processor, as nothing is lost after it. */
    void markLast() {
        words[lastSwitch * WORDS + 2] |= LAST_FLAG;
    }

    /** Whether an event is the last switch of the piece, which only a later piece can link. */
    boolean isLastSwitch(int event) {
        return event == lastSwitch;
    }

    /** Whether an event or any after it is a switch. */
    boolean hasSwitchesFrom(int event) {
        return lastSwitch != UNKNOWN && event <= lastSwitch;
    }

    boolean hasSwitches() {
        return lastSwitch != UNKNOWN;
    }

    private static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }

    private static int low(long pair) {
        return (int) pair;
    }

    private static int high(long pair) {
        return (int) (pair >>> 32);
    }

    private boolean flag(int event, int flag) {
        return (words[event * WORDS + 2] & flag) != 0;
    }

    /** Session clock's value. */
    long time(int event) {
        return words[event * WORDS];
    }

    boolean isReadyThread(int event) {
        return flag(event, READY_FLAG);
    }

    /** Whether switches may be missing between the event before and a switch with these {@link SwitchFields}. */
    static boolean isAfterLoss(long fields) {
        return (fields & AFTER_LOSS_FLAG) != 0;
    }

    /** The thread switched out, or made ready. */
    int threadId(int event) {
        return low(words[event * WORDS + 1]);
    }

    /** Whether the event tells a plan of whom it puts on the processor. */
    boolean isPlanKnown(int event) {
        return flag(event, PLAN_KNOWN_FLAG);
    }

    /** Whether a switch is the last of the thread that leaves the processor. */
    boolean endsThread(int event) {
        return SwitchFields.value(SwitchFields.oldThreadState(fields(event))) == ThreadState.TERMINATED.code();
    }

    /** Whether {@link #newThreadId} is known. */
    boolean isIncomingKnown(int event) {
        return flag(event, LINKED_FLAG) || flag(event, LAST_FLAG) && flag(event, PLAN_KNOWN_FLAG);
    }

    /** Whether switches may be missing between this switch and the next. */
    boolean isFollowedByLoss(int event) {
        return !flag(event, LINKED_FLAG) && !flag(event, LAST_FLAG);
    }

    /**
     * The thread a switch put on the processor: whom the next switch took off it. After the last switch,
     * where nothing can contradict it, it is whom the plan names.
     */
    int newThreadId(int event) {
        return high(words[event * WORDS + 1]);
    }

    /** Whether the waker of a thread made ready is whoever runs on the processor. */
    boolean wakerRunsHere(int event) {
        return flag(event, WAKER_RUNS_HERE_FLAG);
    }

    /** The waker of a thread made ready, 0 for no thread. */
    int wakerThreadId(int event) {
        return high(words[event * WORDS + 1]);
    }

    /** A switch's {@link SwitchFields}. */
    long fields(int event) {
        return words[event * WORDS + 2];
    }

    int newThreadWaitTicks(int event) {
        return low(words[event * WORDS + 3]);
    }

    int oldThreadRemainingQuantum(int event) {
        return high(words[event * WORDS + 3]);
    }
}
