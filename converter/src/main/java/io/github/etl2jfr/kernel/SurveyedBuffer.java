package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.BufferEntry;

/** What a first look into a buffer found: enough to order buffers and to link their switches without opening them. */
public final class SurveyedBuffer {
    /** {@link Part#firstOldThreadId} of a part without switches. */
    private static final int NONE = 0;

    /** One kind of scheduler events in the buffer: the plain events, or the batches. */
    public static final class Part {
        private int switches;
        private int others;
        private long firstTime;
        private int firstOldThreadId = NONE;

        void addSwitch(long time, int oldThreadId) {
            if (switches++ == 0) {
                firstOldThreadId = oldThreadId;
            }
            seen(time);
        }

        void addOther(long time) {
            others++;
            seen(time);
        }

        private void seen(long time) {
            if (switches + others == 1) {
                firstTime = time;
            }
        }

        public boolean isEmpty() {
            return switches + others == 0;
        }

        public boolean hasSwitches() {
            return switches > 0;
        }

        /** Time of the first event; meaningless if empty. */
        public long firstTime() {
            return firstTime;
        }

        /** The thread that the part's first switch took off the processor; meaningless without switches. */
        public int firstOldThreadId() {
            return firstOldThreadId;
        }
    }

    private final BufferEntry entry;
    private final Part events = new Part();
    private final Part batches = new Part();
    private long firstFullSwitch = Long.MAX_VALUE;
    private long lastFullSwitch = Long.MIN_VALUE;
    private boolean lossBefore;
    private boolean lossAfter;

    SurveyedBuffer(BufferEntry entry) {
        this.entry = entry;
    }

    void addFullSwitch(long time, int oldThreadId) {
        events.addSwitch(time, oldThreadId);
        firstFullSwitch = Math.min(firstFullSwitch, time);
        lastFullSwitch = Math.max(lastFullSwitch, time);
    }

    void markLossBefore() {
        lossBefore = true;
    }

    void markLossAfter() {
        lossAfter = true;
    }

    public BufferEntry entry() {
        return entry;
    }

    /** CSwitch and ReadyThread events. */
    public Part events() {
        return events;
    }

    /** Compact batches; each counts as one switch here, its first. */
    public Part batches() {
        return batches;
    }

    /** Whether switches may be missing between the buffer before and the first switch here. */
    public boolean hasLossBefore() {
        return lossBefore;
    }

    /** Whether switches may be missing between the last switch here and the next buffer. */
    public boolean hasLossAfter() {
        return lossAfter;
    }

    /** Time of the first CSwitch event, later than any time if there is none. */
    public long firstFullSwitch() {
        return firstFullSwitch;
    }

    /** Time of the last CSwitch event, earlier than any time if there is none. */
    public long lastFullSwitch() {
        return lastFullSwitch;
    }
}
