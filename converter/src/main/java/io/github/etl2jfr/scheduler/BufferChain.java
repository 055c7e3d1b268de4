package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.SurveyedBuffer;

/**
 * The buffers of one processor that hold one kind of scheduler events, in the order of time, and the
 * places between them where switches may be missing.
 */
final class BufferChain {
    /** Which of a buffer's events the chain is about. */
    enum Part {
        /** CSwitch and ReadyThread. */
        EVENTS,
        /** Compact batches. */
        BATCHES;

        SurveyedBuffer.Part of(SurveyedBuffer buffer) {
            return this == EVENTS ? buffer.events() : buffer.batches();
        }
    }

    private final int processor;
    private final Part part;
    private final SurveyedBuffer[] buffers;
    private final boolean[] lossBefore;
    private final boolean lossAtEnd;
    private final long firstFullSwitch;
    private final long lastFullSwitch;

    /**
     * @param lossBefore for each buffer, whether switches may be missing between the buffer before and it
     * @param lossAtEnd whether switches may be missing after the last buffer
     * @param firstFullSwitch time of the processor's first CSwitch event
     * @param lastFullSwitch time of the processor's last CSwitch event
     */
    BufferChain(
            int processor,
            Part part,
            SurveyedBuffer[] buffers,
            boolean[] lossBefore,
            boolean lossAtEnd,
            long firstFullSwitch,
            long lastFullSwitch) {
        this.processor = processor;
        this.part = part;
        this.buffers = buffers;
        this.lossBefore = lossBefore;
        this.lossAtEnd = lossAtEnd;
        this.firstFullSwitch = firstFullSwitch;
        this.lastFullSwitch = lastFullSwitch;
    }

    int processor() {
        return processor;
    }

    Part part() {
        return part;
    }

    int size() {
        return buffers.length;
    }

    SurveyedBuffer buffer(int index) {
        return buffers[index];
    }

    /** Time of the first event in a buffer. */
    long firstTime(int index) {
        return part.of(buffers[index]).firstTime();
    }

    boolean hasLossBefore(int index) {
        return lossBefore[index];
    }

    /** Whether switches may be missing anywhere. */
    boolean hasLosses() {
        return lossAtEnd || hasLossUpTo(buffers.length - 1);
    }

    /**
     * The buffer whose first switch follows the last switch of the given one without a loss in between,
     * or -1.
     */
    int next(int index) {
        for (int i = index + 1; i < buffers.length && !lossBefore[i]; i++) {
            if (part.of(buffers[i]).hasSwitches()) {
                return i;
            }
        }
        return -1;
    }

    /** Whether no switch follows those of the given buffer, and none is lost after them. */
    boolean isEnd(int index) {
        for (int i = index + 1; i < buffers.length; i++) {
            if (lossBefore[i] || part.of(buffers[i]).hasSwitches()) {
                return false;
            }
        }
        return !lossAtEnd;
    }

    /** The first buffer with switches, or -1. */
    int firstWithSwitches() {
        for (int i = 0; i < buffers.length; i++) {
            if (part.of(buffers[i]).hasSwitches()) {
                return i;
            }
        }
        return -1;
    }

    /** Whether switches may be missing between the start and the given buffer. */
    boolean hasLossUpTo(int index) {
        for (int i = 0; i <= index; i++) {
            if (lossBefore[i]) {
                return true;
            }
        }
        return false;
    }

    /** Whether a CSwitch event describes the switch that a batch has at this time. */
    boolean isCoveredByFullEvents(long time) {
        return part == Part.BATCHES && time >= firstFullSwitch && time <= lastFullSwitch;
    }
}
