package io.github.etl2jfr.kernel;

import static io.github.etl2jfr.etl.bytes.LittleEndian.i32;
import static io.github.etl2jfr.etl.bytes.LittleEndian.u8;

import io.github.etl2jfr.etl.EventCursor;

/**
 * One context switch, hook 0x0524.
 * Layout: WMI_CONTEXTSWAP in ntwmi.h; meaning of the fields: the documented classes CSwitch (version 2
 * and later) and CSwitch_V1.
 *
 * <pre>
 *   00       04       08 09 0A 0B 0C 0D 0E 0F 10          14         18
 *   +--------+--------+--+--+--+--+--+--+--+--+-----------+----------+
 *   | newTid | oldTid |np|op|cs|pd|wr|wm|st|ip| waitTicks | quantum  |
 *   +--------+--------+--+--+--+--+--+--+--+--+-----------+----------+
 * </pre>
 *
 * Version 1 ends at 10 and holds thread quanta at 0A and 0B. Later versions may grow at the end.
 */
public final class ContextSwitch {
    private static final int SIZE_VERSION_1 = 0x10;
    private static final int SIZE = 0x18;

    private byte[] bytes;
    private int base;
    private boolean version1;
    private boolean modeHasFlags;

    /**
     * Views the event the cursor stands on.
     *
     * @return false if it is too short to be a context switch
     */
    public boolean wrap(EventCursor event) {
        bytes = event.bytes();
        base = event.payloadOffset();
        version1 = event.version() < 2;
        modeHasFlags = event.version() >= 3;
        return event.payloadSize() >= (version1 ? SIZE_VERSION_1 : SIZE);
    }

    /** The thread that was to run next: the plan, which an interrupt may still have changed. */
    public int newThreadId() {
        return i32(bytes, base);
    }

    /** The thread that left the processor; 0 is the processor's idle thread. */
    public int oldThreadId() {
        return i32(bytes, base + 0x04);
    }

    public int newThreadPriority() {
        return bytes[base + 0x08];
    }

    public int oldThreadPriority() {
        return bytes[base + 0x09];
    }

    /** Idle state the processor comes from, or -1: only the idle thread leaves one. */
    public int previousCState() {
        return version1 || oldThreadId() != 0 ? -1 : u8(bytes, base + 0x0A);
    }

    /** {@link WaitReason} code, stale unless the state is Waiting or the thread was preempted. */
    public int oldThreadWaitReason() {
        return u8(bytes, base + 0x0C);
    }

    /** {@link WaitMode} code, or -1 if it is none. From version 3 on the other bits of its byte are flags. */
    public int oldThreadWaitMode() {
        int mode = u8(bytes, base + 0x0D);
        return modeHasFlags ? mode & 1 : mode <= WaitMode.USER.code() ? mode : -1;
    }

    /** {@link ThreadState} code. */
    public int oldThreadState() {
        return u8(bytes, base + 0x0E);
    }

    /** The processor the thread is best run on; its low eight bits only. */
    public int oldThreadIdealProcessor() {
        return u8(bytes, base + 0x0F);
    }

    /** Timer ticks the new thread had waited, or -1. */
    public int newThreadWaitTicks() {
        return version1 ? -1 : i32(bytes, base + 0x10);
    }

    /** What is left of the old thread's time slice, or -1. */
    public int oldThreadRemainingQuantum() {
        return version1 ? -1 : i32(bytes, base + 0x14);
    }
}
