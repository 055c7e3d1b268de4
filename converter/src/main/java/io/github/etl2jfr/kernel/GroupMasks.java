package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;

import io.github.etl2jfr.etl.EventCursor;

/**
 * What the session recorded, hooks 0x0020 and 0x0005: PERFINFO_GROUPMASK, 8 x u32, each 29 bits of the
 * kernel's event groups (PERF_… constants in ntwmi.h).
 *
 * @param processes process events
 * @param threads thread events
 * @param contextSwitches context switches
 * @param compact context switches in batches
 * @param readyThreads ReadyThread events
 */
public record GroupMasks(
        boolean processes, boolean threads, boolean contextSwitches, boolean compact, boolean readyThreads) {
    private static final int SIZE = 8 * 4;
    private static final int PROCESS = 0x1;
    private static final int THREAD = 0x2;
    private static final int CONTEXT_SWITCH = 0x4;
    private static final int COMPACT_CSWITCH = 0x100;
    private static final int READY_THREAD = 0x200;

    /**
     * Decodes the event the cursor stands on.
     *
     * @return null if it is too short
     */
    public static GroupMasks read(EventCursor event) {
        if (event.payloadSize() < SIZE) {
            return null;
        }
        int first = i32(event.bytes(), event.payloadOffset());
        int second = i32(event.bytes(), event.payloadOffset() + 4);
        return new GroupMasks(
                (first & PROCESS) != 0,
                (first & THREAD) != 0,
                (second & CONTEXT_SWITCH) != 0,
                (second & COMPACT_CSWITCH) != 0,
                (second & READY_THREAD) != 0);
    }

    /** What either of the two enabled: a session's groups may change while it runs. */
    public GroupMasks or(GroupMasks other) {
        return new GroupMasks(
                processes || other.processes,
                threads || other.threads,
                contextSwitches || other.contextSwitches,
                compact || other.compact,
                readyThreads || other.readyThreads);
    }
}
