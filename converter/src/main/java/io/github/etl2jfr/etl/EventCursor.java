package io.github.etl2jfr.etl;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.i64;

import java.util.Arrays;

/**
 * Walks the events of one buffer. Every event begins, 8-byte aligned, with a marker whose bits
 * 16..23 name the type of its header; the types differ in length and in what they carry.
 * Layout: the _TRACE_HEADER structures in ntwmi.h and evntrace.h.
 *
 * <pre>
 *                   00                04    06    08    0C    10              18
 *                   +-----------------+-----+-----+-----+-----+---------------+
 *   SYSTEM          | Version, marker |Size |Hook | TID | PID | time          | times, to 20
 *   COMPACT         | Version, marker |Size |Hook | TID | PID | time          |
 *   PERFINFO        | Version, marker |Size |Hook | time      |
 *   FULL, INSTANCE  | Size,    marker |           | TID | PID | time          | GUID, to 30 or 48
 *   EVENT_HEADER    | Size,    marker |           | TID | PID | time          | GUID, to 50
 *   others          | Size,    marker |
 *                   +-----------------+-----+-----+-----+-----+---------------+
 * </pre>
 *
 * The high byte of the first three's version announces extended items of 8 bytes each between the
 * header and the payload. The cursor is reused from buffer to buffer and allocates nothing.
 */
public final class EventCursor {
    /** {@link #hook()} of events that have none. */
    public static final int NO_HOOK = -1;

    /** Number of header types: the marker has eight bits for them. */
    public static final int HEADER_TYPES = 0x100;

    private static final int SYSTEM_32 = 0x01;
    private static final int SYSTEM_64 = 0x02;
    private static final int COMPACT_32 = 0x03;
    private static final int COMPACT_64 = 0x04;
    private static final int FULL_32 = 0x0A;
    private static final int INSTANCE_32 = 0x0B;
    private static final int TIMED = 0x0C;
    private static final int ERROR = 0x0D;
    private static final int WNODE = 0x0E;
    private static final int MESSAGE = 0x0F;
    private static final int PERFINFO_32 = 0x10;
    private static final int PERFINFO_64 = 0x11;
    private static final int EVENT_32 = 0x12;
    private static final int EVENT_64 = 0x13;
    private static final int FULL_64 = 0x14;
    private static final int INSTANCE_64 = 0x15;

    private static final int PEBS_FLAG = 0x8000;
    private static final int PMC_COUNT_SHIFT = 8;
    private static final int PMC_COUNT_MASK = 0x7;
    private static final int EXTENDED_ITEM_SIZE = 8;

    /** Whether a type of header is documented, be it as one of which only the size is known. */
    private static final boolean[] KNOWN = new boolean[HEADER_TYPES];

    /** Bytes of the header by its type. Types without an entry: {@link #OTHER_HEADER_SIZE}. */
    private static final byte[] HEADER_SIZE = new byte[HEADER_TYPES];

    private static final int OTHER_HEADER_SIZE = 8;

    /** Offset of the time in the header by its type, 0 where there is none. */
    private static final byte[] TIME_OFFSET = new byte[HEADER_TYPES];

    static {
        Arrays.fill(HEADER_SIZE, (byte) OTHER_HEADER_SIZE);
        layout(SYSTEM_32, SYSTEM_64, 0x20, 0x10);
        layout(COMPACT_32, COMPACT_64, 0x18, 0x10);
        layout(PERFINFO_32, PERFINFO_64, 0x10, 0x08);
        layout(FULL_32, FULL_64, 0x30, 0x10);
        layout(INSTANCE_32, INSTANCE_64, 0x48, 0x10);
        layout(EVENT_32, EVENT_64, 0x50, 0x10);
        KNOWN[TIMED] = KNOWN[ERROR] = KNOWN[WNODE] = KNOWN[MESSAGE] = true;
    }

    private static void layout(int type32, int type64, int headerSize, int timeOffset) {
        HEADER_SIZE[type32] = HEADER_SIZE[type64] = (byte) headerSize;
        TIME_OFFSET[type32] = TIME_OFFSET[type64] = (byte) timeOffset;
        KNOWN[type32] = KNOWN[type64] = true;
    }

    private byte[] bytes = new byte[0];
    private int base;
    private int limit;
    private int next;
    private int start;
    private int headerType;
    private int version;
    private int hook;
    private int payloadOffset;
    private int payloadEnd;

    /** What makes no sense; null where all does so far. */
    private Damage corruption;

    /** Puts the cursor before the first event of a buffer whose bytes in use are {@code [0, used)}, header included. */
    public void wrap(byte[] buffer, int used) {
        wrap(buffer, BufferHeader.SIZE, used, 0);
    }

    /**
     * Puts the cursor before the first event of a part of a buffer.
     *
     * @param source holds the part in {@code [from, to)}
     * @param offsetInBuffer where in the buffer the first byte of {@code source} lies
     */
    void wrap(byte[] source, int from, int to, int offsetInBuffer) {
        bytes = source;
        limit = to;
        next = from;
        base = offsetInBuffer;
        corruption = null;
    }

