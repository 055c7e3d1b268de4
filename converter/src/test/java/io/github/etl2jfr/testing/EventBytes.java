package io.github.etl2jfr.testing;

import java.util.UUID;

/**
 * One event, header and payload, under construction. Layouts: the *_TRACE_HEADER structures in ntwmi.h and evntrace.h.
 *
 * <pre>
 *             0       2    3    4       6       8       C       10      18              28      38     40
 *             +-------+----+----+-------+-------+-------+-------+-------+
 *   SYSTEM    |version|type| C0 | size  | hook  |  TID  |  PID  | time  |kernel, user time (0x20 bytes)
 *   COMPACT   |version|type| C0 | size  | hook  |  TID  |  PID  | time  |
 *   PERFINFO  |version|type| C0 | size  | hook  |     time      |
 *   FULL      | size  |type| C0 |opcode, version|  TID  |  PID  | time  | GUID          |times  |
 *   INSTANCE  | size  |type| C0 |opcode, version|  TID  |  PID  | time  | GUID          |times  |ids   |parent GUID
 *   EVENT     | size  |type| C0 |     flags     |  TID  |  PID  | time  | provider      |descr. |times |activity
 *   other     | size  |type| C0 |       0       |
 * </pre>
 *
 * <p>In SYSTEM, COMPACT and PERFINFO the version's high byte announces extended items of eight bytes each between the
 * header and the payload: 0x8000 one of PEBS, 0x0700 the number of performance counters.
 *
 * <p>{@link #reset} makes an instance ready for the next event; writing many with one instance allocates nothing.
 */
public final class EventBytes {
    private static final int MARKER_FLAGS = 0xC0;
    private static final int PEBS_FLAG = 0x8000;
    private static final int MAXIMUM_COUNTERS = 7;
    private static final UUID NO_GUID = new UUID(0, 0);

    private final Bytes payload = new Bytes(256);
    private final long[] counters = new long[MAXIMUM_COUNTERS];
    private int counterCount;
    private long pebsItem;
    private boolean hasPebs;
    private HeaderType type;
    private int hook;
    private int version;
    private int threadId;
    private int processId;
    private long time;
    private UUID guid;
    private int claimedSize;

    private EventBytes() {}

    public static EventBytes of(HeaderType type, int hook) {
        return new EventBytes().reset(type, hook);
    }

    public static EventBytes of(HeaderType type, Payload payload) {
        return new EventBytes().reset(type, payload);
    }

    /** Starts over with an event without payload; version 2, as most kernel events have. */
    public EventBytes reset(HeaderType newType, int newHook) {
        payload.clear();
        counterCount = 0;
        hasPebs = false;
        type = newType;
        hook = newHook;
        version = 2;
        threadId = 0;
        processId = 0;
        time = 0;
        guid = NO_GUID;
        claimedSize = -1;
        return this;
    }

    /** Starts over with a payload, its hook and its version. */
    public EventBytes reset(HeaderType newType, Payload newPayload) {
        reset(newType, newPayload.hook());
        version = newPayload.version();
        newPayload.writeTo(payload, newType.pointerSize());
        return this;
    }

    public EventBytes version(int newVersion) {
        version = newVersion;
        return this;
    }

    public EventBytes threadId(int newThreadId) {
        threadId = newThreadId;
        return this;
    }

    public EventBytes processId(int newProcessId) {
        processId = newProcessId;
        return this;
    }

    public EventBytes time(long newTime) {
        time = newTime;
        return this;
    }

    /** The event class or provider, in the headers that name one. */
    public EventBytes guid(UUID newGuid) {
        guid = newGuid;
        return this;
    }

    /** Adds the extended item that the flag 0x8000 announces. */
    public EventBytes pebs(long item) {
        hasPebs = true;
        pebsItem = item;
        return this;
    }

    /** Adds the extended items that the mask 0x0700 announces, up to seven. */
    public EventBytes counters(long... values) {
        System.arraycopy(values, 0, counters, 0, values.length);
        counterCount = values.length;
        return this;
    }

    public EventBytes payload(byte[] bytes) {
        payload.clear().raw(bytes);
        return this;
    }

    /** Makes the header claim a size that is not the event's: corruption. */
    public EventBytes claimedSize(int newSize) {
        claimedSize = newSize;
        return this;
    }

    public long time() {
        return time;
    }

    /** Bytes of header, extended items and payload, not padded. */
    public int size() {
        return type.size() + 8 * ((hasPebs ? 1 : 0) + counterCount) + payload.size();
    }

    public byte[] toBytes() {
        Bytes bytes = new Bytes(size());
        writeTo(bytes);
        return bytes.toByteArray();
    }

    /** Appends the event, not padded. */
    public void writeTo(Bytes out) {
        int start = out.size();
        int size = claimedSize >= 0 ? claimedSize : size();
        if (size > 0xFFFF) {
            throw new IllegalArgumentException("an event of " + size + " bytes does not fit its 16-bit size");
        }
        int marker = type.code() | MARKER_FLAGS << 8;
        if (type.hasHook()) {
            int flags = (hasPebs ? PEBS_FLAG : 0) | counterCount << 8;
            out.u16(version | flags).u16(marker).u16(size).u16(hook);
        } else {
            out.u16(size).u16(marker);
        }
        switch (type.layout()) {
            case SYSTEM -> out.u32(threadId).u32(processId).u64(time).u64(0);
            case COMPACT -> out.u32(threadId).u32(processId).u64(time);
            case PERFINFO -> out.u64(time);
            case FULL -> classHeader(out).zeros(8);
            case INSTANCE -> classHeader(out).zeros(8 + 4 + 4 + 16);
            case EVENT ->
                out.u32(0)
                        .u32(threadId)
                        .u32(processId)
                        .u64(time)
                        .guid(guid)
                        .u16(hook)
                        .u8(version)
                        .zeros(13 + 8 + 16);
            case OTHER -> out.u32(0);
        }
        if (out.size() - start != type.size()) {
            throw new AssertionError(type + " header of " + (out.size() - start) + " bytes");
        }
        if (hasPebs) {
            out.u64(pebsItem);
        }
        for (int i = 0; i < counterCount; i++) {
            out.u64(counters[i]);
        }
        out.raw(payload.array(), payload.size());
    }

    private Bytes classHeader(Bytes out) {
        return out.u8(hook)
                .u8(0)
                .u16(version)
                .u32(threadId)
                .u32(processId)
                .u64(time)
                .guid(guid);
    }
}
