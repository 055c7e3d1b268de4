package io.github.etl2jfr.testing;

/** A thread was made ready: hook 0x0532. Layout: WMI_READY_THREAD in ntwmi.h, the documented ReadyThread class. */
public final class ReadyThread implements Payload {
    /** The waker is a deferred procedure call, no thread. */
    public static final int EXECUTING_DPC = 1;

    private int threadId;
    private int adjustReason = 1;
    private int adjustIncrement;
    private int flags;

    public ReadyThread threadId(int newThreadId) {
        threadId = newThreadId;
        return this;
    }

    /** Why the priority is adjusted: 1 by a wait's end, 2 by a boost. */
    public ReadyThread adjustReason(int newAdjustReason) {
        adjustReason = newAdjustReason;
        return this;
    }

    public ReadyThread adjustIncrement(int newAdjustIncrement) {
        adjustIncrement = newAdjustIncrement;
        return this;
    }

    public ReadyThread flags(int newFlags) {
        flags = newFlags;
        return this;
    }

    @Override
    public int hook() {
        return 0x0532;
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        bytes.u32(threadId).u8(adjustReason).u8(adjustIncrement).u8(flags).u8(0);
    }
}
