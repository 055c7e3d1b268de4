package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.CompactContextSwitches;
import io.github.etl2jfr.kernel.ContextSwitch;
import io.github.etl2jfr.kernel.ThreadState;
import io.github.etl2jfr.kernel.WaitReason;

/**
 * The small numbers of a context switch in one long, so that they travel from the trace to the recording
 * without being unpacked:
 *
 * <pre>
 *   0       6         15        24      33           42       51                60       62
 *   +-------+---------+---------+-------+------------+--------+-----------------+--------+
 *   | flags | old pri | new pri | state | waitReason | cState | ideal processor | mode   |
 *   +-------+---------+---------+-------+------------+--------+-----------------+--------+
 * </pre>
 *
 * The low bits are flags of {@link SchedulerEvents}. Each field is a value 0..255 plus one, or 0 where it is not known. That is also what the accessors return:
 * an index into a table that has a place for what is not known.
 */
public final class SwitchFields {
    /** What {@link #value} makes of a field that is not known. */
    static final int UNKNOWN = -1;

    private static final int OLD_PRIORITY_SHIFT = 6;
    private static final int NEW_PRIORITY_SHIFT = 15;
    private static final int STATE_SHIFT = 24;
    private static final int WAIT_REASON_SHIFT = 33;
    private static final int C_STATE_SHIFT = 42;
    private static final int IDEAL_PROCESSOR_SHIFT = 51;
    private static final int WAIT_MODE_SHIFT = 60;
    private static final long MASK = 0x1FF;
    private static final long WAIT_MODE_MASK = 0x3;

    private SwitchFields() {}

    static long of(ContextSwitch contextSwitch) {
        return field(contextSwitch.oldThreadPriority(), OLD_PRIORITY_SHIFT)
                | field(contextSwitch.newThreadPriority(), NEW_PRIORITY_SHIFT)
                | field(contextSwitch.oldThreadState(), STATE_SHIFT)
                | field(contextSwitch.oldThreadWaitReason(), WAIT_REASON_SHIFT)
                | field(contextSwitch.previousCState(), C_STATE_SHIFT)
                | field(contextSwitch.oldThreadIdealProcessor(), IDEAL_PROCESSOR_SHIFT)
                | field(contextSwitch.oldThreadWaitMode(), WAIT_MODE_SHIFT);
    }

    static long of(CompactContextSwitches contextSwitch) {
        return field(contextSwitch.oldThreadPriority(), OLD_PRIORITY_SHIFT)
                | field(contextSwitch.oldThreadState(), STATE_SHIFT)
                | field(contextSwitch.oldThreadWaitReason(), WAIT_REASON_SHIFT);
    }

    private static long field(int value, int shift) {
        // Values past one byte do not occur; a negative priority, which cannot be, becomes unknown.
        return (value < 0 ? 0L : value + 1L) << shift;
    }

    /** The fields as they are where the new thread's priority is not known. */
    static long withoutNewThreadPriority(long fields) {
        return fields & ~(MASK << NEW_PRIORITY_SHIFT);
    }

    /** The value that a field stands for, or {@link #UNKNOWN}. */
    static int value(int field) {
        return field - 1;
    }

    public static int oldThreadPriority(long fields) {
        return (int) (fields >>> OLD_PRIORITY_SHIFT & MASK);
    }

    public static int newThreadPriority(long fields) {
        return (int) (fields >>> NEW_PRIORITY_SHIFT & MASK);
    }

    /** {@link ThreadState} code. */
    public static int oldThreadState(long fields) {
        return (int) (fields >>> STATE_SHIFT & MASK);
    }

    /**
     * {@link WaitReason} code, unless it means nothing: it is left from an earlier wait, if the thread
     * neither waits now nor the reason says why it was preempted.
     */
    public static int waitReason(long fields) {
        int reason = rawWaitReason(fields);
        int state = value(oldThreadState(fields));
        return state == ThreadState.WAITING.code()
                        || ThreadState.isReady(state) && WaitReason.isPreemption(value(reason))
                ? reason
                : 0;
    }

    /** {@link WaitReason} code, as the trace has it. */
    static int rawWaitReason(long fields) {
        return (int) (fields >>> WAIT_REASON_SHIFT & MASK);
    }

    public static int previousCState(long fields) {
        return (int) (fields >>> C_STATE_SHIFT & MASK);
    }

    public static int idealProcessor(long fields) {
        return (int) (fields >>> IDEAL_PROCESSOR_SHIFT & MASK);
    }

    /** {@link io.github.etl2jfr.kernel.WaitMode} code. */
    public static int waitMode(long fields) {
        return (int) (fields >>> WAIT_MODE_SHIFT & WAIT_MODE_MASK);
    }
}
