package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.kernel.EventSummary;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongPredicate;

/**
 * The scheduler events of one kind and processor of a trace that is being written, in the order of time: the
 * pieces that are there, opened one by one. The last switch of the last of them waits for the next one, which
 * tells whom it put on the processor.
 */
final class LiveStream {
    private static final int INITIAL_EVENTS = 64;

    /**
     * A piece to be opened.
     *
     * @param lossBefore whether switches may be missing before its first one
     */
    record Pending(SurveyedBuffer.Piece piece, LiveSource source, boolean lossBefore) {}

    private final int processor;
    private final EventForm form;
    private final FullSwitches fullSwitches;
    private final LongPredicate isRoomToKeep;
    private final DamageLog damage;
    private final ArrayDeque<Pending> pieces = new ArrayDeque<>();
    private final SchedulerEvents table = new SchedulerEvents(INITIAL_EVENTS);
    private Pending opened;
    private BufferReader.Decompressed kept;
    private int event;

    /** Time of the event the stream stands on, or of the last one. */
    private long time = Long.MIN_VALUE;

    /** Whether switches may be missing between what was read and the event the stream stands on. */
    private boolean loss;

    /** Whether switches may be missing after the last piece. */
    private boolean lossAtEnd;

    private boolean anySwitches;
    private long lastTime = Long.MIN_VALUE;
    private long lastSwitchTime = Long.MIN_VALUE;
    private int late;

    /**
     * @param fullSwitches the processor's, as far as they are known and not told yet
     * @param isRoomToKeep whether there is memory to keep a compressed buffer of so many bytes from piece to piece
     */
    LiveStream(int processor, EventForm form, FullSwitches fullSwitches, LongPredicate isRoomToKeep, DamageLog damage) {
        this.processor = processor;
        this.form = form;
        this.fullSwitches = fullSwitches;
        this.isRoomToKeep = isRoomToKeep;
        this.damage = damage;
    }

    int processor() {
        return processor;
    }

    EventForm form() {
        return form;
    }

    /** Number of pieces that were not opened yet. */
    int pending() {
        return pieces.size();
    }

    /**
     * Adds the pieces of the processor's next buffer.
     *
     * @param lossBefore whether switches may be missing before it
     * @return whether they may be missing before, in or after it
     */
    boolean add(BufferOrder.Item item, boolean lossBefore) {
        SurveyedBuffer buffer = item.buffer();
        boolean anyLoss = false;
        lossAtEnd |= lossBefore || buffer.hasLossBefore();
        for (SurveyedBuffer.Piece piece = buffer.firstPiece(); piece != null; piece = piece.next()) {
            EventSummary events = form.of(piece);
            lossAtEnd |= events.hasLossBefore();
            if (!events.isEmpty()) {
                // What lies before the end of the piece before will be dropped.
                lossAtEnd |= events.firstTime() < lastTime;
                lossAtEnd |= form == EventForm.BATCHES
                        && anySwitches
                        && fullSwitches.anyBetween(lastTime, events.firstTime());
                lastTime = Math.max(lastTime, events.lastTime());
                if (events.hasSwitches()) {
                    anySwitches = true;
                    lastSwitchTime = Math.max(lastSwitchTime, events.lastSwitchTime());
                }
                item.source().expect();
                pieces.add(new Pending(piece, item.source(), lossAtEnd));
                anyLoss |= lossAtEnd || events.hasLossInside();
                lossAtEnd = false;
            }
        }
        lossAtEnd |= buffer.hasLossAfter();
        return anyLoss || lossAtEnd;
    }

    /** Switches may be missing after the last piece. */
    void breakOff() {
        lossAtEnd = true;
    }

    /** Whether any switch is still to be told. */
    boolean hasSwitchesToTell() {
        boolean any = table.hasSwitchesFrom(event);
        for (Pending pending : pieces) {
            any |= form.of(pending.piece).hasSwitches();
        }
        return any;
    }

    boolean hasSwitches() {
        return anySwitches;
    }

    /** Session clock's value at its last event, {@link Long#MIN_VALUE} if it has none yet. */
    long lastTime() {
        return lastTime;
    }

