package io.github.etl2jfr.kernel;

import io.github.etl2jfr.etl.BufferEntry;
import java.util.BitSet;

/**
 * What a first look into a buffer found: enough to order buffers and to link their switches without
 * opening them. A large buffer is cut into pieces that can be opened one by one, so that following many
 * processors at a time takes little memory.
 */
public final class SurveyedBuffer {
    /** Some successive events of the buffer. */
    public static final class Piece {
        private final BufferEntry entry;
        private final int start;
        private int end;
        private EventSummary events = EventSummary.EMPTY;
        private EventSummary batches = EventSummary.EMPTY;

        /** The {@link #place}s of its events that are not believed; null if all are. */
        private BitSet passedOver;

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
        public EventSummary events() {
            return events;
        }

        /** Switches in compact batches. */
        public EventSummary batches() {
            return batches;
        }

        /** The last CSwitch or ReadyThread event is not believed any more, nor is there another one after this time. */
        void passOverLast(int offset, long time) {
            passOver(offset);
            ownEvents().forgetAfter(time);
        }

        void addReadyThread(long time) {
            ownEvents().addReadyThread(time);
        }

        void addSwitch(long time, int oldThreadId) {
            ownEvents().addSwitch(time, oldThreadId);
        }

        /**
         * Adds a batch.
         *
         * @param time of its first switch, which took a thread off
         * @param size number of its switches
         * @param lastTime of the last one
         */
        void addBatch(long time, int oldThreadId, int size, long lastTime) {
            ownBatches().addSwitch(time, oldThreadId);
            ownBatches().addSwitches(size - 1, lastTime);
        }

        /** The CSwitch or ReadyThread event at this offset is not believed. */
        void loseEvent(int offset) {
            passOver(offset);
            ownEvents().lose();
        }

        /** The batch at this offset is not believed. */
        void loseBatch(int offset) {
            passOver(offset);
            ownBatches().lose();
        }

        /** The batch that was added last makes no sense after the switches that were counted. */
        void loseRestOfBatch() {
            ownBatches().lose();
        }

        private void passOver(int offset) {
            if (passedOver == null) {
                passedOver = new BitSet();
            }
            passedOver.set(place(offset));
        }

        /** Whether the event at this offset is not to be believed. */
        public boolean passesOver(int offset) {
            return passedOver != null && passedOver.get(place(offset));
        }

        /** No scheduler event takes less than 16 bytes. */
        private int place(int offset) {
            return offset - start >>> 4;
        }

        private EventSummary ownEvents() {
            if (events == EventSummary.EMPTY) {
                events = new EventSummary();
            }
            return events;
        }

        private EventSummary ownBatches() {
            if (batches == EventSummary.EMPTY) {
                batches = new EventSummary();
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
    private EventSummary events = EventSummary.EMPTY;
    private EventSummary batches = EventSummary.EMPTY;
    private long firstTime = Long.MAX_VALUE;
    private long lastTime = Long.MIN_VALUE;
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

    /** The piece that has the event at this offset. */
    Piece pieceAt(int offset) {
        Piece piece = firstPiece;
        while (piece.next != null && piece.next.start <= offset) {
            piece = piece.next;
        }
        return piece;
    }

    /** No event of the last piece lies at or after this place. */
    void endPiece(int end) {
        lastPiece.end = end;
    }

    /**
     * No more pieces follow.
     *
     * @param first session clock's value that counts as that of the first event, the scheduler's apart
     * @param last of the last event, the scheduler's apart, too
     */
    void end(long first, long last) {
        if (firstPiece == lastPiece) {
            events = firstPiece.events;
            batches = firstPiece.batches;
        } else {
            events = new EventSummary();
            batches = new EventSummary();
            for (Piece piece = firstPiece; piece != null; piece = piece.next) {
                events.add(piece.events);
                batches.add(piece.batches);
            }
        }
        firstTime = Math.min(first, Math.min(events.firstTime(), batches.firstTime()));
        lastTime = Math.max(last, lastSchedulerTime());
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
    public EventSummary events() {
        return events;
    }

    /** Switches in compact batches of all pieces. */
    public EventSummary batches() {
        return batches;
    }

    /**
     * Session clock's value at the first event, later than any time if there is none. Events about the session itself do
     * not count: they may lie hours before the data.
     */
    public long firstTime() {
        return firstTime;
    }

    /** Session clock's value at the last event, earlier than any time if there is none; otherwise likewise. */
    public long lastTime() {
        return lastTime;
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

    /** Whether its events are those of a session; what the file's first buffer has of the scheduler's counts for any. */
    boolean isOfSession(int loggerId) {
        return entry.loggerId() == loggerId || entry.fileOffset() == 0 && hasSchedulerEvents();
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
