package io.github.etl2jfr.scheduler;

import io.github.etl2jfr.etl.BufferReader;
import io.github.etl2jfr.etl.Damage;
import io.github.etl2jfr.etl.DamageLog;
import io.github.etl2jfr.parallel.Task;
import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * The scheduler events of one {@link BufferChain}, in the order of time, with two pieces in memory: the
 * one that is read, and the next, which is decoded meanwhile.
 */
final class EventStream {
    private static final int INITIAL_EVENTS = 256;

    private final BufferChain chain;
    private final PieceDecoders decoders;
    private final BufferReader.Decompressed kept;
    private final LongConsumer progress;

    private SchedulerEvents table = new SchedulerEvents(0);
    private SchedulerEvents spare = new SchedulerEvents(INITIAL_EVENTS);
    private Task<SchedulerEvents> ahead;

    private int nextPiece;
    private int event;
    private boolean loss;
    private long time;

    /** Events of the piece that lay before those of the last one, and are not told of yet. */
    private long dropped;

    /**
     * @param kept holds a compressed buffer from piece to piece, or null
     * @param progress told the number of bytes of each piece opened
     */
    EventStream(BufferChain chain, PieceDecoders decoders, BufferReader.Decompressed kept, LongConsumer progress) {
        this.chain = chain;
        this.decoders = decoders;
        this.kept = kept;
        this.progress = progress;
        // Known without opening the piece, so that a processor silent at first holds no memory yet.
        this.time = chain.firstTime(0);
    }

    int processor() {
        return chain.processor();
    }

    BufferChain chain() {
        return chain;
    }

    /** Whether {@link #next} was called at all: before that only {@link #time} is known. */
    boolean isStarted() {
        return nextPiece > 0;
    }

    /** Time of the event the stream stands on, or of the first. */
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

    /**
     * Moves to the next event.
     *
     * @param target told of what is met on the way
     * @return false at the end
     */
    boolean next(MergedEvents target) throws IOException {
        event++;
        while (true) {
            if (event >= table.size()) {
                tellDropped(target);
                if (!openNextPiece(target)) {
                    return false;
                }
            } else if (table.time(event) < time) {
                // Within a buffer the survey sees to the order; this is the seam between two.
                dropped++;
                loss = true;
                event++;
            } else {
                tellDropped(target);
                time = table.time(event);
                if (loss && !table.isReadyThread(event)) {
                    table.markAfterLoss(event);
                    loss = false;
                }
                return true;
            }
        }
    }

    private boolean openNextPiece(MergedEvents target) throws IOException {
        if (nextPiece == chain.size()) {
            return false;
        }
        loss |= table.endsInLoss();
        SchedulerEvents read = table;
        table = ahead == null ? decoders.decode(chain, nextPiece, kept, spare) : ahead.join();
        target.opened(table);
        for (SchedulerEvents.CorruptEvents corrupt : table.damage()) {
            damaged(target, corrupt.kind(), corrupt.amount(), corrupt.fileOffset());
        }
        progress.accept(chain.storedSize(nextPiece));
        nextPiece++;
        event = 0;
        spare = read;
        ahead = nextPiece < chain.size() ? decoders.decodeAhead(chain, nextPiece, kept, spare) : null;
        return true;
    }

    /** Of the piece that is left, or goes on after them. */
    private void tellDropped(MergedEvents target) {
        if (dropped > 0) {
            damaged(target, Damage.TIME_BACKWARDS, dropped, chain.offset(nextPiece - 1));
            dropped = 0;
        }
    }

    private void damaged(MergedEvents target, Damage kind, long amount, long fileOffset) {
        target.damaged(new DamageLog.Entry(kind, chain.processor(), amount, fileOffset, ""));
    }
}
