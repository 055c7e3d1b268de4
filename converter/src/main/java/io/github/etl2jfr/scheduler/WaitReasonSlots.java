package io.github.etl2jfr.scheduler;

import java.util.Arrays;

/**
 * Numbers the wait reasons of a trace in the order in which they are met: a trace has few of the codes
 * there are, and each thread counts for itself how often it had which.
 */
final class WaitReasonSlots {
    /** A trace keeps a code in one byte. */
    private static final int CODES = 256;

    private static final short NONE = -1;

    /** Slots by code. Of all codes that a byte can have, the last one's slot would be that of none in a byte. */
    private final short[] slots = new short[CODES];

    private final int[] codes = new int[CODES];
    private int size;

    WaitReasonSlots() {
        Arrays.fill(slots, NONE);
    }

    /** The slot of a wait reason, from 0 on. */
    int of(int code) {
        if (slots[code] == NONE) {
            codes[size] = code;
            slots[code] = (short) size++;
        }
        return slots[code];
    }

    /** {@link io.github.etl2jfr.kernel.WaitReason} code that a slot stands for. */
    int code(int slot) {
        return codes[slot];
    }
}
