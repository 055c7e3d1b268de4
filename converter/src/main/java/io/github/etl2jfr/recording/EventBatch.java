package io.github.etl2jfr.recording;

import io.github.etl2jfr.jfr.EventBuffer;
import io.github.etl2jfr.scheduler.ProcessorStatistics;
import io.github.etl2jfr.scheduler.Slice;
import io.github.etl2jfr.scheduler.SwitchEvent;

/**
 * Some thousand events between the thread that follows the scheduler and the one that encodes them: the
 * frequent ones as rows of numbers, the others, which hold texts, encoded already.
 *
 * <pre>
 *   word  bits
 *   0     0..7 kind   8..23 processor, or 0xFFFF   24..32, 33..41, 42..50 codes, each plus one, or 0   63 clipped
 *   1     start, or the time of a switch
 *   2     end;                fields of a switch ({@link io.github.etl2jfr.scheduler.SwitchFields})
 *   3     thread (low half), other thread (high half)
 *   4     ready: thread that runs instead; switch: wait ticks (low), remaining quantum (high)
 * </pre>
 *
 * Of a processor's period, the other words are its fields as they are in the recording.
 *
 * Times are the session clock's values, threads are numbers of {@link ThreadConstants}. Rows are as long as
 * their kind needs. Batches are used again and again; filling one allocates nothing.
 */
final class EventBatch {
    /** Events of a batch at most. */
    static final int CAPACITY = 2048;

    /** More events than one instant mostly has. */
    private static final int ROOM = 64;

    static final int RUNNING = 0;
    static final int READY = 1;
    static final int WAITING = 2;
    static final int IDLE = 3;
    static final int SWITCH = 4;
    static final int PERIOD = 5;

    /** The next of the events with texts; one word, whose upper half says how many bytes it takes. */
    static final int TEXT = 6;

    static final int PERIOD_ROW = 9;

    private static final int MAX_ROW = PERIOD_ROW;
    private static final int PROCESSOR_SHIFT = 8;
    private static final int PROCESSOR_MASK = 0xFFFF;
    private static final int CODE_1_SHIFT = 24;
    private static final int CODE_2_SHIFT = 33;
    private static final int CODE_3_SHIFT = 42;
    private static final int CODE_MASK = 0x1FF;
    private static final long CLIPPED = 1L << 63;

    /** Bytes of events with texts after which a batch is full. */
    private static final int TEXTS_SIZE = 1 << 16;

    private final long[] words = new long[MAX_ROW * CAPACITY];
    private int size;
    private int events;

    /** The events with texts, one after the other. */
    private final EventBuffer texts = new EventBuffer(1 << 10);

    private int textsDone;

    void clear() {
        size = 0;
        events = 0;
        texts.clear();
        textsDone = 0;
    }

    boolean isFull() {
        return events == CAPACITY || texts.size() >= TEXTS_SIZE;
    }

    /** Whether an instant may have more events than there is room for. */
    boolean isNearlyFull() {
        return events > CAPACITY - ROOM || texts.size() >= TEXTS_SIZE / 2;
    }

    /** Number of events. */
    int events() {
        return events;
    }

    void running(Slice slice, int thread, int nextThread) {
        long head = head(RUNNING, slice)
                | code(slice.endState(), CODE_1_SHIFT)
                | code(slice.waitReason(), CODE_2_SHIFT)
                | code(slice.priority(), CODE_3_SHIFT);
        span(head, slice, thread, nextThread);
    }

    void ready(Slice slice, int thread, int readiedBy, int runningInstead) {
        span(head(READY, slice) | code(slice.cause(), CODE_1_SHIFT), slice, thread, readiedBy);
        words[size++] = runningInstead;
    }

    void waiting(Slice slice, int thread, int readiedBy) {
        long head =
                head(WAITING, slice) | code(slice.waitReason(), CODE_1_SHIFT) | code(slice.waitMode(), CODE_2_SHIFT);
        span(head, slice, thread, readiedBy);
    }

    void idle(Slice slice, int thread) {
        span(head(IDLE, slice) | code(slice.cState(), CODE_1_SHIFT), slice, thread, 0);
    }

    private void span(long head, Slice slice, int thread, int otherThread) {
        row(head, slice.start(), slice.end(), pair(thread, otherThread));
    }

    void contextSwitch(SwitchEvent event, int oldThread, int newThread) {
        row(
                SWITCH | (long) event.processor() << PROCESSOR_SHIFT,
                event.time(),
                event.fields(),
                pair(oldThread, newThread));
        words[size++] = pair(event.newThreadWaitTicks(), event.oldThreadRemainingQuantum());
    }

    void period(ProcessorStatistics statistics, long time, TickClock clock) {
        long start = clock.ticks(statistics.start());
        row(PERIOD, clock.ticks(time), statistics.processor(), start);
        int at = size;
        words[at] = clock.ticks(statistics.end()) - start;
        words[at + 1] = clock.length(statistics.runningTime());
        words[at + 2] = clock.length(statistics.idleTime());
        words[at + 3] = clock.length(statistics.unknownTime());
        words[at + 4] = statistics.contextSwitches();
        size = at + 5;
    }

    private void row(long head, long first, long second, long threads) {
        int at = size;
        words[at] = head;
        words[at + 1] = first;
        words[at + 2] = second;
        words[at + 3] = threads;
        size = at + 4;
        events++;
    }

    /** Begins an event with texts. */
    EventBuffer beginText(long typeId) {
        texts.beginEvent(typeId);
        return texts;
    }

    void endText() {
        texts.endEvent();
        words[size++] = TEXT | (long) (texts.size() - textsDone) << Integer.SIZE;
        textsDone = texts.size();
        events++;
    }

    private static long head(int kind, Slice slice) {
        return kind | (long) (slice.processor() & PROCESSOR_MASK) << PROCESSOR_SHIFT | (slice.clipped() ? CLIPPED : 0);
    }

    private static long code(int code, int shift) {
        return code + 1L << shift;
    }

    private static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << Integer.SIZE;
    }

    // Reading: rows are walked from 0 to end(), each as long as its kind.

    int end() {
        return size;
    }

    long[] words() {
        return words;
    }

    byte[] texts() {
        return texts.bytes();
    }

    static int kind(long head) {
        return (int) head & 0xFF;
    }

    /** Or -1. */
    static int processor(long head) {
        return (short) (head >>> PROCESSOR_SHIFT);
    }

    /** The first code plus one, or 0. */
    static int code1(long head) {
        return (int) (head >>> CODE_1_SHIFT) & CODE_MASK;
    }

    /** The second code plus one, or 0. */
    static int code2(long head) {
        return (int) (head >>> CODE_2_SHIFT) & CODE_MASK;
    }

    /** The third code plus one, or 0. */
    static int code3(long head) {
        return (int) (head >>> CODE_3_SHIFT) & CODE_MASK;
    }

    static boolean isClipped(long head) {
        return head < 0;
    }

    static int textSize(long head) {
        return high(head);
    }

    static int low(long pair) {
        return (int) pair;
    }

    static int high(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }
}
