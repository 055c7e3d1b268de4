package io.github.etl2jfr.testing;

/**
 * A batch of context switches in compact form: hook 0x0525, up to 0x400 bytes. Layout: PERFINFO_CCSWAP_BUFFER and its
 * packets in ntwmi.h.
 *
 * <pre>
 *   0                8               48               58
 *   +----------------+---------------+----------------+---------- - -
 *   | FirstTimeStamp | u32 TID x 16  | i8 priority x16| packets, not aligned
 *   +----------------+---------------+----------------+---------- - -
 *
 *   IDLE_SHORT  0 | delta 14                                                                2 bytes
 *   IDLE        1 | delta 30                                                                4 bytes
 *   LITE        2 | index 4 | priority increment 3 | state or reason 6 | delta 17           4 bytes
 *   FULL        3 | delta 30 | index 4 | state or reason 6 | priority 5 | wait ticks 17     8 bytes
 * </pre>
 *
 * <p>Two ways to fill one: packet by packet, or with {@link #add}, which takes the smallest form that fits.
 */
public final class CompactBatch implements Payload {
    public static final int MAXIMUM_BYTES = 0x400;

    /** The forms of a packet, in the order of the kernel's own enumeration. */
    public enum Form {
        IDLE_SHORT(0, 2),
        IDLE(1, 4),
        LITE(2, 4),
        FULL(3, 8);

        private final int code;
        private final int size;

        Form(int code, int size) {
            this.code = code;
            this.size = size;
        }
    }

    private static final int HEADER_BYTES = 0x58;
    private static final int TABLE_SIZE = 16;
    private static final int LITE_DELTA_LIMIT = 1 << 17;
    private static final int IDLE_SHORT_DELTA_LIMIT = 1 << 14;
    static final int DELTA_LIMIT = 1 << 30;
    private static final int WAIT_TICKS_LIMIT = 1 << 17;
    private static final int LITE_INCREMENT_LIMIT = 1 << 3;

    private final int[] threadIds = new int[TABLE_SIZE];
    private final byte[] basePriorities = new byte[TABLE_SIZE];
    private final Bytes packets = new Bytes(MAXIMUM_BYTES);
    private int threadCount;
    private int packetCount;
    private long firstTimeStamp;
    private long lastTime;

    /**
     * Empties the batch.
     *
     * @param newFirstTimeStamp the time from which the first packet's delta counts. No document tells whether that is
     *     the first switch's own time or that of the switch before.
     */
    public CompactBatch start(long newFirstTimeStamp) {
        firstTimeStamp = newFirstTimeStamp;
        lastTime = newFirstTimeStamp;
        threadCount = 0;
        packetCount = 0;
        packets.clear();
        return this;
    }

    public int packetCount() {
        return packetCount;
    }

    /** The time of the last switch, or FirstTimeStamp if there is none yet. */
    public long lastTime() {
        return lastTime;
    }

    /** Puts a thread in the table; the packets name it by its place. */
    public CompactBatch thread(int threadId, int basePriority) {
        threadIds[threadCount] = threadId;
        basePriorities[threadCount] = (byte) basePriority;
        threadCount++;
        return this;
    }

    public CompactBatch idleShort(int delta) {
        packets.u16(Form.IDLE_SHORT.code | delta << 2);
        return counted(delta);
    }

    public CompactBatch idle(int delta) {
        packets.u32(Form.IDLE.code | delta << 2);
        return counted(delta);
    }

    public CompactBatch lite(int delta, int index, int priorityIncrement, int stateOrWaitReason) {
        packets.u32(Form.LITE.code | index << 2 | priorityIncrement << 6 | stateOrWaitReason << 9 | delta << 15);
        return counted(delta);
    }

    public CompactBatch full(int delta, int index, int stateOrWaitReason, int priority, int newWaitTicks) {
        packets.u32(Form.FULL.code | delta << 2);
        packets.u32(index | stateOrWaitReason << 4 | priority << 10 | newWaitTicks << 15);
        return counted(delta);
    }

    private CompactBatch counted(int delta) {
        lastTime += delta;
        packetCount++;
        return this;
    }

    /**
     * Adds a switch in the smallest form that can say it. The idle thread has forms of its own, and then no other field
     * is kept. More wait ticks than the full form has room for become the most it has room for.
     *
     * @return false if the batch has no room, no free place in the table or too long a silence for it: log it, start
     *     the next one and add the switch there
     */
    public boolean add(
            long time, int oldThreadId, int oldPriority, int basePriority, int stateOrWaitReason, int newWaitTicks) {
        long delta = time - lastTime;
        if (delta < 0) {
            throw new IllegalArgumentException("switch at " + time + " is before " + lastTime);
        }
        if (delta >= DELTA_LIMIT) {
            return false;
        }
        if (oldThreadId == 0) {
            Form form = delta < IDLE_SHORT_DELTA_LIMIT ? Form.IDLE_SHORT : Form.IDLE;
            if (!fits(form)) {
                return false;
            }
            if (form == Form.IDLE_SHORT) {
                idleShort((int) delta);
            } else {
                idle((int) delta);
            }
            return true;
        }
        int index = indexOf(oldThreadId);
        if (index == TABLE_SIZE) {
            return false;
        }
        int base = index < threadCount ? basePriorities[index] : basePriority;
        int increment = oldPriority - base;
        boolean lite =
                delta < LITE_DELTA_LIMIT && newWaitTicks <= 1 && increment >= 0 && increment < LITE_INCREMENT_LIMIT;
        if (!fits(lite ? Form.LITE : Form.FULL)) {
            return false;
        }
        if (index == threadCount) {
            thread(oldThreadId, basePriority);
        }
        if (lite) {
            lite((int) delta, index, increment, stateOrWaitReason);
        } else {
            full((int) delta, index, stateOrWaitReason, oldPriority, Math.min(newWaitTicks, WAIT_TICKS_LIMIT - 1));
        }
        return true;
    }

    private boolean fits(Form form) {
        return HEADER_BYTES + packets.size() + form.size <= MAXIMUM_BYTES;
    }

    private int indexOf(int threadId) {
        int index = 0;
        while (index < threadCount && threadIds[index] != threadId) {
            index++;
        }
        return index;
    }

    @Override
    public int hook() {
        return 0x0525;
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        bytes.u64(firstTimeStamp);
        for (int i = 0; i < TABLE_SIZE; i++) {
            bytes.u32(i < threadCount ? threadIds[i] : 0);
        }
        for (int i = 0; i < TABLE_SIZE; i++) {
            bytes.u8(i < threadCount ? basePriorities[i] : 0);
        }
        bytes.raw(packets.array(), packets.size());
    }
}
