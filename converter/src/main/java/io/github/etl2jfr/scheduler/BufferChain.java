package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.kernel.SurveyedBuffer;
import java.util.BitSet;

/**
 * The pieces of one processor's buffers that hold one kind of scheduler events, in the order of time, and
 * the places between them where switches may be missing.
 */
final class BufferChain {
    private final int processor;
    private final EventForm form;
    private final SurveyedBuffer.Piece[] pieces;
    private final BitSet lossBefore;
    private final boolean lossAtEnd;
    private final FullSwitches fullSwitches;

    /**
     * @param lossBefore pieces that switches may be missing before, since the piece before them
     * @param lossAtEnd whether switches may be missing after the last piece
     * @param fullSwitches the processor's
     */
    BufferChain(
            int processor,
            EventForm form,
            SurveyedBuffer.Piece[] pieces,
            BitSet lossBefore,
            boolean lossAtEnd,
            FullSwitches fullSwitches) {
        this.processor = processor;
        this.form = form;
        this.pieces = pieces;
        this.lossBefore = lossBefore;
        this.lossAtEnd = lossAtEnd;
        this.fullSwitches = fullSwitches;
    }

    int processor() {
        return processor;
    }

    EventForm form() {
        return form;
    }

    int size() {
        return pieces.length;
    }

    SurveyedBuffer.Piece piece(int index) {
        return pieces[index];
    }

    /** Bytes of the file that a piece stands for: with both kinds of events it is in two chains, and counts in one. */
    long storedSize(int index) {
        boolean countsAsEvents =
                form != EventForm.EVENTS && !EventForm.EVENTS.of(pieces[index]).isEmpty();
        return countsAsEvents ? 0 : pieces[index].storedSize();
    }

    /** Time of the first event in a piece. */
    long firstTime(int index) {
        return form.of(pieces[index]).firstTime();
    }

    /** The piece that tells what happened at a time; the first, if none does. */
    int at(long time) {
        int low = 0;
        int high = pieces.length;
        while (low + 1 < high) {
            int middle = low + high >>> 1;
            if (firstTime(middle) <= time) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Where in the file a piece begins. */
    long offset(int index) {
        return pieces[index].entry().fileOffset(pieces[index].start());
    }

    boolean hasLossBefore(int index) {
        return lossBefore.get(index);
    }

    boolean hasLossAtEnd() {
        return lossAtEnd;
    }

    /** Whether switches may be missing anywhere. */
    boolean hasLosses() {
        for (SurveyedBuffer.Piece piece : pieces) {
            if (form.of(piece).hasLossInside()) {
                return true;
            }
        }
        return lossAtEnd || hasLossUpTo(pieces.length - 1);
    }

    /**
     * The piece whose first switch follows the last switch of the given one without a loss in between,
     * or -1.
     */
    int next(int index) {
        for (int i = index + 1; i < pieces.length && !lossBefore.get(i); i++) {
            if (form.of(pieces[i]).hasSwitches()) {
                return i;
            }
        }
        return -1;
    }

    /** Whether no switch follows those of the given piece, and none is lost after them. */
    boolean isEnd(int index) {
        for (int i = index + 1; i < pieces.length; i++) {
            if (lossBefore.get(i) || form.of(pieces[i]).hasSwitches()) {
                return false;
            }
        }
        return !lossAtEnd;
    }

    /** The first piece with switches, or -1. */
    int firstWithSwitches() {
        for (int i = 0; i < pieces.length; i++) {
            if (form.of(pieces[i]).hasSwitches()) {
                return i;
            }
        }
        return -1;
    }

    /** Whether switches may be missing between the start and the given piece. */
    boolean hasLossUpTo(int index) {
        int first = lossBefore.nextSetBit(0);
        return first >= 0 && first <= index;
    }

    /** When the processor's batches tell nothing new. */
    FullSwitches fullSwitches() {
        return fullSwitches;
    }
}
