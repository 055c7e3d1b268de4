package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.BufferEntry;

/**
 * What a first look into a buffer found: enough to order buffers and to link their switches without
 * opening them. A large buffer is cut into pieces that can be opened one by one, so that following many
 * processors at a time takes little memory.
 */
public final class SurveyedBuffer {
    /** {@link Part#firstOldThreadId} of a part without switches. */
    private static final int NONE = 0;

    /** One kind of scheduler events: the plain events, or the batches. */
    public static final class Part {
        /** Of which most pieces have one: most traces have but one kind. */
        private static final Part EMPTY = new Part();

        private int switches;
        private int others;
        private long firstTime = Long.MAX_VALUE;

        /** Of what is no switch. */
        private long lastTime = Long.MIN_VALUE;

        private long firstSwitchTime = Long.MAX_VALUE;
        private long lastSwitchTime = Long.MIN_VALUE;
        private int firstOldThreadId = NONE;
        private boolean lossBefore;
        private boolean lossInside;

        /** An event makes no sense. */
        private void lose() {
            if (hasSwitches()) {
                lossInside = true;
            } else {
                lossBefore = true;
            }
        }

        /** An event whose time lies before that of an earlier one will be dropped. */
        private void checkOrder(long time) {
            if (time < lastTime()) {
                lose();
            }
        }

        private void addSwitch(long time, int oldThreadId) {
            checkOrder(time);
            if (switches == 0) {
                firstSwitchTime = time;
                firstOldThreadId = oldThreadId;
            }
            if (isEmpty()) {
                firstTime = time;
            }
            switches++;
            lastSwitchTime = Math.max(lastSwitchTime, time);
        }

        /** Adds what the batch of the last switch goes on with: times in a batch never fall. */
        private void addSwitches(int count, long newLastTime) {
            switches += count;
            lastSwitchTime = Math.max(lastSwitchTime, newLastTime);
        }

        private void addOther(long time) {
            checkOrder(time);
            if (isEmpty()) {
                firstTime = time;
            }
            others++;
            lastTime = Math.max(lastTime, time);
        }

        /** Takes in what comes later. */
        private void add(Part later) {
            if (isEmpty()) {
                firstTime = later.firstTime;
            }
            if (!hasSwitches()) {
                firstOldThreadId = later.firstOldThreadId;
                firstSwitchTime = later.firstSwitchTime;
            }
            lastTime = Math.max(lastTime, later.lastTime);
            lastSwitchTime = Math.max(lastSwitchTime, later.lastSwitchTime);
            switches += later.switches;
            others += later.others;
        }

        /** Whether switches may be missing between the piece before and the first switch here. */
        public boolean hasLossBefore() {
            return lossBefore;
        }

        /** Whether switches may be missing after the first one here: where, whoever reads the piece will see. */
        public boolean hasLossInside() {
            return lossInside;
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

        /** The latest time of any event; meaningless if empty. */
        public long lastTime() {
            return Math.max(lastTime, lastSwitchTime);
        }

        /** Time of the first switch, later than any time if there is none. */
        public long firstSwitchTime() {
            return firstSwitchTime;
        }

        /** The latest time of any switch, earlier than any time if there is none. */
        public long lastSwitchTime() {
            return lastSwitchTime;
        }

        /** The thread that the part's first switch took off the processor; meaningless without switches. */
        public int firstOldThreadId() {
            return firstOldThreadId;
        }
    }

    /** Some successive events of the buffer. */
    public static final class Piece {
        private final BufferEntry entry;
        private final int start;
        private int end;
        private Part events = Part.EMPTY;
        private Part batches = Part.EMPTY;

        /** The one after it in the buffer, or null. A list would take more memory than most buffers' only piece. */
        private Piece next;

        private Piece(BufferEntry entry, int start) {
            this.entry = entry;
            this.start = start;
        }

        /** The buffer it is a piece of. */
        public BufferEntry entry() {
            return entry;
        }

