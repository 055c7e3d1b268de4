package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.EtlFile;
import io.github.etl2jfr.etl.EventCursor;
import io.github.etl2jfr.etl.compression.CorruptDataException;
import io.github.etl2jfr.kernel.CompactContextSwitches;
import io.github.etl2jfr.kernel.ContextSwitch;
import io.github.etl2jfr.kernel.Hook;
import io.github.etl2jfr.kernel.ReadyThread;
import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * Turns the bytes of a piece into a table of scheduler events. Decoding one piece needs no other, so that
 * several decoders can work side by side. Events that the survey does not believe are passed over here; it has told of
 * them.
 */
final class PieceDecoder {
    private final EtlFile file;
    private final BufferReader reader;
    private final EventCursor event = new EventCursor();
    private final ContextSwitch contextSwitch = new ContextSwitch();
    private final CompactContextSwitches batch;
    private final ReadyThread readyThread = new ReadyThread();

    private SurveyedBuffer.Piece piece;
    private FullSwitches fullSwitches;
    private SchedulerEvents table;
    private long lastTime;
    private boolean loss;

    PieceDecoder(EtlFile file) {
        this.file = file;
        this.reader = new BufferReader(file);
        this.batch = new CompactContextSwitches(file.header().osBuild());
    }

    /**
     * Fills a table with the events of one piece and links them, the last one to the piece after it.
     *
     * @param chain the processor's pieces
     * @param index which of them
     * @param kept holds a compressed buffer from piece to piece, or null
     * @param target emptied first
     */
    void decode(BufferChain chain, int index, BufferReader.Decompressed kept, SchedulerEvents target)
            throws IOException {
        EventForm form = chain.form();
        decode(chain.piece(index), form, chain.hasLossBefore(index), chain.fullSwitches(), kept, target);
        if (target.endsInLoss() || !target.hasSwitches()) {
            return;
        }
        int next = chain.next(index);
        if (next >= 0) {
            target.linkLast(form.of(chain.piece(next)).firstOldThreadId());
        } else if (chain.isEnd(index)) {
            target.markLast();
        }
    }

    /**
     * Fills a table with the events of one piece and links them, but for the last one.
     *
     * @param newPiece of a buffer of this decoder's file
     * @param form which of its events
     * @param lossBefore whether switches may be missing between the piece before and it
     * @param full the processor's
     * @param kept holds a compressed buffer from piece to piece, or null
     * @param target emptied first
     */
    void decode(
            SurveyedBuffer.Piece newPiece,
            EventForm form,
            boolean lossBefore,
            FullSwitches full,
            BufferReader.Decompressed kept,
            SchedulerEvents target)
            throws IOException {
        piece = newPiece;
        fullSwitches = full;
        table = target;
        table.clear();
        lastTime = Long.MIN_VALUE;
        loss = lossBefore;
        try {
            reader.openPiece(piece.entry(), piece.start(), piece.end(), kept, event);
        } catch (CorruptDataException e) {
            // Told by the survey; a chain holds only buffers that could be read, so the file has changed.
            throw new FileSystemException(file.path().toString(), null, "changes while it is read");
        }
        while (event.next(piece.entry())) {
            switch (event.hook()) {
                case Hook.CONTEXT_SWITCH -> {
                    if (form == EventForm.EVENTS) {
                        contextSwitch();
                    }
                }
                case Hook.READY_THREAD -> {
                    if (form == EventForm.EVENTS) {
                        readyThread();
                    }
                }
                case Hook.COMPACT_CONTEXT_SWITCHES -> {
                    if (form == EventForm.BATCHES) {
                        batch();
                    }
                }
                default -> {
                    // Not the scheduler's.
                }
            }
        }
        if (loss) {
            table.endInLoss();
        }
    }

    private void contextSwitch() {
        if (piece.passesOver(event.offset()) || !contextSwitch.wrap(event)) {
            loss = true;
        } else {
            table.add(contextSwitch, event.time(), loss);
            loss = false;
        }
    }

    private void readyThread() {
        if (piece.passesOver(event.offset()) || !readyThread.wrap(event)) {
            // Whom it named may have been ready since.
            loss = true;
        } else {
            table.add(readyThread, event.time());
        }
    }

    private void batch() {
        if (piece.passesOver(event.offset()) || !batch.wrap(event)) {
            loss = true;
            return;
        }
        while (batch.next()) {
            long time = batch.time();
            if (fullSwitches.cover(time)) {
                // A CSwitch event describes it too.
                table.countDuplicate();
                loss = true;
            } else {
                // What happened in between, the events tell.
                loss |= table.hasSwitches() && fullSwitches.anyBetween(lastTime, time);
                table.add(batch, loss);
                lastTime = time;
                loss = false;
            }
        }
        if (batch.corruption() != null) {
            loss = true;
            table.damaged(batch.corruption(), piece.entry().fileOffset(event.offset()));
        }
    }
}
