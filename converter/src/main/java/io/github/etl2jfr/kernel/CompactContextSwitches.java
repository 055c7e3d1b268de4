package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u16;

import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.EventCursor;

/**
 * A batch of context switches of one processor, hook 0x0525, and a cursor over them.
 * Layout: PERFINFO_CCSWAP_BUFFER and the PERFINFO_CCSWAP… packets of ntwmi.h.
 *
 * <pre>
 *   00               08                      48                      58
 *   +----------------+-----------------------+-----------------------+---------+
 *   | FirstTimeStamp | TidTable, 16 x u32    | BasePriority, 16 x i8 | packets |
 *   +----------------+-----------------------+-----------------------+---------+
 *
 *   packets, from the lowest bit; the type says the form:
 *   0 IDLE_SHORT  type 2, timeDelta 14
 *   1 IDLE        type 2, timeDelta 30
 *   2 LITE        type 2, thread 4, priorityIncrement 3, stateOrWaitReason 6, timeDelta 17
 *   3 full        type 2, timeDelta 30, thread 4, stateOrWaitReason 6, priority 5, waitTicks 17
 * </pre>
 *
 * A packet names only the thread that left the processor; in the idle forms that is the idle thread.
 * Time is FirstTimeStamp plus all deltas so far, its own included: whether the first delta is 0 or
 * counts from an earlier switch makes no difference. A batch is logged after its last switch.
 */
public final class CompactContextSwitches {
    /** No batch is larger. */
    public static final int MAX_SIZE = 0x400;

    private static final int TID_TABLE = 0x08;
    private static final int BASE_PRIORITIES = 0x48;
    private static final int PACKETS = 0x58;

    private static final int IDLE_SHORT = 0;
    private static final int IDLE = 1;
    private static final int LITE = 2;
    private static final int IDLE_SHORT_SIZE = 2;
    private static final int MEDIUM_SIZE = 4;
    private static final int FULL_SIZE = 8;

    private final int maximumWaitReason;

    private byte[] bytes;
    private int base;
    private int next;
    private int end;

    private int size;
    private long lastTime;
    private boolean breaksOff;

    /** What makes no sense; null where all does so far. */
    private Damage corruption;

    private long time;
    private int threadId;
    private int priority;
    private int stateOrWaitReason;
    private int waitTicks;

    /**
     * @param build Windows build of the trace, which decides what the numbers of states are
     */
    public CompactContextSwitches(int build) {
        maximumWaitReason = WindowsBuild.maximumWaitReason(build);
    }

    /**
     * Puts the cursor before the first switch of the batch the event cursor stands on, which has a time.
     *
     * @return false if the event cannot be a batch: {@link #corruption()} tells why
     */
    public boolean wrap(EventCursor event) {
        bytes = event.bytes();
        base = event.payloadOffset();
        end = event.payloadEnd();
        if (event.payloadSize() < PACKETS || event.payloadSize() > MAX_SIZE) {
            corruption = event.payloadSize() < PACKETS ? Damage.BATCH_TOO_SHORT : Damage.BATCH_TOO_LONG;
            return false;
        }
        rewind();
        return true;
    }

    /** The same, but that a batch whose times cannot be is refused, too, and that what it tells is {@link #size counted}. */
    boolean survey(EventCursor event) {
        if (!wrap(event)) {
            return false;
        }
        // A wrong time of any switch makes those of all behind it wrong.
        for (size = 0; next(); size++) {
            lastTime = time;
        }
        breaksOff = corruption != null;
        boolean isAhead = time > event.time();
        rewind();
        corruption = isAhead ? Damage.BATCH_TIME_CONTRADICTED : null;
        return !isAhead;
    }

    private void rewind() {
        next = base + PACKETS;
        time = i64(bytes, base);
        corruption = null;
    }

