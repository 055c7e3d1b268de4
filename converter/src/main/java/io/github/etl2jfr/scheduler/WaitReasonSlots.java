package io.github.etl2jfr.scheduler;

import java.util.Arrays;

/**
 * Numbers the wait reasons of a trace in the order in which they are met: a trace has few of the codes
 * there are, and each thread counts for itself how often it had which.
 */
final class WaitReasonSlots {
    /** A trace keeps a code in one byte. */
    private static final int CODES = 256;

    private static final byte NONE = -1;

    private final byte[] slots = new byte[CODES];
    private final int[] codes = new int[CODES];
    private int size;

    WaitReasonSlots() {
        Arrays.fill(slots, NONE);
    }

    /** The slot of a wait reason, from 0 on. */
    int of(int code) {
        if (slots[code] == NONE) {
            codes[size] = code;
            slots[code] = (byte) size++;
        }
        return slots[code] & 0xFF;
    }

    /** {@link io.github.etl2jfr.kernel.WaitReason} code that a slot stands for. */
    int code(int slot) {
        return codes[slot];
    }
}
