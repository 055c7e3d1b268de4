package io.github.etl2jfr.testing;

/**
 * One context switch: hook 0x0524. Layout: WMI_CONTEXTSWAP in ntwmi.h, versions 2 to 4; the documented CSwitch class.
 *
 * <pre>
 *   0        4        8  9  A  B  C  D  E  F  10        14
 *   +--------+--------+--+--+--+--+--+--+--+--+---------+---------+
 *   | newTid | oldTid |np|op|cs|pd|wr|wm|st|ip| newWait | quantum |
 *   +--------+--------+--+--+--+--+--+--+--+--+---------+---------+
 * </pre>
 *
 * <p>Version 1 (before Vista, class CSwitch_V1 in root\WMI: NewThreadId, OldThreadId, NewThreadPriority,
 * OldThreadPriority, NewThreadQuantum, OldThreadQuantum, OldThreadWaitReason, OldThreadWaitMode, OldThreadState,
 * OldThreadWaitIdealProcessor) ends after offset 0xF, with the two threads' quanta at 0xA and 0xB.
 */
public final class ContextSwitch implements Payload {
    int version = 4;
    int newThreadId;
    int oldThreadId;
    int newPriority;
    int oldPriority;
    int cState;
    int priorityDecrement;
    int waitReason;
    int waitMode;
    int state;
    int idealProcessor;
    int newWaitTicks;
    int quantum;
    byte[] trailing = {};

    public ContextSwitch version(int newVersion) {
        version = newVersion;
        return this;
    }

    public ContextSwitch newThread(int threadId, int priority) {
        newThreadId = threadId;
        newPriority = priority;
        return this;
    }

    public ContextSwitch oldThread(int threadId, int priority) {
        oldThreadId = threadId;
        oldPriority = priority;
        return this;
    }

    /** What the idle thread leaves behind: state Running, and the power state it had put the processor in. */
    public ContextSwitch oldIdle(int newCState) {
        return oldThread(0, 0).state(Kernel.RUNNING).waitReason(0).cState(newCState);
    }

    public ContextSwitch waiting(int newWaitReason) {
        return state(Kernel.WAITING).waitReason(newWaitReason);
    }

    public ContextSwitch state(int newState) {
        state = newState;
        return this;
    }

    public ContextSwitch waitReason(int newWaitReason) {
        waitReason = newWaitReason;
        return this;
    }

    /** The whole byte at 0xD: from version 3 only bit 0 is the mode. */
    public ContextSwitch waitMode(int newWaitMode) {
        waitMode = newWaitMode;
        return this;
    }

    public ContextSwitch cState(int newCState) {
        cState = newCState;
        return this;
    }

    public ContextSwitch priorityDecrement(int newPriorityDecrement) {
        priorityDecrement = newPriorityDecrement;
        return this;
    }

    public ContextSwitch idealProcessor(int newIdealProcessor) {
        idealProcessor = newIdealProcessor;
        return this;
    }

    public ContextSwitch newWaitTicks(int timerTicks) {
        newWaitTicks = timerTicks;
        return this;
    }

    public ContextSwitch quantum(int newQuantum) {
        quantum = newQuantum;
        return this;
    }

    /** Bytes after the known layout, as a later version might have. */
    public ContextSwitch trailing(byte... bytes) {
        trailing = bytes;
        return this;
    }

    @Override
    public int hook() {
        return 0x0524;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public void writeTo(Bytes bytes, int pointerSize) {
        bytes.u32(newThreadId)
                .u32(oldThreadId)
                .u8(newPriority)
                .u8(oldPriority)
                .u8(cState)
                .u8(priorityDecrement)
                .u8(waitReason)
                .u8(waitMode)
                .u8(state)
                .u8(idealProcessor);
        if (version >= 2) {
            bytes.u32(newWaitTicks).u32(quantum);
        }
        bytes.raw(trailing);
    }
}