        /** The piece that follows in the buffer, or null. */
        public Piece next() {
            return next;
        }

        /** Where in the buffer its first event lies. */
        public int start() {
            return start;
        }

        /** Where in the buffer the event after its last one would lie. */
        public int end() {
            return end;
        }

        /** CSwitch and ReadyThread events. */
        public Part events() {
            return events;
        }

        /** Switches in compact batches. */
        public Part batches() {
            return batches;
        }

        void addEvent(long time) {
            ownEvents().addOther(time);
        }

        void addSwitch(long time, int oldThreadId) {
            ownEvents().addSwitch(time, oldThreadId);
        }

        void addBatchedSwitch(long time, int oldThreadId) {
            ownBatches().addSwitch(time, oldThreadId);
        }

        /** Adds what the batch of the last switch goes on with. */
        void addBatchedSwitches(int count, long lastTime) {
            ownBatches().addSwitches(count, lastTime);
        }

        /** A CSwitch event makes no sense. */
        void loseSwitch() {
            ownEvents().lose();
        }

        /** A batch makes no sense. */
        void loseBatch() {
            ownBatches().lose();
        }

        private Part ownEvents() {
            if (events == Part.EMPTY) {
                events = new Part();
            }
            return events;
        }

        private Part ownBatches() {
            if (batches == Part.EMPTY) {
                batches = new Part();
            }
            return batches;
        }

        /** Bytes of the file that it stands for. */
        public long storedSize() {
            return (long) entry.storedSize() * (end - start) / Math.max(1, entry.usedSize());
        }
    }

    private final BufferEntry entry;
    private Piece firstPiece;
    private Piece lastPiece;
    private Part events = Part.EMPTY;
    private Part batches = Part.EMPTY;
    private boolean lossBefore;
    private boolean lossAfter;

    SurveyedBuffer(BufferEntry entry) {
        this.entry = entry;
    }

    /** The events from this place on belong to a new piece. */
    Piece startPiece(int start) {
        Piece piece = new Piece(entry, start);
        if (firstPiece == null) {
            firstPiece = piece;
        } else {
            lastPiece.next = piece;
        }
        lastPiece = piece;
        return piece;
    }

    /** No event of the last piece lies at or after this place. */
    void endPiece(int end) {
        lastPiece.end = end;
    }

    /** No more pieces follow. */
    void end() {
        if (firstPiece == lastPiece) {
            events = firstPiece.events;
            batches = firstPiece.batches;
        } else {
            events = new Part();
            batches = new Part();
            for (Piece piece = firstPiece; piece != null; piece = piece.next) {
                events.add(piece.events);
                batches.add(piece.batches);
            }
        }
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

    /** The first of its pieces; null if the buffer cannot be read. */
    public Piece firstPiece() {
        return firstPiece;
    }

    /** CSwitch and ReadyThread events of all pieces. */
    public Part events() {
        return events;
    }

    /** Switches in compact batches of all pieces. */
    public Part batches() {
        return batches;
    }

    /** Whether it tells anything of threads that switch or get ready. */
    public boolean hasSchedulerEvents() {
        return !events.isEmpty() || !batches.isEmpty();
    }

    /** Session clock's value at the first event of the scheduler's; meaningless without any. */
    public long firstSchedulerTime() {
        if (events.isEmpty() || batches.isEmpty()) {
            return (events.isEmpty() ? batches : events).firstTime();
        }
        return Math.min(events.firstTime(), batches.firstTime());
    }

    /** Session clock's value at the last event of the scheduler's; {@link Long#MIN_VALUE} without any. */
    public long lastSchedulerTime() {
        return Math.max(events.lastTime(), batches.lastTime());
    }

    /** Whether switches may be missing between the buffer before and the first switch here. */
    public boolean hasLossBefore() {
        return lossBefore;
    }

    /** Whether switches may be missing between the last switch here and the next buffer. */
    public boolean hasLossAfter() {
        return lossAfter;
    }
}