    /** Session clock's value before which every event of the stream is there, and can be told. */
    long completeUntil() {
        return anySwitches && !lossAtEnd ? lastSwitchTime : lastTime;
    }

    /**
     * Opens what has not been, up to the first event that is to be told.
     *
     * @param told session clock's value: events before it come too late
     * @return whether there is one
     */
    boolean position(long told) throws IOException {
        while (true) {
            if (event >= table.size()) {
                if (pieces.isEmpty()) {
                    return false;
                }
                openNext();
            } else if (table.time(event) < time) {
                // Within a buffer the survey sees to the order; this is the seam between two.
                SurveyedBuffer.Piece piece = opened.piece();
                damaged(Damage.TIME_BACKWARDS, 1, piece.entry().fileOffset(piece.start()));
                drop();
            } else if (table.time(event) < told) {
                late++;
                drop();
            } else if (form == EventForm.BATCHES && fullSwitches.cover(table.time(event))) {
                // The CSwitch events came after the batch had been opened.
                drop();
            } else {
                time = table.time(event);
                if (loss && !table.isReadyThread(event)) {
                    table.markAfterLoss(event);
                    loss = false;
                }
                return true;
            }
        }
    }

    private void drop() {
        loss = true;
        event++;
    }

    private void openNext() throws IOException {
        loss |= table.endsInLoss();
        Pending next = pieces.remove();
        if (opened == null || opened.source() != next.source()) {
            // What is kept is known by its place in the file.
            kept = isRoomToKeep.test(next.source().bufferSize()) ? new BufferReader.Decompressed() : null;
        }
        opened = next;
        event = 0;
        next.source().decode(next, form, fullSwitches, kept, table);
        for (SchedulerEvents.CorruptEvents corrupt : table.damage()) {
            damaged(corrupt.kind(), corrupt.amount(), corrupt.fileOffset());
        }
    }

    /** Number of events since the last call that came too late. */
    int takeLate() {
        int taken = late;
        late = 0;
        return taken;
    }

    boolean isOpened() {
        return opened != null;
    }

    /** Where in its file what was opened last lies. */
    long offset() {
        return opened.piece().entry().fileOffset();
    }

    private void damaged(Damage kind, long amount, long offset) {
        damage.add(kind, processor, amount, offset);
    }

    /** Goes on to the next event, if {@link #position} finds one. */
    void next() {
        event++;
    }

    /** Time of the event the stream stands on. */
    long time() {
        return time;
    }

    /** The table that holds the event the stream stands on. */
    SchedulerEvents table() {
        return table;
    }

    /** Where in its table the event is. */
    int event() {
        return event;
    }

    /** Whether all is known of the event that can be: not of a switch that waits for the next one. */
    boolean isSettled() {
        if (!table.isLastSwitch(event) || table.endsInLoss() || !table.isFollowedByLoss(event)) {
            return true;
        }
        for (Iterator<Pending> later = pieces.iterator(); later.hasNext(); ) {
            Pending next = later.next();
            if (next.lossBefore) {
                return true;
            }
            EventSummary events = form.of(next.piece);
            if (events.hasSwitches()) {
                table.linkLast(events.firstOldThreadId());
                return true;
            }
        }
        return lossAtEnd;
    }

    /** Time of the first switch, later than any time if there is none. Before anything is opened. */
    long firstSwitchTime() {
        Pending first = firstWithSwitches();
        return first == null ? Long.MAX_VALUE : form.of(first.piece).firstSwitchTime();
    }

    /** The first piece with switches, null if there is none. Before anything is opened. */
    Pending firstWithSwitches() {
        for (Pending pending : pieces) {
            if (form.of(pending.piece).hasSwitches()) {
                return pending;
            }
        }
        return null;
    }

    /** Whether switches may be missing before the first one. Before anything is opened. */
    boolean hasLossBeforeFirstSwitch() {
        for (Pending pending : pieces) {
            if (pending.lossBefore) {
                return true;
            }
            if (form.of(pending.piece).hasSwitches()) {
                return false;
            }
        }
        return false;
    }
}