    /**
     * Moves to the next event.
     *
     * @return false at the end of the buffer, or where its bytes make no sense: {@link #corruption()} tells
     */
    public boolean next() {
        start = next;
        if (limit - start < OTHER_HEADER_SIZE) {
            corruption = isPadding() ? null : Damage.NO_EVENT_MARKER;
            return false;
        }
        long head = i64(bytes, start);
        int marker = (int) head;
        if (marker >= -1) {
            // No event without bit 31. 0 and 0xFFFFFFFF end a buffer, but only behind what is in use.
            corruption = Damage.NO_EVENT_MARKER;
            return false;
        }
        headerType = (marker >>> 16) & 0xFF;
        int headerSize = HEADER_SIZE[headerType];
        int size;
        if (isKernelHeader()) {
            version = marker & 0xFF;
            size = (int) (head >>> 32) & 0xFFFF;
            hook = (int) (head >>> 48);
            headerSize += extendedItemsSize(marker);
        } else {
            version = 0;
            size = marker & 0xFFFF;
            hook = NO_HOOK;
        }
        if (size < headerSize || size > limit - start) {
            corruption = size < headerSize ? Damage.EVENT_SIZE_TOO_SMALL : Damage.EVENT_SIZE_TOO_LARGE;
            return false;
        }
        payloadOffset = start + headerSize;
        payloadEnd = start + size;
        next = start + ((size + 7) & ~7);
        return true;
    }

    /**
     * As the other, but in a buffer that is whole, an event that is followed by bytes of none is none either: its size may
     * be wrong, or from somewhere within it on the bytes are not its own.
     *
     * @param buffer the one that the cursor walks
     */
    public boolean next(BufferEntry buffer) {
        if (!next()) {
            return false;
        }
        if (!buffer.truncated() && limit - next >= OTHER_HEADER_SIZE && i32(bytes, next) >= -1) {
            start = next;
            corruption = Damage.NO_EVENT_MARKER;
            return false;
        }
        return true;
    }

    /** Whether the few bytes that are left can be what an event is rounded up with. */
    private boolean isPadding() {
        for (int i = start; i < limit; i++) {
            if (bytes[i] != 0 && bytes[i] != (byte) 0xFF) {
                return false;
            }
        }
        return true;
    }

    private static int extendedItemsSize(int marker) {
        int pebsItems = (marker & PEBS_FLAG) == 0 ? 0 : 1;
        int counters = (marker >>> PMC_COUNT_SHIFT) & PMC_COUNT_MASK;
        return (pebsItems + counters) * EXTENDED_ITEM_SIZE;
    }

    /** SYSTEM, COMPACT and PERFINFO headers carry a version and a hook. */
    private boolean isKernelHeader() {
        return headerType >= SYSTEM_32 && headerType <= COMPACT_64 || isPerfInfo();
    }

    private boolean isPerfInfo() {
        return headerType == PERFINFO_32 || headerType == PERFINFO_64;
    }

    /** What is wrong with the bytes at {@link #offset()}, where the walk ended; null if it is the buffer's end. */
    public Damage corruption() {
        return corruption;
    }

    /** Offset in the buffer of the event, or of the bytes that are none. */
    public int offset() {
        return base + start;
    }

    /** Offset in the buffer of what follows the event, or of the first event. */
    public int nextOffset() {
        return base + next;
    }

    public int headerType() {
        return headerType;
    }

    /** Whether the header's type is documented; of any other only the size is believed. */
    public boolean hasKnownType() {
        return KNOWN[headerType];
    }

    /** Version of the event, where it has a hook; else 0. */
    public int version() {
        return version;
    }

    /** Group and type of a kernel event, or {@link #NO_HOOK}. */
    public int hook() {
        return hook;
    }

    /** Whether the header carries a time at all. */
    public boolean hasTime() {
        return TIME_OFFSET[headerType] != 0;
    }

    /** Session clock's value; meaningless unless {@link #hasTime()}. */
    public long time() {
        return i64(bytes, start + TIME_OFFSET[headerType]);
    }

    /** Whether the header names the thread that logged the event. */
    public boolean hasThread() {
        return hasTime() && !isPerfInfo();
    }

    /** Thread that logged the event; meaningless unless {@link #hasThread()}. */
    public int threadId() {
        return i32(bytes, start + 0x08);
    }

    /** 4 or 8: the size of pointers in this event's payload, which need not be that of the log file header. */
    public int pointerSize() {
        return switch (headerType) {
            case SYSTEM_32, COMPACT_32, PERFINFO_32, FULL_32, INSTANCE_32, EVENT_32 -> 4;
            default -> 8;
        };
    }

    /** The buffer the cursor walks. */
    public byte[] bytes() {
        return bytes;
    }

    public int payloadOffset() {
        return payloadOffset;
    }

    public int payloadEnd() {
        return payloadEnd;
    }

    public int payloadSize() {
        return payloadEnd - payloadOffset;
    }
}