    /**
     * Moves to the next switch.
     *
     * @return false at the end of the batch, or where its bytes make no sense: {@link #corruption()} tells
     */
    public boolean next() {
        int left = end - next;
        if (left < IDLE_SHORT_SIZE) {
            corruption = left != 0 ? Damage.BATCH_ENDS_IN_SWITCH : next == base + PACKETS ? Damage.BATCH_EMPTY : null;
            return false;
        }
        int type = bytes[next] & 3;
        if (type == IDLE_SHORT) {
            if (left >= MEDIUM_SIZE && i32(bytes, next) == 0) {
                corruption = Damage.BATCH_IDLE_TWICE;
                return false;
            }
            idle(u16(bytes, next) >>> 2, IDLE_SHORT_SIZE);
            return true;
        }
        int size = type <= LITE ? MEDIUM_SIZE : FULL_SIZE;
        if (left < size) {
            corruption = Damage.BATCH_ENDS_IN_SWITCH;
            return false;
        }
        int word = i32(bytes, next);
        if (type == IDLE) {
            idle(word >>> 2, size);
            return true;
        }
        return type == LITE ? lite(word) : full(i64(bytes, next));
    }

    private void idle(int delta, int size) {
        time += delta;
        next += size;
        threadId = 0;
        priority = stateOrWaitReason = waitTicks = -1;
    }

    private boolean lite(int word) {
        int index = (word >>> 2) & 0xF;
        return thread(index, word >>> 15, bytes[base + BASE_PRIORITIES + index] + ((word >>> 6) & 0x7), MEDIUM_SIZE)
                && state((word >>> 9) & 0x3F, -1);
    }

    private boolean full(long word) {
        int index = (int) (word >>> 32) & 0xF;
        return thread(index, (int) (word >>> 2) & 0x3FFF_FFFF, (int) (word >>> 42) & 0x1F, FULL_SIZE)
                && state((int) (word >>> 36) & 0x3F, (int) (word >>> 47));
    }

    private boolean thread(int index, int delta, int threadPriority, int size) {
        threadId = i32(bytes, base + TID_TABLE + 4 * index);
        if (threadId == 0) {
            // An entry of the table that is not in use: the idle thread has forms of its own.
            corruption = Damage.BATCH_INDEX_NOT_IN_USE;
            return false;
        }
        time += delta;
        priority = threadPriority;
        next += size;
        return true;
    }

    private boolean state(int code, int ticks) {
        stateOrWaitReason = code;
        waitTicks = ticks;
        return true;
    }

    /** Number of switches, up to where the bytes make no sense. */
    int size() {
        return size;
    }

    /** Session clock's value at the last of them; meaningless without any. */
    long lastTime() {
        return lastTime;
    }

    /** Whether the bytes after them make no sense. */
    boolean breaksOff() {
        return breaksOff;
    }

    /** What is wrong with the batch, or with the rest of it, which is lost; null if nothing is so far. */
    public Damage corruption() {
        return corruption;
    }

    /** Session clock's value at the switch. */
    public long time() {
        return time;
    }

    /** The thread that left the processor; 0 is the processor's idle thread. */
    public int oldThreadId() {
        return threadId;
    }

    /** Priority, or -1 for the idle thread. */
    public int oldThreadPriority() {
        return priority;
    }

    /** {@link ThreadState} code, or -1 for the idle thread. */
    public int oldThreadState() {
        if (stateOrWaitReason < 0) {
            return -1;
        }
        return stateOrWaitReason < maximumWaitReason
                ? ThreadState.WAITING.code()
                : stateOrWaitReason - maximumWaitReason;
    }

    /** {@link WaitReason} code where the thread waits, else -1. */
    public int oldThreadWaitReason() {
        return stateOrWaitReason < maximumWaitReason ? stateOrWaitReason : -1;
    }

    /** Timer ticks the new thread had waited, or -1: the short forms do not tell 0 from 1. */
    public int newThreadWaitTicks() {
        return waitTicks;
    }
}
